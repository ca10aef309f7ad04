// What `ebiri sprt` says about results that are given to it.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/rating/sample.hpp"
#include "referee/rating/sprt_design.hpp"
#include "referee/rating/sprt_settings.hpp"

namespace ebiri::cli {

/// Games or opening pairs of the first engine.
using SprtResults = std::variant<rating::Trinomial, rating::Pentanomial>;

/// A test's prospects at its beginning between engines so far apart.
struct SprtPlanRow {
  double elo = 0;  ///< in the units of the model
  rating::Prospect prospect;
};

struct SprtAnswer {
  rating::SprtSettings settings;
  SprtResults results;
  rating::Unit unit = rating::Unit::game;
  double ratio = 0;
  rating::TestDecision verdict = rating::TestDecision::undecided;
  rating::MatchElo elo;
  rating::Prospect rest;  ///< of an undecided test, at the strength seen so far
  double worst_units = 0;
  std::optional<rating::SprtEstimate> after_stop;  ///< of a decided one
  std::vector<SprtPlanRow> plan;                   ///< from a step below H0 to a step above H1
};

/// Preconditions: settings without problems, some results, and single games for the bayesian model.
SprtAnswer sprt_answer(const rating::SprtSettings& settings, const SprtResults& results);

std::string sprt_text(const SprtAnswer& answer);
std::string sprt_json(const SprtAnswer& answer);

}  // namespace ebiri::cli
