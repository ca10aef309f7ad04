#include "referee/tournament/tournament.hpp"

#include <algorithm>
#include <utility>

namespace ebiri::tournament {

Tournament::Tournament(std::vector<Plan> plans, int max_replays)
    : plans_(std::move(plans)),
      max_replays_(max_replays),
      course_(course_of(plans_, results_)) {}

// Whether that attempt at a game was the last one.
bool Tournament::settles(const match::GameRecord& record) const {
  return !match::spoilt(record) || record.attempt > max_replays_;
}

void Tournament::take(const match::GameRecord& record) {
  int& attempts = attempts_[record.game];
  attempts = std::max(attempts, record.attempt);
  if (!settles(record)) return;
  count({{.game = record.game, .pair = record.pair, .south = record.south, .north = record.north},
         record.verdict.result});
  look_on();
}

void Tournament::count(const Early& game) {
  const Pairing* planned = find_pairing(course_.schedule, game.pairing.game);
  if (planned == nullptr && !course_.complete) return early_.push_back(game);
  if (planned == nullptr || planned->south != game.pairing.south || planned->north != game.pairing.north ||
      planned->pair != game.pairing.pair)
    return strays_.push_back(game.pairing.game);
  results_[game.pairing.game] = game.result;
  attempts_.erase(game.pairing.game);
}

// The course is looked at again when all that it waits for is over, and not for every game.
void Tournament::look_on() {
  const auto all_over = [this] {
    while (awaited_ < course_.waits_for.size() && results_.contains(course_.waits_for[awaited_])) ++awaited_;
    return awaited_ == course_.waits_for.size();
  };
  while (!course_.waits_for.empty() && all_over()) {
    awaited_ = 0;
    course_ = course_of(plans_, results_);
    for (const Early& game : std::exchange(early_, {})) count(game);
  }
}

std::optional<int> Tournament::next_attempt(int game) const {
  if (results_.contains(game)) return std::nullopt;
  const auto attempts = attempts_.find(game);
  return attempts == attempts_.end() ? 1 : attempts->second + 1;
}

std::optional<std::size_t> Tournament::total() const {
  return course_.complete ? std::optional{course_.schedule.size()} : std::nullopt;
}

}  // namespace ebiri::tournament
