// The steps for engines that speak another dialect than UGI. A player of the referee asks the questions, so
// the engine gets the same lines as in a tournament.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/player/engine_player.hpp"
#include "referee/probe/examination.hpp"
#include "referee/rules/arrange.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

using player::Fault;
using std::chrono::milliseconds;

constexpr milliseconds move_time{50};

class DialectExamination {
 public:
  DialectExamination(Examination& examination, const player::DialectTraits& dialect)
      : examination_(examination),
        dialect_(dialect),
        player_(setup()) {}

  void examine() {
    examination_.begin_step("handshake");
    if (!begin()) return;
    examination_.report().name = player_.announced_name();
    examination_.good("ready for a game");
    if (dialect_.from_start_only || examine_positions()) examine_games();
  }

 private:
  player::EngineSetup setup() const {
    player::EngineSetup setup = examination_.settings();
    setup.name = "engine";
    setup.on_line = [this](bool sent, std::string_view line) {
      for (const std::string_view each : split(trim(line), '\n'))
        if (!each.empty()) examination_.session().note(sent ? ">" : "<", each);
    };
    return setup;
  }

  void report(const Fault& fault, std::string expected) {
    Trouble trouble{fault.kind, fault.detail, fault.errors};
    // The player has one kind for all faults before `readyok`.
    if (trouble.kind == Fault::Kind::failed_to_start && !examination_.session().exchange().empty()) {
      const bool ended = !fault.exit.empty() || fault.detail.starts_with("closed its ");
      const bool late = fault.detail.starts_with("no `");
      trouble.kind = ended ? Fault::Kind::crashed : late ? Fault::Kind::time : Fault::Kind::malformed;
    }
    if (!fault.exit.empty()) trouble.what += " (" + fault.exit + ")";
    const bool syntax = trouble.kind == Fault::Kind::malformed;
    examination_.report_trouble(trouble, std::move(expected),
                                syntax ? "write the line as protocol/DIALECTS.md shows it" : "");
  }

  void report(const player::Interrupted& interrupted) {
    const bool busy = !interrupted.reason.empty();
    examination_.report_trouble({.what = interrupted.problem, .errors = {}, .by_machine = true},
                                "an undisturbed answer",
                                busy ? "" : "this is not the engine's fault; remove the cause and try again");
  }

  // Whether a new game could begin; otherwise there is a finding.
  bool begin() {
    const auto begun = player_.begin({examination_.rules(), 7});
    if (const auto* fault = std::get_if<Fault>(&begun)) report(*fault, "a process that is ready for a game");
    if (const auto* interrupted = std::get_if<player::Interrupted>(&begun)) report(*interrupted);
    return std::holds_alternative<player::Ready>(begun);
  }

  // The engine's move, or nothing after a finding.
  std::optional<std::string> ask(const player::GameLine& line, const rules::Game& game) {
    const Settings& settings = examination_.settings();
    player::Budget budget{.go = {.movetime = move_time}, .busy_limit = settings.busy_limit};
    budget.hard_limit = move_time + settings.patience;
    const auto reply = player_.ask(line, budget);
    if (const auto* fault = std::get_if<Fault>(&reply)) report(*fault, "one answer to each request");
    if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) report(*interrupted);
    const auto* answer = std::get_if<player::Answer>(&reply);
    if (answer == nullptr) return std::nullopt;
    const auto& thought = answer->thought;
    times_.push_back({.limit = move_time,
                      .lower = player::charged(thought, budget),
                      .upper = thought.wall,
                      .cpu = thought.cpu,
                      .engine_wait = thought.wait});
    const auto next = game.clone();
    const auto refused = next->play(answer->move);
    if (!refused && answer->kind == player::Answer::Kind::move) return answer->move;
    examination_.fault({fmt::format("{} in {}: {}", player::evidence_of(*answer), game.position(),
                                    refused ? refused->message : "not a move"),
                        "one of " + join(game.legal_moves(), " "),
                        fmt::format("protocol/DIALECTS.md shows the order of pits and of sides; compare with "
                                    "`{}`",
                                    examination_.rules_command(game))});
    return std::nullopt;
  }

  bool examine_positions() {
    examination_.begin_step_of_variant("positions");
    Random random{5};
    for (int number = 0; number < positions_asked; ++number) {
      examination_.session().clear_exchange();
      const auto playout = play_out(examination_.rules(), static_cast<std::size_t>(3 * number), random);
      if (!begin() || !ask({{}, playout.moves}, *playout.game)) return false;
    }
    examination_.good(fmt::format("a legal move in {} positions", positions_asked));
    return true;
  }

  // Plays a whole game against random moves. Returns the number of moves, or nothing after a finding.
  std::optional<std::size_t> play_whole(rules::Side own) {
    examination_.session().clear_exchange();
    if (!begin()) return std::nullopt;
    Random random{13};
    const auto game = examination_.rules().start();
    player::GameLine line;
    while (!game->outcome() && line.moves().size() < max_plies) {
      const auto move =
          game->to_move() == own ? ask(line, *game) : std::optional(rules::random_move(*game, random));
      if (!move) return std::nullopt;
      game->play(*move);
      line.add(*move);
    }
    player_.end(line, "draw", "examined");
    return line.moves().size();
  }

  void examine_games() {
    examination_.begin_step_of_variant("long-games");
    times_.clear();
    const auto south = play_whole(rules::Side::south);
    const auto north = south ? play_whole(rules::Side::north) : std::nullopt;
    if (!north) return;
    examination_.good(fmt::format("whole games of {} and {} moves, as south and as north", *south, *north));
    examine_times();
  }

  void examine_times() {
    examination_.begin_step("time");
    const auto [fastest, slowest] = std::ranges::minmax(times_, {}, &player::TimeEvidence::lower);
    const auto ms = [](Duration time) { return std::chrono::duration<double, std::milli>(time).count(); };
    const std::string figures = fmt::format("{} ms per move: answers after {:.1f} to {:.1f} ms",
                                            move_time.count(), ms(fastest.lower), ms(slowest.lower));
    if (slowest.lower <= move_time + examination_.settings().margin)
      examination_.good(figures);
    else
      examination_.warn({figures,
                         fmt::format("at most {:.0f} ms", ms(move_time + examination_.settings().margin)),
                         "choose a limit in the config above the slowest answer"});
    examination_.report().times = times_;
  }

  Examination& examination_;
  const player::DialectTraits& dialect_;
  player::EnginePlayer player_;
  std::vector<player::TimeEvidence> times_;
};

}  // namespace

// By default the rules are those of the dialect, which all dialects but UGI have.
void examine_in_dialect(Examination& examination, const player::DialectTraits& dialect) {
  const auto& wanted = examination.settings().selection;
  examination.choose_rules(wanted.value_or(rules::Selection{
      .variant = std::string{dialect.variant}, .ruleset = std::string{dialect.ruleset}, .options = {}}));
  DialectExamination{examination, dialect}.examine();
  examination.begin_step("protocol");
  examination.not_examined("options, clocks, `stop` and `quit` are tested only in the dialect `ugi`");
}

}  // namespace ebiri::probe
