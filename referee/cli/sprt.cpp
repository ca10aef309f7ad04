// `ebiri sprt`: a sequential probability ratio test of two engines, played here or elsewhere.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/sprt_answer.hpp"
#include "referee/cli/sprt_play.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct SprtArguments {
  rating::SprtSettings test;
  std::string pentanomial;
  std::string results;
  std::string format = "text";
  SprtPlay play;
};

constexpr const char* sprt_footer = R"(Examples:
  ebiri sprt --baseline ./old --candidate ./new --limit nodes=20000 --elo0 0 --elo1 10
  ebiri sprt configs/ci/sprt.yaml --junit sprt.xml
  ebiri sprt --pentanomial 61,214,603,248,80 --elo0 0 --elo1 10
  ebiri sprt --results 935,456,1021 --elo0 -5 --elo1 0 --alpha 0.01 --beta 0.1

Plays until the verdict is there, or `pairs` are played; the same command goes on after an interruption. The
verdict is that of the first opening pairs in the order of the schedule, so it does not depend on how many games
are played at a time; pairs that were over beyond it stay in the journal and do not count. Everything that
`ebiri run` does goes for it too.
Or judges results that were played elsewhere (--pentanomial, --results). Give the counts at the moment when the
test was looked at; whoever looks at many moments and picks one has tested something else.
Opening pairs are two games from one opening, each engine having moved first once. Where they are known,
they are what to give: they need fewer games, most of all where the first move is worth much. Counts are those of
the candidate, worst result first.
`normalized` Elo divides the mean score by its spread, so tests with the same bounds need about the same
number of games whatever the draws and the openings; `logistic` is Elo by the mean score; `bayesian` is the
Elo of BayesElo, with the draw rate estimated from single games.
--junit: one test case, which passes with H1, fails with H0, is skipped without a verdict, and is an error when
the test was broken off. Under GitHub Actions an annotation and a summary of the step are written too.
Exit code 0: H1 is accepted; 1: H0 is accepted; 4: not decided (yet); 2: this is no test; 3: an engine could not
start, or the machine said no; 130: interrupted, and the same command goes on.)";

constexpr std::int64_t most_units = 1'000'000'000'000;

// `count` whole numbers with commas between them.
template <class Counts>
std::optional<Counts> parse_counts(const std::string& text) {
  Counts counts{};
  const auto parts = split(text, ',');
  if (parts.size() != counts.size()) return std::nullopt;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const auto number = parse_integer<std::int64_t>(trim(parts[k]));
    if (!number || *number < 0 || *number > most_units) return std::nullopt;
    counts[k] = *number;
  }
  return counts;
}

// The results, or what is wrong with them in `problems`.
template <class Counts>
std::optional<SprtResults> results_of(const std::string& option, const std::string& text,
                                      const char* expected, std::vector<std::string>& problems) {
  const auto counts = parse_counts<Counts>(text);
  if (!counts) {
    problems.push_back(fmt::format("`{} {}`: expected {}", option, printable(text, 80), expected));
    return std::nullopt;
  }
  if (std::accumulate(counts->begin(), counts->end(), std::int64_t{0}) == 0) {
    problems.push_back(fmt::format("`{} {}`: expected at least one result", option, text));
    return std::nullopt;
  }
  return SprtResults{*counts};
}

std::optional<SprtResults> given_results(const SprtArguments& arguments, std::vector<std::string>& problems) {
  if (arguments.pentanomial.empty() == arguments.results.empty()) {
    problems.emplace_back(
        "expected results, either --pentanomial LL,LD,DD+WL,WD,WW or --results L,D,W; or engines, "
        "either CONFIG or --baseline and --candidate");
    return std::nullopt;
  }
  if (!arguments.results.empty()) {
    return results_of<rating::Trinomial>(
        "--results", arguments.results,
        "losses, draws and wins of games: three whole numbers such as 935,456,1021", problems);
  }
  if (arguments.test.model == rating::SprtModel::bayesian) {
    problems.emplace_back(
        "`--model bayesian` needs single games: expected --results L,D,W, since pairs do not tell a draw "
        "from a win and a loss");
  }
  return results_of<rating::Pentanomial>(
      "--pentanomial", arguments.pentanomial,
      "opening pairs by points 0, 1/2, 1, 3/2, 2: five whole numbers such as 61,214,603,248,80", problems);
}

int judge(const SprtArguments& arguments) {
  std::vector<std::string> found;
  const auto results = given_results(arguments, found);
  for (const std::string& problem : rating::problems(arguments.test)) found.push_back(problem);
  for (const std::string& problem : found) fmt::print(stderr, "ebiri: {}\n", problem);
  if (!found.empty()) return 2;
  const SprtAnswer answer = sprt_answer(arguments.test, *results);
  fmt::print("{}", arguments.format == "json" ? sprt_json(answer) : sprt_text(answer));
  return exit_code_of(answer.verdict);
}

int answer(const CLI::App& command, SprtArguments& arguments) {
  if (!arguments.play.asked_for()) return judge(arguments);
  if (!arguments.pentanomial.empty() || !arguments.results.empty()) {
    fmt::print(stderr, "ebiri: a test is either played or judged: not both engines and results\n");
    return 2;
  }
  if (arguments.format == "json") arguments.play.run.format = "json";
  return play_sprt(command, arguments.play);
}

// The hypotheses, whatever is tested against them.
void add_test_options(CLI::App& command, rating::SprtSettings& test) {
  std::map<std::string, rating::SprtModel> models;
  for (const auto model :
       {rating::SprtModel::normalized, rating::SprtModel::logistic, rating::SprtModel::bayesian})
    models.emplace(report::word(model), model);
  command.add_option("--elo0", test.elo0, "H0: the candidate is so much stronger, or less")
      ->capture_default_str();
  command.add_option("--elo1", test.elo1, "H1: the candidate is so much stronger, or more")
      ->capture_default_str();
  command.add_option("--alpha", test.alpha, "Probability of accepting H1 when H0 is true")
      ->capture_default_str();
  command.add_option("--beta", test.beta, "Probability of accepting H0 when H1 is true")
      ->capture_default_str();
  command
      .add_option_function<std::string>(
          "--model", [&test, models](const std::string& word) { test.model = models.at(word); },
          "What Elo means: normalized, logistic or bayesian")
      ->check(CLI::IsMember(models))
      ->default_str("normalized");
}

}  // namespace

void add_sprt(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("sprt", "Play or judge a sequential probability ratio test");
  const auto arguments = std::make_shared<SprtArguments>();
  command->add_option("--pentanomial", arguments->pentanomial,
                      "Opening pairs of the candidate: LL,LD,DD+WL,WD,WW");
  command->add_option("--results", arguments->results, "Games of the candidate: L,D,W");
  add_test_options(*command, arguments->test);
  command->add_option("--format", arguments->format, "How to print the answer")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_play_options(*command, arguments->play);
  command->footer(sprt_footer);
  command->callback([command, arguments, &exit_code] { exit_code = answer(*command, *arguments); });
}

}  // namespace ebiri::cli
