// One connected group of a rating problem as a regression. Internal to this room.
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <utility>
#include <vector>

#include "referee/rating/fit.hpp"
#include "referee/rating/outcomes.hpp"

namespace ebiri::rating {

/// Natural units per Elo. A rating difference of one natural unit multiplies the odds by e.
inline constexpr double units_per_elo = 0.005756462732485114;  // ln 10 / 400

/// Games with one engine moving first.
struct Row {
  std::size_t first = 0, second = 0;  ///< engines of the group, 0-based
  Results results;
};

/// A group as a regression problem. Games determine only differences of ratings, so something else must set
/// the level of the ratings:
///
/// - An exact anchor (deviation 0) has a known rating and is no parameter.
/// - A loose anchor (deviation above 0) is a parameter. Its known rating is one more observation.
/// - Without anchors, one engine is the gauge: its rating is fixed at 0 during the search. The ratings are
///   then shifted so that the mean rating of the reference is 0.
///
/// The parameters are one column per engine that is neither an exact anchor nor the gauge, then the
/// advantage, then the draw parameter.
struct Design {
  Model model = Model::logistic;
  std::vector<Row> rows;              ///< by encounter, then virtual draws; only rows with games
  std::vector<Encounter> encounters;  ///< engines renumbered within the group, sorted
  std::vector<PairTable> openings;    ///< the pairs of all encounters by opening, or nothing if unknown
  /// Pairs that are in `openings` but not in `encounters`, because their engines are in two components. In
  /// each of these pairs one engine won both games.
  std::int64_t decided_pairs = 0;
  std::vector<int> column;             ///< of each engine; -1 for exact anchors and the gauge
  std::vector<double> start_ratings;   ///< natural units; kept by engines whose `column` is -1
  std::vector<double> precision;       ///< of loose anchors around `start_ratings`, natural units; else 0
  bool anchored = false;               ///< whether the group has an anchor
  std::vector<std::size_t> reference;  ///< engines whose mean rating is 0 without anchors; not empty
  int advantage_column = -1;           ///< -1 if the advantage is fixed
  double fixed_advantage = 0;          ///< natural units
  int draw_column = -1;                ///< -1 if the draw parameter is fixed
  double fixed_draw = 0;               ///< its value, or the start of its search
  int parameters = 0;

  /// Whether errors treat all pairs of an opening as one observation. False for a single opening: errors then
  /// refer to games from that opening.
  bool clustered_by_opening(Errors errors) const {
    return errors != Errors::per_game && openings.size() > 1 && encounters.size() == 1 && decided_pairs == 0;
  }

  /// Whether the error of the advantage treats all pairs of an opening as one observation. In a pool this can
  /// hold for the advantage alone: an opening favours the first or the second mover, but hardly one engine.
  bool advantage_by_opening(Errors errors) const {
    const bool pairs = errors == Errors::paired || errors == Errors::paired_regularised;
    return pairs && openings.size() > 1 && (encounters.size() == 1 || model == Model::logistic);
  }

  bool is_anchor(std::size_t engine) const {
    return anchored && (column[engine] < 0 || precision[engine] > 0);
  }
};

/// The group `members` (ascending indexes) of `problem`, with the advantage as a parameter if the options ask
/// for it, and without a draw parameter.
Design design_of(const Problem& problem, const std::vector<std::size_t>& members);

/// The results of both engines of an encounter as south, paired and unpaired: of `first`, then of `second`.
std::pair<Trinomial, Trinomial> south_results(const Encounter& encounter);

/// Two rows for every encounter, one for each engine moving first, with paired and unpaired games.
std::vector<Row> rows_of(const std::vector<Encounter>& encounters);

/// The indexes of all engines: 0, 1, ...
std::vector<std::size_t> all_engines(const Design& design);

/// Removes the last parameter, which is the advantage or the draw parameter and has that `column`. The
/// advantage is then `fixed_advantage`.
void fix(Design& design, int Design::*column);

/// The sum of all rows.
Results total(const Design& design);

/// Adds the draw parameter of the model: fixed by the options, or fitted if the rows have draws and other
/// results. If there are no draws, the draw rate is fixed at 0; if there are only draws, at BayesElo's
/// default.
void add_draw_parameter(Design& design, const Options& options);

/// Adds on average `per_engine` virtual draws per engine, spread over its opponents in proportion to games.
void add_virtual_draws(Design& design, double per_engine);

/// A point in parameter space, natural units.
struct Point {
  std::vector<double> ratings;  ///< fixed ones included
  double advantage = 0;
  double draw = 0;  ///< the model's draw parameter
};

Point start(const Design& design);
Point moved(const Design& design, Point point, const Eigen::VectorXd& step);

/// The lead of the row's first engine over the second, first move included, and the chances that follow.
double lead(const Point& point, const Row& row);
Chances chances(const Design& design, const Point& point, const Row& row);

/// The quadratic form of (`d`, `a`, `t`): `d` is the rating of one engine minus that of another, `a` the
/// advantage, `t` the draw parameter. The members are the coefficients of the squares, and half the
/// coefficients of the products.
struct QuadraticForm {
  double dd = 0, da = 0, aa = 0, dt = 0, at = 0, tt = 0;
};

/// The sum of the curvatures of all rows, as a matrix over the parameters.
Eigen::MatrixXd sum_of_curvatures(const Design& design, const std::vector<Curvature>& curvature);

/// The sum of the gradients of all rows, as a vector over the parameters.
Eigen::VectorXd sum_of_gradients(const Design& design, const std::vector<Gradient>& gradient);

/// Adds the form, with `d` for the engines of `row`, to the matrix `sum`.
void add_form(const Design& design, const Row& row, const QuadraticForm& form, Eigen::MatrixXd& sum);

/// Adds the precision of loose anchors to the diagonal of `sum`.
void add_precision(const Design& design, Eigen::MatrixXd& sum);

/// `v' C v` for the gradient `v` of a row's lead with respect to the parameters: the variance of the lead.
double variance_along(const Design& design, const Row& row, const Eigen::MatrixXd& covariance);

}  // namespace ebiri::rating
