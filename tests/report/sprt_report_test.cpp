#include "referee/report/sprt_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "referee/support/text.hpp"
#include "referee/terminal/live_view.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri;
using namespace ebiri::report;
using namespace std::chrono_literals;
using rating::Score;

namespace {

// `level` drawn pairs, then pairs in which both games are won, then lost.
SprtReport report_of(int level, int wins, int losses = 0) {
  rating::Sprt test{{.elo0 = 0, .elo1 = 60}};
  std::int64_t pair = 0;
  for (int k = 0; k < level; ++k) test.add(pair++, rating::PairScores{Score::win, Score::loss});
  for (int k = 0; k < wins; ++k) test.add(pair++, rating::PairScores{Score::win, Score::win});
  for (int k = 0; k < losses; ++k) test.add(pair++, rating::PairScores{Score::loss, Score::loss});
  SprtReport report = make_sprt_report(test);
  report.name = "nightly";
  report.block.first = "new";
  report.block.second = "old";
  report.most = 100;
  report.block.conditions = "oware abapa, seed 1";
  return report;
}

}  // namespace

TEST_CASE("sprt report: while the test is played, it is one line") {
  const SprtReport report = report_of(10, 6);
  const std::string line = progress(report, 2s, {.width = 200});
  CHECK(line.starts_with("SPRT: LLR "));
  CHECK(line.find(" [-2.94, 2.94] ▕") != std::string::npos);
  CHECK(line.find(" pairs to go (80%: ") != std::string::npos);
  CHECK(line.find("), at most 84  ETA 0:") != std::string::npos);
  CHECK(display_width(progress(report, 2s, {.width = 40})) == 40);
  const std::string ascii = progress(report, std::nullopt, {.utf8 = false});
  CHECK(printable(ascii, 1000) == ascii);
  CHECK(ascii.find("|#") != std::string::npos);
  CHECK(ascii.find("ETA") == std::string::npos);
  CHECK(progress(report_of(0, 0), std::nullopt, {}) ==
        "SPRT: LLR 0.00 [-2.94, 2.94] ▕██████      ▏ no pair is over yet");
}

TEST_CASE("sprt report: the bar is full at the upper bound and empty at the lower one") {
  const SprtReport passed = report_of(5, 60);
  const SprtReport failed = report_of(5, 0, 60);
  CHECK(progress(passed, 1s, {}).find("▕████████████▏ H1 accepted after ") != std::string::npos);
  CHECK(progress(failed, 1s, {}).find("▕            ▏ H0 accepted after ") != std::string::npos);
}

TEST_CASE("sprt report: at the end it has the block, the estimate after the stop, and the uncounted pairs") {
  const SprtReport passed = report_of(5, 60);
  const std::string text = sprt_text(passed);
  CHECK(text.starts_with(
      fmt::format("PASS: new against old: H1 accepted after {} pairs\nElo   | ", passed.counted)));
  CHECK(text.find("\nCond. | oware abapa, seed 1\n\nCorrected for early stopping: Elo ") !=
        std::string::npos);
  CHECK(text.ends_with(fmt::format("Not counted: {} pairs after the stop.\n", 65 - passed.counted)));
  REQUIRE(passed.test().corrected);
  CHECK(passed.test().corrected->elo < passed.block.numbers.elo);
  const std::string open = sprt_text(report_of(1, 0));
  CHECK(open.starts_with("new against old: no verdict after 1 pair\n"));
  CHECK(open.find("\n\nForecast: H1 is accepted with probability ") != std::string::npos);
  CHECK(open.ends_with(" more pairs (80% interval).\n"));
}

TEST_CASE("sprt report: without a verdict it names the reason and the pairs that a verdict needs") {
  SprtReport used_up = report_of(10, 6);
  used_up.most = 16;
  const std::string text = sprt_text(used_up);
  CHECK(text.find("\nStopped after 16 pairs, the most that the key `pairs` and the openings allow.\n"
                  "At the observed strength, a verdict "
                  "would have "
                  "needed about ") != std::string::npos);
  CHECK(headline_without_verdict(used_up).starts_with("new against old: no verdict after 16 pairs: LLR "));
  CHECK(headline_without_verdict(used_up).ends_with("; to continue, raise `pairs`"));
  CHECK(nlohmann::json::parse(sprt_json(used_up))["ended"] == "openings");
  rating::Sprt test{{.elo0 = 0, .elo1 = 60}};
  for (int pair = 0; pair < 21; ++pair)
    test.add(pair, rating::PairScores{.as_south = Score::win, .as_north = Score::loss, .games = 1});
  SprtReport repeating = make_sprt_report(test);
  repeating.block.first = "new";
  repeating.block.second = "old";
  CHECK(headline(repeating) == "new against old: no verdict after 1 pair, because the games repeat");
  CHECK(headline_without_verdict(repeating).find("`pairs`") == std::string::npos);
  const std::string why = sprt_text(repeating);
  CHECK(why.find("Stopped: 20 pairs in a row, or more than half of the last 50, repeat") !=
        std::string::npos);
  CHECK(why.find("\nNot counted: 20 repeated pairs.\n") != std::string::npos);
  CHECK(progress(repeating, 1s, {}).ends_with(" stopped, because the games repeat"));
  const auto json = nlohmann::json::parse(sprt_json(repeating));
  CHECK(json["ended"] == "repeats");
  CHECK(json["repeats"] == 20);
  CHECK(json["verdict"] == "undecided");
  CHECK(junit_xml(repeating).find("<skipped message=\"new against old: no verdict after 1 pair, "
                                  "because the games repeat") != std::string::npos);
}

