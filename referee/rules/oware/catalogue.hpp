// The options of Oware: points on which its sources disagree. README.md in this folder names the sources.
#pragma once

#include <boost/describe/enum.hpp>

#include "referee/rules/options.hpp"

namespace ebiri::rules::oware {

/// The treatment of a capture of all seeds that the opponent has (`grand-slam`).
enum class GrandSlam {
  no_capture,           ///< legal, captures nothing
  illegal,              ///< not a legal move
  illegal_unless_only,  ///< not a legal move while there is another; otherwise takes everything
  capture_all,          ///< takes everything
  leave_last,           ///< the last pit of the backward chain stays
  leave_first,          ///< the pit where the last seed fell stays
  opponent_gets_rest,   ///< takes everything; the opponent gets all other seeds and the game is over
};
BOOST_DESCRIBE_ENUM(GrandSlam, no_capture, illegal, illegal_unless_only, capture_all, leave_last, leave_first,
                    opponent_gets_rest)

/// Which captures are grand slams (`grand-slam-trigger`).
enum class SlamTrigger {
  all_seeds,   ///< all seeds of the opponent
  six_houses,  ///< all six pits
};
BOOST_DESCRIBE_ENUM(SlamTrigger, all_seeds, six_houses)

/// Whether a side must give seeds to an opponent that has none (`feed`).
BOOST_DEFINE_ENUM_CLASS(Feed, must, none)

/// The consequence if a side must feed and no move does (`cannot-feed`).
BOOST_DEFINE_ENUM_CLASS(CannotFeed, end, play_on)

/// The side that gets the seeds when the side to move has no legal move (`no-legal-move`).
enum class NoLegalMove {
  own_side,         ///< each side keeps the seeds in its row
  mover_takes_all,  ///< a mover that has seeds takes every seed; if its row is empty: as `own_side`
};
BOOST_DESCRIBE_ENUM(NoLegalMove, own_side, mover_takes_all)

/// Which occurrence of a board and mover since the last capture ends the game (`repetition`).
BOOST_DEFINE_ENUM_CLASS(Repetition, second, third, off)

/// The side that gets the seeds after a repetition (`on-repetition`).
enum class OnRepetition {
  own_side,
  split_evenly,  ///< half each; an odd seed counts for neither side
};
BOOST_DESCRIBE_ENUM(OnRepetition, own_side, split_evenly)

/// The side that gets the seeds when `max-plies` is reached (`on-max-plies`).
enum class OnMaxPlies {
  own_side,
  captured_only,  ///< neither side: only the stores count
};
BOOST_DESCRIBE_ENUM(OnMaxPlies, own_side, captured_only)

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
