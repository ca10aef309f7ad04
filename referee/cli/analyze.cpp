// `ebiri analyze`: judges the moves of recorded games with an engine.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/config/command_line.hpp"
#include "referee/process/machine.hpp"
#include "referee/run/reports.hpp"
#include "referee/run/stored_analysis.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/terminal.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/user_input.hpp"

namespace ebiri::cli {

namespace {

struct AnalyzeArguments {
  std::string source, engine = "alphabeta", limit = fmt::format("nodes={}", analysis::default_nodes), tables;
  std::vector<std::string> options;
  int game = 0;   // 0: every game
  int slots = 0;  // 0: one per core
  bool json = false, quiet = false;
};

constexpr const char* analyze_footer = R"(Examples:
  ebiri analyze results/quickstart                           every game, with alphabeta, 50000 nodes per position
  ebiri analyze results/quickstart 17                        one game, move by move, with the fault that ended it
  ebiri analyze game.ogn --limit nodes=1000000 --tables oware.endgames
  ebiri analyze results/mine --engine "python3 my/clever.py" --limit move=200ms --json

The engine evaluates every position of every game. A move's loss is the value of the engine's choice minus the value of
the move, searched equally deep. The only legal move, moves in a lost position, initial arrangements of seeds, and turns
that were lost by time are not judged. Forfeited and void games count up to their last move. With --tables, endgames in
the tables are judged exactly. referee/analysis/README.md defines inaccuracies, mistakes, blunders and the accuracy.

The analysis of a run is stored in its folder (analysis.json). One with another engine or limit is renamed to
analysis.json.old-N; a single game replaces none. The tables and report.html are updated unless a record contradicts the
rules. The page marks mistakes in lists and graphs. The tables show the accuracy if every game of the journal is
analysed. Repeat the command to analyse remaining and new games, also after Ctrl-C. Limits of nodes and depth make
results reproducible.

Exit code 0: done; 1: some games are left out, because their records contradict the rules; 2: invalid arguments, or the
games cannot be read; 3: the engine fails, or a system error; 130: interrupted, and the same command resumes.)";

Result<run::AnalysisSettings> settings_of(const AnalyzeArguments& arguments) {
  run::AnalysisSettings settings{.source = arguments.source,
                                 .search = config::search_path_for("."),
                                 .tables = arguments.tables,
                                 .game = arguments.game};
  const auto engine = config::read_engine({.name = config::engine_name(arguments.engine),
                                           .command = arguments.engine,
                                           .options = arguments.options},
                                          settings.search);
  if (!engine) return Error{"--engine: " + engine.error().message};
  settings.engine = *engine;
  const auto limit = config::read_limit(arguments.limit);
  if (!limit) return Error{"--limit: " + limit.error().message};
  if (limit->base || *limit == match::Limit{})
    return Error{"--limit: an analysis needs a limit for each position: `nodes`, `depth` or `move`"};
  settings.limit = *limit;
  return settings;
}

// South's lead in seeds, with `!` if it is exact; or the winner, if the engine announces a win.
std::string value_text(const std::optional<analysis::Value>& value) {
  if (!value) return "-";
  if (value->result && value->source == analysis::Value::Source::engine)
    return *value->result > 0 ? "S wins" : "N wins";
  const double seeds = std::abs(value->seeds) < 0.005 ? 0 : value->seeds;  // not "-0.00"
  return fmt::format("{:+.2f}{}", seeds, value->result ? "!" : "");
}

std::string moves_text(const analysis::GameAnalysis& game, const match::GameRecord& record,
                       std::string_view variant) {
  const analysis::Scale& scale = analysis::scale_of(variant);
  std::size_t width = 4;
  for (const match::Ply& ply : record.plies)
    width = std::max(width, std::min<std::size_t>(ply.move.size(), 12));
  static constexpr std::string_view results[] = {"south won", "north won", "a draw", "void"};
  const match::Verdict& end = record.verdict;
  const bool by_fault = end.cause == match::Verdict::Cause::fault && end.loser;
  std::string text = fmt::format("game {}: {} vs {}: {} ({}{})\n{:>5} {:<5} {:<{}}  {:>7}\n", game.game,
                                 printable(record.south, 64), printable(record.north, 64),
                                 results[static_cast<std::size_t>(end.result)],
                                 by_fault ? fmt::format("{} forfeits: ", rules::name(*end.loser)) : "",
                                 end.reason, "ply", "side", "move", width, "value");
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const analysis::Judged& ply = game.plies[i];
    std::string line =
        fmt::format("{:>5} {:<5} {:<{}}  {:>7}", i + 1 + record.opening.moves.size(), rules::name(ply.side),
                    record.plies[i].move, width, value_text(game.positions[i + 1].value));
    if (ply.why == analysis::Judged::Why::only_move) line += "  only move";
    if (mark(ply.loss, scale) != analysis::Mark::none) {
      line += fmt::format("  {}: {}", word(mark(ply.loss, scale)), analysis::loss_text(game, i));
      if (const std::string& best = game.positions[i].best; !best.empty())  // empty if the judge resigned
        line += fmt::format("; {} was better", printable(best, 60));
    }
    text += line + "\n";
  }
  if (by_fault && end.fault)
    text += fmt::format("{:>5} {:<5} {}: {}\n", game.plies.size() + 1 + record.opening.moves.size(),
                        rules::name(*end.loser), end.reason, printable(end.fault->detail, 200));
  text += analysis::values_text(game, variant);
  if (!by_fault) return text + analysis::losing_text(game, end.result, variant) + "\n";
  return text + fmt::format("{} lost by the fault; before it the value was {}\n\n",
                            printable(*end.loser == rules::Side::south ? record.south : record.north, 64),
                            value_text(game.positions.back().value));
}

