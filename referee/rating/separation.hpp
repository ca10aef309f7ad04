// An exact test of which ratings the games leave infinite, and the rating of a group in which some are.
// Internal to this room.
#pragma once

#include <optional>
#include <vector>

#include "referee/rating/likelihood.hpp"

namespace ebiri::rating {

/// Which parameters of a connected group have no finite estimate. A direction (d, a) changes the rating of
/// each engine k by d_k, and the advantage by a. Some parameter has no finite estimate if and only if there
/// is a direction, other than "all ratings alike", along which no row becomes less likely: for every row,
/// d_first - d_second + a is at least 0 if the first engine took points, and at most 0 if it lost points (A.
/// Albert, J. Anderson, Biometrika 71 (1984), for logistic regressions; a = 0 is L. Ford's condition).
struct Separation {
  std::vector<int> component;  ///< of each engine; within a component, differences of ratings are finite if
                               ///< the advantage is finite
  int components = 0;
  bool advantage_infinite = false;  ///< a direction with `a` other than 0 exists

  bool finite() const { return components == 1 && !advantage_infinite; }
  /// The engines of each component, ascending.
  std::vector<std::vector<std::size_t>> members() const;
  /// The component of the anchors, or else the largest one; empty if several are the largest.
  std::vector<std::size_t> reference(const Design& design) const;
};

/// Examines the rows of a logistic design. All anchors are in one component, because their ratings are known.
Separation separation(const Design& design);

/// Ratings of a group with several components. The games within components determine the ratings inside each
/// of them, with one advantage for all. Jeffreys' prior sets only the distances between components, which the
/// games leave infinite.
struct ComponentRatings {
  Design inner;     ///< the games within components; each component without anchors has its own gauge
  Maximum maximum;  ///< of `inner`
  Point point;      ///< the ratings of all engines together
  Eigen::MatrixXd covariance;  ///< of the ratings, natural units, relative to the reference
  double advantage_variance = 0;
};

/// Rates a group, and sets the reference of `design` to that of `separation`: one component, or all engines.
/// The errors of differences between components treat the advantage and the differences within components as
/// known. Returns nothing if rounding prevents the search. Preconditions: the model is logistic, and the
/// advantage is finite or fixed.
std::optional<ComponentRatings> rate_components(Design& design, const Separation& separation, Errors errors);

}  // namespace ebiri::rating
