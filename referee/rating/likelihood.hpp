// The maximum of the likelihood (likelihood.cpp), and the covariances of its parameters and ratings
// (sandwich.cpp). Internal to this room.
#pragma once

#include <optional>

#include "referee/rating/design.hpp"
#include "referee/rating/fit.hpp"

namespace ebiri::rating {

struct Maximum {
  Point point;
  Eigen::MatrixXd information;  ///< minus the Hessian at `point`, loose anchors included, Jeffreys' prior not
  double log_likelihood = 0;    ///< of the games, virtual ones included
};

/// Whether the games determine the advantage. Precondition: it has a column in `design`.
bool advantage_identifiable(const Design& design);

/// The inverse of the decomposed matrix, which has full rank. Takes a third of the time of solving for the
/// unit vectors.
Eigen::MatrixXd inverse_of(const Eigen::LLT<Eigen::MatrixXd>& cholesky);

/// Whether the decomposed `matrix` is positive definite, and each pivot more than the share `vanishing` of
/// its diagonal element. A smaller one may be rounding.
bool usable(const Eigen::LLT<Eigen::MatrixXd>& cholesky, const Eigen::MatrixXd& matrix, double vanishing);

struct Solution {
  Maximum maximum;
  Group::Method method = Group::Method::likelihood;
  bool prior_needed = false;  ///< by `Prior::automatic`
};

/// Maximises the likelihood of `design`, which has no draw parameter yet, and adds to it the draw parameter
/// and the virtual draws of the solution. The search begins at `near`, if given. Returns nothing if the
/// options forbid a prior that is needed, or if the search fails.
std::optional<Solution> solve(Design& design, const Options& options, const Point* near = nullptr);

/// The factor that gives ratings the slope of logistic Elo; 1 with anchors.
double elo_scale(const Design& design, const Point& point);

/// The rating of every engine of the group, relative to the anchors or to the mean of the reference.
std::vector<double> ratings_in_elo(const Design& design, const Point& point);

/// The covariance of the parameters of `design` at its maximum, in natural units: the inverse information, or
/// the sandwich estimator selected by `errors`.
Eigen::MatrixXd parameter_covariance(const Design& design, const Maximum& maximum, Errors errors);

/// The covariance of the ratings of all engines, from that of the `parameters`. Rows and columns of exact
/// anchors and gauges (design.hpp) are 0.
Eigen::MatrixXd expanded(const Design& design, const Eigen::MatrixXd& parameters);

/// Changes `covariance` to that of the ratings after the mean rating of the engines `over` is subtracted from
/// the ratings of the engines `of`.
void subtract_mean(Eigen::MatrixXd& covariance, const std::vector<std::size_t>& of,
                   const std::vector<std::size_t>& over);

/// The covariance of all ratings of the group: relative to the anchors, or to the mean of the reference.
Eigen::MatrixXd rating_covariance(const Design& design, const Eigen::MatrixXd& parameters);

}  // namespace ebiri::rating
