// The functions of the module: one game, its legal moves, and the search.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bots/alphabeta/brain.hpp"
#include "referee/described/described.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/result.hpp"

namespace ebiri::wasm {

/// The engine of the page: alphabeta for the variant of the selection. With the same settings and limits of
/// nodes, it plays the moves of bots/alphabeta.
std::unique_ptr<sdk::Bot> make_brain(const bots::BrainSettings& settings);

/// The same for a described game.
std::unique_ptr<sdk::Bot> make_described_brain(const bots::BrainSettings& settings,
                                               std::shared_ptr<const described::Rulebook> book);

/// A game from its base position on. All answers are JSON (module.cpp). The page shows errors to its user.
class Session {
 public:
  /// Loads a described game from an output of `described::to_bytes`.
  Result<std::string> learn(std::string name, std::string_view bytes);

  /// Goes to a position of a game. `text` has four lines: variant, rules, base position (empty: the start),
  /// and the moves separated by blanks. Moves of the current game are not played again.
  Result<std::string> go(std::string_view text);

  /// The legal moves with their effects and paths.
  Result<std::string> choices() const;

  /// The move of alphabeta. `budget` has at least one of nodes, depth and move time. `report` gets each
  /// finished depth.
  Result<std::string> think(int level, sdk::Budget budget, std::uint64_t seed,
                            const std::function<void(std::string_view)>& report);

  Result<std::string> perft(int depth) const;

 private:
  Result<void> begin(const std::string& variant, const std::string& rules, const std::string& base);
  Result<void> play(const std::string& move);
  std::string state() const;

  // The last move.
  struct Last {
    std::string move;
    rules::Side side = rules::Side::south;
    int captured = 0;
    rules::Scene before;
  };

  std::string setup_;  // the first three lines of `go`
  std::unique_ptr<rules::Rules> rules_;
  std::unique_ptr<rules::Game> game_;
  std::optional<std::string> base_;
  std::vector<std::string> moves_;
  std::optional<Last> last_;

  bots::BrainSettings settings_;
  std::unique_ptr<sdk::Bot> brain_;
};

}  // namespace ebiri::wasm
