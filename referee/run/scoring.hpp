// The settings for points, order and ratings of a run.
#pragma once

#include <span>
#include <string>

#include "referee/rating/settings.hpp"
#include "referee/record/journal.hpp"
#include "referee/support/result.hpp"

namespace ebiri::run {

/// The settings of the run's last plan, changed by `overrides` (`rating.model=davidson`, `points={draw: 0}`);
/// without a plan, the defaults. An error lists every problem.
Result<rating::Scoring> scoring_of(const record::JournalHead& run,
                                   std::span<const std::string> overrides = {});

/// The same, or the defaults if the plan cannot be read.
rating::Scoring scoring_or_default(const record::JournalHead& run);

}  // namespace ebiri::run
