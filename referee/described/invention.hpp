// Searches for good new games.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "referee/described/description.hpp"
#include "referee/described/trial.hpp"

namespace ebiri::described {

struct InventSettings {
  std::size_t count = 20;  ///< the number of games to find
  unsigned jobs = 1;       ///< threads
  std::uint64_t seed = 1;
  std::chrono::milliseconds time{};  ///< of the search, roughly; three fifths are for the first selection
};

struct InventedGame {
  Description description;  ///< its name is `invented`
  Trial trial;
  double quality = 0;  ///< as `quality` returns it
};

struct Inventions {
  std::vector<InventedGame> games;  ///< the best first; at most `count`
  std::size_t screened = 0;         ///< games that were played in the first selection
};

/// Changes `model`, also with rules of the library, and keeps the best games.
Inventions invent(const Description& model, const std::vector<Description>& library,
                  const InventSettings& settings);

}  // namespace ebiri::described
