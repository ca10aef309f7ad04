// A Kalah board of up to twelve pits a side in a few 64-bit words, so that sowing takes a few additions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "referee/rules/rules.hpp"

namespace ebiri::rules::kalah {

inline constexpr int fewest_pits = 4;
inline constexpr int max_pits = 12;
inline constexpr int max_seeds_in_pit = 12;  ///< at the start

/// The pits of one side, numbered from their owner's left, sixteen bits each. There are at most 288 seeds, so
/// rows can be added and subtracted without carries between pits.
class Row {
 public:
  /// The number of seeds in `pit`.
  constexpr unsigned operator[](unsigned pit) const {
    return static_cast<unsigned>(words_[pit / 4] >> (16 * (pit % 4))) & 0xFFFF;
  }
  constexpr void add(unsigned pit, unsigned seeds) { words_[pit / 4] += in_place(pit, seeds); }
  constexpr void remove(unsigned pit, unsigned seeds) { words_[pit / 4] -= in_place(pit, seeds); }

  constexpr Row operator+(const Row& added) const {
    Row sum;
    sum.words_[0] = words_[0] + added.words_[0];
    sum.words_[1] = words_[1] + added.words_[1];
    sum.words_[2] = words_[2] + added.words_[2];
    return sum;
  }

  constexpr bool empty() const { return (words_[0] | words_[1] | words_[2]) == 0; }

  /// Calls `visit(pit)` for every pit that holds seeds, from the left.
  template <class Visit>
  constexpr void for_each_filled(Visit visit) const {
    for (unsigned word = 0; word < words_.size(); ++word) {
      for (std::uint64_t bits = filled(word); bits != 0; bits &= bits - 1)
        visit(4 * word + static_cast<unsigned>(std::countr_zero(bits)) / 16);
    }
  }

  constexpr unsigned total() const {
    return static_cast<unsigned>(sum_of_pits(words_[0] + words_[1] + words_[2]));
  }

  /// `hash` with this row mixed in.
  constexpr std::uint64_t mixed_into(std::uint64_t hash) const {
    for (const std::uint64_t word : words_) {
      hash = (hash ^ word) * 0x9E3779B97F4A7C15;
      hash ^= hash >> 32U;
    }
    return hash;
  }

  bool operator==(const Row&) const = default;

 private:
  static constexpr std::uint64_t one_each = 0x0001000100010001;

  static constexpr std::uint64_t in_place(unsigned pit, unsigned seeds) {
    return std::uint64_t{seeds} << (16 * (pit % 4));
  }

  /// The sum of the four pits in `word`.
  static constexpr std::uint64_t sum_of_pits(std::uint64_t word) { return (word * one_each) >> 48; }

  /// Bit 15 of each pit in `word` that holds seeds.
  constexpr std::uint64_t filled(unsigned word) const {
    constexpr std::uint64_t highest = one_each << 15;
    return (words_[word] + (highest - one_each)) & highest;
  }

  std::array<std::uint64_t, max_pits / 4> words_{};
};

/// The side that may still play `swap`. In a game from the start position that is north; on a rotated board
/// it may be south.
enum class Swap : std::uint8_t { south, north, closed };

/// A position: both rows and stores, the side to move, and whether the swap is open. The rules know the
/// number of pits; pits beyond it are empty.
struct Position {
  std::array<Row, 2> rows{};  ///< of south and north
  std::array<std::uint16_t, 2> stores{};
  Side mover = Side::south;
  Swap swap = Swap::closed;

  constexpr const Row& row(Side side) const { return rows[static_cast<std::size_t>(side)]; }
  constexpr int store(Side side) const { return stores[static_cast<std::size_t>(side)]; }

  /// Whether the side to move may play `swap` now.
  constexpr bool may_swap() const { return static_cast<unsigned>(swap) == static_cast<unsigned>(mover); }

  bool operator==(const Position&) const = default;
};

constexpr std::uint64_t key(const Position& position) {
  std::uint64_t hash =
      (std::uint64_t{position.stores[0]} << 32U) + (std::uint64_t{position.stores[1]} << 16U) +
      (static_cast<std::uint64_t>(position.mover) << 8U) + static_cast<std::uint64_t>(position.swap);
  hash = (hash + 1) * 0xD6E8FEB86659FD93;
  hash = position.rows[0].mixed_into(hash ^ (hash >> 32U));
  return position.rows[1].mixed_into(hash);
}

}  // namespace ebiri::rules::kalah
