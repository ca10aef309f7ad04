#include "referee/tournament/schedule_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::tournament {

namespace {

using Result = match::Verdict::Result;

// Makes the seeds of lots differ from those of openings and games (ARCHITECTURE.md, Determinism).
constexpr std::uint64_t lot_purpose = 3;

}  // namespace

ScheduleBuilder::ScheduleBuilder(const Plan& plan, const Results& results)
    : plan_(plan),
      results_(results),
      bye_points_(plan.engines.size()),
      last_games_(plan.engines.size() * plan.engines.size(), -1) {
  for (const Entrant& entrant : plan.engines) names_.emplace_back(entrant.name);
}

void ScheduleBuilder::begin_round(std::string title) {
  course_.rounds.push_back({.title = std::move(title)});
  scores_.clear();
}

std::pair<int, int> ScheduleBuilder::half_points(std::size_t index) const {
  const auto ended = results_.of(static_cast<int>(index) + 1);
  if (ended == Result::draw) return {1, 1};
  return {ended == Result::south_wins ? 2 : 0, ended == Result::north_wins ? 2 : 0};
}

bool ScheduleBuilder::add(const Meetings& meetings, Openings openings) {
  const bool paired = plan_.starter == Starter::paired;
  for (int opening = openings.first; opening < openings.first + openings.count; ++opening) {
    for (const Meeting& meeting : meetings) {
      const auto first = starter(meeting, opening);
      if (!first) {
        const int game = static_cast<int>(*last_game_of(meeting.first, meeting.second)) + 1;
        course_.waits_for = {game, game + 1};
        return false;
      }
      const Engine second = *first == meeting.first ? meeting.second : meeting.first;
      ++pairs_;
      add_game(*first, second, opening);
      if (paired) add_game(second, *first, opening);
    }
  }
  return true;
}

void ScheduleBuilder::add_game(Engine south, Engine north, int opening) {
  const std::size_t index = games_.size();
  last_games_[meeting_index(south, north)] = static_cast<std::ptrdiff_t>(index);
  games_.push_back({south, north});
  course_.schedule.push_back({.game = static_cast<int>(index) + 1,
                              .pair = pairs_,
                              .opening = opening,
                              .south = names_[south],
                              .north = names_[north]});
  if (!course_.rounds.empty()) add_score(index);
}

// Adds the game to its meeting of the current round. Meetings are in the order of their first games.
void ScheduleBuilder::add_score(std::size_t index) {
  const Sides game = games_[index];
  auto& meetings = course_.rounds.back().meetings;
  const auto [entry, is_new] = scores_.try_emplace(meeting_index(game.south, game.north), meetings.size());
  if (is_new) meetings.push_back({.meeting = {game.south, game.north}});
  MeetingScore& score = meetings[entry->second];
  const auto [south, north] = half_points(index);
  const bool same_sides = score.meeting.first == game.south;
  score.first += same_sides ? south : north;
  score.second += same_sides ? north : south;
  ++score.games;
  if (results_.contains(static_cast<int>(index) + 1)) ++score.over;
}

std::optional<Engine> ScheduleBuilder::starter(Meeting meeting, int opening) const {
  if (plan_.starter == Starter::lot) {
    const auto [low, high] = std::minmax(meeting.first, meeting.second);
    const auto lot = derive_seed({plan_.seed, lot_purpose, low, high, static_cast<std::uint64_t>(opening)});
    return lot % 2 == 0 ? low : high;
  }
  const bool winner_begins = plan_.starter == Starter::winner;
  const bool by_result = winner_begins || plan_.starter == Starter::loser;
  const auto last = by_result ? last_game_of(meeting.first, meeting.second) : std::nullopt;
  if (!last) return meeting.first;
  const auto ended = results_.of(static_cast<int>(*last) + 1);
  if (!ended) return std::nullopt;
  const auto& [south, north] = games_[*last];
  if (*ended == Result::south_wins) return winner_begins ? south : north;
  return *ended == Result::north_wins && !winner_begins ? south : north;
}

