// `ebiri rate`: one rating table over the games of one or more runs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/table_format.hpp"
#include "referee/cli/inputs.hpp"
#include "referee/rating/history.hpp"
#include "referee/run/identity.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/scoring.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"
#include "referee/terminal/progress.hpp"
#include "referee/terminal/table_text.hpp"

namespace ebiri::cli {

namespace {

struct RateArguments {
  std::vector<std::string> runs;
  std::vector<std::string> anchors;
  std::vector<std::string> overrides;
  std::string model, advantage, prior, errors, repetitions, rank_by;
  std::int64_t history = 0;
  std::string format = "table";
  bool mixed = false;
};

constexpr const char* rate_footer = R"(Examples:
  ebiri rate results/quickstart
  ebiri rate results/monday results/tuesday --format csv
  ebiri rate results/monday games.pgn more.csv
  ebiri rate results/quickstart --model davidson --anchor alphabeta=1500
  ebiri rate results/quickstart --errors bootstrap --set rating.replicates=2000
  ebiri rate results/quickstart --rank-by points --set 'tie-breaks=[direct-encounter, wins]'
  ebiri rate results/quickstart --history 100

What the options leave open is as the (first) run's config says; `ebiri options rating` explains it.
Engines are known by their names: give the same engine the same name in every input. All games must have been
played by the same rules, as far as the files tell; --mixed rates them all the same. Writes nothing but
FILE.digest beside a journal of 16 MiB or more, which saves reading it again. Lines of a journal that are not
sound are named and left out. A PGN or OGN file needs White and Black (or South and
North) and Result; games of the same Event and Round with sides exchanged are an opening pair. A CSV file
begins with the names of its columns: first, second, result (points of the first: 1, 0.5, 0), and if there
are any pair, variant, ruleset, seeds_first, seeds_second. Of these files times are not read.
Exit code 0: here is the table; 2: these games cannot be rated together; 3: an input cannot be read; 130: interrupted.)";

// The options as overrides of the config.
std::vector<std::string> overrides_of(const RateArguments& arguments) {
  std::vector<std::string> overrides;
  const auto add = [&](const char* key, const std::string& value) {
    if (!value.empty()) overrides.push_back(fmt::format("{}={}", key, value));
  };
  add("rating.model", arguments.model);
  add("rating.advantage", arguments.advantage);
  add("rating.prior", arguments.prior);
  add("rating.errors", arguments.errors);
  add("rating.repetitions", arguments.repetitions);
  add("rank-by", arguments.rank_by);
  std::string anchors;
  for (const std::string& anchor : arguments.anchors) {
    const std::size_t equals = anchor.find('=');
    anchors += fmt::format("{}{}: {}", anchors.empty() ? "" : ", ", anchor.substr(0, equals),
                           equals == std::string::npos ? "" : anchor.substr(equals + 1));
  }
  if (!anchors.empty()) overrides.push_back("rating.anchors={" + anchors + "}");
  overrides.insert(overrides.end(), arguments.overrides.begin(), arguments.overrides.end());
  return overrides;
}

// An anchor that never played would be ignored.
Result<void> check_anchors(const rating::Scoring& scoring, const rating::Tally& tally) {
  const auto names = tally.engines();
  for (const rating::Anchor& anchor : scoring.rating.anchors) {
    if (std::ranges::find(names, anchor.engine) != names.end()) continue;
    const auto near = nearest(anchor.engine, names);
    return Error{fmt::format("no engine has the name `{}`{}", printable(anchor.engine, 64),
                             near ? fmt::format("; did you mean `{}`?", *near) : "")};
  }
  return {};
}

std::string history_table(const record::Digest& digest, std::int64_t every, const rating::Options& options) {
  std::string text = "games,engine,elo,error95\n";
  rating::Tally tally;
  for (const rating::Moment& moment : rating::history(digest.games, every, options, tally)) {
    for (std::size_t k = 0; k < moment.fit.engines.size(); ++k) {
      if (moment.fit.group_of(k).rated())
        text += fmt::format("{},{},{:.6f},{:.6f}\n", moment.games, csv_text(moment.fit.engines[k]),
                            moment.fit.elo[k], moment.fit.error95(k));
    }
  }
  return text;
}

// What is true of one run only is not said of all of them.
report::RunMeta meta_of_several(const RateArguments& arguments, const record::Digest& all,
                                const record::RunInfo& rules) {
  const bool one = arguments.runs.size() == 1;
  return {.name = one ? all.run.name : fmt::format("{} inputs", arguments.runs.size()),
          .variant = rules.variant.empty() ? "unknown or mixed rules" : rules.variant,
          .ruleset = rules.ruleset,
          .version = "ebiri " + version_text()};
}

int rate(const RateArguments& arguments) {
  if (const auto different = all_different(arguments.runs); !different) {
    fmt::print(stderr, "ebiri: {}\n", different.error().message);
    return 2;
  }
  std::optional<terminal::ProgressLine> progress{std::in_place, interrupted_code};
  auto inputs = read_inputs(arguments.runs, Moves::not_needed, &*progress);
  progress->make_room();
  if (!inputs) {
    fmt::print(stderr, "ebiri: {}\n", inputs.error().message);
    return 3;
  }
  const auto same = same_rules(*inputs);
  if (!same && !arguments.mixed) {
    fmt::print(stderr, "ebiri: {}\n", same.error().message);
    return 2;
  }
  std::vector<record::PlanInfo> plans;
  for (const Input& input : *inputs)
    plans.insert(plans.end(), input.digest.plans.begin(), input.digest.plans.end());
  say(run::describe_changes(plans));
  const bool one_run = inputs->size() == 1 && inputs->front().is_journal;
  const record::Digest all = merged(std::move(*inputs)).digest;
  const rating::Tally tally = run::tally_of(all);
  auto meta =
      one_run ? run::run_meta(all) : meta_of_several(arguments, all, same ? all.run : record::RunInfo{});
  auto scoring = run::scoring_of(all, overrides_of(arguments));
  if (!scoring) {
    fmt::print(stderr, "{}", scoring.error().message);
    return 2;
  }
  if (const auto known = check_anchors(*scoring, tally); !known) {
    fmt::print(stderr, "ebiri: {}\n", known.error().message);
    return 2;
  }
  progress->doing("rating");
  if (arguments.history > 0) {
    const std::string history = history_table(all, arguments.history, scoring->rating);
    progress.reset();
    fmt::print("{}", history);
    return 0;
  }
  meta.scoring = *scoring;
  const auto standings =
      report::make_standings(std::move(meta), tally, rating::fit(rating::problem_of(tally, scoring->rating)));
  progress.reset();
  fmt::print("{}", terminal::table_text(standings, arguments.format));
  return 0;
}

}  // namespace

