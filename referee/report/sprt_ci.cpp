#include "referee/report/sprt_ci.hpp"

#include <fmt/format.h>

#include <string_view>

#include "referee/report/numbers.hpp"
#include "referee/report/paste_block.hpp"
#include "referee/support/markup.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

// The message of a workflow command ends with its line.
std::string escaped_message(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else
      result += c;
  }
  return result;
}

std::string message(const SprtReport& report, TestEnd end) {
  const auto limits = rating::bounds(report.settings);
  return fmt::format("{}{}: LLR {} ({}, {}), Elo {} ± {}", headline(report),
                     end == TestEnd::broken_off ? ", broken off" : "", decimal(report.ratio, 2),
                     decimal(limits.lower, 2), decimal(limits.upper, 2), decimal(report.elo.elo, 1),
                     decimal(report.elo.error95(), 1));
}

// The element that says how it ended; a test case without one has passed.
std::string_view element(const SprtReport& report, TestEnd end) {
  if (report.verdict == rating::Verdict::h1) return "";
  if (report.verdict == rating::Verdict::h0) return "failure";
  return end == TestEnd::broken_off ? "error" : "skipped";
}

}  // namespace

std::string junit_xml(const SprtReport& report, TestEnd end) {
  const std::string_view kind = element(report, end);
  const auto count = [&](std::string_view word) { return kind == word ? 1 : 0; };
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "  <testsuite name=\"{}\" tests=\"1\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n"
      "    <testcase classname=\"ebiri.sprt\" name=\"{}\">\n",
      escaped_markup(report.name), count("failure"), count("error"), count("skipped"),
      escaped_markup(report.candidate + " against " + report.baseline));
  if (!kind.empty())
    xml += fmt::format("      <{} message=\"{}\"/>\n", kind, escaped_markup(message(report, end)));
  xml += fmt::format("      <system-out>{}</system-out>\n", escaped_markup(sprt_text(report)));
  return xml + "    </testcase>\n  </testsuite>\n</testsuites>\n";
}

std::string github_annotation(const SprtReport& report, TestEnd end) {
  const char* command = report.verdict == rating::Verdict::h1   ? "notice"
                        : report.verdict == rating::Verdict::h0 ? "error"
                                                                : "warning";
  return fmt::format("::{} title=ebiri sprt::{}\n", command, escaped_message(message(report, end)));
}

std::string markdown_summary(const SprtReport& report, TestEnd end) {
  return fmt::format("### {}{}\n\n```\n{}```\n\n", headline(report),
                     end == TestEnd::broken_off ? ", broken off" : "", sprt_text(report));
}

}  // namespace ebiri::report
