// `ebiri analyze`: recorded games as an engine sees them.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "referee/cli/analysis_text.hpp"
#include "referee/cli/analysts.hpp"
#include "referee/cli/commands.hpp"
#include "referee/cli/common/chosen_engine.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/inputs.hpp"
#include "referee/config/command_line.hpp"
#include "referee/match/play_game.hpp"
#include "referee/process/machine.hpp"
#include "referee/record/verify.hpp"
#include "referee/run/identity.hpp"
#include "referee/run/kept_analysis.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/signals.hpp"

namespace ebiri::cli {

namespace {

using analysis::Analysis;
using analysis::GameAnalysis;

struct AnalyzeArguments {
  std::string source, engine = "alphabeta", limit = "nodes=50000", tables;
  std::vector<std::string> options;
  int game = 0, slots = 0;  // 0: all; one for each processor
  bool json = false, quiet = false;
};

constexpr std::chrono::seconds save_time{30};

constexpr const char* analyze_footer = R"(Examples:
  ebiri analyze results/quickstart                           every game, by alphabeta, 50000 nodes a position
  ebiri analyze results/quickstart --game 17                 one game, move by move
  ebiri analyze game.ogn --limit nodes=1000000 --tables oware.endgames
  ebiri analyze results/mine --engine "python3 my/clever.py" --limit move=200ms --json

The engine is asked about every position of every game, and each move is judged by what it lost: the value before it
less the value after it, for the mover. Moves that were the only legal ones are not judged, nor those of a side that had
lost beyond doubt, nor arrangements; games that were forfeited or void count as far as they were played. With --tables, endgames that the table knows are judged
exactly. What is an inaccuracy, a mistake or a blunder, and how the accuracy is made: referee/analysis/README.md.

Of a run the result is kept in its folder (analysis.json), and its tables and report.html are written again: the page marks
these moves, in lists and graphs, and the tables show the accuracy, as long as it is of all games in the journal. The same engine with the same limit then only looks at games that are new; with a limit of
nodes or depth a second analysis gives the same numbers. Ctrl-C keeps what is done.

Exit code 0: done; 1: done, but for games whose records are not true; 2: the question is wrong; 3: the engine fails, or the
machine said no; 130: Ctrl-C, the same command goes on.)";

/// The games of a run or file.
struct Games {
  std::unique_ptr<rules::Rules> rules;
  std::vector<match::GameRecord> records;  // by number and attempt; all of them true
  std::optional<run::RunFolder> folder;    // where the result is kept
  int untrue = 0;
};

Result<match::GameRecord> record_of(const record::ForeignGame& game, const rules::Rules& rules,
                                    const std::string& path) {
  auto record = record::retraced(game, rules);
  if (!record) return Error{fmt::format("{}:{}: {}", path, game.line, record.error().message)};
  return record;
}

Result<Games> games_of(const AnalyzeArguments& arguments) {
  auto input = read_input(arguments.source, Moves::needed);
  if (!input) return input.error();
  if (input->digest.run.variant.empty())
    return Error{fmt::format("`{}` does not say which variant all of its games are of", arguments.source)};
  auto rules = run::rules_of(input->digest.run);
  if (!rules) return rules.error();
  Games games{std::move(*rules), std::move(input->games), {}};
  std::error_code ignored;
  const auto folder = run::run_folder(arguments.source);
  if (input->is_journal && std::filesystem::is_regular_file(folder.journal(), ignored)) games.folder = folder;
  for (const record::ForeignGame& foreign : input->foreign) {
    auto record = record_of(foreign, *games.rules, arguments.source);
    if (!record) return record.error();
    games.records.push_back(std::move(*record));
  }
  std::erase_if(games.records, [&](const match::GameRecord& record) {
    const auto found = record::contradictions(record, *games.rules);
    if (found.empty()) return false;
    ++games.untrue;
    fmt::print(stderr, "ebiri: game {} is left out: {}\n", record.game, printable(found.front(), 500));
    return true;
  });
  std::ranges::sort(games.records, {}, [](const auto& record) {
    return std::tuple{record.game, record.attempt};
  });
  return games;
}

/// The whole command, made ready.
struct Job {
  Games games;
  tournament::EngineSettings engine;
  match::Limit limit;
  std::shared_ptr<const rules::ExactEnds> exact;
  player::EngineSetup setup;
  Analysis analysis;  // what is known of it already
  bool keeps = false;
};

Result<void> open_tables(Job& job, const std::string& file) {
  if (file.empty()) return {};
  const auto selection =
      rules::parse_selection(std::string{job.games.rules->variant()}, wire_form(*job.games.rules));
  if (!selection) return selection.error();
  auto exact = rules::open_exact_ends(file, *selection);
  if (!exact) return exact.error();
  job.exact = std::move(*exact);
  return {};
}

bool same_work(analysis::Description a, const analysis::Description& b) {
  a.announced = b.announced;
  return a == b;
}

// Takes over what an earlier analysis of the same kind has.
Result<void> take_over(Job& job, const AnalyzeArguments& arguments) {
  if (!job.games.folder) return {};
  auto kept = kept_analysis(*job.games.folder);
  if (!kept) {
    fmt::print(stderr, "ebiri: {}; it is made anew\n", kept.error().message);
    kept = std::optional<Analysis>{};
  }
  const bool same = *kept && same_work((*kept)->description, job.analysis.description);
  job.keeps = arguments.game == 0 || same || !*kept;
  if (!job.keeps)
    fmt::print(stderr,
               "ebiri: the folder keeps the analysis of all games that it has, by another engine or limit\n");
  if (!same) return {};
  job.analysis.description.announced = (*kept)->description.announced;
  const auto known = run::by_number((*kept)->games);
  for (const match::GameRecord& record : job.games.records)
    if (const auto* game = run::find(known, match::summary_of(record))) job.analysis.games.push_back(*game);
  return {};
}

Result<Job> job_of(const AnalyzeArguments& arguments) {
  auto games = games_of(arguments);
  if (!games) return games.error();
  Job job{.games = std::move(*games), .engine = {}, .limit = {}, .exact = {}, .setup = {}, .analysis = {}};
  const auto search = config::search_path_for(".");
  const auto engine = config::read_engine({.name = engine_name(arguments.engine),
                                           .command = arguments.engine,
                                           .dialect = "",
                                           .options = arguments.options},
                                          search);
  if (!engine) return Error{"--engine: " + engine.error().message};
  job.engine = *engine;
  job.setup = engine_setup(*engine, search);
  const auto limit = config::read_limit(arguments.limit);
  if (!limit) return Error{"--limit: " + limit.error().message};
  if (limit->base || *limit == match::Limit{})
    return Error{"--limit: an analysis needs a limit for each position: `nodes`, `depth` or `move`"};
  job.limit = *limit;
  if (const auto opened = open_tables(job, arguments.tables); !opened)
    return Error{"--tables: " + opened.error().message};
  tournament::Settings settings;
  settings.engines = {job.engine};
  job.analysis.description = {.engine = job.engine.name,
                              .announced = {},
                              .fingerprint = run::fingerprints(settings, search).front(),
                              .limit = match::describe(job.limit),
                              .table_seeds = job.exact ? job.exact->most_seeds() : -1,
                              .variant = std::string{job.games.rules->variant()},
                              .ruleset = match::ruleset_text(*job.games.rules)};
  if (const auto taken = take_over(job, arguments); !taken) return taken.error();
  return job;
}

void sort(std::vector<GameAnalysis>& games) {
  std::ranges::sort(games, {}, [](const GameAnalysis& game) { return std::tuple{game.game, game.attempt}; });
}

Result<void> keep(const Job& job, const std::vector<GameAnalysis>& more) {
  if (!job.keeps || !job.games.folder) return {};
  Analysis all = job.analysis;
  all.games.insert(all.games.end(), more.begin(), more.end());
  sort(all.games);
  return write_file(analysis_file(*job.games.folder), to_json(all));
}

// What is to be done still.
std::vector<const match::GameRecord*> open_games(const Job& job, int game) {
  const auto known = run::by_number(job.analysis.games);
  std::vector<const match::GameRecord*> open;
  for (const match::GameRecord& record : job.games.records) {
    const bool wanted = game == 0 || record.game == game;
    if (wanted && run::find(known, match::summary_of(record)) == nullptr) open.push_back(&record);
  }
  return open;
}

/// Works on the open games; the exit code, and `job.analysis` with what was done.
int work(Job& job, const AnalyzeArguments& arguments) {
  const auto open = open_games(job, arguments.game);
  if (open.empty()) return 0;
  terminal::Signals signals;
  AnalysisOrder order{.rules = *job.games.rules,
                      .exact = job.exact.get(),
                      .engine = job.setup,
                      .limit = job.limit,
                      .slots = arguments.slots > 0 ? arguments.slots
                                                   : static_cast<int>(process::allowed_processors().size())};
  order.engine.interrupt = signals.descriptor();
  const bool live = !arguments.quiet && ::isatty(STDERR_FILENO) != 0;
  auto saved = std::chrono::steady_clock::now();
  Result<void> kept;
  auto outcome = analyse_all(order, open, [&](const std::vector<GameAnalysis>& done) {
    if (live) fmt::print(stderr, "\r\x1b[K{} of {} games", done.size(), open.size());
    if (std::chrono::steady_clock::now() - saved < save_time) return;
    kept = keep(job, done);
    saved = std::chrono::steady_clock::now();
  });
  if (live) fmt::print(stderr, "\r\x1b[K");
  job.analysis.description.announced = printable(outcome.announced, 200);
  job.analysis.games.insert(job.analysis.games.end(), outcome.games.begin(), outcome.games.end());
  sort(job.analysis.games);
  kept = keep(job, {});
  if (!kept) return fail(machine_error, kept.error().message);
  if (!outcome.failure.empty())
    return fail(machine_error, fmt::format("`{}`, {}", job.engine.name, outcome.failure));
  if (!outcome.interrupted) return 0;
  return fail(interrupted_code,
              fmt::format("interrupted; {} of {} games are done{}", outcome.games.size(), open.size(),
                          job.keeps && job.games.folder ? ", and the same command goes on" : ""));
}

// The tables and the page of the run, with what is kept now; a record that is not true has no page.
Result<void> show_in(const run::RunFolder& folder, const AnalyzeArguments& arguments, int untrue) {
  if (untrue > 0) {
    if (!arguments.quiet) fmt::print(stderr, "ebiri: kept in {}\n", analysis_file(folder).string());
    return {};
  }
  const auto digest = record::read_digest(folder.journal());
  if (!digest) return digest.error();
  if (const auto written = write_reports(folder, *digest); !written) return written.error();
  if (!arguments.quiet)
    fmt::print(stderr, "ebiri: kept in {}; every move is marked in {}\n", analysis_file(folder).string(),
               (folder.path / "report.html").string());
  return {};
}

int analyze(const AnalyzeArguments& arguments) {
  auto job = job_of(arguments);
  if (!job) return refused(job.error());
  const auto& records = job->games.records;
  const bool there =
      arguments.game == 0 || std::ranges::count(records, arguments.game, &match::GameRecord::game) > 0;
  if (!there) return fail(2, fmt::format("there is no game {} in `{}`", arguments.game, arguments.source));
  if (const int code = work(*job, arguments); code != 0) return code;
  Analysis shown = job->analysis;
  if (arguments.game != 0)
    std::erase_if(shown.games, [&](const GameAnalysis& game) { return game.game != arguments.game; });
  if (arguments.json)
    fmt::print("{}", to_json(shown));
  else
    fmt::print("{}", analysis_text(shown, records, arguments.game != 0 || records.size() == 1));
  if (job->games.folder && job->keeps)
    if (const auto shown_there = show_in(*job->games.folder, arguments, job->games.untrue); !shown_there)
      return fail(machine_error, shown_there.error().message);
  return job->games.untrue > 0 ? expectation_failed : 0;
}

}  // namespace