bool ScheduleBuilder::wait_for_all() {
  const int end = static_cast<int>(course_.schedule.size()) + 1;
  int first = 1;
  while (first < end && results_.contains(first)) ++first;
  course_.waits_for = {first, end};
  return course_.waits_for.empty();
}

std::vector<rating::Encounter> ScheduleBuilder::encounters() const {
  std::map<std::pair<Engine, Engine>, rating::Encounter> found;
  // The half points of the engine that moves first in game `i`; nothing if the game is void or not over.
  const auto score = [this](std::size_t i) -> std::optional<std::size_t> {
    const auto ended = results_.of(static_cast<int>(i) + 1);
    if (!ended || *ended == Result::void_game) return std::nullopt;
    return static_cast<std::size_t>(half_points(i).first);
  };
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const auto engines = std::minmax(games_[i].south, games_[i].north);
    rating::Encounter& encounter = found[engines];
    encounter.first = engines.first, encounter.second = engines.second;
    const bool paired = i + 1 < games_.size() && course_.schedule[i].pair == course_.schedule[i + 1].pair;
    const auto one = score(i), other = paired ? score(i + 1) : std::nullopt;
    const bool in_order = games_[i].south == engines.first;
    if (one && other) ++(in_order ? encounter.pairs[*one][*other] : encounter.pairs[*other][*one]);
    if (one && !other) ++(in_order ? encounter.first_begins : encounter.second_begins)[*one];
    if (!one && other) ++(in_order ? encounter.second_begins : encounter.first_begins)[*other];
    if (paired) ++i;
  }
  return mapped<rating::Encounter>(found, [](const auto& one) { return one.second; });
}

std::vector<int> ScheduleBuilder::points_in_round() const {
  std::vector<int> sums(plan_.engines.size());
  for (const MeetingScore& score : course_.rounds.back().meetings) {
    sums[score.meeting.first] += score.first;
    sums[score.meeting.second] += score.second;
  }
  return sums;
}

std::vector<int> ScheduleBuilder::points() const {
  std::vector<int> sums = bye_points_;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    const auto [south, north] = half_points(i);
    sums[games_[i].south] += south;
    sums[games_[i].north] += north;
  }
  return sums;
}

void ScheduleBuilder::give_bye(Engine engine, int openings) {
  const int games = plan_.starter == Starter::paired ? 2 : 1;
  const int won = 2 * openings * games;  // half points
  course_.byes.push_back({.engine = name(engine), .openings = openings, .games = games});
  bye_points_[engine] += won;
  add_decision(fmt::format("{} has no opponent and scores {}", name(engine), points_text(won)));
}

int ScheduleBuilder::points_against(Engine engine, Engine opponent) const {
  const auto found = scores_.find(meeting_index(engine, opponent));
  if (found == scores_.end()) return 0;
  const MeetingScore& score = course_.rounds.back().meetings[found->second];
  return score.meeting.first == engine ? score.first : score.second;
}

std::vector<int> ScheduleBuilder::begun() const {
  std::vector<int> counts(plan_.engines.size());
  for (const Sides& game : games_) ++counts[game.south];
  return counts;
}

std::size_t ScheduleBuilder::meeting_index(Engine one, Engine other) const {
  return std::min(one, other) * plan_.engines.size() + std::max(one, other);
}

std::optional<std::size_t> ScheduleBuilder::last_game_of(Engine one, Engine other) const {
  const std::ptrdiff_t game = last_games_[meeting_index(one, other)];
  return game < 0 ? std::nullopt : std::optional{static_cast<std::size_t>(game)};
}

Course ScheduleBuilder::build(bool determined) {
  course_.determined = determined;
  return std::move(course_);
}

std::string points_text(int half_points) {
  return std::to_string(half_points / 2) + (half_points % 2 == 0 ? "" : ".5");
}

}  // namespace ebiri::tournament
