// What is to be rated, and how.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "referee/rating/settings.hpp"
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

/// Encounters may come in any order, each unordered pair of engines at most once.
struct Problem {
  std::vector<std::string> engines;  ///< distinct names
  std::vector<Encounter> encounters;
  Options options{};
};

/// The games of `tally`, repetitions as the options say: engines and encounters sorted by name.
Problem problem_of(const Tally& tally, Options options = {});

}  // namespace ebiri::rating
