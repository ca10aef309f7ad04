// The options of Omweso: points on which its sources disagree, and the differences to Hus (README.md).
#pragma once

#include <boost/describe/enum.hpp>
#include <cstdint>

#include "referee/rules/options.hpp"

namespace ebiri::rules::omweso {

BOOST_DEFINE_FIXED_ENUM_CLASS(Setup, std::uint8_t, free, fixed_outer4, two_each, hus, fixed_inner4)
BOOST_DEFINE_FIXED_ENUM_CLASS(Reentry, std::uint8_t, lap_origin, capture_pit, capture_pit_chain, turn_origin)
BOOST_DEFINE_FIXED_ENUM_CLASS(Capture, std::uint8_t, both, inner)
BOOST_DEFINE_FIXED_ENUM_CLASS(Reverse, std::uint8_t, full, start, off)
BOOST_DEFINE_FIXED_ENUM_CLASS(Akawumbi, std::uint8_t, all16, clear, off)
BOOST_DEFINE_FIXED_ENUM_CLASS(Endless, std::uint8_t, annul, draw, loss, illegal)
BOOST_DEFINE_FIXED_ENUM_CLASS(Repetition, std::uint8_t, third, off)
BOOST_DEFINE_FIXED_ENUM_CLASS(Timeout, std::uint8_t, forfeit, steal)

struct Options {
  Setup setup = Setup::free;
  Reentry reentry = Reentry::lap_origin;
  Capture capture = Capture::both;
  Reverse reverse = Reverse::full;
  bool reverse_after_forward_capture = false;  ///< seeds captured counter-clockwise may be sown clockwise
  bool skip_origin = false;                    ///< a long lap skips the pit that it was sown from
  bool coro_pickup = false;        ///< the seeds of the capturing pit are lifted with the captured ones
  bool first_turn_capture = true;  ///< the first two turns of the game may capture
  bool emitwe = true;              ///< capturing both end columns in one turn wins
  bool akakyala = true;            ///< captures in two turns win if the opponent has captured in none
  Akawumbi akawumbi = Akawumbi::all16;
  Endless endless = Endless::annul;
  int lap_limit = 10000;  ///< laps in a turn; a longer turn counts as endless
  int seed_limit = 0;     ///< seeds sown in a turn; a longer turn counts as endless; 0: no limit
  Repetition repetition = Repetition::third;
  int max_plies = 1000;  ///< completed turns after which the game is a draw
  Timeout timeout = Timeout::forfeit;
  int max_steals = 3;  ///< turns that one side may lose in a row
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::omweso
