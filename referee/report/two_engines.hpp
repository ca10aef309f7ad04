// Formats a match of two engines as a block to paste, and as JSON.
#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "referee/rating/sprt_design.hpp"
#include "referee/rating/two_engines.hpp"

namespace ebiri::report {

/// The state of a sequential test.
struct SprtState {
  rating::SprtSettings settings;
  double ratio = 0;  ///< log likelihood ratio
  rating::TestDecision decision = rating::TestDecision::undecided;

  /// Of a decided test: the estimate corrected for early stopping, on the scale of the block's Elo.
  std::optional<rating::SprtEstimate> corrected = {};
};

/// Games that a block leaves out, by the reason.
struct LeftOut {
  std::int64_t repeated_pairs = 0, repeated_games = 0;  ///< equal to earlier ones, move for move
  std::int64_t void_pairs = 0, void_games = 0;
  std::int64_t pairs_beyond = 0;  ///< finished pairs after the pair that ended the test
};

/// A confidence interval that is valid after every game of a run, however often it is read.
struct AlwaysValid {
  std::string engine;      ///< the engine with this score
  rating::Interval score;  ///< 95 %, of the mean score of opening pairs; 0..1
  std::int64_t pairs = 0;  ///< pairs with an opening that no earlier pair had

  bool operator==(const AlwaysValid&) const = default;
};

/// The interval that is valid at any time and the wanted precision, of a run that is being played.
struct Outlook {
  std::optional<AlwaysValid> always_valid = {};  ///< nothing when the run is over
  std::optional<double> precision = {};          ///< Elo; the run ends when the 95 % error is at most this
};

/// The results of a match from the view of one engine. Unknown parts are empty.
struct MatchBlock {
  std::string first, second;  ///< names; the results are from the view of `first`
  rating::TwoEngines numbers;
  std::optional<SprtState> test;
  LeftOut left_out;
  Outlook outlook = {};
  int extended_from = 0;   ///< pairs planned before the run was extended; 0: it was not
  std::string conditions;  ///< variant, limit, openings, seed, version; one line

  /// The number of further pairs that reach `outlook.precision` at the present variance. Nothing without
  /// such a goal, or if the rating is unknown or set by a prior.
  std::optional<double> pairs_to_precision() const;
};

/// `nElo`: the unit of `elo0` and `elo1` in this model.
std::string_view elo_name(rating::SprtModel model);

/// `H1 accepted`, `H0 accepted`, `undecided`.
std::string_view verdict_text(rating::TestDecision decision);

/// Lines `Elo   |`, `SPRT  |`, `Games |`, `Pairs |`, `First |`, `Cond. |`, each with a newline, without lines
/// that would be empty. The same content gives the same bytes.
std::string block_text(const MatchBlock& block);

/// Notes below the numbers: the always valid interval, the estimate corrected for early stopping, the games
/// that would make the lead significant, omitted games, the extension of the run. May be empty.
std::string block_notes(const MatchBlock& block);

/// `a - b: 12.3 Elo, 95%: -3.1 to 27.7, 95% valid at any time: -20.4 to 45.0 (120 pairs)`, and the pairs
/// that remain to the wanted precision: `about 90 more pairs to an error of 5 Elo`, with their time if
/// `pair_time` is known. One line for the live view. Empty if the engines have no ratings.
std::string live_line(const MatchBlock& block, std::optional<std::chrono::milliseconds> pair_time);

/// The numbers as JSON, `"format": "ebiri-two-engines/1"`.
nlohmann::ordered_json block_json(const MatchBlock& block);

}  // namespace ebiri::report
