#include "referee/run/build_server.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>

#include "referee/run/run_folder.hpp"

namespace ebiri::run {

namespace {

std::string_view environment(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

}  // namespace

Result<void> report_to_build_server(const report::SprtReport& report, report::TestEnd end,
                                    const std::string& junit) {
  if (!junit.empty())
    if (auto written = write_file(junit, report::junit_xml(report, end)); !written) return written;
  if (environment("GITHUB_ACTIONS") == "true")
    fmt::print(stderr, "{}", report::github_annotation(report, end));
  const std::string summary{environment("GITHUB_STEP_SUMMARY")};
  if (summary.empty()) return {};
  std::ofstream output(summary, std::ios::binary | std::ios::app);
  output << report::markdown_summary(report, end);
  output.close();
  if (!output) return Error{fmt::format("cannot write `{}`: {}", summary, std::strerror(errno))};
  return {};
}

}  // namespace ebiri::run
