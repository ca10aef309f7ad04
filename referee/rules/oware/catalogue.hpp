// The options of Oware: points on which its sources disagree. README.md in this folder explains every value
// and has the sources.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::oware {

/// The treatment of a capture of all seeds that the opponent has (`grand-slam`).
BOOST_DEFINE_ENUM_CLASS(GrandSlam, no_capture, illegal, illegal_unless_only, capture_all, leave_last,
                        leave_first, opponent_gets_rest)

/// Which captures are grand slams (`grand-slam-trigger`).
BOOST_DEFINE_ENUM_CLASS(SlamTrigger, all_seeds, six_houses)

/// Whether a side must give seeds to an opponent that has none (`feed`).
BOOST_DEFINE_ENUM_CLASS(Feed, must, none)

/// The consequence if a side must feed and no move does (`cannot-feed`).
BOOST_DEFINE_ENUM_CLASS(CannotFeed, end, play_on)

/// The side that gets the seeds when the side to move has no legal move (`no-legal-move`).
BOOST_DEFINE_ENUM_CLASS(NoLegalMove, own_side, mover_takes_all)

/// Which occurrence of a board and mover since the last capture ends the game (`repetition`).
BOOST_DEFINE_ENUM_CLASS(Repetition, second, third, off)

/// The side that gets the seeds after a repetition (`on-repetition`).
BOOST_DEFINE_ENUM_CLASS(OnRepetition, own_side, split_evenly)

/// The side that gets the seeds when `max-plies` is reached (`on-max-plies`).
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

  bool operator==(const Options&) const = default;
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::oware
