// Searches for good new games, by random changes of descriptions.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/described/description.hpp"
#include "referee/described/trial.hpp"
#include "referee/support/random.hpp"

namespace ebiri::described {

/// The rules of all games of a library, by the names of their lists.
nlohmann::json rules_by_list(const std::vector<Description>& library);

/// A game that differs from `model` in up to four places, with the name `invented`; nothing if the changes
/// give no valid game. Added rules are taken from `known`, as `rules_by_list` returns it.
std::optional<Description> changed(const Description& model, const nlohmann::json& known, Random& random);

/// A description file, without defaults, `names`, `region`, `certain`, `seeds`, `openings` and `perft`.
std::string description_text(const Description& description);

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

/// Makes variations of `model`, also with rules of the library, and returns the best.
Inventions invent(const Description& model, const std::vector<Description>& library,
                  const InventSettings& settings);

}  // namespace ebiri::described
