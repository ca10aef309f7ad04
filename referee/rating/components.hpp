// Ratings of a group that falls into components (separation.hpp). Internal to this room.
#pragma once

#include <optional>

#include "referee/rating/likelihood.hpp"
#include "referee/rating/separation.hpp"

namespace ebiri::rating {

/// Components keep the likelihood of their own games, with one advantage for all. Jeffreys' prior sets only
/// what is infinite: how far the components are apart.
struct ComponentRatings {
  Design inner;                ///< the games within components, each component with a gauge of its own
  Maximum maximum;             ///< of `inner`
  Point point;                 ///< the ratings of all engines together
  Eigen::MatrixXd covariance;  ///< of these, natural units, relative to the reference
  double advantage_variance = 0;
};

/// `design` is of the logistic model, its advantage finite or held. Its reference is left as `separation`
/// decides: one component, or all engines. The errors of differences between components take inner
/// differences and the advantage as known. Nothing if rounding prevents the search.
std::optional<ComponentRatings> rate_components(Design& design, const Separation& separation, Errors errors);

}  // namespace ebiri::rating
