// `ebiri reproduce`: repeats the request at which an engine lost a game by a fault.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/explain/position.hpp"
#include "referee/player/player.hpp"
#include "referee/record/digest.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/reproduce.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/live_view.hpp"

namespace ebiri::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct ReproduceArguments {
  std::string run, engine, command;
  int game = 0;
  bool all = false, wait = false;
};

constexpr const char* reproduce_footer = R"(Examples:
  ebiri reproduce results/quickstart                list the games that were lost by faults
  ebiri reproduce results/quickstart 7              play game 7 again, up to the fault
  ebiri reproduce results/quickstart 7 --wait       stop before the last request, to attach a debugger
  ebiri reproduce results/quickstart 7 --command "valgrind ./mine"

Starts the engine that lost the game by a fault, with the options, seed and limits of the run. It is asked for each of
its moves; its opponent repeats the recorded moves. If an answer differs from the record, the game continues with the
recorded move. Without --engine, the last request is the one at which the fault happened. The lines of the last request
are printed: sent (>) and received (<), with seconds since the start.

Exit code 0: a fault happened, or the list is printed; 1: no fault happened (with --command 0: no fault, 1: a fault);
2: no such game, no fault in it and no --engine, or RUN is a file of games; 3: no such run, or a system error.)";

// The side of --engine; without it, the side that lost by a fault or made the game void.
Result<rules::Side> side_of(const match::GameRecord& record, const ReproduceArguments& arguments) {
  const std::string& engine = arguments.engine;
  if (!engine.empty()) {
    if (record.south == engine) return rules::Side::south;
    if (record.north == engine) return rules::Side::north;
    return Error{fmt::format("--engine: `{}` does not play game {}; expected `{}` or `{}`",
                             printable(engine, 80), record.game, record.south, record.north)};
  }
  if (record.verdict.fault && record.verdict.loser) return *record.verdict.loser;
  if (record.verdict.caused_by) return *record.verdict.caused_by;
  return Error{
      fmt::format("game {0} ended without a fault; `ebiri analyze {1} --game {0}` finds mistakes; to repeat "
                  "requests, choose a side with `--engine {2}` or `--engine {3}`",
                  record.game, shell_word(arguments.run), record.south, record.north)};
}

// Prints the lines since the last request, or with --all every line.
class Dialogue {
 public:
  Dialogue(bool all, bool wait) : all_(all), wait_(wait) {}

  void line(bool sent, std::string_view text) {
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    for (const std::string_view line : split(trim(text), '\n'))
      lines_.push_back(fmt::format("{:9.3f} {} {}\n", seconds, sent ? '>' : '<', printable(line, 2000)));
    if (all_) print();
  }

  // Called before each request. Drops the earlier lines; with --all they are printed already.
  void ask(int number, int last, int process) {
    lines_.clear();
    if (number != last) return;
    if (last > 1)
      fmt::print("{} earlier request{} answered; the next one is the last\n", last - 1,
                 last == 2 ? " is" : "s are");
    if (!wait_) return;
    fmt::print("process {} waits: attach a debugger, then press Enter\n", process);
    std::fflush(stdout);
    std::string ignored;
    std::getline(std::cin, ignored);
  }

  void print() {
    for (const std::string& line : lines_) fmt::print("{}", line);
    lines_.clear();
  }

 private:
  bool all_, wait_;
  std::vector<std::string> lines_;
  Clock::time_point begin_ = Clock::now();
};

// `asked_is_at_fault`: whether the record blames the engine that was asked.
int report(const run::Reproduction& result, const match::Verdict& recorded, bool asked_is_at_fault,
           const std::string& command) {
  for (const auto& [number, before, now] : result.other_moves)
    fmt::print("move {}: the engine answered {}, in the record {}\n", number, now, before);
  if (result.fault) {
    const bool before = asked_is_at_fault && recorded.fault;
    const bool same = before && recorded.fault->kind == result.fault->kind;
    fmt::print("{}: {}: {}\n",
               same     ? "the fault happened again"
               : before ? "a different fault happened"
                        : "a fault happened",
               player::word(result.fault->kind), player::evidence_of(*result.fault));
    return command.empty() ? 0 : expectation_failed;
  }
  if (!result.problem.empty()) return fail(system_error, result.problem);
  if (recorded.fault && asked_is_at_fault) fmt::print("recorded: {}\n", player::evidence_of(*recorded.fault));
  fmt::print("no fault this time{}\n", result.answer ? "; the engine answered " + *result.answer : "");
  if (!command.empty()) return 0;
  fmt::print("The program may have changed, or depend on chance, on its earlier games or on time.\n");
  return expectation_failed;
}

