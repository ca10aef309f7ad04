// The options of Nam-Nam, on which its sources disagree (README.md); catalogue.cpp says what each decides.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::namnam {

BOOST_DEFINE_ENUM_CLASS(Feed, must, none)
BOOST_DEFINE_ENUM_CLASS(LastEight, capturer, mover, starter, none)
BOOST_DEFINE_ENUM_CLASS(Endless, stop, end_round, illegal)
BOOST_DEFINE_ENUM_CLASS(NoSeeds, end, pass)
BOOST_DEFINE_ENUM_CLASS(PoorerKeeps, left, right)
BOOST_DEFINE_ENUM_CLASS(RoundStarter, alternate, winner, loser, same)

struct Options {
  bool skip_origin = true;  ///< a long lap skips the house that it was lifted from
  Feed feed = Feed::must;
  bool round_end_feeds = true;  ///< ending the round, by `last8` or by an endless turn, satisfies `must`
  LastEight last8 = LastEight::capturer;
  Endless endless = Endless::stop;
  int lap_limit = 10000;  ///< laps in a turn; a longer turn is endless
  NoSeeds no_seeds = NoSeeds::end;
  int max_turns = 400;   ///< turns after which a round ends
  int goal_houses = 12;  ///< houses that win the match
  PoorerKeeps poorer_keeps = PoorerKeeps::left;
  RoundStarter round_starter = RoundStarter::alternate;
  int max_rounds = 20;  ///< rounds after which the match ends
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::namnam
