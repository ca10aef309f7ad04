// One turn of Nam-Nam: laps, harvests and the last eight, until a lap ends in an empty house or in a harvest,
// or the turn is endless.
#pragma once

#include <vector>

#include "referee/rules/namnam/catalogue.hpp"
#include "referee/rules/namnam/position.hpp"

namespace ebiri::rules::namnam {

/// Four seeds taken from a house.
struct Harvest {
  int house;
  Side by;

  bool operator==(const Harvest&) const = default;
};

/// The result of a turn. Of the rules that end a round, it applies only those of the last eight and of
/// endless turns.
struct Turn {
  Position after;           ///< as before the turn, except for houses and stores
  int laps = 0;             ///< of an endless turn: up to the lap that repeats a state, or the last allowed
  bool endless = false;     ///< its state recurs, or it needs more than `lap_limit` laps
  bool round_over = false;  ///< the rules of the last eight or of endless turns ended the round
  int rest = 0;             ///< seeds taken without a harvest: the last four or eight
  Side rest_to = Side::south;
};

/// Sows `house`, which holds seeds. If `harvests` is given, it is set to the harvests in their order.
Turn take_turn(const Options& options, const Position& position, int house,
               std::vector<Harvest>* harvests = nullptr);

}  // namespace ebiri::rules::namnam
