#include "referee/probe/text.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

std::string_view shown(Verdict verdict) {
  switch (verdict) {
    case Verdict::good:
      return "ok";
    case Verdict::warning:
      return "warning";
    case Verdict::fault:
      return "FAULT";
    case Verdict::undecided:
      return "unclear";
    case Verdict::not_examined:
      return "--";
  }
  return "";
}

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

nlohmann::ordered_json json_of(const Finding& finding) {
  return {{"step", finding.step},         {"variant", finding.variant},   {"verdict", word(finding.verdict)},
          {"found", finding.found},       {"expected", finding.expected}, {"advice", finding.advice},
          {"exchange", finding.exchange}, {"errors", finding.errors}};
}

}  // namespace

std::string text_of(const Finding& finding) {
  const std::string name = finding.variant.empty() ? finding.step : finding.variant + " " + finding.step;
  std::string text =
      fmt::format("{:<8} {:<28} {}\n", shown(finding.verdict), name, printable(finding.found, 1000));
  if (!finding.expected.empty()) text += fmt::format("{:9}expected: {}\n", "", finding.expected);
  if (!finding.advice.empty()) text += fmt::format("{:9}to do: {}\n", "", finding.advice);
  if (finding.verdict == Verdict::fault)
    for (const std::string& line : finding.exchange) text += fmt::format("{:11}{}\n", "", line);
  if (finding.errors.empty()) return text;
  text += fmt::format("{:9}its standard error ends with:\n", "");
  for (const auto line : split(trim(finding.errors), '\n'))
    text += fmt::format("{:11}{}\n", "", printable(line, 1000));
  return text;
}

std::string summary(const Report& report) {
  std::string text = counted(report.count(Verdict::fault), "fault") + ", " +
                     counted(report.count(Verdict::warning), "warning") + " in " +
                     counted(report.findings.size(), "check");
  if (const auto unclear = report.count(Verdict::undecided); unclear > 0)
    text += fmt::format(", {} unclear", unclear);
  return fmt::format("{}: {}\n", report.name.empty() ? "the engine" : printable(report.name, 100), text);
}

std::string to_json(const Report& report, const std::string& command) {
  nlohmann::ordered_json document{{"command", command},
                                  {"name", report.name},
                                  {"author", report.author},
                                  {"variants", report.variants},
                                  {"faults", report.count(Verdict::fault)},
                                  {"warnings", report.count(Verdict::warning)},
                                  {"undecided", report.count(Verdict::undecided)},
                                  {"findings", nlohmann::ordered_json::array()},
                                  {"times", nlohmann::ordered_json::array()}};
  for (const Finding& finding : report.findings) document["findings"].push_back(json_of(finding));
  for (const auto& time : report.times)
    document["times"].push_back({{"limit_us", time.limit.count()},
                                 {"charged_us", time.charged.count()},
                                 {"wall_us", time.wall.count()},
                                 {"cpu_us", time.cpu.count()},
                                 {"wait_us", time.wait.count()}});
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace ebiri::probe
