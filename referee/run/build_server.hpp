// Reports a sequential test to a build server: a JUnit file, and the output that GitHub Actions reads.
#pragma once

#include <string>

#include "referee/report/sprt_report.hpp"
#include "referee/support/result.hpp"

namespace ebiri::run {

/// Writes the JUnit file, if `junit` names one. Under GitHub Actions (`GITHUB_ACTIONS` is `true`) an
/// annotation goes to standard error, and a summary is appended to the file that `GITHUB_STEP_SUMMARY` names.
Result<void> report_to_build_server(const report::SprtReport& report, report::TestEnd end,
                                    const std::string& junit);

}  // namespace ebiri::run
