// The options of Omweso: points on which its sources disagree, and the differences to Hus. README.md in this
// folder names the sources.
#pragma once

#include <boost/describe/enum.hpp>
#include <cstdint>

#include "referee/rules/options.hpp"

namespace ebiri::rules::omweso {

/// The board before the first sowing (`setup`).
enum class Setup : std::uint8_t {
  free,          ///< each player arranges 32 seeds freely, south first, and then south sows
  fixed_outer4,  ///< four in every outer pit
  two_each,      ///< two in every pit
  hus,           ///< two in pits 0 to 11 of each player: 48 seeds
  fixed_inner4,  ///< four in every inner pit
};
BOOST_DESCRIBE_ENUM(Setup, free, fixed_outer4, two_each, hus, fixed_inner4)

/// The pit that captured seeds are sown from (`reentry`).
enum class Reentry : std::uint8_t {
  lap_origin,         ///< the pit that the capturing lap was sown from
  capture_pit,        ///< the pit where the capturing lap ended
  capture_pit_chain,  ///< as `capture_pit` for the first of several captures in a row; the others use its pit
  turn_origin,        ///< the pit that the turn began with
};
BOOST_DESCRIBE_ENUM(Reentry, lap_origin, capture_pit, capture_pit_chain, turn_origin)

/// The seeds that a capture needs in the facing column (`capture`).
enum class Capture : std::uint8_t {
  both,   ///< seeds in both pits
  inner,  ///< seeds in the inner pit
};
BOOST_DESCRIBE_ENUM(Capture, both, inner)

/// Which laps may go clockwise from a leftmost pit if they capture at once (`reverse`).
enum class Reverse : std::uint8_t {
  full,   ///< the first lap of a turn; laps of seeds that a clockwise lap captured; relay laps
  start,  ///< the first lap of a turn; laps of seeds that a clockwise lap captured
  off,    ///< none
};
BOOST_DESCRIBE_ENUM(Reverse, full, start, off)

/// The captures in one turn that win the game (`akawumbi`).
enum class Akawumbi : std::uint8_t {
  all16,  ///< from all eight columns of the opponent
  clear,  ///< of all seeds that the opponent has
  off,
};
BOOST_DESCRIBE_ENUM(Akawumbi, all16, clear, off)

/// The result of an endless sowing (`endless`).
enum class Endless : std::uint8_t {
  annul,    ///< the game has no result
  draw,     ///< the game is a draw
  loss,     ///< the side that sows loses
  illegal,  ///< the move is not legal
};
BOOST_DESCRIBE_ENUM(Endless, annul, draw, loss, illegal)

/// Which occurrence of the same pits and mover makes the game a draw (`repetition`).
BOOST_DEFINE_FIXED_ENUM_CLASS(Repetition, std::uint8_t, third, off)

/// Whether a player whose time is up loses the game or the turn (`timeout`).
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

  bool operator==(const Options&) const = default;
};

const Catalogue<Options>& catalogue();

}  // namespace ebiri::rules::omweso
