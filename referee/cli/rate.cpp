// `ebiri rate`: one rating table over the games of one or more runs.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/command.hpp"
#include "referee/cli/common/config_flags.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/rating/fit.hpp"
#include "referee/run/identity.hpp"
#include "referee/run/inputs.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/scoring.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"
#include "referee/terminal/progress.hpp"
#include "referee/terminal/table_text.hpp"

namespace ebiri::cli {

namespace {

constexpr ConfigFlag rate_flags[] = {
    {"--model", "rating.model", ""},
    {"--anchor", "rating.anchors", ""},
    {"--advantage", "rating.advantage", ""},
    {"--prior", "rating.prior", ""},
    {"--errors", "rating.errors", ""},
    {"--repetitions", "rating.repetitions", ""},
    {"--rank-by", "rank-by", ""},
};

struct RateArguments {
  std::vector<std::string> runs;
  std::vector<std::string> overrides;
  ConfigFlags flags;
  std::int64_t history = 0;
  std::string format = "table";
  bool mixed = false;
  rating::EngineFilter filter;
};

constexpr const char* rate_footer = R"(Examples:
  ebiri rate results/quickstart
  ebiri rate results/monday results/tuesday --format csv
  ebiri rate results/monday games.pgn more.csv
  ebiri rate results/quickstart --model davidson --anchor alphabeta=1500
  ebiri rate results/quickstart --errors bootstrap --set rating.replicates=2000
  ebiri rate results/quickstart --rank-by points --set 'tie-breaks=[direct-encounter, wins]'
  ebiri rate results/quickstart --exclude mcts
  ebiri rate results/quickstart --history 100

Defaults come from the config of the first run; `ebiri options rating` explains the keys. Engines are identified by
name: give the same engine the same name in every input. All games must have the same rules, unless --mixed is given;
files without rules are accepted.

The command writes only FILE.digest beside a journal of 16 MiB or more, which makes the next command faster. Invalid
lines of a journal are reported and ignored.

A PGN or OGN file needs White and Black (or South and North) and Result. Two games with the same Event and Round and
exchanged sides form an opening pair. A CSV file begins with its column names: first, second, result (points of the
first: 1, 0.5, 0), and optionally pair, variant, ruleset, seeds_first, seeds_second. Times are not read from these
files.

Exit code 0: the table is printed; 2: these games cannot be rated together; 3: an input cannot be read; 130:
interrupted.)";

Result<void> check_name(const std::string& name, const std::vector<std::string>& names) {
  if (std::ranges::find(names, name) != names.end()) return {};
  const auto near = nearest(name, names);
  return Error{fmt::format("no engine has the name `{}`{}", printable(name, 64),
                           near ? fmt::format("; did you mean `{}`?", *near) : "")};
}

// The fit would silently ignore an anchor that never played.
Result<void> check_anchors(const rating::Scoring& scoring, const rating::Tally& tally) {
  const auto names = tally.engines();
  for (const rating::Anchor& anchor : scoring.rating.anchors)
    if (const auto known = check_name(anchor.engine, names); !known) return known;
  return {};
}

// All engines of the games, by name.
std::vector<std::string> names_of(const record::Digest& digest) {
  std::set<std::string> names;
  for (const record::PlanInfo& plan : digest.plans) names.insert(plan.engines.begin(), plan.engines.end());
  for (const match::GameSummary& game : digest.games) {
    names.insert(game.south.text());
    names.insert(game.north.text());
  }
  return {names.begin(), names.end()};
}

Result<void> check_filter(const rating::EngineFilter& filter, const std::vector<std::string>& names) {
  for (const auto* chosen : {&filter.only, &filter.except})
    for (const std::string& name : *chosen)
      if (const auto known = check_name(name, names); !known) return known;
  return {};
}

std::string history_table(const record::Digest& digest, std::int64_t every, const rating::Options& options,
                          const rating::EngineFilter& filter) {
  std::string text = "games,engine,elo,error95,low,high\n";
  rating::Tally tally{{}, filter};
  for (const rating::Moment& moment : rating::history(digest.games, every, options, tally)) {
    for (std::size_t k = 0; k < moment.fit.engines.size(); ++k) {
      if (moment.fit.group_of(k).rated())
        text += fmt::format("{},{},{:.6f},{:.6f},{:.6f},{:.6f}\n", moment.games,
                            csv_text(moment.fit.engines[k]), moment.fit.elo[k], moment.fit.error95(k),
                            moment.fit.intervals[k].low, moment.fit.intervals[k].high);
    }
  }
  return text;
}

// The table of several inputs omits facts about a single run.
report::RunMeta meta_of_several(const RateArguments& arguments, const record::Digest& all,
                                const record::RunInfo& rules) {
  const bool one = arguments.runs.size() == 1;
  return {.name = one ? all.run.name : fmt::format("{} inputs", arguments.runs.size()),
          .variant = rules.variant.empty() ? "unknown or mixed rules" : rules.variant,
          .ruleset = rules.ruleset,
          .version = "ebiri " + version_text()};
}

int rate(const RateArguments& arguments) {
  if (const auto different = run::all_different(arguments.runs); !different)
    return refused(different.error());
  std::optional<terminal::ProgressLine> progress{std::in_place, interrupted_code};
  auto inputs = run::read_inputs(arguments.runs, run::Moves::not_needed, &*progress);
  progress->make_room();
  if (!inputs) return fail(machine_error, inputs.error());
  for (const run::Input& input : *inputs) say(input.remarks);
  const auto same = run::same_rules(*inputs);
  if (!same && !arguments.mixed) return refused(same.error());
  std::vector<record::PlanInfo> plans;
  for (const run::Input& input : *inputs)
    plans.insert(plans.end(), input.digest.plans.begin(), input.digest.plans.end());
  say(run::describe_changes(plans));
  const bool one_run = inputs->size() == 1 && inputs->front().is_journal;
  const record::Digest all = run::merged(std::move(*inputs)).digest;
  const bool filtered = arguments.filter != rating::EngineFilter{};
  const auto names = filtered ? names_of(all) : std::vector<std::string>{};
  if (const auto known = check_filter(arguments.filter, names); !known) return refused(known.error());
  const rating::Tally tally = run::tally_of(all, arguments.filter);
  auto meta =
      one_run ? run::run_meta(all) : meta_of_several(arguments, all, same ? all.run : record::RunInfo{});
  for (const std::string& name : names)
    if (!arguments.filter.passes(name)) meta.left_out.push_back(name);
  if (!meta.left_out.empty()) meta.games_planned = 0;
  auto overrides = arguments.flags.overrides();
  overrides.insert(overrides.end(), arguments.overrides.begin(), arguments.overrides.end());
  auto scoring = run::scoring_of(all, overrides);
  if (!scoring) {
    fmt::print(stderr, "{}", scoring.error().message);
    return usage_error;
  }
  if (const auto known = check_anchors(*scoring, tally); !known) return refused(known.error());
  progress->doing("rating");
  if (arguments.history > 0) {
    const std::string history = history_table(all, arguments.history, scoring->rating, arguments.filter);
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
  auto [command, arguments] = add_command(
      app, exit_code, "rate", "Rate the engines of runs, PGN, OGN or CSV files", rate_footer, rate);
  command.add_option("INPUT", arguments.runs, "Run folders, journals, PGN, OGN or CSV files")
      ->type_name("INPUT")
      ->required();
  command.add_flag("--mixed", arguments.mixed, "Rate games of different rules together");
  command
      .add_option("--exclude", arguments.filter.except,
                  "Leave out this engine and its games; may be repeated")
      ->type_name("NAME");
  command
      .add_option("--only", arguments.filter.only,
                  "Rate only games between engines with these names; may be repeated")
      ->type_name("NAME");
  add_format_option(command, arguments.format);
  arguments.flags.add(command, rate_flags);
  add_set_option(command, arguments.overrides,
                 "Override the config's value of KEY: points, rank-by, tie-breaks, rating.*");
  command
      .add_option("--history", arguments.history,
                  "Print the ratings after every N games as CSV, instead of the table")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
}

}  // namespace ebiri::cli
