// Plans to play in tests, and results for their games.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "referee/support/random.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::tests {

using namespace ebiri::tournament;
using Ended = match::Verdict::Result;

/// `e1`, `e2` …, the strongest first.
inline std::vector<Entrant> entrants(int count) {
  std::vector<Entrant> result;
  for (int i = 0; i < count; ++i) result.push_back({.name = "e" + std::to_string(i + 1)});
  return result;
}

/// A good plan of that format, of two engines if it takes no more: every third engine has the role, every
/// second one the other team.
inline Plan plan_for(const FormatInfo& format, int count, int pairs = 1) {
  Plan plan{.engines = entrants(count),
            .pairs = pairs,
            .format = {.name = std::string{format.name}},
            .starter = Starter::paired,
            .seed = 7};
  for (std::size_t i = 0; i < plan.engines.size(); ++i) {
    if (format.teams) plan.engines[i].team = i % 2 == 0 ? "home" : "guests";
    if (format.role && i % 3 == 2) plan.engines[i].role = *format.role;
  }
  if (!problems(plan).empty()) plan.engines.resize(2);
  return plan;
}

inline match::GameSummary record_of(const Pairing& pairing, Ended result, int attempt = 1) {
  match::GameSummary record;
  record.game = pairing.game;
  record.pair = pairing.pair;
  record.attempt = attempt;
  record.south = pairing.south;
  record.north = pairing.north;
  record.result = result;
  record.sequence = static_cast<std::uint64_t>(pairing.game);
  if (result == Ended::void_game) record.cause = match::Verdict::Cause::machine;
  return record;
}

/// How a game ends by chance: depends on the run and the game alone. One of twenty is void.
inline Ended by_chance(std::uint64_t run, int game) {
  const auto dice = derive_seed({run, static_cast<std::uint64_t>(game)}) % 20;
  if (dice == 0) return Ended::void_game;
  return dice < 9 ? Ended::south_wins : dice < 14 ? Ended::north_wins : Ended::draw;
}

/// The engine with the smaller number in its name wins.
inline Ended stronger(const Pairing& pairing) {
  return std::stoi(pairing.south.text().substr(1)) < std::stoi(pairing.north.text().substr(1))
             ? Ended::south_wins
             : Ended::north_wins;
}

/// Plays to the end, in schedule order, as `ends` says.
template <class Ends>
Tournament played(const Plan& plan, Ends ends) {
  Tournament tournament{{plan}};
  for (std::size_t i = 0; i < tournament.schedule().size(); ++i) {
    const Pairing pairing = tournament.schedule()[i];
    tournament.take(record_of(pairing, ends(pairing)));
  }
  return tournament;
}

}  // namespace ebiri::tests
