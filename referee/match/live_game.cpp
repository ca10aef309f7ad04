#include "referee/match/live_game.hpp"

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

void LiveGame::end() {
  const std::lock_guard lock{mutex_};
  record_ = nullptr;
}

std::optional<GameGlimpse> LiveGame::look(int game, int attempt, std::size_t known) const {
  const std::lock_guard lock{mutex_};
  if (record_ == nullptr) return std::nullopt;
  const GameRecord& now = *record_;
  const bool same = now.game == game && now.attempt == attempt && known <= now.plies.size();
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
      .from = same ? known : 0,
      .mover = mover_,
      .thinking = std::chrono::floor<player::Duration>(std::chrono::steady_clock::now() - asked_),
      .south_left = south_left_,
      .north_left = north_left_};
  glimpse.record.plies.assign(now.plies.begin() + static_cast<std::ptrdiff_t>(glimpse.from), now.plies.end());
  return glimpse;
}

}  // namespace ebiri::match
