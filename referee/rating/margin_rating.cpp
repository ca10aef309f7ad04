#include "referee/rating/margin_rating.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "referee/rating/likelihood.hpp"

namespace ebiri::rating {

namespace {

using Eigen::Index;

// The normal equations of the ratings, with the advantage as the last unknown. Games determine only
// differences of ratings; one more equation says that all ratings add up to 0.
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
    const auto games = static_cast<double>(row.margin.games);
    const auto sum = static_cast<double>(row.margin.sum);
    const std::array<std::pair<Index, double>, 3> factors{
        {{static_cast<Index>(row.first), 1}, {static_cast<Index>(row.second), -1}, {size, 1}}};
    for (const auto& [i, factor] : factors) {
      for (const auto& [j, other] : factors) all.matrix(i, j) += games * factor * other;
      all.right[i] += sum * factor;
    }
    all.squares += static_cast<double>(row.margin.sum_of_squares);
    all.games += games;
  }
  return all;
}

// Decomposes the equations of the first `unknowns`; nothing if they do not determine all of them.
std::optional<Eigen::LLT<Eigen::MatrixXd>> decomposed(const Eigen::MatrixXd& matrix, Index unknowns) {
  const Eigen::MatrixXd part = matrix.topLeftCorner(unknowns, unknowns);
  Eigen::LLT<Eigen::MatrixXd> cholesky(part);
  return usable(cholesky, part, 1e-9) ? std::optional{std::move(cholesky)} : std::nullopt;
}

}  // namespace

std::optional<MarginRatings> rate_margins(std::size_t engines, const std::vector<MarginRow>& rows) {
  if (engines < 2) return std::nullopt;
  const Equations equations = equations_of(engines, rows);
  const auto count = static_cast<Index>(engines);
  auto cholesky = decomposed(equations.matrix, count + 1);
  if (!cholesky) cholesky = decomposed(equations.matrix, count);
  if (!cholesky) return std::nullopt;
  const Index unknowns = cholesky->rows();
  const Eigen::VectorXd variances = inverse_of(*cholesky).diagonal();
  const Eigen::VectorXd right = equations.right.head(unknowns);
  const Eigen::VectorXd solution = cholesky->solve(right);
  MarginRatings result;
  const double degrees = equations.games - static_cast<double>(unknowns - 1);
  const double residual = equations.squares - solution.dot(right);
  if (degrees > 0) result.residual_deviation = std::sqrt(std::max(0.0, residual) / degrees);
  if (unknowns > count) result.advantage = solution[count];
  const double added = 1.0 / static_cast<double>(count * count);  // to each variance by the extra equation
  for (Index k = 0; k < count; ++k) {
    result.ratings.push_back(solution[k]);
    result.errors.push_back(result.residual_deviation * std::sqrt(std::max(0.0, variances[k] - added)));
  }
  return result;
}

std::vector<MarginRow> margin_rows(const Tally& tally, const std::vector<std::string>& members) {
  std::vector<MarginRow> rows;
  std::unordered_map<std::string_view, std::size_t> indexes;
  for (std::size_t k = 0; k < members.size(); ++k) indexes.emplace(members[k], k);
  const auto index = [&](const std::string& name) {
    const auto found = indexes.find(name);
    return found == indexes.end() ? members.size() : found->second;
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
