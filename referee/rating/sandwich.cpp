#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "referee/rating/likelihood.hpp"

namespace ebiri::rating {

namespace {

// The gradient of the log likelihood of one game, by result.
using Gradients = std::array<Gradient, 3>;

Gradients gradients(const Design& design, const Point& point, const Row& row) {
  const double u = lead(point, row);
  const auto of = [&](const Results& one) { return gradient(design.model, one, u, point.draw); };
  return {of({.losses = 1}), of({.draws = 1}), of({.wins = 1})};
}

constexpr Gradient nothing{};

// The clusters of one encounter. If the game that the first engine begins contributes g1 to the gradient of
// the log likelihood, and the game that the second engine begins g2, their cluster contributes g1 - g2 to the
// derivative by the rating difference, and g1 + g2 to those by the advantage and the draw parameter.
struct Clusters {
  QuadraticForm sum;
  double count = 0;

  void add(const Gradient& first, const Gradient& second, std::int64_t games) {
    const auto times = static_cast<double>(games);
    const double d = first.u - second.u;
    const double a = first.u + second.u;
    const double t = first.t + second.t;
    sum.dd += times * d * d;
    sum.da += times * d * a;
    sum.aa += times * a * a;
    sum.dt += times * d * t;
    sum.at += times * a * t;
    sum.tt += times * t * t;
    count += times;
  }
};

// Adds the pairs of one opening as one cluster.
void add_opening(Clusters& clusters, const PairTable& pairs, const Gradients& first,
                 const Gradients& second) {
  Gradient one, other;
  for (std::size_t x = 0; x < 3; ++x) {
    for (std::size_t y = 0; y < 3; ++y) {
      const auto times = static_cast<double>(pairs[x][y]);
      one.u += times * first[x].u;
      one.t += times * first[x].t;
      other.u += times * second[y].u;
      other.t += times * second[y].t;
    }
  }
  clusters.add(one, other, 1);
}

Clusters clusters(const Encounter& encounter, const Gradients& first, const Gradients& second, Errors errors,
                  bool with_pairs) {
  Clusters result;
  for (std::size_t x = 0; x < 3; ++x) {
    result.add(first[x], nothing, encounter.first_begins[x]);
    result.add(nothing, second[x], encounter.second_begins[x]);
    for (std::size_t y = 0; y < 3 && with_pairs; ++y) {
      const std::int64_t times = encounter.pairs[x][y];
      if (errors == Errors::per_game) {
        result.add(first[x], nothing, times);
        result.add(nothing, second[y], times);
      } else {
        result.add(first[x], second[y], times);
      }
    }
  }
  return result;
}

// The variance of a game's gradient if draws were impossible and the expected score the same.
double undrawn_variance(const Chances& chances, const Gradients& gradients) {
  const double p = chances.score();
  const double span = gradients[2].u - gradients[0].u;
  return p * (1 - p) * span * span;
}

// Corrects a sum of squares around a fitted mean for the small number of observations.
double scaled(double sum, double count) { return count > 1 ? sum * count / (count - 1) : sum; }

Eigen::MatrixXd spread_of(const Design& design, const Point& point, Errors errors) {
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(design.parameters, design.parameters);
  Eigen::MatrixXd regular = spread;
  double count = 0;
  for (const Encounter& encounter : design.encounters) {
    const Row row{encounter.first, encounter.second, {}}, turned{encounter.second, encounter.first, {}};
    const Gradients first = gradients(design, point, row), second = gradients(design, point, turned);
    const bool by_opening = design.clustered_by_opening(errors);
    Clusters found = clusters(encounter, first, second, errors, !by_opening);
    for (const PairTable& pairs : design.openings) {
      if (by_opening) add_opening(found, pairs, first, second);
    }
    add_form(design, row, found.sum, spread);
    count += found.count;
    if (found.count == 0) continue;
    // A virtual opening pair of independent games without draws.
    const double one = undrawn_variance(chances(design, point, row), first);
    const double other = undrawn_variance(chances(design, point, turned), second);
    add_form(design, row, {.dd = one + other, .da = one - other, .aa = one + other}, regular);
  }
  spread *= scaled(1, count);
  if (errors == Errors::paired_regularised) spread += regular;
  add_precision(design, spread);  // a loose anchor counts as one more observation
  return spread;
}

// The variance of the derivative by the advantage if one observation is an opening with all its pairs, minus
// the variance if it is one pair. Takes the average of all pairs as the expected points of the first movers.
//
// `openings` include the `decided` pairs, which the derivative omits. In each of these one engine won both
// games, so the first movers took one of two points. The openings of these pairs are not known: each opening
// is assumed to have a share of them in proportion to its pairs.
double gain_by_opening(const std::vector<PairTable>& openings, std::int64_t decided) {
  double all_pairs = 0, all_points = 0, all_squares = 0;
  std::vector<std::pair<double, double>> pairs_and_points;
  for (const PairTable& table : openings) {
    double pairs = 0, points = 0;
    for (std::size_t x = 0; x < 3; ++x) {
      for (std::size_t y = 0; y < 3; ++y) {
        const auto times = static_cast<double>(table[x][y]);
        const double taken = static_cast<double>(x + y) / 2;
        pairs += times;
        points += times * taken;
        all_squares += times * taken * taken;
      }
    }
    all_pairs += pairs;
    all_points += points;
    pairs_and_points.emplace_back(pairs, points);
  }
  const auto left_out = static_cast<double>(decided);
  const double pairs_left = all_pairs - left_out;
  if (pairs_left <= 0) return 0;
  const double average = (all_points - left_out) / pairs_left;
  const double expected = (left_out + pairs_left * average) / all_pairs;
  double squares = 0;
  for (const auto& [pairs, points] : pairs_and_points) squares += std::pow(points - pairs * expected, 2);
  return scaled(squares, static_cast<double>(openings.size())) -
         scaled(all_squares - left_out - pairs_left * average * average, pairs_left);
}

}  // namespace

Eigen::MatrixXd parameter_covariance(const Design& design, const Maximum& maximum, Errors errors) {
  const Eigen::Index size = design.parameters;
  const Eigen::LLT<Eigen::MatrixXd> cholesky(maximum.information);
  if (size == 0) return {};
  const Eigen::MatrixXd inverse = inverse_of(cholesky);
  if (errors == Errors::fisher) return inverse;

  Eigen::MatrixXd covariance = inverse * spread_of(design, maximum.point, errors) * inverse;
  const int k = design.advantage_column;
  if (k >= 0 && design.advantage_by_opening(errors) && !design.clustered_by_opening(errors))
    covariance(k, k) +=
        std::pow(inverse(k, k), 2) * std::max(0.0, gain_by_opening(design.openings, design.decided_pairs));
  return covariance;
}

Eigen::MatrixXd expanded(const Design& design, const Eigen::MatrixXd& parameters) {
  const auto size = static_cast<Eigen::Index>(design.column.size());
  Eigen::MatrixXd full = Eigen::MatrixXd::Zero(size, size);
  for (Eigen::Index j = 0; j < size; ++j) {
    const int column = design.column[static_cast<std::size_t>(j)];
    for (Eigen::Index i = 0; i < size && column >= 0; ++i) {
      const int row = design.column[static_cast<std::size_t>(i)];
      if (row >= 0) full(i, j) = parameters(row, column);
    }
  }
  return full;
}

void subtract_mean(Eigen::MatrixXd& covariance, const std::vector<std::size_t>& of,
                   const std::vector<std::size_t>& over) {
  const auto index = [](std::size_t engine) { return static_cast<Eigen::Index>(engine); };
  Eigen::VectorXd with_mean = Eigen::VectorXd::Zero(covariance.rows());
  for (const std::size_t k : over) with_mean += covariance.col(index(k));
  with_mean /= static_cast<double>(over.size());
  double of_mean = 0;
  for (const std::size_t k : over) of_mean += with_mean[index(k)];
  of_mean /= static_cast<double>(over.size());
  Eigen::VectorXd moved = Eigen::VectorXd::Zero(covariance.rows());
  for (const std::size_t k : of) moved[index(k)] = 1;
  covariance +=
      of_mean * moved * moved.transpose() - with_mean * moved.transpose() - moved * with_mean.transpose();
}

Eigen::MatrixXd rating_covariance(const Design& design, const Eigen::MatrixXd& parameters) {
  Eigen::MatrixXd full = expanded(design, parameters);
  if (!design.anchored) subtract_mean(full, all_engines(design), design.reference);
  return full;
}

}  // namespace ebiri::rating
