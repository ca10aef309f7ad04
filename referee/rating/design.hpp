// One connected group of a rating problem as a regression. Internal to this room.
#pragma once

#include <Eigen/Dense>
#include <utility>
#include <vector>

#include "referee/rating/problem.hpp"

namespace ebiri::rating {

/// Natural units: a rating difference of one multiplies the odds by e.
inline constexpr double units_per_elo = 0.005756462732485114;  // ln 10 / 400

/// Games with one engine moving first: `games` and its points `score`, both real numbers because of
/// virtual draws.
struct Row {
  int first = 0, second = 0;  ///< engines of the group, 0-based
  double games = 0, score = 0;
};

/// Parameters: one column per engine that is neither anchored nor the gauge, then the advantage.
struct Design {
  std::vector<Row> rows;              ///< sorted; only rows with games
  std::vector<Encounter> encounters;  ///< engines renumbered within the group, sorted
  std::vector<int> column;            ///< of each engine, -1 if fixed
  std::vector<double> fixed;          ///< start values, natural units: the anchors' ratings, else 0
  bool anchored = false;
  int advantage_column = -1;   ///< -1 if the advantage is fixed
  double fixed_advantage = 0;  ///< natural units
  int parameters = 0;

  int engines() const { return static_cast<int>(column.size()); }
};

/// The group `members` (ascending indexes) of `problem`, with the advantage as a parameter if the
/// options want it.
Design design_of(const Problem& problem, const std::vector<std::size_t>& members);

/// Takes the advantage out of the parameters.
void fix_advantage(Design& design);

/// Adds `per_engine` virtual draws, spread over the opponents met in proportion to the games.
void add_virtual_draws(Design& design, double per_engine);

/// A point in parameter space, natural units.
struct Point {
  std::vector<double> ratings;  ///< fixed ones included
  double advantage = 0;
};

Point start(const Design& design);
Point moved(const Design& design, Point point, const Eigen::VectorXd& step);

/// The logarithm of the odds of the row's first engine, and its expected score.
double logit(const Point& point, const Row& row);
double expected(const Point& point, const Row& row);

/// `sum weight[k] x_k x_k'` over the rows, `x_k` being the row's regressor.
Eigen::MatrixXd weighted_sum(const Design& design, const std::vector<double>& weight);

/// `sum weight[k] x_k`.
Eigen::VectorXd weighted_direction(const Design& design, const std::vector<double>& weight);

/// The quadratic form `difference * d^2 + 2 * mixed * d a + advantage * a^2`, where `d` is the rating of
/// one engine minus that of another and `a` the advantage.
struct Moments {
  double difference = 0, mixed = 0, advantage = 0;
};

/// Adds the form, with `d` = `first` - `second`, to the matrix `sum`.
void add_form(const Design& design, std::pair<int, int> first_second, const Moments& form,
              Eigen::MatrixXd& sum);

/// `v' C v` for the direction `v` in which a row of `first` against `second` points.
double variance_along(const Design& design, const Row& row, const Eigen::MatrixXd& covariance);

}  // namespace ebiri::rating
