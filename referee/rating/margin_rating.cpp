#include "referee/rating/margin_rating.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace ebiri::rating {

namespace {

using Eigen::Index;

// The normal equations; the last engine is the gauge, and the advantage takes its column.
struct Equations {
  Eigen::MatrixXd matrix;
  Eigen::VectorXd right;
  double squares = 0;  // of all margins
  double games = 0;
};

Equations equations_of(std::size_t engines, const std::vector<MarginRow>& rows) {
  const auto size = static_cast<Index>(engines);
  Equations all{Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
  for (const MarginRow& row : rows) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(size);
    x[static_cast<Index>(row.first)] = 1;
    x[static_cast<Index>(row.second)] = -1;
    x[size - 1] = 1;  // the advantage, whichever engine is the last
    const auto games = static_cast<double>(row.margin.games);
    all.matrix += games * x * x.transpose();
    all.right += static_cast<double>(row.margin.sum) * x;
    all.squares += static_cast<double>(row.margin.sum_of_squares);
    all.games += games;
  }
  return all;
}

// Takes the advantage out if it cannot be told from the ratings.
bool solvable(Equations& equations) {
  constexpr double vanishing = 1e-9;
  const Index last = equations.matrix.rows() - 1;
  const Eigen::MatrixXd ratings = equations.matrix.topLeftCorner(last, last);
  const Eigen::LLT<Eigen::MatrixXd> connected(ratings);
  if (connected.info() != Eigen::Success) return false;
  for (Index k = 0; k < last; ++k) {
    const double pivot = connected.matrixLLT()(k, k);
    if (pivot * pivot <= vanishing * ratings(k, k)) return false;
  }
  const Eigen::VectorXd mixed = equations.matrix.col(last).head(last);
  const double left = equations.matrix(last, last) - mixed.dot(connected.solve(mixed));
  if (left > vanishing * equations.matrix(last, last)) return true;
  equations.matrix.conservativeResize(last, last);
  equations.right.conservativeResize(last);
  return true;
}

}  // namespace

std::optional<MarginRatings> rate_margins(std::size_t engines, const std::vector<MarginRow>& rows) {
  if (engines < 2) return std::nullopt;
  Equations equations = equations_of(engines, rows);
  if (!solvable(equations)) return std::nullopt;
  const Index count = static_cast<Index>(engines);
  const Index parameters = equations.matrix.rows();
  const Eigen::MatrixXd inverse =
      equations.matrix.llt().solve(Eigen::MatrixXd::Identity(parameters, parameters));
  const Eigen::VectorXd solution = inverse * equations.right;

  Eigen::VectorXd ratings = Eigen::VectorXd::Zero(count);
  ratings.head(count - 1) = solution.head(count - 1);
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(count, count);
  covariance.topLeftCorner(count - 1, count - 1) = inverse.topLeftCorner(count - 1, count - 1);
  const Eigen::MatrixXd centre = Eigen::MatrixXd::Identity(count, count) -
                                 Eigen::MatrixXd::Constant(count, count, 1.0 / static_cast<double>(count));
  ratings = centre * ratings;
  covariance = centre * covariance * centre;

  MarginRatings result;
  const double degrees = equations.games - static_cast<double>(parameters);
  const double residual = equations.squares - solution.dot(equations.right);
  if (degrees > 0) result.residual_deviation = std::sqrt(std::max(0.0, residual) / degrees);
  if (parameters == count) result.advantage = solution[count - 1];
  for (Index k = 0; k < count; ++k) {
    result.ratings.push_back(ratings[k]);
    result.errors.push_back(result.residual_deviation * std::sqrt(std::max(0.0, covariance(k, k))));
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
