// The log likelihood ratio of a sequential test: how much better one hypothesis explains the results.
#pragma once

#include "referee/rating/sprt_settings.hpp"

namespace ebiri::rating {

/// ln of the greatest likelihood that distributions of scores under H1 give to the sample, over the same
/// under H0 (generalised SPRT). Exact, not the normal approximation, so it may be looked at after every
/// unit. Precondition: settings without problems and not `bayesian` (see `without_draw_model`).
/// Source: M. Van den Bergh, notes to Fishtest (README.md).
double log_likelihood_ratio(const Sample& sample, const SprtSettings& settings);

/// The normal approximation of it for large samples, for display and design only: from few or uniform
/// results it is far too large.
double approximate_log_likelihood_ratio(const Sample& sample, const SprtSettings& settings);

}  // namespace ebiri::rating
