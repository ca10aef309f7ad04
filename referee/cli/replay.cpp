// `ebiri replay`: checks recorded games against the rules.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/explain/position.hpp"
#include "referee/match/play_game.hpp"
#include "referee/record/verify.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/live_view.hpp"

namespace ebiri::cli {

namespace {

struct ReplayArguments {
  std::string run;
  int game = 0;  // 0: all
  bool boards = false;
};

constexpr const char* replay_footer = R"(Examples:
  ebiri replay results/quickstart              check every game against the rules
  ebiri replay results/quickstart 17           show game 17: check it and list its moves
  ebiri replay results/quickstart 17 --boards  the same, with a drawing of every position

Exit code 0: every record is confirmed (an incomplete last line is ignored); 1: a record is refuted, or, without GAME, a
line of the journal is invalid; 2: no such game, or RUN is a file of games; 3: no such run, or a system error; 130:
interrupted.)";

// Prints the lower and the upper bound of a move's time, and measurements that explain their difference.
void show(const player::TimeEvidence& time) {
  const auto line = [](std::string_view what, player::Duration value) {
    fmt::print("  {:<34} {:>9.3f} s\n", what, std::chrono::duration<double>(value).count());
  };
  line("limit, margin included", time.limit);
  line("the engine took at least", time.lower);
  line("from the request to the verdict", time.upper);
  line("CPU time of the engine", time.cpu);
  line("the engine waited for a core", time.engine_wait);
  line("the referee waited for a core", time.referee_wait);
  fmt::print("  CPU time counted by: {}\n", time.cpu_source);
}

void show(const match::GameRecord& record, const rules::Rules& rules, const ReplayArguments& arguments) {
  fmt::print("opening {}: {}, then {} by the engines\n", record.opening.name,
             counted(record.opening.moves.size(), "move"), record.plies.size());
  auto game = match::open_game(rules, {.base = record.opening.base});
  if (!game) return;
  const auto play = [&](const std::string& move, const std::string& note) {
    std::vector<explain::Played> played;
    if (!explain::play_all(**game, {move}, played)) return;
    fmt::print("{:>4}. {:<5} {}{}   {} ({}-{})\n", (*game)->plies(), rules::name(played[0].mover), move, note,
               played[0].effect.words, (*game)->score(rules::Side::south),
               (*game)->score(rules::Side::north));
    if (arguments.boards) fmt::print("{}\n", (*game)->board());
  };
  if (arguments.boards) fmt::print("{}\n", (*game)->board());
  for (const std::string& move : record.opening.moves) play(move, "   (opening)");
  for (const match::Ply& ply : record.plies) play(ply.move, "   " + player::in_seconds(ply.thought.wall));
  const auto& verdict = record.verdict;
  if (!verdict.detail.empty()) fmt::print("{}\n", printable(verdict.detail, 1000));
  if (verdict.caused_by) fmt::print("made void by {}\n", rules::name(*verdict.caused_by));
  if (verdict.time) show(*verdict.time);
  if (const auto& fault = verdict.fault) {
    fmt::print("{}\n", player::evidence_of(*fault));
    if (fault->time) show(*fault->time);
  }
}

int replay(const ReplayArguments& arguments) {
  const run::RunFolder folder = run::run_folder(arguments.run);
  std::optional<terminal::ProgressLine> progress{std::in_place, interrupted_code};
  const auto digest = record::read_digest(folder.journal(), progress->reading(folder.journal()));
  progress->make_room();
  if (!digest) return fail(run::explain_missing(digest.error(), arguments.run, "replay", arguments.game));
  const auto rules = run::rules_of(digest->run);
  if (!rules) return fail(system_error, rules.error());
  say(run::describe_rejected(folder.journal(), *digest, "left out"));
  const auto tournament = run::tournament_of(digest->plans, digest->games);
  const bool schedule_known = tournament && !digest->plan_lost();
  int checked = 0, refuted = 0;
  const auto check = [&](const match::GameRecord& record) {
    if (arguments.game != 0 && record.game != arguments.game) return;
    ++checked;
    auto found = record::contradictions(record, **rules);
    const auto difference = schedule_known
                                ? run::pairing_difference(match::summary_of(record), tournament->schedule())
                                : std::nullopt;
    if (difference) found.push_back(*difference);
    if (!found.empty()) ++refuted;
    if (arguments.game != 0 || !found.empty()) progress->make_room();
    if (arguments.game != 0) {
      fmt::print("{}\n", terminal::game_line(record));
      show(record, **rules, arguments);
      fmt::print("{}\n",
                 found.empty() ? "confirmed: all listed moves and the result follow the rules" : "refuted");
    }
    for (const std::string& sentence : found)
      fmt::print("game {}: {}\n", record.game, printable(sentence, 1000));
  };
  const auto read = record::read_journal(folder.journal(), check, progress->reading(folder.journal()));
  progress.reset();
  if (!read) return fail(system_error, read.error());
  if (arguments.game != 0 && checked == 0)
    return fail(usage_error, fmt::format("game {} not found in `{}`", arguments.game, arguments.run));
  if (arguments.game != 0) return refuted == 0 ? 0 : expectation_failed;
  const auto invalid = std::ranges::count(digest->rejected, false, &record::Rejected::torn);
  fmt::print("{} confirmed, {} refuted{}\n", counted(checked - refuted, "game"), refuted,
             invalid == 0 ? "" : fmt::format(", {} invalid", counted(invalid, "line")));
  return refuted == 0 && invalid == 0 ? 0 : expectation_failed;
}

}  // namespace

void add_replay(Command app, int& exit_code) {
  auto [command, arguments] = add_command(app, exit_code, "replay",
                                          "Show a recorded game, or check all games", replay_footer, replay);
  command.add_option("RUN", arguments.run, "A run: its folder, its games.jsonl, or its name in ./results")
      .required();
  command.add_option("--game,GAME", arguments.game, "Number of a game; default: all games").positive();
  command.add_flag("--boards", arguments.boards, "Draw every position of the game");
}

}  // namespace ebiri::cli
