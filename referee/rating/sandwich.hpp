// Error bars: covariances of parameters and ratings. Internal to this room.
#pragma once

#include "referee/rating/likelihood.hpp"

namespace ebiri::rating {

/// The covariance of the parameters of `design` at its maximum, in natural units: the inverse information, or
/// the sandwich estimator selected by `errors`.
Eigen::MatrixXd parameter_covariance(const Design& design, const Maximum& maximum, Errors errors);

/// The covariance of the ratings of all engines, from that of the `parameters`. Rows and columns of exact
/// anchors and gauges (design.hpp) are 0.
Eigen::MatrixXd expanded(const Design& design, const Eigen::MatrixXd& parameters);

/// Makes the ratings of the engines `of` relative to the mean of the engines `over`.
void subtract_mean(Eigen::MatrixXd& covariance, const std::vector<std::size_t>& of,
                   const std::vector<std::size_t>& over);

/// The covariance of all ratings of the group: relative to the anchors, or to the mean of the reference.
Eigen::MatrixXd rating_covariance(const Design& design, const Eigen::MatrixXd& parameters);

}  // namespace ebiri::rating
