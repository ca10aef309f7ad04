// Replays of games, for the page of a run.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/match/game_record.hpp"
#include "referee/record/json_writer.hpp"
#include "referee/record/notation.hpp"
#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::report {

/// What stands before each number of a position's text, as far as those are the cells of its scene in their
/// order: empty if the texts of these rules do not begin so.
std::vector<std::string> position_frame(const rules::Rules& rules);

/// Some plies of a game, one after the other, and the position after each; the first ones that were taken
/// have the position before them too.
struct RenderedPlies {
  std::string moves;      ///< blanks between
  std::string sides;      ///< `S` or `N` each
  std::string traces;     ///< `;` between
  std::string positions;  ///< `;` between
  nlohmann::ordered_json changes =
      nlohmann::ordered_json::object();  ///< by number of the ply, from the base on
  std::vector<int> counts;               ///< south's, north's at each position
};

/// Renders a game for the page of a run, ply by ply (html/README.md has the forms). One thread. `shape` and
/// `frame` outlive it.
class GameRenderer {
 public:
  /// `game` is at its base.
  GameRenderer(const rules::BoardShape& shape, const std::vector<std::string>& frame,
               const rules::Game& game);

  /// Plays `move` in `game`, or says why it cannot be played.
  std::optional<Error> play(rules::Game& game, const std::string& move);

  /// What has not been taken yet.
  RenderedPlies take();

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
  RenderedPlies rendered_;
};

/// Writes what engines said and took for each of these plies, by columns: those of a record that are on the
/// page, and `score` in hundredths of a seed. A column without any value is left out.
void write_thoughts(record::JsonWriter& out, std::span<const match::Ply> plies);

/// A game as the page and the notation show it.
struct Replay {
  std::string line;                   ///< of JSON: moves, traces, positions, scores, times, evidence
  std::vector<record::Scored> moves;  ///< for the notation
};

/// Any thread may ask, several at a time. `rules` outlive it.
class Replays {
 public:
  explicit Replays(const rules::Rules& rules);

  /// Plays one game again, with what `judged` (which may be null) says of these very moves. Fails if the
  /// moves do not fit the rules.
  Result<Replay> of(const match::GameRecord& record, const analysis::GameAnalysis* judged = nullptr) const;

  const rules::Rules& rules() const { return rules_; }
  const rules::BoardShape& shape() const { return shape_; }

  /// Each `line` gives the rest of each position.
  const std::vector<std::string>& position_frame() const { return frame_; }

 private:
  const rules::Rules& rules_;
  rules::BoardShape shape_;
  std::vector<std::string> frame_;
};

}  // namespace ebiri::report
