#include "referee/rules/oware/endgame_layer.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>

#include "referee/support/parallel.hpp"

namespace ebiri::rules::oware {

namespace {

constexpr std::size_t block_size = std::size_t{1} << 15U;

constexpr auto unpacking = [] {
  std::array<Bounds, 256> table{};
  for (std::uint8_t hi = 0; hi <= max_table_seeds; ++hi) {
    for (std::uint8_t lo = 0; lo <= hi; ++lo) table[packed({lo, hi})] = {lo, hi};
  }
  return table;
}();
static_assert(packed({max_table_seeds, max_table_seeds}) < 255);

/// A block of boards, from index `first` on: their moves inside the layer, one board after the other.
struct Block {
  std::size_t first = 0;
  std::vector<std::uint8_t> counts;    // the number of moves of each board
  std::vector<std::uint32_t> targets;  // the boards to which these moves lead
};

class LayerSolver {
 public:
  using Below = std::span<const std::span<const std::uint8_t>>;

  LayerSolver(const Options& options, int seeds, Below below, unsigned threads)
      : rules_(without_majority(options)),
        seeds_(seeds),
        below_(below),
        threads_(threads),
        size_(layer_size(seeds)),
        mover_(size_),
        waiting_(size_),
        least_(size_),
        rounds_(size_),
        blocks_((size_ + block_size - 1) / block_size) {}

  Layer solve() {
    parallel_for(blocks_.size(), threads_, [&](std::size_t i) { fill(i); });
    for (int round = 0; raise_movers(round); ++round) {
      assert(round < std::numeric_limits<std::uint8_t>::max());
      raise_waiting();
    }
    Layer layer{std::vector<std::uint8_t>(size_), std::move(rounds_)};
    for (std::size_t i = 0; i < size_; ++i) {
      const auto hi = static_cast<std::uint8_t>(seeds_ - waiting_[i]);
      layer.bounds[i] = packed({mover_[i], hi});
    }
    return layer;
  }

 private:
  std::size_t end_of(const Block& block) const { return std::min(block.first + block_size, size_); }

  // Computes the moves of a block's boards, and the values of moves that leave the layer or end the game.
  void fill(std::size_t at) {
    Block& block = blocks_[at];
    block.first = at * block_size;
    for (std::size_t i = block.first; i < end_of(block); ++i) {
      const Position position = board_at(static_cast<std::uint32_t>(i), seeds_);
      const std::size_t before = block.targets.size();
      if (rules_.is_over(position)) {
        const Outcome end = *rules_.outcome(std::span(&position, 1));
        mover_[i] = static_cast<std::uint8_t>(end.south);
        least_[i] = static_cast<std::uint8_t>(end.north);
      } else {
        add_moves(position, i, block.targets);
      }
      const std::size_t moves = block.targets.size() - before;
      block.counts.push_back(static_cast<std::uint8_t>(moves));
      waiting_[i] = moves == 0 ? least_[i] : 0;
    }
    block.targets.shrink_to_fit();
  }

  void add_moves(const Position& position, std::size_t i, std::vector<std::uint32_t>& targets) {
    int most = 0;
    int least = std::numeric_limits<std::uint8_t>::max();
    for (const Oware::Move move : rules_.legal_moves(position)) {
      const Position next = rules_.play(position, move);
      const int left = on_board(next);
      if (left == seeds_) {
        targets.push_back(index_of(next));
        continue;
      }
      // After the move the opponent is the mover: its store is `own_store`.
      const Bounds theirs = unpacked(below_[static_cast<std::size_t>(left)][index_of(next)]);
      most = std::max(most, next.other_store() + left - theirs.hi);
      least = std::min(least, next.own_store() + theirs.lo);
    }
    mover_[i] = static_cast<std::uint8_t>(most);
    least_[i] = static_cast<std::uint8_t>(least);
  }

  // Half a round: computes every `mover` value from the `waiting` values. Returns whether any value rose.
  // Round 0 returns true, because the values of moves that leave the layer are not in `waiting_` yet.
  bool raise_movers(int round) {
    std::atomic<bool> rose = round == 0;
    parallel_for(blocks_.size(), threads_, [&](std::size_t at) {
      const Block& block = blocks_[at];
      const std::uint32_t* target = block.targets.data();
      for (std::size_t i = block.first; i < end_of(block); ++i) {
        std::uint8_t value = mover_[i];
        for (auto left = block.counts[i - block.first]; left > 0; --left)
          value = std::max(value, waiting_[*target++]);
        if (value == mover_[i]) continue;
        mover_[i] = value;
        rounds_[i] = static_cast<std::uint8_t>(round);
        rose = true;
      }
    });
    return rose;
  }

  void raise_waiting() {
    parallel_for(blocks_.size(), threads_, [&](std::size_t at) {
      const Block& block = blocks_[at];
      const std::uint32_t* target = block.targets.data();
      for (std::size_t i = block.first; i < end_of(block); ++i) {
        std::uint8_t value = least_[i];
        for (auto left = block.counts[i - block.first]; left > 0; --left)
          value = std::min(value, mover_[*target++]);
        waiting_[i] = value;
      }
    });
  }

  Oware rules_;
  int seeds_;
  Below below_;
  unsigned threads_;
  std::size_t size_;
  std::vector<std::uint8_t> mover_;
  std::vector<std::uint8_t> waiting_;
  std::vector<std::uint8_t> least_;  // least values of moves that leave the layer: upper bounds of waiting_
  std::vector<std::uint8_t> rounds_;
  std::vector<Block> blocks_;
};

}  // namespace

std::uint32_t index_of(const Position& position) {
  std::uint32_t index = 0;
  auto left = static_cast<std::size_t>(on_board(position));
  std::size_t pits = pit_count;
  for (Row row : {position.own_pits(), position.other_pits()}) {
    for (int pit = 0; pit < pits_per_side; ++pit, row >>= 8, --pits) {
      // The ways with fewer seeds in this pit.
      index += distributions[pits][left] - distributions[pits][left - (row & 0xFF)];
      left -= row & 0xFF;
    }
  }
  return index;
}

Position board_at(std::uint32_t index, int seeds) {
  Board board;
  auto left = static_cast<std::size_t>(seeds);
  for (std::size_t pit = 0; pit < pit_count; ++pit) {
    const std::size_t pits = pit_count - 1 - pit;
    while (index >= distributions[pits][left]) {
      index -= distributions[pits][left--];
      ++board.pits[pit];
    }
  }
  return Position(board);
}

Bounds unpacked(std::uint8_t byte) { return unpacking[byte]; }

Layer solve_layer(const Options& options, int seeds, std::span<const std::span<const std::uint8_t>> below,
                  unsigned threads) {
  assert(seeds >= 0 && seeds <= max_table_seeds && below.size() >= static_cast<std::size_t>(seeds));
  return LayerSolver(options, seeds, below, threads).solve();
}

}  // namespace ebiri::rules::oware