int list_faults(const match::GameList& games, const std::string& run) {
  int first = 0;
  for (const std::size_t index : match::in_order(games)) {
    const match::GameSummary& game = games[index];
    if (!game.fault || !game.loser) continue;
    if (first == 0) first = game.game;
    const auto& engine = *game.loser == rules::Side::south ? game.south : game.north;
    fmt::print("game {}: {}, {}\n", game.game, printable(engine.text(), 64), player::word(*game.fault));
  }
  if (first == 0) return fmt::print("no game was lost by a fault\n"), 0;
  say({"to repeat the first one: " + as_typed(fmt::format("reproduce {} {}", shell_word(run), first))});
  return 0;
}

int reproduce(const ReproduceArguments& arguments) {
  const run::RunFolder folder = run::run_folder(arguments.run);
  const auto digest = record::read_digest(folder.journal());
  if (!digest) return fail(run::explain_missing(digest.error(), arguments.run, "reproduce", arguments.game));
  if (arguments.game == 0) return list_faults(digest->games, arguments.run);
  const auto recorded = run::recorded_game(arguments.run, arguments.game);
  if (!recorded) return fail(recorded.error());
  const match::GameRecord& game = recorded->record;
  const auto side = side_of(game, arguments);
  if (!side) return fail_usage(side.error());
  const std::string& engine = *side == rules::Side::south ? game.south : game.north;
  auto arena = run::arena_of(folder.path, *digest, engine, arguments.command, arguments.wait);
  if (!arena) return fail(system_error, arena.error());
  for (const std::string& missing : run::find_missing_isolation(*arena)) print_error("ebiri: {}\n", missing);
  fmt::print("{}\n", terminal::game_line(game));
  const bool asked_is_at_fault = game.verdict.loser == *side || game.verdict.caused_by == *side;
  fmt::print("{}\n", asked_is_at_fault && game.verdict.fault ? printable(game.verdict.fault->detail, 1000)
                                                             : "asked: " + engine);
  bool engine_to_move = false;  // whether the recorded game ended while it was to move
  if (auto position = match::open_game(*recorded->rules, {.base = game.opening.base})) {
    std::vector<std::string> moves;
    for (std::size_t i = 0; i < game.move_count(); ++i) moves.emplace_back(game.move(i));
    std::vector<explain::Played> played;
    (void)explain::play_all(**position, moves, played);
    fmt::print("\n{}\n", explain::position_text(*recorded->rules, **position, played,
                                                moves.empty() ? 0 : moves.size() - 1));
    engine_to_move = !(*position)->outcome() && (*position)->to_move() == *side;
  }
  Dialogue dialogue{arguments.all, arguments.wait};
  const auto result = run::reproduce(
      *arena, game, *side,
      {.line = [&](bool sent, std::string_view line) { dialogue.line(sent, line); },
       .ask = [&](int number, int count,
                  int process) { dialogue.ask(number, engine_to_move ? count : count - 1, process); }});
  dialogue.print();
  return report(result, game.verdict, asked_is_at_fault, arguments.command);
}

}  // namespace

void add_reproduce(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "reproduce", "Repeat the request at which a game was lost by a fault",
                  reproduce_footer, reproduce);
  command.add_option("RUN", arguments.run, "A run: its folder, its games.jsonl, or its name in ./results")
      .required();
  command
      .add_option("--game,GAME", arguments.game,
                  "Number of a game; without it, the games that were lost by faults are listed")
      .positive();
  command.add_option("--engine NAME", arguments.engine, "The engine to ask; default: the one at fault");
  command.add_option("--command COMMAND", arguments.command, "Start this command instead of the engine's");
  command.add_flag("--all", arguments.all, "Print the dialogue of the whole game");
  command.add_flag("--wait", arguments.wait, "Wait for Enter before the last request, and lift time limits");
}

}  // namespace ebiri::cli
