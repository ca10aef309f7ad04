// What the sources of Nam-Nam disagree about; README.md in this folder says who says what.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::namnam {

/// Whether a side must leave seeds to an opponent who has none (`feed`).
enum class Feed { must, none };
BOOST_DESCRIBE_ENUM(Feed, must, none)

/// Who gets the last seeds of a round (`last8`).
enum class LastEight {
  capturer,  ///< who harvests while eight are in play takes the other four too, at once
  mover,     ///< sowing goes on; whose turn ends with four or fewer on the board takes them
  starter,   ///< who began the round takes the last eight as soon as eight are left
  none,      ///< nobody: they are played for
};
BOOST_DESCRIBE_ENUM(LastEight, capturer, mover, starter, none)

/// What an endless turn means (`endless`).
enum class Endless {
  stop,       ///< the turn ends where its state has come back
  end_round,  ///< the round is over, each side keeps the seeds in its houses
  illegal,    ///< the house may not be sown
};
BOOST_DESCRIBE_ENUM(Endless, stop, end_round, illegal)

/// The side to move has no seeds in its houses (`no-seeds`).
enum class NoSeeds {
  end,   ///< the round is over
  pass,  ///< the opponent moves again, if he can
};
BOOST_DESCRIBE_ENUM(NoSeeds, end, pass)

/// Which houses of his own row the poorer side keeps (`poorer-keeps`).
enum class PoorerKeeps { left, right };
BOOST_DESCRIBE_ENUM(PoorerKeeps, left, right)

/// Who begins the next round (`round-starter`).
enum class RoundStarter { alternate, winner, loser, same };
BOOST_DESCRIBE_ENUM(RoundStarter, alternate, winner, loser, same)

struct Options {
  bool skip_origin = true;
  Feed feed = Feed::must;
  bool round_end_feeds = true;
  LastEight last8 = LastEight::capturer;
  Endless endless = Endless::stop;
  int lap_limit = 10000;
  NoSeeds no_seeds = NoSeeds::end;
  int max_turns = 400;
  int goal_houses = 12;
  PoorerKeeps poorer_keeps = PoorerKeeps::left;
  RoundStarter round_starter = RoundStarter::alternate;
  int max_rounds = 20;

  bool operator==(const Options&) const = default;
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::namnam
