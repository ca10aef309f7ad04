#include "referee/tournament/forecast.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>

namespace ebiri::tournament {

namespace {

using Result = match::Verdict::Result;

// Decides a game: positive if south wins, 0 for a draw, negative if north wins.
using Rule = std::function<int(Engine south, Engine north)>;

Course simulate(const Plan& plan, const Rule& rule) {
  std::map<std::string, Engine> engines;
  for (Engine engine = 0; engine < plan.engines.size(); ++engine) engines[plan.engines[engine].name] = engine;
  Results results;
  while (true) {
    Course course = course_of(plan, results);
    if (course.determined) return course;
    for (std::size_t i = results.size(); i < course.schedule.size(); ++i) {
      const Pairing pairing = course.schedule[i];
      const int winner = rule(engines.at(pairing.south), engines.at(pairing.north));
      results.enter(pairing.game, winner == 0  ? Result::draw
                                  : winner > 0 ? Result::south_wins
                                               : Result::north_wins);
    }
  }
}

// The assumed strength of an engine by its role: challengers beat players, players beat references.
int strength(const Plan& plan, Engine engine) {
  const Role role = plan.engines[engine].role;
  return role == Role::challenger ? 2 : role == Role::player ? 1 : 0;
}

std::vector<Rule> extremes(const Plan& plan) {
  const auto by_strength = [&plan](Engine south, Engine north) {
    return strength(plan, south) - strength(plan, north);
  };
  return {
      [](Engine, Engine) { return 0; },
      by_strength,
      [by_strength](Engine south, Engine north) { return -by_strength(south, north); },
      [](Engine south, Engine north) { return south < north ? 1 : -1; },
      [](Engine south, Engine north) { return south < north ? -1 : 1; },
  };
}

void widen(Bounds& bounds, std::size_t value) {
  bounds.least = std::min(bounds.least, value);
  bounds.most = std::max(bounds.most, value);
}

// References are left out, because the accuracy of their ratings does not matter.
void widen_by_engines(Bounds& bounds, const Plan& plan, const Schedule& schedule) {
  std::map<std::string, std::size_t> counts;
  for (const Entrant& entrant : plan.engines)
    if (entrant.role != Role::reference) counts[entrant.name] = 0;
  for (const Pairing& pairing : schedule)
    for (const std::string& name : {pairing.south, pairing.north})
      if (counts.contains(name)) ++counts[name];
  for (const auto& [name, count] : counts) widen(bounds, count);
}

// The most matches of an engine in a knockout: one in each round. In a double elimination, the engine loses
// its first match, wins the lower bracket and plays both finals.
std::size_t most_matches(const Plan& plan) {
  const auto rounds = static_cast<std::size_t>(std::bit_width(plan.engines.size() - 1));
  return plan.format.elimination == Elimination::twice ? 2 * rounds + 1 : rounds;
}

// The most games of a match of a knockout.
std::size_t games_of_a_match(const Plan& plan) {
  return (plan.starter == Starter::paired ? 2U : 1U) *
         static_cast<std::size_t>(plan.pairs + extra_pairs(plan));
}

// Widens the bounds of rounds by a simulation. Titles identify rounds, because a simulation may skip some.
void widen_rounds(std::vector<RoundForecast>& known, const std::vector<Round>& rounds) {
  const bool first = known.empty();
  for (RoundForecast& round : known)
    if (std::ranges::find(rounds, round.title, &Round::title) == rounds.end()) round.games.least = 0;
  auto next = known.begin();
  for (const Round& round : rounds) {
    std::size_t games = 0;
    for (const MeetingScore& meeting : round.meetings) games += static_cast<std::size_t>(meeting.games);
    auto same = std::ranges::find(next, known.end(), round.title, &RoundForecast::title);
    if (same == known.end())
      same = known.insert(next, RoundForecast{round.title, {first ? games : 0, games}});
    widen(same->games, games);
    next = same + 1;
  }
}

}  // namespace

Forecast forecast(const Plan& plan) {
  constexpr Bounds unknown{.least = std::numeric_limits<std::size_t>::max(), .most = 0};
  Forecast result{.games = unknown, .games_of_an_engine = unknown, .rounds = {}};
  auto rules = extremes(plan);
  if (!depends_on_results(plan)) rules.resize(1);
  Plan longest = plan;  // neither the precision nor the likelihood of superiority ends it
  if (plan.stop) {
    longest.stop->precision = 0;  // never reached
    longest.stop->superiority.reset();
  }
  for (const Rule& rule : rules) {
    const Course course = simulate(&rule == &rules.back() ? longest : plan, rule);
    widen(result.games, course.schedule.size());
    widen_by_engines(result.games_of_an_engine, plan, course.schedule);
    widen_rounds(result.rounds, course.rounds);
  }
  if (plan.format.elimination == Elimination::twice) {  // no rule above leads to a second final
    result.games.most += games_of_a_match(plan);
    result.rounds.push_back({"second final", {0, games_of_a_match(plan)}});
  }
  if (plan.format.name == "knockout")
    result.games_of_an_engine.most = most_matches(plan) * games_of_a_match(plan);
  return result;
}

double expected_error(std::size_t games) {
  constexpr double z95 = 1.959963984540054;
  constexpr double slope = std::numbers::ln10 / 400 / 4;  // of the logistic at 0
  const double variance = (1 - assumed_draws) / 4;        // of one game's score
  return games == 0 ? std::numeric_limits<double>::infinity()
                    : z95 * std::sqrt(variance / static_cast<double>(games)) / slope;
}

}  // namespace ebiri::tournament