void add_analyze(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("analyze", "Judge the moves of recorded games by an engine");
  const auto arguments = std::make_shared<AnalyzeArguments>();
  command->add_option("SOURCE", arguments->source, "A run folder, its games.jsonl, or a file of games (OGN)")
      ->type_name("INPUT")
      ->required();
  command
      ->add_option("--engine", arguments->engine,
                   "Who judges: a bot, or the command of any engine that tells scores")
      ->type_name("ENGINE")
      ->capture_default_str();
  command->add_option("--option", arguments->options, "An option of that engine: NAME=VALUE, e.g. Hash=64")
      ->take_all()
      ->allow_extra_args(false)
      ->type_name("NAME=VALUE");
  command->add_option("--limit", arguments->limit, "For each position: nodes=N, depth=N or move=TIME")
      ->capture_default_str();
  command->add_option("--tables", arguments->tables, "Exact endgames of Oware, from `ebiri tables oware`")
      ->type_name("FILE");
  command->add_option("--game", arguments->game, "Only the game of this number, move by move")
      ->check(CLI::PositiveNumber);
  command->add_option("--slots", arguments->slots, "Games at a time; otherwise one for each processor")
      ->check(CLI::Range(1, 1024));
  command->add_flag("--json", arguments->json, "Print what is kept, as JSON");
  command->add_flag("-q,--quiet", arguments->quiet, "No progress, no remarks");
  command->footer(analyze_footer);
  command->callback([arguments, &exit_code] { exit_code = analyze(*arguments); });
}

}  // namespace ebiri::cli
