#include "referee/tournament/tournament.hpp"

#include <algorithm>
#include <utility>

namespace ebiri::tournament {

namespace {

bool same_game(const Pairing& one, const match::GameSummary& other) {
  return one.south == other.south && one.north == other.north && one.pair == other.pair;
}

}  // namespace

Tournament::Tournament(std::vector<Plan> plans, int max_replays)
    : plans_(std::move(plans)),
      max_replays_(max_replays),
      course_(course_of(plans_, results_)),
      awaited_(course_.waits_for.first) {}

// Whether the game needs no further attempt.
bool Tournament::is_final(const match::GameSummary& game) const {
  return !match::aborted(game) || game.attempt > max_replays_;
}

void Tournament::note_attempt(const match::GameSummary& game) {
  attempts_[game.game][game.attempt] = match::aborted(game) ? game.loser : std::nullopt;
}

void Tournament::take(const match::GameSummary& game) {
  if (plan().open)
    course_.schedule.add({.game = game.game, .pair = game.pair, .south = game.south, .north = game.north});
  note_attempt(game);
  if (!is_final(game)) return;
  count(game);
  withdrawals_.advance(plan(), course_.schedule, results_);
  update_course();
}

void Tournament::take_all(const match::GameList& games) {
  if (plan().open || !take_at_once(games))
    for (const match::GameSummary& game : games) take(game);
  withdrawals_.advance(plan(), course_.schedule, results_);
  if (!withdrawals_.list().empty()) compute_course();
}

// Cancelled games, and all games of a dropped engine, give no points.
void Tournament::compute_course() {
  const bool all_count = withdrawals_.list().empty();
  course_ = course_of(plans_, all_count ? results_ : withdrawals_.counted(course_.schedule, results_));
  awaited_ = course_.waits_for.first;
}

// Computes the course once, from all results. If its schedule contains every game, taking them one by one
// would lead to the same course. Otherwise changes nothing and returns false.
bool Tournament::take_at_once(const match::GameList& games) {
  Results results = results_;
  for (const match::GameSummary& game : games)
    if (is_final(game)) results.enter(game.game, game.result);
  std::optional<Course> later;
  if (!course_.waits_for.empty() || !course_.determined) later = course_of(plans_, results);
  const Schedule& schedule = later ? later->schedule : course_.schedule;
  for (const match::GameSummary& game : games) {
    const auto planned = schedule.find(game.game);
    if (!planned || !same_game(*planned, game)) return false;
  }
  if (later) course_ = std::move(*later);
  results_ = std::move(results);
  awaited_ = course_.waits_for.first;
  for (const match::GameSummary& game : games) {
    if (is_final(game))
      withdrawals_.note(game);
    else if (!results_.contains(game.game))
      note_attempt(game);
  }
  std::erase_if(attempts_, [this](const auto& entry) { return results_.contains(entry.first); });
  return true;
}

void Tournament::count(const match::GameSummary& game) {
  const auto planned = course_.schedule.find(game.game);
  if (!planned && !course_.determined) return early_.push_back(game);
  if (!planned || !same_game(*planned, game)) return orphans_.push_back(game.game);
  withdrawals_.note(game);
  if (withdrawals_.cancelled(game.game)) return;
  results_.enter(game.game, game.result);
  attempts_.erase(game.game);
}

// Computes the course again, but only when all games that it waits for are over.
void Tournament::update_course() {
  const auto all_over = [this] {
    while (awaited_ < course_.waits_for.end && results_.contains(awaited_)) ++awaited_;
    return awaited_ >= course_.waits_for.end;
  };
  while (!course_.waits_for.empty() && all_over()) {
    compute_course();
    for (const match::GameSummary& game : std::exchange(early_, {})) count(game);
  }
}

std::optional<int> Tournament::next_attempt(int game) const {
  if (results_.contains(game)) return std::nullopt;
  const auto attempts = attempts_.find(game);
  return attempts == attempts_.end() ? 1 : attempts->second.rbegin()->first + 1;
}

std::array<int, 2> Tournament::voids_caused(int game) const {
  std::array<int, 2> counts{};
  if (const auto attempts = attempts_.find(game); attempts != attempts_.end())
    for (const auto& [attempt, side] : attempts->second)
      if (side) ++counts[static_cast<std::size_t>(*side)];
  return counts;
}

std::optional<std::size_t> Tournament::total() const {
  return course_.determined ? std::optional{course_.schedule.size() - withdrawals_.cancelled()}
                            : std::nullopt;
}

std::optional<std::size_t> Tournament::left() const {
  return course_.determined ? std::optional{course_.schedule.size() - games_over()} : std::nullopt;
}

}  // namespace ebiri::tournament
