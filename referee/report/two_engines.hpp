// Formats a match of two engines as a block to paste, and as JSON.
#pragma once

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

  /// Of a decided test, on the scale of the block's Elo.
  std::optional<rating::SprtEstimate> after_stop = {};
};

/// Games that a block leaves out, by the reason.
struct LeftOut {
  std::int64_t repeated_pairs = 0, repeated_games = 0;  ///< equal to earlier ones, move for move
  std::int64_t void_pairs = 0, void_games = 0;
  std::int64_t pairs_beyond = 0;  ///< that were over when one before them ended the test
};

/// The results of a match from the view of one engine. Unknown parts are empty.
struct MatchBlock {
  std::string first, second;  ///< names; the first engine's view
  rating::TwoEngines numbers;
  std::optional<SprtState> test;
  LeftOut left_out;
  int extended_from = 0;   ///< the pairs of the plan that was extended; 0: it was not
  std::string conditions;  ///< variant, limit, openings, seed, version; one line
};

/// `normalized`: the name of the model in options.
std::string_view word(rating::SprtModel model);

/// `nElo`: the unit of the test's bounds.
std::string_view elo_name(rating::SprtModel model);

/// `H1 accepted`, `H0 accepted`, `undecided`.
std::string_view sentence(rating::TestDecision decision);

/// `H1`, `H0`, `undecided`.
std::string_view json_word(rating::TestDecision decision);

/// Lines `Elo   |`, `SPRT  |`, `Games |`, `Pairs |`, `First |`, `Cond. |`, each with a newline, without lines
/// that would be empty. The same content gives the same bytes.
std::string block_text(const MatchBlock& block);

/// Notes below the numbers, a line each: the estimate after the stop, further games that would separate the
/// two, games that are left out, the extension of the run. May be empty.
std::string block_notes(const MatchBlock& block);

/// The numbers as JSON, `"format": "ebiri-two-engines/1"`.
nlohmann::ordered_json block_json(const MatchBlock& block);

}  // namespace ebiri::report
