// Formats a sequential test as text, JSON, JUnit XML and GitHub output.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "referee/rating/sprt.hpp"
#include "referee/rating/sprt_design.hpp"
#include "referee/report/two_engines.hpp"
#include "referee/support/terminal.hpp"

namespace ebiri::report {

/// The report of a sequential test that is played as a run.
struct SprtReport {
  std::string name;          ///< of the run
  MatchBlock block;          ///< the counted games of the candidate against the baseline; its `test` is set
  std::int64_t counted = 0;  ///< pairs
  std::int64_t most = 0;     ///< the number of planned pairs; 0 if unknown
  bool repeating = false;    ///< whether repeats ended the test
  bool interrupted = false;  ///< by a signal or a system error; set only for JUnit, annotations and summaries
  std::string unplayed;  ///< why this invocation played no game, or empty; always empty in the run's files

  /// Counted games lost by a fault; 0 while the test is being played.
  std::int64_t candidate_faults = 0, baseline_faults = 0;
  std::string candidate_fault;    ///< the first of these: `game 26: illegal-move`; may be empty
  bool faults_fail = false;       ///< whether faults of the candidate fail the build
  rating::Prospect prospect;      ///< from here on, if the true strength equals the estimate; ignores `most`
  rating::SprtForecast forecast;  ///< the same, with the uncertainty of the estimate; valid after a pair
  double worst_pairs = 0;         ///< expected remaining pairs at the strength that needs the most

  const SprtState& test() const { return *block.test; }
  bool decided() const { return test().decision != rating::TestDecision::undecided; }

  /// Pairs that were played and judged: counted, void and repeated ones.
  std::int64_t judged() const { return counted + block.left_out.void_pairs + block.left_out.repeated_pairs; }

  /// Whether all planned pairs were played without a verdict.
  bool used_up() const { return !decided() && most > 0 && judged() >= most; }
};

/// Rates the games by `options`. Fills what the test knows; the caller sets names, conditions, `most`,
/// `interrupted`, `unplayed` and the members about faults.
SprtReport make_sprt_report(const rating::Sprt& test, const rating::Options& options = {});

/// `PASS: alphabeta against greedy: H1 accepted after 38 pairs`, and the engines that lost games by faults.
/// FAIL stands for H0, or for faults of the candidate if they fail the build.
std::string headline(const SprtReport& report);

/// The headline of a test that ended without a verdict, its ratio and Elo, and how to continue it.
std::string headline_without_verdict(const SprtReport& report);

/// The progress in one line of at most `terminal.width` columns: the ratio between its bounds, the probable
/// verdict, and the remaining pairs, with the time if the duration of a pair is known:
/// `SPRT: LLR 1.84 [-2.94, 2.94] ▕██████████  ▏ H1 63.0%  ~180 pairs to go (80%: 40 to 450), at most 560`.
std::string progress(const SprtReport& report, std::optional<std::chrono::milliseconds> pair_time,
                     const Terminal& terminal);

/// Headline, block and notes; without a verdict also why the test stopped, or a forecast while it can
/// continue.
std::string sprt_text(const SprtReport& report);

/// The same as JSON, `"format": "ebiri-sprt-run/1"`, on one line.
std::string sprt_json(const SprtReport& report);

/// JUnit XML with one test case, named after the two engines: it passes if H1 is accepted, fails if H0 is,
/// is skipped if the test ended without a verdict, and is an error if the test was interrupted.
/// With `faults_fail` a second one fails if the candidate lost a game by a fault.
std::string junit_xml(const SprtReport& report);

/// JUnit XML with one test case that is an error, for a test that has not ended.
std::string junit_without_verdict();

/// A workflow command for GitHub Actions, with its newline: an error if H0 is accepted or faults fail the
/// build, a notice if H1 is accepted and this invocation played games, a warning otherwise.
std::string github_annotation(const SprtReport& report);

/// Markdown for the summary of a GitHub Actions step: a heading, and the text in a code block.
std::string markdown_summary(const SprtReport& report);

/// Games or opening pairs of the first engine.
using SprtResults = std::variant<rating::Trinomial, rating::Pentanomial>;

/// The verdict of a test on results that were played elsewhere.
struct SprtAnswer {
  rating::TestDecision decision = rating::TestDecision::undecided;
  std::string text, json;  ///< the JSON has `"format": "ebiri-sprt/1"`
};

/// Preconditions: settings without problems, some results, and single games for the bayesian model.
SprtAnswer sprt_answer(const rating::SprtSettings& settings, const SprtResults& results);

}  // namespace ebiri::report
