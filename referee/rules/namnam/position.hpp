// A Nam-Nam position: the board between two turns, and the state of the match.
#pragma once

#include <array>
#include <cstdint>

#include "referee/rules/rules.hpp"

namespace ebiri::rules::namnam {

inline constexpr int houses_per_side = 6;
inline constexpr int house_count = 12;
inline constexpr int seed_count = 48;
inline constexpr int harvest_size = 4;
inline constexpr int last_seeds = 8;  ///< seeds in play at which the rule `last8` applies

using Houses = std::array<std::uint8_t, house_count>;

/// A set of houses: bit h is house h.
using HouseSet = std::uint16_t;

inline constexpr HouseSet every_house = (1U << house_count) - 1;
inline constexpr HouseSet norths_home = every_house & ~((1U << houses_per_side) - 1U);

constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }

/// A position. Houses 0..11 are counter-clockwise from `A`; then the stores of south and north. When the
/// match is over, all seeds are in the stores, as the last round shared them out.
struct Position {
  Houses houses{};
  std::array<std::uint8_t, 2> stores{};
  HouseSet norths = norths_home;  ///< the houses that north owns in this round
  Side mover = Side::south;
  Side starter = Side::south;  ///< the side that began this round
  std::uint16_t round = 1;
  std::uint16_t turns = 0;  ///< turns taken in this round

  constexpr std::uint8_t& store(Side side) { return stores[index(side)]; }
  constexpr int store(Side side) const { return stores[index(side)]; }
  constexpr int in_play() const { return seed_count - stores[0] - stores[1]; }
  constexpr int seeds(int house) const { return houses[static_cast<std::size_t>(house)]; }
  constexpr Side owner(int house) const { return static_cast<Side>((norths >> house) & 1U); }

  constexpr HouseSet owned_by(Side side) const {
    return side == Side::north ? norths : static_cast<HouseSet>(every_house & ~norths);
  }

  /// The houses that hold seeds.
  constexpr HouseSet occupied() const {
    unsigned set = 0;
    for (unsigned house = 0; house < house_count; ++house) set |= (houses[house] != 0 ? 1U : 0U) << house;
    return static_cast<HouseSet>(set);
  }

  bool operator==(const Position&) const = default;
};

}  // namespace ebiri::rules::namnam
