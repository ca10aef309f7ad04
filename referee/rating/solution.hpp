// The ratings of one group, with a prior where one is needed. Internal to this room.
#pragma once

#include <optional>

#include "referee/rating/fit.hpp"
#include "referee/rating/likelihood.hpp"

namespace ebiri::rating {

struct Solution {
  Maximum maximum;
  Group::Method method = Group::Method::likelihood;
  bool prior_needed = false;  ///< by `Prior::automatic`
};

/// Takes a design without a draw parameter, and leaves in it what was solved. `near`, if given, is where
/// the search begins. Nothing if there is no finite rating without the prior that the options forbid.
std::optional<Solution> solve(Design& design, const Options& options, const Point* near = nullptr);

/// What differences in the model's own unit are multiplied by; ratings with anchors stay as they are.
double elo_scale(const Design& design, const Point& point);

/// Of every engine of the group: relative to the anchors, or to the mean.
std::vector<double> ratings_in_elo(const Design& design, const Point& point);

}  // namespace ebiri::rating
