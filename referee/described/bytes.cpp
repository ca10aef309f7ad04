// Numbers are unsigned LEB128 varints; the last eight bytes are a checksum.
#include <tuple>
#include <type_traits>

#include "referee/described/described.hpp"
#include "referee/support/fnv.hpp"

namespace ebiri::described {

namespace {

constexpr std::size_t checksum_size = 8;

// The fields of each type, in the order in which they are written and read.
auto fields(PitSet& set) { return std::tie(set.words); }
auto fields(Counts::Item& item) { return std::tie(item.low, item.high, item.step); }
auto fields(Counts& counts) { return std::tie(counts.small, counts.items, counts.size); }
auto fields(Test& test) { return std::tie(test.word, test.negated, test.counts, test.pits, test.number); }
auto fields(Group& group) { return std::tie(group.yes, group.no, group.tests); }
auto fields(Action& action) {
  return std::tie(action.op, action.where, action.with, action.to, action.with_facing, action.reversed,
                  action.most, action.filter);
}
auto fields(Rule& rule) { return std::tie(rule.may, rule.condition, rule.actions); }
auto fields(RuleList& list) { return std::tie(list.rules, list.facts); }
auto fields(Ending& ending) { return std::tie(ending.kind, ending.recipient, ending.condition); }
auto fields(RoundRules& rounds) {
  return std::tie(rounds.given, rounds.max, rounds.seeds, rounds.refill, rounds.from_left, rounds.closes,
                  rounds.remainder, rounds.copies_facing, rounds.share, rounds.tie, rounds.begins,
                  rounds.goal, rounds.fewest);
}

// The fields of a start position; a position in play has more.
auto fields(Position& start) {
  return std::tie(start.seeds, start.mover, start.last, start.began, start.swap, start.marked,
                  start.norths_marks, start.norths);
}

auto fields(Program& program) {
  return std::tie(
      program.rows, program.columns, program.side, program.pits, program.has_stores, program.next,
      program.pit_after, program.facing, program.facing_count, program.behind, program.outer, program.row,
      program.start, program.total, program.from_own, program.from_other, program.least, program.directions,
      program.pit_directions, program.has_reverse, program.reverse_pits, program.reverse_laps,
      program.is_signed, program.legal, program.prefer, program.first_lap_facts, program.first_origin,
      program.skip_origin, program.skip, program.dropping, program.lap_end, program.turn_end, program.feed,
      program.slam, program.endings, program.counts_pits, program.rounds, program.max_laps, program.endless,
      program.words, program.needs_played, program.needs_turns, program.needs_hits, program.needs_round,
      program.needs_bound, program.tracks_seeds, program.decides_at_lap_end, program.drops_on_marks_only,
      program.drop_counts, program.max_turns, program.max_hits);
}

auto fields(Rulebook& book) { return std::tie(book.program, book.reasons); }

// Writes a value to bytes, or reads it from them, field by field, down to numbers.
class Archive {
 public:
  Archive() = default;  // to write

  // To read. Precondition: the checksum of the bytes was correct.
  explicit Archive(std::string_view bytes) : reads_(true), rest_(bytes) {}

  template <class T>
  void visit(T& value) {
    if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
      value = static_cast<T>(number(static_cast<std::uint64_t>(value)));
    } else if constexpr (requires { value[0]; }) {  // an array, a vector or a string
      if constexpr (!std::is_array_v<T>) value.resize(static_cast<std::size_t>(number(value.size())));
      for (auto& item : value) visit(item);
    } else {
      std::apply([this](auto&... all) { (visit(all), ...); }, fields(value));
    }
  }

  const std::string& bytes() const { return bytes_; }

 private:
  // Writes and returns `value`, or returns the number that it reads.
  std::uint64_t number(std::uint64_t value) {
    if (!reads_) {
      for (std::uint64_t rest = value;; rest >>= 7U) {
        bytes_ += static_cast<char>(rest < 128 ? rest : rest | 128U);
        if (rest < 128) return value;
      }
    }
    value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 127U} << shift;
      if (byte < 128) return value;
    }
  }

  bool reads_ = false;
  std::string bytes_;
  std::string_view rest_;
};

std::string checksum(std::string_view bytes) {
  Fnv fnv;
  fnv << bytes;
  std::string sum;
  for (std::size_t i = 0; i < checksum_size; ++i) sum += static_cast<char>(fnv.value() >> (8 * i));
  return sum;
}

}  // namespace

std::string to_bytes(const Rulebook& book) {
  Rulebook copy = book;
  Archive writer;
  writer.visit(copy);
  return writer.bytes() + checksum(writer.bytes());
}

Result<Rulebook> from_bytes(std::string_view bytes) {
  const std::size_t size = bytes.size() - std::min(bytes.size(), checksum_size);
  if (bytes.substr(size) != checksum(bytes.substr(0, size)))
    return Error{"the bytes of the game are damaged; load the page again"};
  Rulebook book{};
  Archive reader(bytes.substr(0, size));
  reader.visit(book);
  return book;
}

}  // namespace ebiri::described
