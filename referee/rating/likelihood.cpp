#include "referee/rating/likelihood.hpp"

#include <algorithm>
#include <cmath>

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

// What `ascend` maximises: the log likelihood or, with `jeffreys`, its sum with half the log determinant of
// the information. The gradient of this sum is that of the plain likelihood with half of each row's leverage
// added to its wins and to its losses, so Newton steps on such data lead to the maximum.
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

  // The Newton step from `at`; nothing if the information is singular. Changes only what `decompose` sets.
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
    return usable(at.cholesky.compute(a), a, vanishing_pivot);
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
  fix(design, &Design::draw_column);
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

bool usable(const Eigen::LLT<Eigen::MatrixXd>& cholesky, const Eigen::MatrixXd& matrix, double vanishing) {
  if (cholesky.info() != Eigen::Success) return false;
  const Eigen::ArrayXd pivots = cholesky.matrixLLT().diagonal().array().square();
  return (pivots > vanishing * matrix.diagonal().array()).all();
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
  const auto solution_with = [&](std::optional<Maximum> maximum) -> std::optional<Solution> {
    if (!maximum) return std::nullopt;
    solution.maximum = std::move(*maximum);
    return solution;
  };
  if (options.prior == Prior::automatic || options.prior == Prior::none) {
    std::optional<Maximum> plain = plain_maximum(design, options, near);
    if (plain || options.prior == Prior::none) return solution_with(std::move(plain));
    solution.prior_needed = true;
    fix(design, &Design::draw_column);
  }
  if (options.prior == Prior::draws || design.model != Model::logistic) {
    solution.method = Group::Method::virtual_draws;
    return solution_with(maximum_with_draws(design, options, near));
  }
  solution.method = Group::Method::penalised;  // its maximum is finite for every connected group
  return solution_with(ascend({design, true}, start(design, near), penalised_steps));
}

double elo_scale(const Design& design, const Point& point) {
  return design.anchored ? 1 : scale(design.model, draw_rate(design.model, point.draw));
}

std::vector<double> ratings_in_elo(const Design& design, const Point& point) {
  std::vector<double> elo = point.ratings;
  double mean = 0;
  for (const std::size_t k : design.reference) mean += elo[k];
  mean = design.anchored ? 0 : mean / static_cast<double>(design.reference.size());
  const double unit = elo_scale(design, point) / units_per_elo;
  for (double& rating : elo) rating = (rating - mean) * unit;
  return elo;
}

}  // namespace ebiri::rating
