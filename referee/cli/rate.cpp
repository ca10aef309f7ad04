// `ebiri rate`: one rating table over the games of one or more runs.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/config_flags.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/report/crosstable.hpp"
#include "referee/run/inputs.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"
#include "referee/terminal/console.hpp"

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
  bool crosstable = false;
  std::vector<std::string> head_to_head;
  std::string by;
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
  ebiri rate results/quickstart --crosstable
  ebiri rate results/quickstart --head-to-head alphabeta mcts
  ebiri rate results/* --by variant

Defaults come from the config of the first run; `ebiri options rating` explains the keys. Engines are identified by
name: give the same engine the same name in every input. All games must have the same rules, unless --mixed is given;
files without rules are accepted.

For a journal of 16 MiB or more the command writes JOURNAL.digest next to it, so that the next command is faster; it
writes nothing else. Invalid lines of a journal are reported and ignored.

A PGN or OGN file needs White and Black (or South and North) and Result. Two games with the same Event and Round and
exchanged sides form an opening pair. A CSV file begins with its column names: first, second, result (points of the
first: 1, 0.5, 0), and optionally pair, variant, ruleset, seeds_first, seeds_second. Times are not read from these
files. A game that is in several inputs counts once.

--crosstable prints each pairing: the games, and the difference of the two ratings. --head-to-head takes one engine
(against each opponent) or two (their match); write it after the inputs. The result of their match counts only the games
between them; the difference of their ratings counts all games. --by prints a table for each variant, opening or limit;
with `--by limit`, an engine's own limit is part of its name.

Exit code 0: the table is printed; 2: these games cannot be rated together; 3: an input cannot be read; 130:
interrupted.)";

Result<void> check_name(const std::string& name, const std::vector<std::string>& names) {
  if (std::ranges::find(names, name) != names.end()) return {};
  return Error{fmt::format("no engine has the name `{}`{}", printable(name, 64), suggestion(name, names))};
}

Result<void> check_filter(const rating::EngineFilter& filter, const std::vector<std::string>& names) {
  for (const auto* chosen : {&filter.only, &filter.except})
    for (const std::string& name : *chosen)
      if (const auto known = check_name(name, names); !known) return known;
  return {};
}

// The facts that hold for the games of all inputs.
report::RunMeta meta_of_inputs(const RateArguments& arguments, const record::Digest& all,
                               const record::RunInfo& rules) {
  const bool one = arguments.runs.size() == 1;
  return {.name = one ? all.run.name : fmt::format("{} inputs", arguments.runs.size()),
          .variant = rules.variant.empty() ? "unknown or mixed rules" : rules.variant,
          .ruleset = rules.ruleset,
          .version = "ebiri " + version_text()};
}

struct Loaded {
  record::Digest all;
  record::RunInfo rules;         // of all games, if they agree
  std::vector<run::Part> parts;  // with `--by`: one per table
  bool one_run = false;
};

// Loads the games. An error has the kind `arguments` if they cannot be rated together.
Result<Loaded> load(const RateArguments& arguments, terminal::ProgressLine& progress) {
  auto inputs = run::read_inputs(arguments.runs, run::Moves::not_needed, &progress);
  progress.make_room();
  if (!inputs) return Error{inputs.error().message};
  for (const run::Input& input : *inputs) say(input.remarks);
  const auto same = run::same_rules(*inputs);
  if (!same && !arguments.mixed && arguments.by != "variant")
    return Error{same.error().message + "; rate them separately, or add --mixed", Error::Kind::arguments};
  std::vector<record::PlanInfo> plans;
  for (const run::Input& input : *inputs)
    plans.insert(plans.end(), input.digest.plans.begin(), input.digest.plans.end());
  say(run::describe_changes(plans));
  say(run::remove_repeated_games(*inputs));
  Loaded loaded{.one_run = inputs->size() == 1 && inputs->front().has_full_records};
  if (!arguments.by.empty()) {
    auto parts = run::parts_of(*inputs, arguments.by);
    if (!parts) return Error{parts.error().message};
    loaded.parts = std::move(*parts);
  }
  loaded.all = run::merged(std::move(*inputs)).digest;
  if (same) loaded.rules = loaded.all.run;
  return loaded;
}

// A table for each part. It has no times: they are known only for whole runs.
std::string parts_text(const RateArguments& arguments, const Loaded& loaded, const report::RunMeta& meta) {
  std::string text, documents;
  for (const run::Part& part : loaded.parts) {
    rating::Tally tally{{}, arguments.filter};
    for (const std::size_t game : part.games) tally.add(loaded.all.games[game]);
    report::RunMeta about{.name = fmt::format("{}: {}", arguments.by, part.name),
                          .version = meta.version,
                          .scoring = meta.scoring,
                          .left_out = meta.left_out};
    const std::string table = table_text(run::standings_of(std::move(about), tally), arguments.format);
    if (arguments.format == "json") {
      documents += (documents.empty() ? "" : ",\n") + std::string{trim(table)};
    } else if (arguments.format == "csv") {
      const auto lines = split(table, '\n');
      for (std::size_t k = text.empty() ? 0 : 1; k + 1 < lines.size(); ++k)
        text += fmt::format("{},{}\n", k == 0 ? "part" : csv_text(part.name), lines[k]);
    } else {
      text += (text.empty() ? "" : "\n") + table;
    }
  }
  if (arguments.format != "json") return text;
  return fmt::format("{{\"format\": \"ebiri-parts/1\", \"by\": \"{}\", \"parts\": [\n{}\n]}}\n", arguments.by,
                     documents);
}

// The table of all engines, the crosstable, or the head-to-head table.
std::string rated_text(const RateArguments& arguments, const report::Standings& standings,
                       const rating::Tally& tally) {
  const auto& heads = arguments.head_to_head;
  if (!arguments.crosstable && heads.empty()) return table_text(standings, arguments.format);
  const report::Crosstable table{standings, tally};
  if (heads.empty()) return crosstable_text(table, arguments.format, terminal::terminal_of(STDOUT_FILENO));
  const auto row_of = [&](const std::string& name) {
    const auto row = std::ranges::find(standings.rows, name, &report::StandingsRow::name);
    return static_cast<std::size_t>(row - standings.rows.begin());
  };
  if (heads.size() == 1) return opponents_text(table, row_of(heads[0]), arguments.format);
  return encounter_text(table, row_of(heads[0]), row_of(heads[1]), arguments.format);
}

Result<void> check_names(const RateArguments& arguments, const rating::Scoring& scoring,
                         const rating::Tally& tally) {
  const auto& heads = arguments.head_to_head;
  const auto names = tally.engines();
  for (const std::string& name : heads)
    if (const auto known = check_name(name, names); !known) return known;
  if (heads.size() == 2 && heads[0] == heads[1]) return Error{"--head-to-head needs two different engines"};
  // The fit would silently ignore an anchor that never played.
  for (const rating::Anchor& anchor : scoring.rating.anchors)
    if (const auto known = check_name(anchor.engine, names); !known) return known;
  return {};
}

int rate(const RateArguments& arguments) {
  if (const auto different = run::all_different(arguments.runs); !different)
    return fail_usage(different.error());
  std::optional<terminal::ProgressLine> progress{std::in_place, interrupted_code};
  const auto loaded = load(arguments, *progress);
  if (!loaded) return fail(loaded.error());
  const record::Digest& all = loaded->all;
  const bool filtered = arguments.filter != rating::EngineFilter{};
  const auto names = filtered ? run::engine_names(all) : std::vector<std::string>{};
  if (const auto known = check_filter(arguments.filter, names); !known) return fail_usage(known.error());
  auto meta = loaded->one_run ? run::run_meta(all) : meta_of_inputs(arguments, all, loaded->rules);
  for (const std::string& name : names)
    if (!arguments.filter.passes(name)) meta.left_out.push_back(name);
  if (!meta.left_out.empty()) meta.games_planned = 0;
  const auto scoring = run::scoring_of(all, arguments.flags.overrides(arguments.overrides));
  if (!scoring) return fail_usage(scoring.error());
  meta.scoring = *scoring;
  const auto state = loaded->one_run && !filtered ? run::state_that_excludes_games(all) : std::nullopt;
  const rating::Tally tally = run::tally_of(all, arguments.filter, state ? state->counts() : run::Counts{});
  if (const auto known = check_names(arguments, *scoring, tally); !known) return fail_usage(known.error());
  progress->doing("rating");
  std::string text;
  if (arguments.history > 0) {
    text = run::history_csv(all, arguments.history, scoring->rating, arguments.filter);
  } else if (!arguments.by.empty()) {
    text = parts_text(arguments, *loaded, meta);
  } else {
    if (state && state->sequential_test() != nullptr) meta.test = state->test_report(scoring->rating, &tally);
    text = rated_text(arguments, run::standings_of(std::move(meta), tally), tally);
  }
  progress.reset();
  return print_text(text);
}

}  // namespace

void add_rate(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "rate", "Rate the engines of runs, PGN, OGN or CSV files", rate_footer, rate);
  command.add_option("INPUT", arguments.runs, "Run folders, journals, PGN, OGN or CSV files").required();
  command.add_flag("--mixed", arguments.mixed, "Rate games of different rules together");
  command
      .add_option("--exclude NAME", arguments.filter.except,
                  "Leave out this engine and its games; may be repeated")
      .repeatable();
  command
      .add_option("--only NAME", arguments.filter.only,
                  "Rate only games between engines with these names; may be repeated")
      .repeatable();
  add_format_option(command, arguments.format);
  arguments.flags.add(command, rate_flags);
  add_set_option(command, arguments.overrides,
                 "Override one of these keys of the config: points, rank-by, tie-breaks, rating.*");
  const auto history = command
                           .add_option("--history N", arguments.history,
                                       "Print the ratings after every N games as CSV, instead of the table")
                           .range(1, 1'000'000'000);
  const auto crosstable =
      command.add_flag("--crosstable", arguments.crosstable, "Print each pairing of two engines instead");
  const auto heads =
      command
          .add_option("--head-to-head NAME", arguments.head_to_head,
                      "Print the results of an engine against each opponent, or of two engines")
          .takes(1, 2);
  const auto by = command.add_option("--by", arguments.by, "Print a table for each variant, opening or limit")
                      .one_of({"variant", "opening", "limit"});
  crosstable.excludes(heads).excludes(by);
  heads.excludes(by);
  history.excludes(crosstable).excludes(heads).excludes(by);
}

}  // namespace ebiri::cli
