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

/// A valid plan of a format. Every third engine has the format's role, and every second engine is in the
/// other team. Has only two engines if the format allows no more.
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

/// A random result, which depends only on the run and the game. One game in twenty is void.
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

/// Plays all games in schedule order. `ends` gives the result of each.
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
