// The games of each machine of a fleet, and the machines that make too many games void.
#pragma once

#include <string>
#include <vector>

#include "referee/match/limit.hpp"

namespace ebiri::run {

/// The process that played a game.
struct Host {
  std::string name;  ///< of the machine and the process: `node17/4711`
  std::string cpu;   ///< the model
  double load = 0;   ///< of the machine, in the last minute
  int slots = 1;
  double speed = 0;  ///< of its cores, in million positions a second; 0: not measured

  bool operator==(const Host&) const = default;
};

/// `node17` of `node17/4711`.
std::string machine_of(const std::string& host);

/// The processes of one machine together.
struct MachineTally {
  std::string machine;
  int games = 0;     ///< attempts, void ones included
  int voids = 0;     ///< of these, void with the cause `machine`
  double load = 0;   ///< the highest reported load
  double speed = 0;  ///< last reported speed of its cores, in million positions a second; 0: not measured
  int time_scale = match::unscaled;  ///< of its last game's time limits, in thousandths
  std::string cpu;                   ///< the model
};

/// Whether a machine makes games void significantly more often than the others. At least three of its games
/// must be void, and the p-value of Fisher's exact test (one-sided) must be below 0.01 divided by the number
/// of machines. If all games are of one machine, more than one in twenty of them must be void.
bool has_too_many_voids(const MachineTally& one, const std::vector<MachineTally>& all);

}  // namespace ebiri::run