TEST_CASE("sprt report: it is written as JSON") {
  const auto json = nlohmann::json::parse(sprt_json(report_of(10, 6)));
  CHECK(json["format"] == "ebiri-sprt-run/1");
  CHECK(json["verdict"] == "undecided");
  CHECK(json["pairs"] == nlohmann::json{0, 0, 10, 0, 6});
  CHECK(json["games"] == nlohmann::json{10, 0, 22});
  CHECK(json["counted"] == 16);
  CHECK(json["match"]["format"] == "ebiri-two-engines/1");
  CHECK(json["match"]["pairs"] == json["pairs"]);
  CHECK_FALSE(json["match"].contains("test"));
  CHECK(json["to_go"]["pairs"] < json["to_go"]["worst_pairs"]);
  CHECK(json["after_stop"].is_null());
  CHECK(json["ended"].is_null());
  CHECK(nlohmann::json::parse(sprt_json(report_of(0, 0)))["to_go"].is_null());
  CHECK(nlohmann::json::parse(sprt_json(report_of(5, 60)))["to_go"].is_null());
}

TEST_CASE("sprt report: JUnit passes, fails, skips, or is an error") {
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  SprtReport passed = report_of(5, 60);
  passed.name = "a<b>&\"c\"";
  const std::string good = junit_xml(passed);
  CHECK(has(good,
            "name=\"a&lt;b&gt;&amp;&quot;c&quot;\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"0\""));
  CHECK_FALSE(has(good, " message="));
  CHECK(has(junit_xml(report_of(5, 0, 60)), "<failure message=\"FAIL: new against old: H0 accepted"));
  CHECK(has(junit_xml(report_of(5, 0)), "<skipped message=\"new against old: no verdict"));
  SprtReport interrupted = report_of(5, 0);
  interrupted.interrupted = true;
  CHECK(has(junit_xml(interrupted), "<error message=\"new against old: no verdict"));
}

TEST_CASE("sprt report: every output says how many games were lost by faults") {
  SprtReport report = report_of(5, 60);
  report.candidate_faults = 12;
  report.baseline_faults = 1;
  const std::string said = "; new lost 12 games by faults; old lost 1 game by faults";
  CHECK(headline(report).ends_with(" pairs" + said));
  for (const std::string& text :
       {sprt_text(report), junit_xml(report), github_annotation(report), markdown_summary(report)})
    CHECK(text.find(said) != std::string::npos);
  CHECK(headline(report_of(5, 60)).find("faults") == std::string::npos);
}

TEST_CASE("sprt report: every output says that the games are of an earlier run, and GitHub warns") {
  SprtReport report = report_of(5, 60);
  report.unplayed = "no game played";
  CHECK(headline(report).ends_with(" pairs; no game played"));
  for (const std::string& text : {sprt_text(report), junit_xml(report), markdown_summary(report)})
    CHECK(text.find("; no game played\n") != std::string::npos);
  CHECK(github_annotation(report).starts_with("::warning "));
}

TEST_CASE("sprt report: faults of the candidate fail the build if `faults_fail` is set") {
  SprtReport report = report_of(5, 60);
  report.faults_fail = true;
  report.baseline_faults = 1;
  const auto has = [&](const char* part) { return junit_xml(report).find(part) != std::string::npos; };
  CHECK(has("tests=\"2\" failures=\"0\""));
  CHECK(has("name=\"new plays without a fault\"/>"));
  CHECK(github_annotation(report).starts_with("::notice "));
  report.candidate_faults = 12;
  report.candidate_fault = "game 7: illegal move A";
  CHECK(headline(report).ends_with(
      "new lost 12 games by faults (game 7: illegal move A); old lost 1 game by faults"));
  CHECK(has("tests=\"2\" failures=\"1\""));
  CHECK(
      has("name=\"new plays without a fault\">\n      <failure message=\"new lost 12 games by faults "
          "(game 7: illegal move A)\"/>"));
  CHECK(github_annotation(report).starts_with("::error "));
}

TEST_CASE("sprt report: GitHub gets one line and a summary") {
  SprtReport report = report_of(5, 0, 60);
  report.block.first = "new%\n::error::";
  const std::string line = github_annotation(report);
  CHECK(
      line.starts_with("::error title=ebiri sprt::FAIL: new%25%0A::error:: against old: H0 accepted after "));
  CHECK(line.find('\n') == line.size() - 1);
  CHECK(github_annotation(report_of(5, 60)).starts_with("::notice "));
  CHECK(github_annotation(report_of(5, 0)).starts_with("::warning "));
  SprtReport interrupted = report_of(5, 0);
  interrupted.interrupted = true;
  const std::string summary = markdown_summary(interrupted);
  CHECK(summary.starts_with(
      "### new against old: no verdict after 5 pairs, interrupted\n\n```\nnew against old: no verdict"));
  CHECK(summary.ends_with("\n```\n\n"));
}

TEST_CASE("sprt report: the live view shows it below the games, and the remaining time only there") {
  terminal::LiveState state{.start = {.standings = sample::standings()}, .finished_now = 40, .elapsed = 120s};
  const std::string without = terminal::render(state, {});
  CHECK(without.find("ETA") != std::string::npos);
  CHECK(without.find("SPRT") == std::string::npos);
  state.sprt = report_of(10, 6);
  const std::string frame = terminal::render(state, {});
  const auto lines = split(frame, '\n');
  CHECK(lines[1].find("ETA") == std::string::npos);
  CHECK(lines[2] == progress(*state.sprt, 6s, {}));  // 40 games in two minutes
  CHECK(std::ranges::count(frame, '\n') == std::ranges::count(without, '\n') + 1);
}
