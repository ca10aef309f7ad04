#include "referee/report/page_trace.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace ebiri::report {

namespace {

using rules::Transfer;

constexpr int most_seeds = 35;     // in one word; more take several words
constexpr int largest_digit = 98;  // of a cell, count or place

std::string digit(int value) {
  assert(value >= 0 && value <= largest_digit);
  if (value >= 62) return {'\xc3', static_cast<char>(0x80 + value - 62)};
  return {static_cast<char>(value < 10 ? '0' + value : value < 36 ? 'a' + value - 10 : 'A' + value - 36)};
}

class Writer {
 public:
  Writer(const rules::BoardShape& shape, const rules::Scene& before, const std::vector<Transfer>& transfers,
         std::string& text)
      : hand_(shape.hand()),
        track_(shape.tracks[static_cast<std::size_t>(before.mover)]),
        transfers_(transfers),
        cells_(before.cells),
        text_(text) {
    cells_.push_back(0);
  }

  void write() {
    for (std::size_t next = 0; next < transfers_.size();) next = write_from(next);
  }

 private:
  // Writes the transfers that fit one word, and returns the index of the next one.
  std::size_t write_from(std::size_t next) {
    const Transfer& transfer = transfers_[next];
    if (transfer.from == hand_ && transfer.seeds == 1 && place(transfer.to) >= 0) {
      const std::size_t forward = run(next, 1), backward = run(next, -1);
      const std::size_t length = std::max(forward, backward);
      add(forward >= backward ? "S" : "Z", {place(transfer.to), static_cast<int>(length)});
      for (std::size_t k = 0; k < length; ++k) make(transfers_[next + k]);
      return next + length;
    }
    const bool all = transfer.seeds == cells_[static_cast<std::size_t>(transfer.from)];
    if (all && transfer.to == hand_)
      add("L", {transfer.from});
    else if (all)
      add("C", {transfer.from, transfer.to});
    else
      for (int left = transfer.seeds; left > 0; left -= most_seeds)
        add("M", {transfer.from, transfer.to, std::min(left, most_seeds)});
    make(transfer);
    return next + 1;
  }

  // The number of transfers from `next` on that sow seeds along the track in steps of `step`.
  std::size_t run(std::size_t next, int step) const {
    const int round = static_cast<int>(track_.size());
    int at = place(transfers_[next].to);
    std::size_t length = 0;
    for (; next + length < transfers_.size() && length < static_cast<std::size_t>(most_seeds); ++length) {
      const Transfer& sown = transfers_[next + length];
      if (sown.from != hand_ || sown.seeds != 1 || sown.to != track_[static_cast<std::size_t>(at)]) break;
      at = (at + step + round) % round;
    }
    return length;
  }

  int place(int cell) const {
    const auto found = std::ranges::find(track_, cell);
    return found == track_.end() ? -1 : static_cast<int>(found - track_.begin());
  }

  void make(const Transfer& transfer) {
    cells_[static_cast<std::size_t>(transfer.from)] -= transfer.seeds;
    cells_[static_cast<std::size_t>(transfer.to)] += transfer.seeds;
  }

  void add(const char* word, std::initializer_list<int> values) {
    text_ += word;
    for (const int value : values) text_ += digit(value);
  }

  int hand_;
  const std::vector<int>& track_;
  const std::vector<Transfer>& transfers_;
  rules::Cells cells_;  // the hand last
  std::string& text_;
};

}  // namespace

void append_trace(std::string& text, const rules::BoardShape& shape, const rules::Scene& before,
                  const std::vector<Transfer>& transfers) {
  Writer{shape, before, transfers, text}.write();
}

}  // namespace ebiri::report
