// A game told to the page of a run, ply by ply (html/README.md has the forms).
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::report {

/// What stands before each number of a position's text, as far as those are the cells of its scene in their
/// order: empty if the texts of these rules do not begin so.
std::vector<std::string> position_frame(const rules::Rules& rules);

/// Some plies of a game, one after the other, and the position after each; what was told first has the
/// position before its plies too.
struct Told {
  std::string moves;      ///< blanks between
  std::string sides;      ///< `S` or `N` each
  std::string traces;     ///< `;` between
  std::string positions;  ///< `;` between
  nlohmann::ordered_json changes =
      nlohmann::ordered_json::object();  ///< by number of the ply, from the base on
  std::vector<int> counts;               ///< south's, north's at each position
};

/// One thread. `shape` and `frame` outlive it.
class Retelling {
 public:
  /// `game` is at its base.
  Retelling(const rules::BoardShape& shape, const std::vector<std::string>& frame, const rules::Game& game);

  /// Plays `move` in `game`, or says why it cannot be played.
  std::optional<Error> play(rules::Game& game, const std::string& move);

  /// What has not been taken yet.
  Told take();

  /// From the base on.
  int plies() const { return plies_; }

  /// How the board's cells say what counts, so far: `stores`, `all` that a side has, or nothing.
  std::optional<std::string> counting() const;

 private:
  void add_position(const rules::Game& game);
  void add_counts(const rules::Game& game);

  const rules::BoardShape& shape_;
  const std::vector<std::string>& frame_;
  rules::Scene scene_;
  int plies_ = 0, untaken_ = 0;
  bool are_stores_ = true, are_all_ = true;
  Told told_;
};

}  // namespace ebiri::report
