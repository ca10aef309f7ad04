#include "referee/probe/probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ranges>
#include <set>
#include <vector>

#include "referee/probe/examination.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

// Steps that do not depend on the variant. They run with the first one in which a move was legal.
void examine_behaviour(Examination& examination) {
  examine_seed(examination);
  examine_limits(examination);
  examine_warm_up(examination);
  examine_times(examination);
  examine_clock(examination);
  examine_stop(examination);
  examine_ready_while_thinking(examination);
  examine_idleness(examination);
  examine_unknown(examination);
  examine_garbage(examination);
  examine_exit(examination);
}

void examine_all(Examination& examination) {
  if (!examine_greeting(examination)) return;
  examine_options(examination);
  std::vector<rules::Selection> to_play;
  if (!examine_variants(examination, to_play)) return;
  examination.choose_rules(to_play.front());
  if (!examine_readiness(examination)) return;
  const rules::Selection* playable = nullptr;
  for (const auto& selection : to_play) {
    examination.choose_rules(selection);
    if (!examine_positions(examination)) {
      examination.begin_step_of_variant("quiz");
      examination.not_examined("the quiz and long games are tested only after a legal move");
      continue;
    }
    if (playable == nullptr) playable = &selection;
    examine_quiz(examination);
    examine_long_games(examination);
  }
  if (playable != nullptr) {
    examination.choose_rules(*playable);
    return examine_behaviour(examination);
  }
  examination.begin_step("protocol");
  examination.not_examined("times, `stop` and `quit` are tested only after a legal move");
}

std::string_view shown(Verdict verdict) {
  static constexpr std::string_view words[] = {"ok", "warning", "FAULT", "unclear", "--"};
  return words[static_cast<std::size_t>(verdict)];
}

nlohmann::ordered_json json_of(const Finding& finding) {
  return {{"step", finding.step},         {"variant", finding.variant},   {"verdict", word(finding.verdict)},
          {"found", finding.found},       {"expected", finding.expected}, {"advice", finding.advice},
          {"exchange", finding.exchange}, {"errors", finding.errors}};
}

}  // namespace

std::string_view word(Verdict verdict) {
  static constexpr std::string_view words[] = {"good", "warning", "fault", "undecided", "not-examined"};
  return words[static_cast<std::size_t>(verdict)];
}

std::size_t Report::count(Verdict verdict) const {
  return static_cast<std::size_t>(std::ranges::count(findings, verdict, &Finding::verdict));
}

std::string text_of(const Finding& finding) {
  const std::string name = finding.variant.empty() ? finding.step : finding.variant + " " + finding.step;
  std::string text =
      fmt::format("{:<8} {:<28} {}\n", shown(finding.verdict), name, printable(finding.found, 1000));
  if (!finding.expected.empty())
    text += fmt::format("{:9}expected: {}\n", "", printable(finding.expected, 1000));
  if (!finding.advice.empty()) text += fmt::format("{:9}hint: {}\n", "", printable(finding.advice, 1000));
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
                     counted(report.findings.size() - report.count(Verdict::not_examined), "check");
  if (const auto unclear = report.count(Verdict::undecided); unclear > 0)
    text += fmt::format(", {} unclear", unclear);
  return fmt::format("{}: {}\n", report.name.empty() ? "the engine" : printable(report.name, 100), text);
}

std::string readiness(const Report& report) {
  const auto of_variant = [](const Finding& finding) { return !finding.variant.empty(); };
  std::vector<std::pair<std::string, bool>> all;  // each ability, and whether it is free of faults
  const auto judge = [&](const std::string& what, const auto& belongs) {
    const auto wrong = [&](const Finding& one) { return belongs(one) && one.verdict == Verdict::fault; };
    const auto tested = [&](const Finding& one) {
      return belongs(one) && one.verdict != Verdict::not_examined && one.verdict != Verdict::undecided;
    };
    if (std::ranges::any_of(report.findings, tested))
      all.emplace_back(what, std::ranges::none_of(report.findings, wrong));
  };
  judge("the start of a game", [](const Finding& one) {
    return one.step == "handshake" || one.step == "options" || one.step == "variants" ||
           one.step == "readiness";
  });
  std::set<std::string> variants;
  for (const Finding& one : report.findings | std::views::filter(of_variant)) variants.insert(one.variant);
  for (const std::string& variant : variants)
    judge(variant, [&](const Finding& one) { return one.variant == variant; });
  const std::pair<const char*, const char*> areas[] = {{"limits", "limits of nodes and depth"},
                                                       {"time", "a time per move"},
                                                       {"clock", "a clock"},
                                                       {"stop", "`stop`"},
                                                       {"quit", "`quit`"},
                                                       {"end-of-input", "the end of its input"}};
  for (const auto& [step, what] : areas) judge(what, [&](const Finding& one) { return one.step == step; });
  std::vector<std::string> good, bad;
  for (const auto& [what, sound] : all) (sound ? good : bad).push_back(what);
  return (good.empty() ? "" : "ready for: " + join(good, ", ") + "\n") +
         (bad.empty() ? "" : "not ready for: " + join(bad, ", ") + "\n");
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
                                 {"charged_us", time.lower.count()},
                                 {"wall_us", time.upper.count()},
                                 {"cpu_us", time.cpu.count()},
                                 {"wait_us", time.engine_wait.count()}});
  return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Report examine(const Settings& settings, const std::function<void(const Finding&)>& on_finding) {
  Examination examination{settings, on_finding};
  if (settings.dialect == player::native_dialect)
    examine_all(examination);
  else
    examine_in_dialect(examination, player::dialect(settings.dialect));
  return std::move(examination.report());
}

}  // namespace ebiri::probe