std::string costliest_text(const analysis::Analysis& analysis) {
  TextRows rows{{"Engine", "Game", "Ply", "Played", "Better", "Points lost", "Seeds lost"}};
  for (const analysis::Slip& slip : analysis::worst_moves(analysis.games, analysis.description.variant, 1))
    rows.push_back({printable(slip.engine, 64), std::to_string(slip.game), std::to_string(slip.ply),
                    printable(slip.move, 20), printable(slip.better, 20),
                    fmt::format("{:.2f}", slip.loss.points), fmt::format("{:.1f}", slip.loss.seeds)});
  return rows.size() == 1 ? "" : "\ncostliest mistake or blunder of each engine\n" + aligned(rows, "lrrllr");
}

std::string judge_text(const analysis::Description& description) {
  std::string text = fmt::format(
      "{} ({})", printable(description.announced.empty() ? description.engine : description.announced, 60),
      description.limit);
  if (description.table_seeds >= 0)
    text += fmt::format(", exact values up to {} seeds", description.table_seeds);
  return text;
}

// A table with a row for each engine. If `move_by_move`, the moves of every game come first, with the seeds
// that they lost and better moves. `records` contains the games of the analysis.
std::string analysis_text(const analysis::Analysis& analysis, const std::vector<match::GameRecord>& records,
                          bool move_by_move) {
  const auto& description = analysis.description;
  const analysis::Scale& scale = analysis::scale_of(description.variant);
  std::string text;
  for (const auto& game : analysis.games) {
    if (!move_by_move) break;
    const auto record = std::ranges::find_if(records, [&](const match::GameRecord& one) {
      return one.game == game.game && one.attempt == game.attempt;
    });
    if (record != records.end()) text += moves_text(game, *record, description.variant);
  }
  const auto sums = analysis::sums_of(analysis.games, description.variant);
  std::vector<std::pair<std::string, analysis::Sum>> engines{sums.begin(), sums.end()};
  std::ranges::stable_sort(engines, std::greater{},
                           [](const auto& engine) { return engine.second.accuracy().value_or(-1); });
  text += fmt::format("{} {}, {} judged by {}\n\n", description.variant, description.ruleset,
                      counted(analysis.games.size(), "game"), judge_text(description));
  TextRows rows{
      {"Engine", "Accuracy", "Moves", "Unjudged", "Inaccuracies", "Mistakes", "Blunders", "Seeds/move"}};
  for (const auto& [name, sum] : engines)
    rows.push_back({printable(name, 64), sum.moves > 0 ? fmt::format("{:.1f}%", *sum.accuracy()) : "-",
                    std::to_string(sum.moves), std::to_string(sum.unjudged), std::to_string(sum.marks[1]),
                    std::to_string(sum.marks[2]), std::to_string(sum.marks[3]),
                    sum.moves > 0 ? fmt::format("{:.2f}", *sum.seeds_a_move()) : "-"});
  text += aligned(rows);
  text += costliest_text(analysis);
  text += fmt::format(
      "\na move that loses at least {:g}, {:g} or {:g} seeds is an inaccuracy, mistake or blunder\n"
      "the costliest one loses the most expected points\n"
      "a move is unjudged if it is the only legal one, or if the position is lost\n",
      scale.inaccuracy, scale.mistake, scale.blunder);
  return text;
}

