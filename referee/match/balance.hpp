// How level a position is, by a small search of the referee's own.
#pragma once

#include "referee/rules/rules.hpp"

namespace ebiri::match {

/// How far an opening may favour a side.
struct Balance {
  int seeds = 0;  ///< the largest lead of either side
  int plies = 0;  ///< how far ahead it is looked, see `lead`

  bool operator==(const Balance&) const = default;
};

/// South's lead in seeds (`Game::score`; at an end, as the outcome has them) after `plies` more plies, when
/// south makes the most of it and north the least: plain alpha-beta, with neither move ordering nor a look
/// beyond the last ply, so a capture that can be answered one ply later counts in full. An arrangement that
/// is due ends the search.
int lead(const rules::Game& game, int plies);

inline bool is_level(const rules::Game& game, const Balance& balance) {
  const int south = lead(game, balance.plies);
  return -balance.seeds <= south && south <= balance.seeds;
}

}  // namespace ebiri::match
