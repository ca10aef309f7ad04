// What this machine can enforce and measure, tried out.
#pragma once

#include <string>
#include <vector>

namespace ebiri::process {

/// One thing that was tried.
struct Check {
  std::string thing;
  bool good = false;
  std::string detail;          ///< what was found, or why it is missing
  std::string advice = {};     ///< what to do about it, or empty
  bool indispensable = false;  ///< nothing can be played without it
};

/// Tries everything, within a few seconds. Starts processes.
std::vector<Check> check_machine();

}  // namespace ebiri::process
