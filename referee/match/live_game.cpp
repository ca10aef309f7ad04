#include "referee/match/live_game.hpp"

#include <utility>

namespace ebiri::match {

void LiveGame::begin(const GameRecord& record) {
  const std::lock_guard lock{mutex_};
  head_ = record;
  plies_ = &record.plies;
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

// Copies the game only if a spectator has viewed it, so that a tournament without spectators pays nothing.
void LiveGame::end() {
  const std::lock_guard lock{mutex_};
  if (plies_ == nullptr) return;
  if (std::exchange(viewed_, false)) ended_ = snapshot(0);
  plies_ = nullptr;
}

std::optional<GameSnapshot> LiveGame::look(int game, int attempt, std::size_t known) const {
  const std::lock_guard lock{mutex_};
  if (plies_ == nullptr) return std::nullopt;
  viewed_ = true;
  const bool same = head_.game == game && head_.attempt == attempt && known <= plies_->size();
  return snapshot(same ? known : 0);
}

std::optional<GameSnapshot> LiveGame::rest(int game, int attempt, std::size_t known) const {
  const std::lock_guard lock{mutex_};
  if (!ended_ || ended_->record.game != game || ended_->record.attempt != attempt) return std::nullopt;
  if (known >= ended_->record.plies.size()) return std::nullopt;
  GameSnapshot rest = *ended_;
  rest.from = known;
  rest.record.plies.erase(rest.record.plies.begin(),
                          rest.record.plies.begin() + static_cast<std::ptrdiff_t>(known));
  return rest;
}

GameSnapshot LiveGame::snapshot(std::size_t from) const {
  GameSnapshot snapshot{
      .record = head_,
      .from = from,
      .mover = mover_,
      .asked = asked_,
      .thinking = std::chrono::floor<player::Duration>(std::chrono::steady_clock::now() - asked_),
      .south_left = south_left_,
      .north_left = north_left_};
  snapshot.record.plies.assign(plies_->begin() + static_cast<std::ptrdiff_t>(from), plies_->end());
  return snapshot;
}

}  // namespace ebiri::match
