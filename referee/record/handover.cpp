#include "referee/record/handover.hpp"

#include <utility>

namespace ebiri::record {

namespace {

constexpr std::size_t most_kept = 2000;

}  // namespace

void Handover::give(Game game) {
  const std::lock_guard lock{mutex_};
  games_.push_back(std::move(game));
  if (games_.size() > most_kept) games_.pop_front();
}

std::optional<Handover::Game> Handover::take(std::uint64_t begin) {
  const std::lock_guard lock{mutex_};
  while (!games_.empty() && games_.front().begin < begin) games_.pop_front();
  if (games_.empty() || games_.front().begin != begin) return std::nullopt;
  std::optional<Game> game{std::move(games_.front())};
  games_.pop_front();
  return game;
}

}  // namespace ebiri::record
