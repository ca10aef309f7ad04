// A hash of Oware's positions for the transposition table.
#pragma once

#include <cstdint>

#include "referee/rules/oware/oware.hpp"

namespace ebiri::rules::oware {

/// Both rows with stores, and the mover, mixed so that every bit depends on all of them.
inline std::uint64_t key(const Position& position) {
  const std::uint64_t mover = std::uint64_t{static_cast<unsigned>(position.mover())} << mover_shift;
  std::uint64_t mixed = (position.own() | mover) * 0x9E3779B97F4A7C15;
  mixed = (mixed ^ (mixed >> 32U) ^ position.other()) * 0xD6E8FEB86659FD93;
  mixed = (mixed ^ (mixed >> 32U)) * 0xD6E8FEB86659FD93;
  return mixed ^ (mixed >> 32U);
}

}  // namespace ebiri::rules::oware
