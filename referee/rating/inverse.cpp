#include "referee/rating/inverse.hpp"

namespace ebiri::rating {

namespace {

using Block = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

constexpr Eigen::Index few = 48;  // rows, from which on halves are quicker

// Inverts a lower triangle by halves, so that most of the work is products of matrices:
// the inverse of (a 0; c b) is (a' 0; -b'ca' b').
void invert_lower(Block triangle) {
  const Eigen::Index size = triangle.rows();
  if (size <= few) {
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Identity(size, size);
    triangle.triangularView<Eigen::Lower>().solveInPlace(inverse);
    triangle.triangularView<Eigen::Lower>() = inverse;
    return;
  }
  const Eigen::Index half = size / 2, rest = size - half;
  Block a = triangle.topLeftCorner(half, half), b = triangle.bottomRightCorner(rest, rest),
        c = triangle.bottomLeftCorner(rest, half);
  invert_lower(a);
  invert_lower(b);
  const Eigen::MatrixXd left = b.triangularView<Eigen::Lower>() * c;
  c.noalias() = left * a.triangularView<Eigen::Lower>();
  c = -c;
}

}  // namespace

Eigen::MatrixXd inverse_of(const Eigen::LLT<Eigen::MatrixXd>& cholesky) {
  const Eigen::Index size = cholesky.rows();
  Eigen::MatrixXd root = cholesky.matrixL();
  invert_lower(root);
  Eigen::MatrixXd inverse = Eigen::MatrixXd::Zero(size, size);
  inverse.selfadjointView<Eigen::Lower>().rankUpdate(root.transpose());
  inverse.triangularView<Eigen::StrictlyUpper>() = inverse.transpose();
  return inverse;
}

}  // namespace ebiri::rating
