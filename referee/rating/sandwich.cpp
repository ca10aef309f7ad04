#include "referee/rating/sandwich.hpp"

namespace ebiri::rating {

namespace {

// The clusters of one encounter. A cluster with residual e1 of the first engine's south game and e2 of
// the second's weighs (e1 - e2) on the rating difference and (e1 + e2) on the advantage.
struct Clusters {
  Moments sum;
  double count = 0;

  void add(double first_residual, double second_residual, double times) {
    const double difference = first_residual - second_residual;
    const double advantage = first_residual + second_residual;
    sum.difference += times * difference * difference;
    sum.mixed += times * difference * advantage;
    sum.advantage += times * advantage * advantage;
    count += times;
  }
};

struct Expectations {
  double first, second;  // score of the first engine as south, of the second as south
};

Expectations expectations(const Point& point, const Encounter& encounter) {
  const auto a = static_cast<int>(encounter.first);
  const auto b = static_cast<int>(encounter.second);
  return {expected(point, {a, b, 0, 0}), expected(point, {b, a, 0, 0})};
}

constexpr double score(std::size_t index) { return static_cast<double>(index) / 2; }

Clusters clusters(const Encounter& encounter, const Expectations& p, Errors errors) {
  Clusters result;
  for (std::size_t x = 0; x < 3; ++x) {
    result.add(score(x) - p.first, 0, static_cast<double>(encounter.first_begins[x]));
    result.add(0, score(x) - p.second, static_cast<double>(encounter.second_begins[x]));
    for (std::size_t y = 0; y < 3; ++y) {
      const auto times = static_cast<double>(encounter.pairs[x][y]);
      if (errors == Errors::per_game) {
        result.add(score(x) - p.first, 0, times);
        result.add(0, score(y) - p.second, times);
      } else {
        result.add(score(x) - p.first, score(y) - p.second, times);
      }
    }
  }
  return result;
}

// A virtual opening pair of independent games without draws.
Moments virtual_pair(const Expectations& p) {
  const double first = p.first * (1 - p.first);
  const double second = p.second * (1 - p.second);
  return {first + second, first - second, first + second};
}

}  // namespace

Eigen::MatrixXd parameter_covariance(const Design& design, const Maximum& maximum, Errors errors) {
  const Eigen::Index size = design.parameters;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(maximum.information);
  const Eigen::MatrixXd inverse = cholesky.solve(Eigen::MatrixXd::Identity(size, size));
  if (errors == Errors::fisher || size == 0) return inverse;

  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(size, size);
  Eigen::MatrixXd regular = Eigen::MatrixXd::Zero(size, size);
  double count = 0;
  for (const Encounter& encounter : design.encounters) {
    const Expectations p = expectations(maximum.point, encounter);
    const Clusters found = clusters(encounter, p, errors);
    const std::pair<int, int> engines{static_cast<int>(encounter.first), static_cast<int>(encounter.second)};
    add_form(design, engines, found.sum, spread);
    count += found.count;
    if (found.count > 0) add_form(design, engines, virtual_pair(p), regular);
  }
  if (count > 1) spread *= count / (count - 1);
  if (errors == Errors::paired_regularised) spread += regular;
  return inverse * spread * inverse;
}

Eigen::MatrixXd rating_covariance(const Design& design, const Eigen::MatrixXd& parameters) {
  const Eigen::Index size = design.engines();
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const int row = design.column[static_cast<std::size_t>(i)];
    for (Eigen::Index j = 0; j < size && row >= 0; ++j) {
      const int column = design.column[static_cast<std::size_t>(j)];
      if (column >= 0) full(i, j) = parameters(row, column);
    }
  }
  if (design.anchored) return full;
  const Eigen::VectorXd row_means = full.rowwise().mean();
  const double mean = row_means.mean();
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) full(i, j) += mean - row_means[i] - row_means[j];
  }
  return full;
}

}  // namespace ebiri::rating
