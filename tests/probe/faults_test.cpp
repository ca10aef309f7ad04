// Examinations of the engine of tests/faults: every fault is found.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "referee/probe/probe.hpp"
#include "tests/faults/catalogue.hpp"
#include "tests/prepared.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using probe::Verdict;

namespace {

probe::Settings examination_of(const tests::FaultCase& expected) {
  probe::Settings settings;
  settings.command = tests::setup_for(expected).command;
  const bool starts = expected.wait == tests::Wait::start;
  settings.start_limit = settings.ready_limit = starts ? tests::short_start : 10000ms;
  settings.patience = settings.prompt_reply_limit = tests::move_limit;
  settings.stop_grace = tests::stop_grace;
  return settings;
}

probe::Report examine(const std::string& name) { return probe::examine(examination_of({name, {}, ""})); }

std::string said(const probe::Report& report) {
  std::string text;
  for (const auto& finding : report.findings) {
    text += std::string{probe::word(finding.verdict)} + " " + finding.step + ": " + finding.found + "\n";
    for (const auto& line : finding.exchange) text += "    " + line + "\n";
  }
  return text;
}

bool found(const probe::Report& report, Verdict verdict, const std::string& step) {
  return std::ranges::any_of(report.findings, [&](const auto& finding) {
    return finding.verdict == verdict && finding.step == step;
  });
}

}  // namespace

TEST_CASE("probe: an engine without a fault has no finding", "[slow]") {
  for (const char* name : {"", "crlf", "odd-chat", "close-stderr", "stderr-flood-then-answer"}) {
    auto settings = examination_of({name, {}, ""});
    settings.patience = settings.prompt_reply_limit = 10s;
    const auto report = probe::examine(settings);
    INFO("fault `" << name << "`\n" << said(report));
    CHECK(report.count(Verdict::fault) == 0);
    CHECK(found(report, Verdict::good, "end-of-input-while-thinking"));
    CHECK(report.times.size() == 18);
  }
}

TEST_CASE("probe: every fault that loses a game is a fault, with evidence", "[slow]") {
  for (const auto& expected : tests::fault_cases()) {
    const auto report = probe::examine(examination_of(expected));
    INFO("fault `" << expected.name << "`\n" << said(report));
    CHECK(report.count(Verdict::fault) + report.count(Verdict::undecided) > 0);
    for (const auto& finding : report.findings) {
      if (finding.verdict != Verdict::fault) continue;
      CHECK_FALSE(finding.expected.empty());
      CHECK_FALSE(finding.advice.empty());
    }
  }
}

TEST_CASE("probe: programs that are not engines have faults", "[slow]") {
  for (const auto& expected : tests::program_fault_cases()) {
    if (!expected.kind) continue;
    const auto report = probe::examine(examination_of(expected));
    INFO("fault `" << expected.name << "`\n" << said(report));
    CHECK(report.count(Verdict::fault) + report.count(Verdict::undecided) > 0);
  }
}

TEST_CASE("probe: faults outside a game are found in the right step", "[slow]") {
  struct Row {
    const char* name;
    Verdict verdict;
    const char* step;
  };
  const Row rows[] = {{"ignore-quit", Verdict::fault, "quit"},
                      {"ignore-quit", Verdict::fault, "end-of-input"},
                      {"die-at-second-game", Verdict::fault, "positions"},
                      {"exit-between-games", Verdict::warning, "long-games"},
                      {"think-on", Verdict::warning, "idle"},
                      {"think-with-8-threads", Verdict::warning, "idle"},
                      {"think-in-a-child", Verdict::warning, "idle"},
                      {"resign", Verdict::fault, "positions"}};
  for (const Row& row : rows) {
    auto report = examine(row.name);
    // Other processes may hold the cores while an engine should be idle; then it seems so.
    const int more = row.step == std::string_view{"idle"} ? 9 : 0;
    for (int i = 0; i < more && !found(report, row.verdict, row.step); ++i) report = examine(row.name);
    INFO("fault `" << row.name << "`\n" << said(report));
    CHECK(found(report, row.verdict, row.step));
  }
}

TEST_CASE("probe: an examined engine leaves no process and no descriptor", "[slow]") {
  static_cast<void>(examine("hang"));  // some files of /proc stay open from the first use on
  const auto descriptors = tests::open_descriptors();
  for (const char* name : {"leave-a-daemon", "leave-a-child", "hang"}) static_cast<void>(examine(name));
  CHECK(tests::processes_left() == 0);
  CHECK(tests::open_descriptors() == descriptors);
}
