#include "referee/tournament/book.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/support/random.hpp"

namespace ebiri::tournament {

namespace {

using Result = match::Verdict::Result;

constexpr std::uint64_t lot_purpose = 3;  // apart from openings and games (ARCHITECTURE.md, Determinism)

}  // namespace

std::optional<Result> Book::result(int game) const {
  const auto found = results_.find(game);
  return found == results_.end() ? std::nullopt : std::optional{found->second};
}

std::pair<int, int> Book::half_points(const Entered& game) const {
  const auto ended = result(game.game);
  if (!ended) return {0, 0};
  switch (*ended) {
    case Result::south_wins:
      return {2, 0};
    case Result::north_wins:
      return {0, 2};
    case Result::draw:
      return {1, 1};
    case Result::void_game:
      break;
  }
  return {0, 0};
}

bool Book::enter(const Meetings& meetings, Openings openings) {
  make_room(meetings.size() * static_cast<std::size_t>(openings.count));
  for (int opening = openings.first; opening < openings.first + openings.count; ++opening) {
    for (const Meeting& meeting : meetings) {
      const auto first = starter(meeting, opening);
      if (!first) {
        course_.waits_for = {games_[*last_meeting(meeting.first, meeting.second)].game};
        return false;
      }
      const Engine second = *first == meeting.first ? meeting.second : meeting.first;
      ++pairs_;
      add(*first, second, opening);
      if (plan_.starter == Starter::paired) add(second, *first, opening);
    }
  }
  return true;
}

// For so many openings more: most formats enter all that there are at once.
void Book::make_room(std::size_t openings) {
  const bool waits = plan_.starter == Starter::winner || plan_.starter == Starter::loser;
  const std::size_t more = plan_.starter == Starter::paired ? 2 * openings : openings;
  if (waits || more <= games_.size()) return;
  games_.reserve(games_.size() + more);
  course_.schedule.reserve(course_.schedule.size() + more);
}

void Book::add(Engine south, Engine north, int opening) {
  const int game = static_cast<int>(games_.size()) + 1;
  last_meetings_[place_of(south, north)] = static_cast<std::ptrdiff_t>(games_.size());
  games_.push_back({.south = static_cast<std::uint32_t>(south),
                    .north = static_cast<std::uint32_t>(north),
                    .game = game,
                    .round = static_cast<std::uint32_t>(course_.rounds.size())});
  course_.schedule.push_back(
      {.game = game, .pair = pairs_, .opening = opening, .south = name(south), .north = name(north)});
}

std::optional<Engine> Book::starter(Meeting meeting, int opening) const {
  switch (plan_.starter) {
    case Starter::paired:
    case Starter::fixed:
      break;
    case Starter::lot: {
      const auto [low, high] = std::minmax(meeting.first, meeting.second);
      const auto lot = derive_seed({plan_.seed, lot_purpose, low, high, static_cast<std::uint64_t>(opening)});
      return lot % 2 == 0 ? low : high;
    }
    case Starter::winner:
    case Starter::loser:
      const auto last = last_meeting(meeting.first, meeting.second);
      if (last) return starter_after(games_[*last]);
  }
  return meeting.first;
}

std::optional<Engine> Book::starter_after(const Entered& last) const {
  const auto ended = result(last.game);
  if (!ended) return std::nullopt;
  const bool winner_begins = plan_.starter == Starter::winner;
  if (*ended == Result::south_wins) return winner_begins ? last.south : last.north;
  return *ended == Result::north_wins && !winner_begins ? last.south : last.north;
}

bool Book::all_over() {
  course_.waits_for.clear();
  for (const Entered& game : games_)
    if (!result(game.game)) course_.waits_for.push_back(game.game);
  return course_.waits_for.empty();
}

std::size_t Book::round_begin() const {
  const auto begin = std::ranges::lower_bound(games_, course_.rounds.size(), {}, &Entered::round);
  return static_cast<std::size_t>(begin - games_.begin());
}

std::vector<int> Book::points_since(std::size_t first_game) const {
  std::vector<int> sums(plan_.engines.size());
  for (std::size_t i = first_game; i < games_.size(); ++i) {
    const auto [south, north] = half_points(games_[i]);
    sums[games_[i].south] += south;
    sums[games_[i].north] += north;
  }
  return sums;
}

std::vector<int> Book::points() const {
  auto sums = points_since(0);
  for (const Round& round : course_.rounds)
    for (const Bye& bye : round.byes) sums[bye.engine] += bye.half_points();
  return sums;
}

void Book::give_bye(Engine engine, int openings) {
  const Bye bye{.engine = engine, .openings = openings, .games = plan_.starter == Starter::paired ? 2 : 1};
  course_.rounds.back().byes.push_back(bye);
  decide(fmt::format("{} has no opponent and gets {}", name(engine), points_text(bye.half_points())));
}

int Book::points_against(Engine engine, Engine opponent) const {
  int sum = 0;
  for (std::size_t i = round_begin(); i < games_.size(); ++i) {
    const auto [south, north] = half_points(games_[i]);
    if (games_[i].south == engine && games_[i].north == opponent) sum += south;
    if (games_[i].north == engine && games_[i].south == opponent) sum += north;
  }
  return sum;
}

std::vector<int> Book::begun() const {
  std::vector<int> counts(plan_.engines.size());
  for (const Entered& game : games_) ++counts[game.south];
  return counts;
}

bool Book::have_met(Engine one, Engine other) const { return last_meeting(one, other).has_value(); }

std::size_t Book::place_of(Engine one, Engine other) const {
  return std::min(one, other) * plan_.engines.size() + std::max(one, other);
}

std::optional<std::size_t> Book::last_meeting(Engine one, Engine other) const {
  const std::ptrdiff_t game = last_meetings_[place_of(one, other)];
  return game < 0 ? std::nullopt : std::optional{static_cast<std::size_t>(game)};
}

// The meetings of each round, in the order in which they were entered.
void Book::score_rounds() {
  std::map<std::tuple<std::size_t, Engine, Engine>, std::size_t> places;
  for (const Entered& game : games_) {
    if (game.round == 0) continue;
    auto& meetings = course_.rounds[game.round - 1].meetings;
    const auto [low, high] = std::minmax(game.south, game.north);
    const auto [place, is_new] = places.try_emplace({game.round, low, high}, meetings.size());
    if (is_new) meetings.push_back({.meeting = {game.south, game.north}});
    MeetingScore& score = meetings[place->second];
    const auto [south, north] = half_points(game);
    const bool same_sides = score.meeting.first == game.south;
    score.first += same_sides ? south : north;
    score.second += same_sides ? north : south;
    ++score.games;
    if (result(game.game)) ++score.over;
  }
}

Course Book::close(bool complete) {
  score_rounds();
  course_.complete = complete;
  return std::move(course_);
}

std::string points_text(int half_points) {
  return std::to_string(half_points / 2) + (half_points % 2 == 0 ? "" : ".5");
}

}  // namespace ebiri::tournament
