#include "referee/match/live_game.hpp"

#include <utility>

namespace ebiri::match {

void LiveGame::begin(const GameRecord& record) {
  const std::lock_guard lock{mutex_};
  record_ = &record;
  asked_ = std::chrono::steady_clock::now();
}

void LiveGame::ask(rules::Side mover, std::optional<player::Duration> south_left,
                   std::optional<player::Duration> north_left) {
  const auto now = std::chrono::steady_clock::now();
  const std::lock_guard lock{mutex_};
  mover_ = mover;
  south_left_ = south_left;
  north_left_ = north_left;
  asked_ = now;
}

// A copy is made for onlookers only: a tournament that nobody looks at has other things to do.
void LiveGame::end() {
  const std::lock_guard lock{mutex_};
  if (record_ == nullptr) return;
  if (std::exchange(looked_at_, false)) ended_ = glimpse(*record_, 0);
  record_ = nullptr;
}

std::optional<GameGlimpse> LiveGame::look(int game, int attempt, std::size_t known) const {
  const std::lock_guard lock{mutex_};
  if (record_ == nullptr) return std::nullopt;
  looked_at_ = true;
  const bool same = record_->game == game && record_->attempt == attempt && known <= record_->plies.size();
  return glimpse(*record_, same ? known : 0);
}

std::optional<GameGlimpse> LiveGame::rest(int game, int attempt, std::size_t known) const {
  const std::lock_guard lock{mutex_};
  if (!ended_ || ended_->record.game != game || ended_->record.attempt != attempt) return std::nullopt;
  if (known >= ended_->record.plies.size()) return std::nullopt;
  GameGlimpse rest = *ended_;
  rest.from = known;
  rest.record.plies.erase(rest.record.plies.begin(),
                          rest.record.plies.begin() + static_cast<std::ptrdiff_t>(known));
  return rest;
}

GameGlimpse LiveGame::glimpse(const GameRecord& now, std::size_t from) const {
  GameGlimpse glimpse{
      .record = {.game = now.game,
                 .pair = now.pair,
                 .attempt = now.attempt,
                 .south = now.south,
                 .north = now.north,
                 .variant = now.variant,
                 .ruleset = now.ruleset,
                 .south_limit = now.south_limit,
                 .north_limit = now.north_limit,
                 .opening = now.opening,
                 .seed = now.seed,
                 .started = now.started},
      .from = from,
      .mover = mover_,
      .thinking = std::chrono::floor<player::Duration>(std::chrono::steady_clock::now() - asked_),
      .south_left = south_left_,
      .north_left = north_left_};
  glimpse.record.plies.assign(now.plies.begin() + static_cast<std::ptrdiff_t>(from), now.plies.end());
  return glimpse;
}

}  // namespace ebiri::match