void add_rate(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("rate", "Rate the engines of runs, PGN, OGN or CSV files");
  const auto arguments = std::make_shared<RateArguments>();
  command->add_option("INPUT", arguments->runs, "Run folders, journals, PGN, OGN or CSV files")
      ->type_name("INPUT")
      ->required();
  command->add_flag("--mixed", arguments->mixed, "Rate games of different rules together");
  add_format_option(*command, arguments->format);
  command->add_option("--model", arguments->model, "How draws come about")
      ->type_name("{logistic,davidson,rao-kupper}");
  command->add_option("--anchor", arguments->anchors, "An engine's known rating")
      ->type_name("NAME=ELO[+-ERROR]")
      ->allow_extra_args(false);
  command->add_option("--advantage", arguments->advantage, "Of moving first: fit, or Elo")
      ->type_name("{fit}|ELO");
  command->add_option("--prior", arguments->prior, "What is known before the games")
      ->type_name("{auto,none,jeffreys,draws}");
  command->add_option("--errors", arguments->errors, "How errors are made")
      ->type_name("{paired-regularised,paired,per-game,fisher,bootstrap}");
  command->add_option("--repetitions", arguments->repetitions, "Rate repeated opening pairs once, or all")
      ->type_name("{once,all}");
  command->add_option("--rank-by", arguments->rank_by, "What the order of the table follows from")
      ->type_name("{rating,points}");
  command
      ->add_option("--set", arguments->overrides,
                   "In place of the config's: points, rank-by, tie-breaks, rating.*")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command
      ->add_option("--history", arguments->history, "Instead: the ratings after every so many games, as CSV")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
  command->footer(rate_footer);
  command->callback([arguments, &exit_code] { exit_code = rate(*arguments); });
}

}  // namespace ebiri::cli
