// Ratings of a group that has several components (separation.hpp). Internal to this room.
#pragma once

#include <optional>

#include "referee/rating/likelihood.hpp"
#include "referee/rating/separation.hpp"

namespace ebiri::rating {

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
