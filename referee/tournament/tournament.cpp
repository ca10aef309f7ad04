#include "referee/tournament/tournament.hpp"

#include <algorithm>
#include <utility>

namespace ebiri::tournament {

namespace {

bool same_game(const Pairing& one, const Pairing& other) {
  return one.south == other.south && one.north == other.north && one.pair == other.pair;
}

}  // namespace

Tournament::Tournament(std::vector<Plan> plans, int max_replays)
    : plans_(std::move(plans)),
      max_replays_(max_replays),
      course_(course_of(plans_, results_)) {}

// Whether that attempt at a game was the last one.
bool Tournament::settles(const match::GameRecord& record) const {
  return !match::spoilt(record) || record.attempt > max_replays_;
}

Tournament::Early Tournament::early(const match::GameRecord& record) {
  return {{.game = record.game, .pair = record.pair, .south = record.south, .north = record.north},
          record.verdict.result};
}

void Tournament::note_attempt(const match::GameRecord& record) {
  int& attempts = attempts_[record.game];
  attempts = std::max(attempts, record.attempt);
}

void Tournament::take(const match::GameRecord& record) {
  note_attempt(record);
  if (!settles(record)) return;
  count(early(record));
  look_on();
}

void Tournament::take_all(std::span<const match::GameRecord> records) {
  if (take_at_once(records)) return;
  for (const match::GameRecord& record : records) take(record);
}

// If the schedule that follows from all these results has all these games, it is the one.
bool Tournament::take_at_once(std::span<const match::GameRecord> records) {
  Results results = results_;
  for (const match::GameRecord& record : records)
    if (settles(record)) results[record.game] = record.verdict.result;
  Course course = course_of(plans_, results);
  for (const match::GameRecord& record : records) {
    const Pairing* planned = find_pairing(course.schedule, record.game);
    if (planned == nullptr || !same_game(*planned, early(record).pairing)) return false;
  }
  course_ = std::move(course);
  results_ = std::move(results);
  awaited_ = 0;
  for (const match::GameRecord& record : records) note_attempt(record);
  std::erase_if(attempts_, [this](const auto& entry) { return results_.contains(entry.first); });
  return true;
}

void Tournament::count(const Early& game) {
  const Pairing* planned = find_pairing(course_.schedule, game.pairing.game);
  if (planned == nullptr && !course_.complete) return early_.push_back(game);
  if (planned == nullptr || !same_game(*planned, game.pairing)) return strays_.push_back(game.pairing.game);
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
