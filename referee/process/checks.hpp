// Checks of this machine: which isolation it can enforce, and how well it can measure engines.
#pragma once

#include <string>
#include <vector>

namespace ebiri::process {

/// The result of one check.
struct Check {
  std::string name;
  bool good = false;
  std::string detail;       ///< what was found, or the reason of the failure
  std::string advice = {};  ///< what to do about a failure, or empty
  bool required = false;    ///< whether every game needs it
};

/// Runs all checks, in a few seconds. Starts processes.
std::vector<Check> check_machine();

}  // namespace ebiri::process
