// What is to be rated, and how.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/rating/tally.hpp"

namespace ebiri::rating {

/// The games of two engines; `first` and `second` are indexes into `Problem::engines`.
struct Encounter {
  std::size_t first = 0, second = 0;
  PairTable pairs{};          ///< completed opening pairs, as in `Meeting`
  Trinomial first_begins{};   ///< games without a partner, `first` being south: its results
  Trinomial second_begins{};  ///< games without a partner, `second` being south: its results

  bool operator==(const Encounter&) const = default;
};

/// What is done when the games have no finite most likely ratings, or always.
enum class Prior : std::uint8_t {
  automatic,  ///< plain maximum likelihood where it exists, Jeffreys' prior elsewhere
  none,       ///< plain maximum likelihood; a group without one is left unrated
  jeffreys,   ///< Jeffreys' prior (Firth's penalised likelihood) everywhere
  draws,      ///< virtual draws against the opponents met, `Options::prior_draws` per engine
};

/// Where the error bars come from; README.md tells when each is right.
enum class Errors : std::uint8_t {
  fisher,              ///< curvature of the likelihood: too wide with draws or unbalanced openings
  per_game,            ///< sandwich, each game on its own
  paired,              ///< sandwich, each opening pair on its own
  paired_regularised,  ///< `paired` and one virtual pair per encounter; Fisher where a prior was needed
};

struct Options {
  bool fit_advantage = true;   ///< of moving first; otherwise it is `fixed_advantage`
  double fixed_advantage = 0;  ///< Elo; also used where the games cannot tell it
  std::vector<std::pair<std::string, double>> anchors;  ///< engines of known rating, Elo
  Prior prior = Prior::automatic;
  double prior_draws = 2;  ///< >= 0
  Errors errors = Errors::paired_regularised;
};

/// Encounters may come in any order, each unordered pair of engines at most once.
struct Problem {
  std::vector<std::string> engines;  ///< distinct names
  std::vector<Encounter> encounters;
  Options options{};
};

/// Every game of `tally`: engines and encounters sorted by name.
Problem problem_of(const Tally& tally, Options options = {});

}  // namespace ebiri::rating
