// The maximum of the likelihood. Internal to this room.
#pragma once

#include <optional>

#include "referee/rating/design.hpp"

namespace ebiri::rating {

struct Maximum {
  Point point;
  Eigen::MatrixXd information;  ///< minus the Hessian at `point`, loose anchors included, Jeffreys' prior not
  double log_likelihood = 0;    ///< of the games, virtual ones included
  int steps = 0;
};

/// Whether the advantage can be told from the ratings at all (it has a column in `design`).
bool advantage_identifiable(const Design& design);

/// Newton's method from `from`; nothing if there is no finite maximum: no convergence in 60 steps, a
/// vanishing pivot, or a difference over 4000 Elo between opponents.
std::optional<Maximum> maximise(const Design& design, const Point& from);

/// The same with Jeffreys' prior: finite for every connected group. Of the logistic model only.
std::optional<Maximum> maximise_penalised(const Design& design, const Point& from);

}  // namespace ebiri::rating
