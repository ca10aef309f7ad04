// What an examination found, as text and as JSON.
#pragma once

#include <string>

#include "referee/probe/finding.hpp"

namespace ebiri::probe {

/// A line, and below it what was expected, what to do, the exchange that shows a fault, and the end of the
/// engine's standard error. Nothing in it moves the cursor of a terminal.
std::string text_of(const Finding& finding);

/// `Engine 1.0: 1 fault, 2 warnings in 24 checks`, in a line.
std::string summary(const Report& report);

/// The whole report of an engine that was started by `command`.
std::string to_json(const Report& report, const std::string& command);

}  // namespace ebiri::probe
