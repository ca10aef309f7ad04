// Results of perfect play, from endgame tables.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::rules {

/// Bounds on south's final seeds under perfect play without a majority rule; exact if `least` equals `most`.
struct EndBounds {
  int least = 0, most = 0;
};

/// Looks up positions in endgame tables. Immutable: any thread may use it.
class ExactEnds {
 public:
  virtual ~ExactEnds() = default;

  /// The bounds of the position; nothing if it is not in the tables. Precondition, also for `securing_move`:
  /// `game` has the rules for which the tables were opened.
  virtual std::optional<EndBounds> bounds(const Game& game) const = 0;

  /// A move that secures the mover's guaranteed seeds against any play; nothing if the position is not in
  /// the tables or has no legal move. Ignores ends by majority, repetition and ply limit.
  virtual std::optional<std::string> securing_move(const Game& game) const = 0;

  /// The largest number of seeds on the board of a position in the tables.
  virtual int max_seeds() const = 0;
};

/// South's final lead under perfect play without a majority rule, and a move that secures the mover's seeds.
struct KnownEnd {
  int lead;
  std::string move;
};

/// The exact end of a running game; nothing if the game is over or the tables do not have an exact value.
std::optional<KnownEnd> known_end(const Game& game, const ExactEnds& ends);

/// Opens the endgame tables in a file (`ebiri tables`). Errors: the variant has no tables, the file is
/// invalid, or it was built for other rules.
Result<std::shared_ptr<const ExactEnds>> open_exact_ends(const std::string& path, const Rules& rules);

}  // namespace ebiri::rules
