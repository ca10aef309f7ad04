// The options of Oware, on which its sources disagree (README.md); catalogue.cpp says what each decides.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::oware {

BOOST_DEFINE_ENUM_CLASS(GrandSlam, no_capture, illegal, illegal_unless_only, capture_all, leave_last,
                        leave_first, opponent_gets_rest)
BOOST_DEFINE_ENUM_CLASS(SlamTrigger, all_seeds, six_houses)
BOOST_DEFINE_ENUM_CLASS(Feed, must, none)
BOOST_DEFINE_ENUM_CLASS(CannotFeed, end, play_on)
BOOST_DEFINE_ENUM_CLASS(NoLegalMove, own_side, mover_takes_all)
BOOST_DEFINE_ENUM_CLASS(Repetition, second, third, off)
BOOST_DEFINE_ENUM_CLASS(OnRepetition, own_side, split_evenly)
BOOST_DEFINE_ENUM_CLASS(OnMaxPlies, own_side, captured_only)

struct Options {
  GrandSlam grand_slam = GrandSlam::no_capture;
  SlamTrigger grand_slam_trigger = SlamTrigger::all_seeds;
  Feed feed = Feed::must;
  CannotFeed cannot_feed = CannotFeed::end;
  NoLegalMove no_legal_move = NoLegalMove::own_side;
  Repetition repetition = Repetition::second;
  OnRepetition on_repetition = OnRepetition::own_side;
  int max_plies = 1000;
  OnMaxPlies on_max_plies = OnMaxPlies::own_side;
  bool majority_ends = true;
  bool agreed_end = false;
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::oware
