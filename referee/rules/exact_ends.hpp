// Positions whose end is known before the rules end them.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::rules {

/// How many seeds south ends a game with if both sides play their best from here on; a single number where
/// `least` is `most`.
struct ExactEnd {
  int least = 0, most = 0;

  bool operator==(const ExactEnd&) const = default;
};

/// Immutable: any thread may ask.
class ExactEnds {
 public:
  virtual ~ExactEnds() = default;

  /// Nothing where it is not known. `game` is of the rules that this was opened for, as below.
  virtual std::optional<ExactEnd> of(const Game& game) const = 0;

  /// A move that secures the mover all that it can be sure of, whatever the opponent does; nothing where that
  /// is nothing or the game is over.
  virtual std::optional<std::string> securing_move(const Game& game) const = 0;

  /// Boards with so many seeds or fewer are known.
  virtual int most_seeds() const = 0;
};

/// The endgame tables in a file (`ebiri tables`). An error says that there are none of the variant, or what
/// is wrong with the file; that it was built for other rules, too.
Result<std::shared_ptr<const ExactEnds>> open_exact_ends(const std::string& path, const Selection& rules);

}  // namespace ebiri::rules
