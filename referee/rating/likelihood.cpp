#include "referee/rating/likelihood.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace ebiri::rating {

namespace {

using Block = Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>>;

constexpr Eigen::Index few = 48;  // rows; below this number, halving does not pay

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

constexpr double longest_step = 400 * units_per_elo;
constexpr double converged = 1e-9 * units_per_elo;
constexpr double nearly_converged = 1e-7 * units_per_elo;  // accepted if rounding stops the progress
constexpr double too_far = 4000 * units_per_elo;
constexpr int plain_steps = 60;
constexpr int penalised_steps = 1000;
constexpr int halvings = 40;
constexpr double vanishing_pivot = 1e-13;

std::vector<Curvature> row_curvatures(const Design& design, const Point& point) {
  std::vector<Curvature> curvatures;
  curvatures.reserve(design.rows.size());
  for (const Row& row : design.rows) {
    curvatures.push_back(curvature(design.model, row.results, lead(point, row), point.draw));
  }
  return curvatures;
}

Eigen::MatrixXd information(const Design& design, const std::vector<Curvature>& curvatures) {
  Eigen::MatrixXd sum = sum_of_curvatures(design, curvatures);
  add_precision(design, sum);
  return sum;
}

double row_likelihood(const Design& design, const Point& point) {
  double sum = 0;
  for (const Row& row : design.rows) {
    sum += log_likelihood(design.model, row.results, lead(point, row), point.draw);
  }
  return sum;
}

// The log density of the loose anchors, up to a constant.
double anchor_likelihood(const Design& design, const Point& point) {
  double sum = 0;
  for (std::size_t k = 0; k < design.precision.size(); ++k) {
    const double away = point.ratings[k] - design.start_ratings[k];
    sum -= design.precision[k] * away * away / 2;
  }
  return sum;
}

void pull_to_anchors(const Design& design, const Point& point, Eigen::VectorXd& gradient) {
  for (std::size_t k = 0; k < design.precision.size(); ++k) {
    if (design.column[k] < 0) continue;
    gradient[design.column[k]] -= design.precision[k] * (point.ratings[k] - design.start_ratings[k]);
  }
}

// Whether the matrix is positive definite with no pivot lost in rounding.
bool usable(const Eigen::LLT<Eigen::MatrixXd>& cholesky, const Eigen::MatrixXd& matrix) {
  if (cholesky.info() != Eigen::Success) return false;
  for (Eigen::Index k = 0; k < matrix.rows(); ++k) {
    const double pivot = cholesky.matrixLLT()(k, k);
    if (!(pivot * pivot > vanishing_pivot * matrix(k, k))) return false;
  }
  return true;
}

// What `ascend` maximises: the log likelihood, plus half the log determinant of the information with
// `jeffreys`. The gradient is then that of the plain likelihood with half of each row's leverage added to its
// wins and to its losses, so Newton steps on such data lead to the maximum.
struct Objective {
  const Design& design;
  bool jeffreys = false;

  struct At {
    Point point;
    double value = 0;
    std::vector<Curvature> curvatures = {};     // set by `decompose`
    Eigen::LLT<Eigen::MatrixXd> cholesky = {};  // of the information; set by `decompose`
  };

  // The state at a point; nothing if the point is impossible, or if the information is needed and singular.
  std::optional<At> at(const Point& point) const {
    if (design.draw_column >= 0 && design.model == Model::rao_kupper && point.draw <= 0) return std::nullopt;
    At here{point, row_likelihood(design, point) + anchor_likelihood(design, point)};
    if (!jeffreys) return here;
    if (!decompose(here)) return std::nullopt;
    double half_log_determinant = 0;
    for (Eigen::Index k = 0; k < here.cholesky.rows(); ++k)
      half_log_determinant += std::log(here.cholesky.matrixLLT()(k, k));
    here.value += half_log_determinant;
    return here;
  }

  // The Newton step from there; nothing if the information is singular. Changes all but the point and value.
  std::optional<Eigen::VectorXd> step(At& at) const {
    if (!jeffreys && !decompose(at)) return std::nullopt;
    const Eigen::MatrixXd inverse = jeffreys ? inverse_of(at.cholesky) : Eigen::MatrixXd{};
    std::vector<Gradient> gradients;
    gradients.reserve(design.rows.size());
    for (std::size_t k = 0; k < design.rows.size(); ++k) {
      const Row& row = design.rows[k];
      if (!jeffreys) {
        gradients.push_back(gradient(design.model, row.results, lead(at.point, row), at.point.draw));
        continue;
      }
      const double leverage = at.curvatures[k].uu * variance_along(design, row, inverse);
      const Chances p = chances(design, at.point, row);
      gradients.push_back(
          {row.results.score() + leverage / 2 - (row.results.games() + leverage) * p.score(), 0});
      at.curvatures[k].uu += leverage * p.variance();
    }
    Eigen::VectorXd direction = sum_of_gradients(design, gradients);
    pull_to_anchors(design, at.point, direction);
    if (jeffreys) at.cholesky.compute(information(design, at.curvatures));
    return at.cholesky.solve(direction);
  }

