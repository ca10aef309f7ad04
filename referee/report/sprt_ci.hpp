// What a build server is told of a sequential test.
#pragma once

#include <string>

#include "referee/report/sprt_report.hpp"

namespace ebiri::report {

/// How far the test got.
enum class TestEnd : unsigned char {
  regular,     ///< with a verdict, or after as many pairs as it may take
  broken_off,  ///< interrupted, or the machine failed: it can go on
};

/// JUnit XML with one test case, named after the two engines: it passes if H1 is accepted, fails if H0 is,
/// is skipped if all pairs were played without a verdict, and is an error if it was broken off.
std::string junit_xml(const SprtReport& report, TestEnd end);

/// A workflow command for GitHub Actions, with its newline: a notice if H1 is accepted, an error if H0 is, a
/// warning otherwise.
std::string github_annotation(const SprtReport& report, TestEnd end);

/// For the summary of a GitHub Actions step: a heading and the text in a block of its own.
std::string markdown_summary(const SprtReport& report, TestEnd end);

}  // namespace ebiri::report
