// Replays of games, for the page of a run.
#pragma once

#include <string>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/match/game_record.hpp"
#include "referee/record/ogn.hpp"
#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::report {

/// A game as the page and the notation tell it.
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

  /// Of retelling.hpp; each `line` gives the rest of each position.
  const std::vector<std::string>& position_frame() const { return frame_; }

 private:
  const rules::Rules& rules_;
  rules::BoardShape shape_;
  std::vector<std::string> frame_;
};

}  // namespace ebiri::report
