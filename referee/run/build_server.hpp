// What a build server is told of a test: a file, and what GitHub Actions reads.
#pragma once

#include <string>

#include "referee/report/sprt_report.hpp"
#include "referee/support/result.hpp"

namespace ebiri::run {

/// Writes the JUnit file, if `junit` names one. Under GitHub Actions (`GITHUB_ACTIONS` is `true`) an
/// annotation goes to standard error; the file that `GITHUB_STEP_SUMMARY` names is appended to.
Result<void> tell_build_server(const report::SprtReport& report, report::TestEnd end,
                               const std::string& junit);

}  // namespace ebiri::run
