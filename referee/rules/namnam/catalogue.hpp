// The options of Nam-Nam: points on which its sources disagree. README.md in this folder names the sources.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::namnam {

/// Whether a side must leave seeds to an opponent that has none (`feed`).
BOOST_DEFINE_ENUM_CLASS(Feed, must, none)

/// The side that gets the last seeds of a round (`last8`).
enum class LastEight {
  capturer,  ///< the side that harvests while eight are in play takes the other four too, at once
  mover,     ///< sowing continues; the side whose turn ends with four or fewer on the board takes them
  starter,   ///< the side that began the round takes the last eight as soon as eight are left
  none,      ///< neither side; play continues
};
BOOST_DESCRIBE_ENUM(LastEight, capturer, mover, starter, none)

/// The result of an endless turn (`endless`).
enum class Endless {
  stop,       ///< the turn ends where its state recurs
  end_round,  ///< the round is over, each side keeps the seeds in its houses
  illegal,    ///< the move is illegal
};
BOOST_DESCRIBE_ENUM(Endless, stop, end_round, illegal)

/// The consequence if the side to move has no seeds in its houses (`no-seeds`).
enum class NoSeeds {
  end,   ///< the round is over
  pass,  ///< the opponent moves again, if it can
};
BOOST_DESCRIBE_ENUM(NoSeeds, end, pass)

/// The houses of its row that the side with fewer houses keeps (`poorer-keeps`).
BOOST_DEFINE_ENUM_CLASS(PoorerKeeps, left, right)

/// The side that begins the next round (`round-starter`).
BOOST_DEFINE_ENUM_CLASS(RoundStarter, alternate, winner, loser, same)

struct Options {
  bool skip_origin = true;  ///< a long lap skips the house that it was lifted from
  Feed feed = Feed::must;
  bool round_end_feeds = true;  ///< a move that ends the round is legal when the opponent must be fed
  LastEight last8 = LastEight::capturer;
  Endless endless = Endless::stop;
  int lap_limit = 10000;  ///< laps in a turn; a longer turn is endless
  NoSeeds no_seeds = NoSeeds::end;
  int max_turns = 400;   ///< turns after which a round ends
  int goal_houses = 12;  ///< filled houses that win the match
  PoorerKeeps poorer_keeps = PoorerKeeps::left;
  RoundStarter round_starter = RoundStarter::alternate;
  int max_rounds = 20;  ///< rounds after which the match ends

  bool operator==(const Options&) const = default;
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::namnam