// Analyses the games that are not analysed yet; returns the exit code.
int analyze_games_left(run::AnalysisJob& job, const AnalyzeArguments& arguments, const std::string& engine) {
  const auto left = job.games_left();
  if (left.empty()) return 0;
  terminal::Signals signals;
  const int slots =
      arguments.slots > 0 ? arguments.slots : static_cast<int>(process::allowed_processors().size());
  const bool live = !arguments.quiet && ::isatty(STDERR_FILENO) != 0;
  const auto outcome = job.work(left, slots, signals.descriptor(), [&](std::size_t done) {
    if (live) print_error("\r\x1b[K{} of {} games", done, left.size());
  });
  if (live) print_error("\r\x1b[K");
  if (!outcome) return fail(system_error, outcome.error());
  if (!outcome->renamed.empty()) say({outcome->renamed});
  if (!outcome->failure.empty()) return fail(system_error, fmt::format("`{}`, {}", engine, outcome->failure));
  if (!outcome->interrupted) return 0;
  return fail(interrupted_code,
              fmt::format("interrupted; {} of {} games are done{}", outcome->games, left.size(),
                          job.output_folder() != nullptr ? ", and the same command resumes" : ""));
}

// Writes the tables and the page of the run with the new analysis, if no record is refuted.
Result<void> write_tables(const run::RunFolder& folder, const AnalyzeArguments& arguments, bool refuted) {
  std::string remark = "the analysis is in " + analysis_file(folder).string();
  if (!refuted) {
    auto digest = record::read_digest(folder.journal());
    if (!digest) return digest.error();
    const auto written = write_reports(folder, run::RunState{*std::move(digest)});
    if (!written) return written.error();
    remark += "; mistakes are marked in " + (folder.path / "report.html").string();
  }
  if (!arguments.quiet) print_error("ebiri: {}\n", remark);
  return {};
}

int analyze(const AnalyzeArguments& arguments) {
  auto settings = settings_of(arguments);
  if (!settings) return fail_usage(settings.error());
  const std::string engine = settings->engine.name;
  auto job = run::AnalysisJob::open(std::move(*settings));
  if (!job) return fail_usage(job.error());
  say(job->remarks());
  const auto& records = job->records();
  const bool refuted = !job->refuted().empty();
  if (arguments.game != 0 && std::ranges::count(records, arguments.game, &match::GameRecord::game) == 0) {
    if (std::ranges::count(job->refuted(), arguments.game) > 0)
      return expectation_failed;  // as the remarks say
    return fail_usage({fmt::format("game {} not found in `{}`", arguments.game, arguments.source)});
  }
  if (const int code = analyze_games_left(*job, arguments, engine); code != 0) return code;
  const analysis::Analysis result = job->result();
  fmt::print("{}", arguments.json
                       ? to_json(result)
                       : analysis_text(result, records, arguments.game != 0 || records.size() == 1));
  std::fflush(stdout);
  if (const run::RunFolder* folder = job->output_folder())
    if (const auto written = write_tables(*folder, arguments, refuted); !written)
      return fail(system_error, written.error());
  if (arguments.game != 0 && !arguments.quiet && job->output_folder() != nullptr) {
    const auto record = std::ranges::find(records, arguments.game, &match::GameRecord::game);
    const auto game = std::ranges::find(result.games, arguments.game, &analysis::GameAnalysis::game);
    const auto slip = losing_move(*game, record->verdict.result, result.description.variant);
    const std::string run = shell_word(arguments.source);
    print_error("ebiri: to play on from {}: {} {} {}{}\n",
                slip ? "the position before the losing move" : "a position of this game",
                as_typed("play --from-game " + run), arguments.game,
                slip ? std::to_string(slip->ply - 1) : "PLY",
                slip && slip->engine == game->north ? " --south alphabeta --north human" : "");
    if (record->verdict.fault)
      print_error("ebiri: a fault ended this game; to repeat it: {}\n",
                  as_typed(fmt::format("reproduce {} {}", run, arguments.game)));
  }
  return refuted ? expectation_failed : 0;
}

}  // namespace

void add_analyze(Command app, int& exit_code) {
  auto [command, arguments] = add_command(
      app, exit_code, "analyze", "Say why a game was lost: let an engine judge it", analyze_footer, analyze);
  command
      .add_option("SOURCE INPUT", arguments.source, "A run folder, its games.jsonl, or a file of games (OGN)")
      .required();
  command
      .add_option("--engine ENGINE", arguments.engine,
                  "The engine that judges: a bot, or the command of an engine that reports scores")
      .show_default();
  command
      .add_option("--option NAME=VALUE", arguments.options, "An option of that engine, for example Hash=64")
      .repeatable();
  command.add_option("--limit", arguments.limit, "For each position: nodes=N, depth=N or move=TIME")
      .show_default();
  command.add_option("--tables FILE", arguments.tables, "Oware endgame tables, from `ebiri tables oware`");
  command.add_option("--game,GAME", arguments.game, "Analyse only the game with this number, move by move")
      .positive();
  command.add_option("--slots", arguments.slots, "Number of games at a time; default: one per core")
      .range(1, 1024);
  command.add_flag("--json", arguments.json, "Print the analysis as JSON");
  command.add_flag("-q,--quiet", arguments.quiet, "Print only the analysis, warnings and errors");
}

}  // namespace ebiri::cli
