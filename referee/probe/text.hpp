// Findings as text and as JSON.
#pragma once

#include <string>

#include "referee/probe/finding.hpp"

namespace ebiri::probe {

/// One line, followed by the expectation, the advice, the exchange that shows a fault, and the end of the
/// engine's standard error. The text is safe for terminals.
std::string text_of(const Finding& finding);

/// One line: `Engine 1.0: 1 fault, 2 warnings in 24 checks`.
std::string summary(const Report& report);

/// At most two lines: `ready for: oware, a clock` and `not ready for: a time per move`. A step with a fault
/// makes the engine not ready for what it tests. An undecided step counts for neither line.
std::string readiness(const Report& report);

/// The whole report. `command` is the engine's command line.
std::string to_json(const Report& report, const std::string& command);

}  // namespace ebiri::probe
