// Places by points and tie-breaks: FIDE Handbook C.07 (1 August 2024).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/rating/fit.hpp"
#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// The games of a player against one opponent, in one round or in several. The opponent has a bout of its own
/// for the same games. Only the Buchholz criteria count the rounds. A bye is a bout of the player with
/// itself: a virtual opponent with the player's own final points. Only Buchholz and Sonneborn-Berger count
/// this opponent.
struct Bout {
  std::size_t player = 0, opponent = 0;  ///< from 0
  double points = 0;
  std::int64_t wins = 0;  ///< games
  std::int64_t games = 1;
  std::int64_t rounds = 1;  ///< the number of times that the two were paired, >= 1
  std::int64_t margin = 0;  ///< seeds of the player minus those of the opponent
};

/// The bouts of all players of one table.
struct Contest {
  std::size_t players = 0;
  std::vector<Bout> bouts;
  double win_points = 1;  ///< points for a win; half of them per game is a score of 50 %
};

/// The openings of a round for which an engine has no opponent. Their games count as won in points and some
/// tie-breaks, and nowhere else.
struct Bye {
  std::string engine;
  int openings = 1;
  int games = 2;  ///< with each opening

  bool operator==(const Bye&) const = default;
};

/// The games of `tally` and the byes of its engines; players are the engines in its order. A round is an
/// opening pair, a game without a partner, or an opening of a bye.
Contest contest_of(const Tally& tally, const Points& table, std::span<const Bye> byes);

/// Each player's points, byes included.
std::vector<double> points(const Contest& contest);

/// Each player's value under one criterion. Precondition: not `direct_encounter`, which depends on the tied
/// players.
std::vector<double> tie_break_values(const Contest& contest, TieBreak criterion);

/// The points of each of `tied` from the games among them; nothing unless all of them have met each other.
std::optional<std::vector<double>> direct_encounter(const Contest& contest,
                                                    std::span<const std::size_t> tied);

/// A place; `first` < `last` if it is shared.
struct Place {
  std::size_t player = 0;
  int first = 1, last = 1;

  bool operator==(const Place&) const = default;
};

/// All players by points; the criteria in `order` break ties. Players that are still tied share a place, and
/// keep their order.
std::vector<Place> places(const Contest& contest, std::span<const TieBreak> order);

/// The place of an engine in a knockout's bracket.
struct BracketPlace {
  std::string engine;
  RankRange place;
};

}  // namespace ebiri::rating
