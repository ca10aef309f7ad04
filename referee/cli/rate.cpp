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
#include "referee/cli/table_format.hpp"

namespace ebiri::cli {

namespace {

struct Arguments {
  std::vector<std::string> runs;
  std::string format = "table";
};

constexpr const char* footer = R"(Examples:
  ebiri rate results/quickstart
  ebiri rate results/monday results/tuesday --format csv

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
  const auto standings =
      report::make_standings(std::move(meta), tally, rating::fit(rating::problem_of(tally)));
  fmt::print("{}", table_text(standings, arguments.format));
  return 0;
}

}  // namespace

void add_rate(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("rate", "Rate the engines of one or more runs");
  const auto arguments = std::make_shared<Arguments>();
  command->add_option("RUN", arguments->runs, "Run folders or journals")->required();
  add_format_option(*command, arguments->format);
  command->footer(footer);
  command->callback([arguments, &exit_code] { exit_code = rate(*arguments); });
}

}  // namespace ebiri::cli
