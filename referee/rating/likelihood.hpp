// The maximum of the likelihood. Internal to this room.
#pragma once

#include <optional>

#include "referee/rating/design.hpp"
#include "referee/rating/fit.hpp"

namespace ebiri::rating {

struct Maximum {
  Point point;
  Eigen::MatrixXd information;  ///< minus the Hessian at `point`, loose anchors included, Jeffreys' prior not
  double log_likelihood = 0;    ///< of the games, virtual ones included
  int steps = 0;
};

/// Whether the advantage can be told from the ratings at all (it has a column in `design`).
bool advantage_identifiable(const Design& design);

/// Of the matrix that was decomposed, which is of full rank. A third of the work of solving for the unit
/// vectors.
Eigen::MatrixXd inverse_of(const Eigen::LLT<Eigen::MatrixXd>& cholesky);

struct Solution {
  Maximum maximum;
  Group::Method method = Group::Method::likelihood;
  bool prior_needed = false;  ///< by `Prior::automatic`
};

/// Takes a design without a draw parameter, and leaves in it what was solved. `near`, if given, is where
/// the search begins. Nothing if there is no finite rating without the prior that the options forbid.
std::optional<Solution> solve(Design& design, const Options& options, const Point* near = nullptr);

/// What differences in the model's own unit are multiplied by; ratings with anchors stay as they are.
double elo_scale(const Design& design, const Point& point);

/// Of every engine of the group: relative to the anchors, or to the mean of the reference.
std::vector<double> ratings_in_elo(const Design& design, const Point& point);

}  // namespace ebiri::rating
