// Renders replays of games for the page of a run.
#pragma once

#include <map>
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

/// The separator in front of each cell's number in the text of a position: for `4-4-…`, an empty one, then
/// `-`. A replay stores only the rest of the text, after the last cell; the page rebuilds the beginning from
/// the separators and the traces. Empty if positions do not begin with the numbers of all pits, in order.
std::vector<std::string> position_separators(const rules::Rules& rules);

/// Encodes the transfers of a move by `before.mover` in `before` as a short text, which the page plays back
/// (html/README.md lists the words).
std::string trace_text(const rules::BoardShape& shape, const rules::Scene& before,
                       const std::vector<rules::Transfer>& transfers);

/// The plies of a game, and the position after each. Positions and counts begin with those of the base.
struct RenderedPlies : record::Scores {
  std::vector<std::string> moves, traces, positions;

  /// By ply (1: the first after the base): changes that its trace omits. Most plies have no entry.
  std::map<std::size_t, nlohmann::ordered_json> changes;

  /// Writes all but `counts`: a field for each property, with its values for all plies after the first
  /// `from`.
  void write(record::JsonWriter& out, std::size_t from) const;

  /// The number of positions that `write` omits: none if `from` is 0, otherwise the base and one for each
  /// omitted ply.
  static std::size_t positions_before(std::size_t from) { return from == 0 ? 0 : from + 1; }
};

/// Renders a game for the page of a run, ply by ply (html/README.md has the format). Not thread-safe. `shape`
/// and `separators` (`position_separators`) outlive it.
class GameRenderer {
 public:
  /// Precondition: `game` is at its base.
  GameRenderer(const rules::BoardShape& shape, const std::vector<std::string>& separators,
               const rules::Game& game);

  /// Plays `move` in `game`. Fails if the move is illegal or the game is over.
  std::optional<Error> play(rules::Game& game, const std::string& move);

  /// All plies so far.
  const RenderedPlies& rendered() const { return rendered_; }

  /// How the score follows from the cells in all positions so far: `stores` (the seeds in the store), `all`
  /// (in store and pits). Empty if neither.
  std::optional<std::string> counting() const;

 private:
  void add_position(const rules::Game& game);
  void add_counts(const rules::Game& game);

  const rules::BoardShape& shape_;
  const std::vector<std::string>& separators_;
  rules::Scene scene_;
  bool are_stores_ = true, are_all_ = true;
  RenderedPlies rendered_;
};

/// Writes the reports and times of engines for these plies, an array for each property: `wall_us`, `depth`,
/// `nodes`, and `score` in hundredths of a seed. Omits an array without values.
void write_thoughts(record::JsonWriter& out, std::span<const match::Ply> plies);

/// A game for the page and for the notation.
struct Replay {
  std::string line;       ///< a line of JSON: moves, traces, positions, scores, times, evidence
  record::Scores scores;  ///< for the notation
};

/// Thread-safe. `rules` outlive it.
class Replays {
 public:
  explicit Replays(const rules::Rules& rules);

  /// Replays one game, with the analysis of its moves in `judged`, which may be null. Fails if the moves do
  /// not fit the rules.
  Result<Replay> of(const match::GameRecord& record, const analysis::GameAnalysis* judged = nullptr) const;

  const rules::Rules& rules() const { return rules_; }
  const rules::BoardShape& shape() const { return shape_; }

  /// `report::position_separators` of the rules.
  const std::vector<std::string>& position_separators() const { return separators_; }

 private:
  const rules::Rules& rules_;
  rules::BoardShape shape_;
  std::vector<std::string> separators_;
};

}  // namespace ebiri::report