  bool decompose(At& at) const {
    at.curvatures = row_curvatures(design, at.point);
    const Eigen::MatrixXd a = information(design, at.curvatures);
    return usable(at.cholesky.compute(a), a);
  }
};

bool diverges(const Design& design, const Point& point) {
  if (std::abs(point.advantage) > too_far) return true;
  return std::any_of(design.rows.begin(), design.rows.end(),
                     [&](const Row& row) { return std::abs(lead(point, row) - point.advantage) > too_far; });
}

// Halves `step` until the objective does not get worse, and returns the point reached.
std::optional<Objective::At> climb(const Objective& objective, const Objective::At& from,
                                   Eigen::VectorXd step) {
  const double rounding = 1e-11 * (1 + std::abs(from.value));
  for (int k = 0; k < halvings; ++k) {
    auto to = objective.at(moved(objective.design, from.point, step));
    if (to && to->value >= from.value - rounding) return to;
    step /= 2;
  }
  return std::nullopt;
}

// Newton's method from `from`.
std::optional<Maximum> ascend(const Objective& objective, const Point& from, int limit) {
  const Design& design = objective.design;
  double last_size = longest_step;
  auto here = objective.at(from);
  for (int steps = 1; here && steps <= limit; ++steps) {
    std::optional<Eigen::VectorXd> step = objective.step(*here);
    if (!step) return std::nullopt;
    const double size = step->size() == 0 ? 0 : step->cwiseAbs().maxCoeff();
    if (size > longest_step) *step *= longest_step / size;
    here = climb(objective, *here, *step);
    if (!here || diverges(design, here->point)) return std::nullopt;
    if (size < converged || (size < nearly_converged && size >= last_size)) {
      const Point& point = here->point;
      return Maximum{point, information(design, row_curvatures(design, point)),
                     row_likelihood(design, point)};
    }
    last_size = size;
  }
  return std::nullopt;
}

Point start(const Design& design, const Point* near) {
  Point point = start(design);
  if (near == nullptr) return point;
  point.ratings = near->ratings;
  if (design.advantage_column >= 0) point.advantage = near->advantage;
  return point;
}

// The maximum of the likelihood without a prior; nothing if it is not finite: no convergence in 60 steps, a
// vanishing pivot, or a difference over 4000 Elo between opponents.
std::optional<Maximum> plain_maximum(Design& design, const Options& options, const Point* near) {
  add_draw_parameter(design, options);
  return ascend({design}, start(design, near), plain_steps);
}

// The maximum with virtual draws. If an engine never loses, its lead and the draw parameter can still grow
// together without bound; then the draw parameter is fixed at the share of draws.
std::optional<Maximum> maximum_with_draws(Design& design, Options options, const Point* near) {
  add_virtual_draws(design, options.prior_draws);
  std::optional<Maximum> maximum = plain_maximum(design, options, near);
  if (maximum || design.draw_column < 0) return maximum;
  remove_draw_parameter(design);
  options.fixed_draw_rate = total(design).draws / total(design).games();
  return plain_maximum(design, options, near);
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

bool advantage_identifiable(const Design& design) {
  std::vector<Curvature> weights;
  for (const Row& row : design.rows) weights.push_back({.uu = row.results.games() / 4});
  const Eigen::MatrixXd a = information(design, weights);
  const Eigen::LLT<Eigen::MatrixXd> cholesky(a);
  const Eigen::Index last = design.advantage_column;
  if (cholesky.info() != Eigen::Success) return false;
  const double pivot = cholesky.matrixLLT()(last, last);
  return pivot * pivot > 1e-9 * a(last, last);
}

std::optional<Solution> solve(Design& design, const Options& options, const Point* near) {
  Solution solution;
  const auto with = [&](std::optional<Maximum> maximum) -> std::optional<Solution> {
    if (!maximum) return std::nullopt;
    solution.maximum = std::move(*maximum);
    return solution;
  };
  if (options.prior == Prior::automatic || options.prior == Prior::none) {
    std::optional<Maximum> plain = plain_maximum(design, options, near);
    if (plain || options.prior == Prior::none) return with(std::move(plain));
    solution.prior_needed = true;
    remove_draw_parameter(design);
  }
  if (options.prior == Prior::draws || design.model != Model::logistic) {
    solution.method = Group::Method::virtual_draws;
    return with(maximum_with_draws(design, options, near));
  }
  solution.method = Group::Method::penalised;  // its maximum is finite for every connected group
  return with(ascend({design, true}, start(design, near), penalised_steps));
}

double elo_scale(const Design& design, const Point& point) {
  return design.anchored ? 1 : scale(design.model, draw_rate(design.model, point.draw));
}

std::vector<double> ratings_in_elo(const Design& design, const Point& point) {
  std::vector<double> elo = point.ratings;
  double mean = 0;
  for (const int k : design.reference) mean += elo[static_cast<std::size_t>(k)];
  mean = design.anchored ? 0 : mean / static_cast<double>(design.reference.size());
  const double unit = elo_scale(design, point) / units_per_elo;
  for (double& rating : elo) rating = (rating - mean) * unit;
  return elo;
}

namespace {

// The gradient of the log likelihood of one game, by result.
using Gradients = std::array<Gradient, 3>;

Gradients gradients(const Design& design, const Point& point,
                    std::pair<std::size_t, std::size_t> first_second) {
  const Row row{static_cast<int>(first_second.first), static_cast<int>(first_second.second), {}};
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

// A virtual opening pair of independent games without draws, from the variances of their gradients.
QuadraticForm virtual_pair(double first, double second) {
  return {.dd = first + second, .da = first - second, .aa = first + second};
}

// Corrects a sum of squares around a fitted mean for the small number of observations.
double scaled(double sum, double count) { return count > 1 ? sum * count / (count - 1) : sum; }

Eigen::MatrixXd spread_of(const Design& design, const Point& point, Errors errors) {
  Eigen::MatrixXd spread = Eigen::MatrixXd::Zero(design.parameters, design.parameters);
  Eigen::MatrixXd regular = spread;
  double count = 0;
  for (const Encounter& encounter : design.encounters) {
    const auto a = static_cast<int>(encounter.first);
    const auto b = static_cast<int>(encounter.second);
    const Gradients first = gradients(design, point, {encounter.first, encounter.second});
    const Gradients second = gradients(design, point, {encounter.second, encounter.first});
    const bool by_opening = design.clustered_by_opening(errors);
    Clusters found = clusters(encounter, first, second, errors, !by_opening);
    for (const PairTable& pairs : design.openings) {
      if (by_opening) add_opening(found, pairs, first, second);
    }
    add_form(design, {a, b}, found.sum, spread);
    count += found.count;
    if (found.count == 0) continue;
    const QuadraticForm imagined = virtual_pair(undrawn_variance(chances(design, point, {a, b, {}}), first),
                                                undrawn_variance(chances(design, point, {b, a, {}}), second));
    add_form(design, {a, b}, imagined, regular);
  }
  spread *= scaled(1, count);
  if (errors == Errors::paired_regularised) spread += regular;
  add_precision(design, spread);  // a loose anchor counts as one more observation
  return spread;
}

// How much the variance of the derivative by the advantage grows if one observation is an opening with all
// its pairs, not one pair. First movers are expected to take the average points from each pair. `openings`
// include the `decided` pairs, which the gradient omits. In each of these one engine won both games, so first
// movers took one of its two points. Their openings are not known: each opening is assumed to have a share of
// them in proportion to its pairs.
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
  const Eigen::Index size = design.engines();
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

void subtract_mean(Eigen::MatrixXd& covariance, const std::vector<int>& of, const std::vector<int>& over) {
  Eigen::VectorXd with_mean = Eigen::VectorXd::Zero(covariance.rows());
  for (const int k : over) with_mean += covariance.col(k);
  with_mean /= static_cast<double>(over.size());
  double of_mean = 0;
  for (const int k : over) of_mean += with_mean[k];
  of_mean /= static_cast<double>(over.size());
  Eigen::VectorXd moved = Eigen::VectorXd::Zero(covariance.rows());
  for (const int k : of) moved[k] = 1;
  covariance +=
      of_mean * moved * moved.transpose() - with_mean * moved.transpose() - moved * with_mean.transpose();
}

std::vector<int> all_engines(const Design& design) {
  std::vector<int> all(design.column.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

Eigen::MatrixXd rating_covariance(const Design& design, const Eigen::MatrixXd& parameters) {
  Eigen::MatrixXd full = expanded(design, parameters);
  if (!design.anchored) subtract_mean(full, all_engines(design), design.reference);
  return full;
}

}  // namespace ebiri::rating
