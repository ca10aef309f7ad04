// `ebiri rate`: one rating table over the games of one or more runs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/run_folder.hpp"
#include "referee/cli/scoring.hpp"
#include "referee/cli/table_format.hpp"
#include "referee/rating/history.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

struct Arguments {
  std::vector<std::string> runs;
  std::vector<std::string> anchors;
  std::vector<std::string> overrides;
  std::string model, advantage, prior, errors, repetitions, rank_by;
  std::int64_t history = 0;
  std::string format = "table";
};

constexpr const char* footer = R"(Examples:
  ebiri rate results/quickstart
  ebiri rate results/monday results/tuesday --format csv
  ebiri rate results/quickstart --model davidson --anchor alphabeta=1500
  ebiri rate results/quickstart --errors bootstrap --set rating.replicates=2000
  ebiri rate results/quickstart --rank-by points --set 'tie-breaks=[direct-encounter, wins]'
  ebiri rate results/quickstart --history 100

What the options leave open is as the (first) run's config says; `ebiri options rating` explains it.
Engines are known by their names: give the same engine the same name in every run. All runs must have been
played under the same ruleset. Writes nothing to the run folders. Lines of a journal that are not sound are
named and left out.
Exit code 0: here is the table; 2: these runs cannot be rated together; 3: a run cannot be read.)";

// Adds the games of `next` to `all`; game and pair numbers go on, so that pairs stay pairs.
Result<void> join(record::Contents& all, record::Contents next) {
  if (all.plans.empty()) {
    all = std::move(next);
    return {};
  }
  if (all.run.variant != next.run.variant || all.run.ruleset != next.run.ruleset)
    return Error{fmt::format("`{}` was played under {} {}, `{}` under {} {}; rate them apart", all.run.name,
                             all.run.variant, all.run.ruleset, next.run.name, next.run.variant,
                             next.run.ruleset)};
  int games = 0, pairs = 0;
  for (const match::GameRecord& game : all.games) {
    games = std::max(games, game.game);
    pairs = std::max(pairs, game.pair);
  }
  for (match::GameRecord& game : next.games) {
    game.game += games;
    game.pair += pairs;
    all.games.push_back(std::move(game));
  }
  all.plans.insert(all.plans.end(), next.plans.begin(), next.plans.end());
  return {};
}

// The options as overrides of the config.
std::vector<std::string> overrides_of(const Arguments& arguments) {
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

std::string history_table(const record::Contents& contents, std::int64_t every,
                          const rating::Options& options) {
  std::string text = "games,engine,elo,error95\n";
  for (const rating::Moment& moment : rating::history(contents.games, every, options)) {
    for (std::size_t k = 0; k < moment.fit.engines.size(); ++k) {
      if (moment.fit.group_of(k).rated())
        text += fmt::format("{},{},{:.6f},{:.6f}\n", moment.games, moment.fit.engines[k], moment.fit.elo[k],
                            moment.fit.error95(k));
    }
  }
  return text;
}

int rate(const Arguments& arguments) {
  record::Contents all;
  std::set<std::filesystem::path> seen;
  for (const std::string& run : arguments.runs) {
    std::error_code ignored;
    if (!seen.insert(std::filesystem::weakly_canonical(run_folder(run).journal(), ignored)).second) {
      fmt::print(stderr, "ebiri: `{}` is given twice; its games would count twice\n", run);
      return 2;
    }
    auto contents = record::read_journal(run_folder(run).journal());
    if (!contents) {
      fmt::print(stderr, "ebiri: {}\n", contents.error().message);
      return 3;
    }
    say_rejected(run_folder(run), *contents, "left out");
    if (const auto joined = join(all, std::move(*contents)); !joined) {
      fmt::print(stderr, "ebiri: {}\n", joined.error().message);
      return 2;
    }
  }
  const rating::Tally tally = tally_of(all);
  auto meta = run_meta(all);
  if (arguments.runs.size() > 1) {  // what is true of one run only is not said of all of them
    meta = {.name = fmt::format("{} runs", arguments.runs.size()),
            .variant = all.run.variant,
            .ruleset = all.run.ruleset,
            .version = meta.version};
  }
  auto scoring = scoring_of(all, overrides_of(arguments));
  if (!scoring) {
    fmt::print(stderr, "{}", scoring.error().message);
    return 2;
  }
  if (const auto known = check_anchors(*scoring, tally); !known) {
    fmt::print(stderr, "ebiri: {}\n", known.error().message);
    return 2;
  }
  if (arguments.history > 0) {
    fmt::print("{}", history_table(all, arguments.history, scoring->rating));
    return 0;
  }
  meta.scoring = *scoring;
  const auto standings =
      report::make_standings(std::move(meta), tally, rating::fit(rating::problem_of(tally, scoring->rating)));
  fmt::print("{}", table_text(standings, arguments.format));
  return 0;
}

}  // namespace

void add_rate(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("rate", "Rate the engines of one or more runs");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("RUN", arguments->runs, "Run folders or journals")->required();
  add_format_option(*command, arguments->format);
  command->add_option("--model", arguments->model, "logistic, davidson or rao-kupper");
  command
      ->add_option("--anchor", arguments->anchors, "An engine's known rating: NAME=ELO, or NAME=ELO+-ERROR")
      ->allow_extra_args(false);
  command->add_option("--advantage", arguments->advantage, "Of moving first: fit, or Elo");
  command->add_option("--prior", arguments->prior, "auto, none, jeffreys or draws");
  command->add_option("--errors", arguments->errors,
                      "paired-regularised, paired, per-game, fisher or bootstrap");
  command->add_option("--repetitions", arguments->repetitions, "Rate repeated opening pairs once, or all");
  command->add_option("--rank-by", arguments->rank_by, "rating or points");
  command->add_option("--set", arguments->overrides, "KEY=VALUE: points, rank-by, tie-breaks, rating.*")
      ->allow_extra_args(false);
  command
      ->add_option("--history", arguments->history, "Instead: the ratings after every so many games, as CSV")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
  command->footer(footer);
  command->callback([arguments, &exit_code] { exit_code = rate(*arguments); });
}

}  // namespace ebiri::cli
