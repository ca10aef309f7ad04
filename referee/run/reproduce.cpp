#include "referee/run/reproduce.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "referee/config/load.hpp"
#include "referee/match/play_game.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/slots.hpp"

namespace ebiri::run {

namespace {

using player::Answer;
using player::Reply;

std::vector<match::Ply> plies_of(const match::GameRecord& record, rules::Side side) {
  std::vector<match::Ply> own;
  std::ranges::copy_if(record.plies, std::back_inserter(own),
                       [&](const match::Ply& ply) { return ply.side == side; });
  return own;
}

Reply again(const match::Ply& ply) {
  if (ply.move == rules::stolen_turn) return player::OutOfTime{ply.thought};
  return Answer{.move = ply.move, .thought = ply.thought};
}

// Repeats the moves of a record, and then ends the game.
class Repeater final : public player::Player {
 public:
  Repeater(std::vector<match::Ply> plies, bool takes_its_time)
      : plies_(std::move(plies)),
        takes_its_time_(takes_its_time) {}

  std::variant<player::Ready, player::Fault, player::Interrupted> begin(const player::GameBrief&) override {
    return player::Ready{};
  }
  Reply ask(const player::GameLine&, const player::Budget&) override {
    if (next_ == plies_.size()) return player::Interrupted{};
    const match::Ply& ply = plies_[next_++];
    if (takes_its_time_) std::this_thread::sleep_for(ply.thought.wall);
    return again(ply);
  }
  void end(const player::GameLine&, std::string_view, std::string_view) override {}

 private:
  std::vector<match::Ply> plies_;
  bool takes_its_time_;
  std::size_t next_ = 0;
};

// Asks the engine for every move, and continues with the recorded move after any answer.
class Follower final : public player::Player {
 public:
  Follower(player::EnginePlayer& engine, std::vector<match::Ply> plies, const ReproductionWatch& watch,
           Reproduction& result)
      : engine_(engine),
        plies_(std::move(plies)),
        watch_(watch),
        result_(result) {}

  std::variant<player::Ready, player::Fault, player::Interrupted> begin(
      const player::GameBrief& brief) override {
    auto ready = engine_.begin(brief);
    if (const auto* interrupted = std::get_if<player::Interrupted>(&ready))
      result_.problem = "the engine cannot be started: " + interrupted->problem;
    return ready;
  }

  Reply ask(const player::GameLine& line, const player::Budget& budget) override {
    if (result_.answer) return player::Interrupted{};  // the recorded game ended with the last request
    const int count = static_cast<int>(plies_.size()) + 1;
    if (watch_.ask) watch_.ask(static_cast<int>(next_) + 1, count, engine_.process());
    Reply reply = engine_.ask(line, budget);
    if (std::holds_alternative<player::Fault>(reply) || std::holds_alternative<player::Interrupted>(reply))
      return reply;
    const auto* answer = std::get_if<Answer>(&reply);
    const std::string now = answer == nullptr ? "no answer in time" : player::evidence_of(*answer);
    if (next_ == plies_.size()) {
      result_.answer = now;
      return reply;
    }
    const match::Ply& recorded = plies_[next_++];
    if (answer == nullptr || answer->kind != Answer::Kind::move || answer->move != recorded.move)
      result_.other_moves.push_back({static_cast<int>(next_), recorded.move, now});
    return again(recorded);
  }

  player::Duration pondered() override { return engine_.pondered(); }
  player::Duration pondered_this_turn() override { return engine_.pondered_this_turn(); }
  std::string asked() const override { return engine_.asked(); }
  void end(const player::GameLine& line, std::string_view result, std::string_view reason) override {
    engine_.end(line, result, reason);
  }

 private:
  player::EnginePlayer& engine_;
  std::vector<match::Ply> plies_;
  const ReproductionWatch& watch_;
  Reproduction& result_;
  std::size_t next_ = 0;
};

}  // namespace

Result<Arena> arena_of(const std::filesystem::path& folder, const record::Digest& digest,
                       const std::string& engine, const std::string& command, bool unlimited) {
  if (digest.plans.empty()) return Error{"the journal has no plan, so the engine's command is unknown"};
  auto loaded = config::load_text({"config.yaml", digest.plans.back().config}, {}, nullptr);
  if (!loaded) return Error{"the settings of the run cannot be read:\n" + loaded.error().message};
  auto rules = rules_of(digest.run);
  if (!rules) return rules.error();
  Arena arena{.settings = std::move(*loaded), .search = config::search_path_for(".")};
  arena.rules = *std::move(rules);
  for (tournament::EngineSettings& settings : arena.settings.engines) {
    if (settings.name != engine) continue;
    std::error_code ignored;
    if (settings.directory && !is_directory(config::resolve_path(*settings.directory, arena.search), ignored))
      arena.search.config = absolute(folder, ignored).parent_path();
    if (!command.empty()) settings.command = command;
    if (const auto words = config::resolve_command(settings.command, arena.search); !words)
      return Error{words.error().message +
                   "; run `ebiri reproduce` in the folder where the run was started, or use --command"};
  }
  if (unlimited) {
    constexpr std::chrono::hours a_day{24};
    for (tournament::EngineSettings& settings : arena.settings.engines) settings.margin = a_day;
    arena.settings.patience = a_day;
  }
  // If these cores are too slow or too fast for the run, the limits of the config are the best guess.
  if (scales_time(arena.settings))
    static_cast<void>(scale_time_limits(arena, measure_core_speed(placement(arena.settings))));
  return arena;
}

Reproduction reproduce(const Arena& arena, const match::GameRecord& record, rules::Side side,
                       const ReproductionWatch& watch) {
  const bool south = side == rules::Side::south;
  player::EngineSetup setup = engine_setup(arena, south ? record.south : record.north);
  setup.on_line = watch.line;
  player::EnginePlayer engine{std::move(setup)};
  Reproduction result;
  Follower follower{engine, plies_of(record, side), watch, result};
  const match::GameSetup game = setup_of(arena, record);
  // Where pondering is forbidden, the opponent thinks as long as before, so that the engine can ponder again.
  Repeater repeater{plies_of(record, rules::opponent(side)), game.ponder_allowance.has_value()};
  const auto played = south ? match::play_game(game, *arena.rules, follower, repeater)
                            : match::play_game(game, *arena.rules, repeater, follower);
  if (!played) return result;
  if (played->verdict.loser == side) result.fault = played->verdict.fault;
  const auto did_not_start = [](const std::optional<player::Fault>& fault) {
    return fault && fault->kind == player::Fault::Kind::failed_to_start;
  };
  if (did_not_start(result.fault) && !did_not_start(record.verdict.fault))
    result.problem = "the engine cannot be started: " + std::exchange(result.fault, {})->detail;
  if (played->verdict.cause == match::Verdict::Cause::machine) result.problem = played->verdict.detail;
  return result;
}

}  // namespace ebiri::run
