// Error bars. Internal to this room.
#pragma once

#include "referee/rating/likelihood.hpp"

namespace ebiri::rating {

/// The covariance of the parameters of `design` at its maximum, natural units: the inverse
/// information, or the sandwich that `errors` names.
Eigen::MatrixXd parameter_covariance(const Design& design, const Maximum& maximum, Errors errors);

/// The covariance of all ratings of the group, fixed ones included: relative to the anchors, or to the
/// mean of the group.
Eigen::MatrixXd rating_covariance(const Design& design, const Eigen::MatrixXd& parameters);

}  // namespace ebiri::rating
