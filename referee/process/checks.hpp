// Checks of what this machine can enforce and measure.
#pragma once

#include <string>
#include <vector>

namespace ebiri::process {

/// The result of one check.
struct Check {
  std::string thing;
  bool good = false;
  std::string detail;          ///< the finding, or why it is missing
  std::string advice = {};     ///< how to get it, or empty
  bool indispensable = false;  ///< whether no game can be played without it
};

/// Runs all checks, in a few seconds. Starts processes.
std::vector<Check> check_machine();

}  // namespace ebiri::process
