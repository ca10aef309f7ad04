// The untimed moves of an engine between its greeting and its first game.
#include <fmt/format.h>

#include "referee/player/dialects/dialect.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/player/running.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

// The first game of a process, up to `readyok`. Of its warm-up nothing stays: no question for the evidence of
// later faults, no thinking that is shown or counted.
std::optional<EnginePlayer::Problem> EnginePlayer::warm_up(const GameBrief& brief) {
  auto trouble = prepare(brief);
  if (trouble || !setup_.warm_up.wanted() || !dialect_->warms_up()) return trouble;
  const auto overhear = std::exchange(setup_.overhear, {});
  trouble = play_warm_up(brief);
  if (!trouble) trouble = prepare(brief);
  setup_.overhear = overhear;
  question_.clear();
  pondered_ = {};
  if (trouble)
    if (auto* fault = std::get_if<Fault>(&*trouble)) {
      fault->detail = "warm-up: " + fault->detail;
      fault->kind = Fault::Kind::failed_to_start;
    }
  return trouble;
}

std::optional<EnginePlayer::Problem> EnginePlayer::play_warm_up(const GameBrief& brief) {
  const auto rules = rules_of(brief);
  const auto begin = Clock::now();
  Budget budget = setup_.warm_up_budget;
  budget.busy_limit = setup_.busy_limit;
  budget.patience = setup_.start_limit;
  const auto is_over = [&](int moves) {
    return setup_.warm_up.moves ? moves >= *setup_.warm_up.moves
                                : moves > 0 && Clock::now() - begin >= *setup_.warm_up.time;
  };
  for (int moves = 0; !is_over(moves); ++moves) {
    if (budget.patience <= Duration::zero())
      return fault(Fault::Kind::failed_to_start,
                   fmt::format("{} moves took longer than {}", moves, format_duration(setup_.start_limit)));
    const auto reply = ask({}, budget);
    if (const auto* interrupted = std::get_if<Interrupted>(&reply)) return *interrupted;
    if (const auto* found = std::get_if<Fault>(&reply)) return *found;
    const auto* answer = std::get_if<Answer>(&reply);
    if (answer == nullptr) continue;
    budget.patience -= charged(answer->thought, budget);
    if (answer->kind != Answer::Kind::move) continue;
    if (const auto refused = rules->start()->play(answer->move))
      return fault(Fault::Kind::failed_to_start, refused->message, evidence_of(*answer));
  }
  return std::nullopt;
}

}  // namespace ebiri::player
