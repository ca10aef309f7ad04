// A Bao position and its moves as plain values, and their names.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "referee/rules/four_row.hpp"

namespace ebiri::rules::bao {

inline constexpr int all_seeds = 64;        ///< of both players together
inline constexpr int house = 11;            ///< the pit A5
inline constexpr int functional_seeds = 6;  ///< an owned house needs them for its privileges
inline constexpr int left_kichwa = 15;
inline constexpr int right_kichwa = 8;

inline constexpr std::uint8_t no_pit = 0xFF;

/// The opponent's front pit that front pit `pit` faces, in the opponent's numbers.
constexpr int facing_pit(int pit) { return inner_pit(facing_column(pit)); }

/// The way in which a position ends the game. It follows from the position and is not part of its text.
enum class Ending : std::uint8_t {
  none,
  // The side to move has lost:
  front_row,  ///< its front row is empty
  immobile,   ///< its store is empty, and no pit holds two seeds or more
  no_moves,   ///< it has seeds to move, but no legal move
  // The side to move has won:
  opponent_front_row,  ///< the opponent's front row is empty; possible only in a base position
  opponent_immobile,   ///< the opponent is immobile after its own move
};

constexpr bool mover_wins(Ending ending) { return ending >= Ending::opponent_front_row; }

/// The reason of an ending in outcomes, and the words after the loser's name in the effect of the last move.
struct EndingWords {
  std::string_view reason, loser;
};

constexpr EndingWords words_of(Ending ending) {
  constexpr EndingWords front_row{"front-row", "'s front row is empty"};
  constexpr EndingWords immobile{"immobile", " has no pit with two seeds or more"};
  constexpr std::array<EndingWords, 6> words{
      {{"", ""}, front_row, immobile, {"no-moves", " has no move"}, front_row, immobile}};
  return words[static_cast<std::size_t>(ending)];
}

/// A position. It may have any number of seeds up to 64.
struct Position {
  std::array<Ring, 2> rings{};  ///< south's, north's
  std::array<std::uint8_t, 2> stores{};
  std::array<bool, 2> owns{};  ///< whether south and north own their houses; an owned house has seeds
  Side mover = Side::south;
  std::uint8_t blocked = no_pit;  ///< by takasia: a front pit of the side to move
  std::uint8_t forced = no_pit;   ///< the opponent's front pit that the next move must capture first
  Ending ending = Ending::none;

  const Ring& ring(Side side) const { return rings[static_cast<std::size_t>(side)]; }
  Ring& ring(Side side) { return rings[static_cast<std::size_t>(side)]; }
  int store(Side side) const { return stores[static_cast<std::size_t>(side)]; }
  bool owns_house(Side side) const { return owns[static_cast<std::size_t>(side)]; }
  bool is_namua() const { return store(mover) > 0; }

  bool operator==(const Position&) const = default;
};

constexpr bool is_front_row_empty(const Ring& ring) { return ring.rows()[1] == 0; }

/// A move of the side to move.
struct Move {
  enum class Kind : std::uint8_t {
    namua_capture,  ///< a seed from the store is introduced to `pit`, which captures at once
    namua_takasa,   ///< a seed from the store is added to `pit`, which is sown
    tax,            ///< a seed from the store is added to the house, and only two of its seeds are sown
    mtaji_capture,
    mtaji_takasa,
  };

  std::uint8_t pit = 0;
  Direction direction = Direction::counter_clockwise;  ///< of the first lap
  Kind kind = Kind::mtaji_takasa;
  bool plays_house = false;  ///< continues if the sowing could stop at the house

  constexpr bool is_namua() const { return kind <= Kind::tax; }
  constexpr bool captures() const { return kind == Kind::namua_capture || kind == Kind::mtaji_capture; }

  bool operator==(const Move&) const = default;
};

/// A hash of the whole position.
constexpr std::uint64_t key(const Position& position) {
  const auto widened = [](auto value) { return static_cast<std::uint64_t>(value); };
  const std::uint64_t rest = widened(position.stores[0]) | widened(position.stores[1]) << 8U |
                             widened(position.owns[0]) << 16U | widened(position.owns[1]) << 17U |
                             widened(position.mover) << 18U | widened(position.ending) << 19U |
                             widened(position.blocked) << 24U | widened(position.forced) << 32U;
  return mixed_with(rest, position.rings);
}

/// `A1` … `A8` for the front row, `B1` … `B8` for the back row, both from their owner's left.
std::string pit_name(int pit);

/// The pit with that name.
std::optional<int> named_pit(std::string_view name);

}  // namespace ebiri::rules::bao
