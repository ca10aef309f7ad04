#include "referee/rating/margin_rating.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace ebiri::rating {

namespace {

using Eigen::Index;

// The normal equations of the ratings, with the advantage as the last unknown. Games only tell differences of
// ratings: that all ratings add up to 0 is one more equation.
struct Equations {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd right;
  double squares = 0;  // of all margins
  double games = 0;
};

Equations equations_of(std::size_t engines, const std::vector<MarginRow>& rows) {
  const auto size = static_cast<Index>(engines);
  Equations all{Eigen::MatrixXd::Zero(size + 1, size + 1), Eigen::VectorXd::Zero(size + 1)};
  all.matrix.topLeftCorner(size, size).setOnes();
  for (const MarginRow& row : rows) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(size + 1);
    x[static_cast<Index>(row.first)] = 1;
    x[static_cast<Index>(row.second)] = -1;
    x[size] = 1;
    const auto games = static_cast<double>(row.margin.games);
    all.matrix += games * x * x.transpose();
    all.right += static_cast<double>(row.margin.sum) * x;
    all.squares += static_cast<double>(row.margin.sum_of_squares);
    all.games += games;
  }
  return all;
}

// Whether the equations tell all their unknowns.
bool is_regular(const Eigen::MatrixXd& matrix) {
  constexpr double vanishing = 1e-9;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(matrix);
  if (cholesky.info() != Eigen::Success) return false;
  const Eigen::VectorXd pivots = cholesky.matrixLLT().diagonal().cwiseAbs2();
  return (pivots.array() > vanishing * matrix.diagonal().array()).all();
}

}  // namespace

std::optional<MarginRatings> rate_margins(std::size_t engines, const std::vector<MarginRow>& rows) {
  if (engines < 2) return std::nullopt;
  const Equations equations = equations_of(engines, rows);
  const auto count = static_cast<Index>(engines);
  if (!is_regular(equations.matrix.topLeftCorner(count, count))) return std::nullopt;
  const Index unknowns = is_regular(equations.matrix) ? count + 1 : count;
  const Eigen::MatrixXd inverse = equations.matrix.topLeftCorner(unknowns, unknowns)
                                      .llt()
                                      .solve(Eigen::MatrixXd::Identity(unknowns, unknowns));
  const Eigen::VectorXd right = equations.right.head(unknowns);
  const Eigen::VectorXd solution = inverse * right;
  MarginRatings result;
  const double degrees = equations.games - static_cast<double>(unknowns - 1);
  const double residual = equations.squares - solution.dot(right);
  if (degrees > 0) result.residual_deviation = std::sqrt(std::max(0.0, residual) / degrees);
  if (unknowns > count) result.advantage = solution[count];
  const double of_the_sum = 1.0 / static_cast<double>(count * count);  // what the added equation adds
  for (Index k = 0; k < count; ++k) {
    result.ratings.push_back(solution[k]);
    result.errors.push_back(result.residual_deviation * std::sqrt(std::max(0.0, inverse(k, k) - of_the_sum)));
  }
  return result;
}

std::vector<MarginRow> margin_rows(const Tally& tally, const std::vector<std::string>& members) {
  std::vector<MarginRow> rows;
  const auto index = [&](const std::string& name) {
    return static_cast<std::size_t>(std::find(members.begin(), members.end(), name) - members.begin());
  };
  for (const auto& [names, meeting] : tally.meetings()) {
    const std::size_t first = index(names.first);
    const std::size_t second = index(names.second);
    if (first == members.size() || second == members.size()) continue;
    if (meeting.first_south.margin.games > 0) rows.push_back({first, second, meeting.first_south.margin});
    if (meeting.second_south.margin.games > 0) rows.push_back({second, first, meeting.second_south.margin});
  }
  return rows;
}

}  // namespace ebiri::rating
