// The inverse of a positive definite matrix. Internal to this room.
#pragma once

#include <Eigen/Dense>

namespace ebiri::rating {

/// Of the matrix that was decomposed, which is of full rank. A third of the work of solving for the unit
/// vectors.
Eigen::MatrixXd inverse_of(const Eigen::LLT<Eigen::MatrixXd>& cholesky);

}  // namespace ebiri::rating
