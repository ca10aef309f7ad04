// What the tables of a run make of its results.
#pragma once

#include <span>
#include <string>

#include "referee/rating/settings.hpp"
#include "referee/record/journal.hpp"
#include "referee/support/result.hpp"

namespace ebiri::run {

/// As the run's last plan says, but for `overrides` (`rating.model=davidson`, `points={draw: 0}`); without a
/// plan, the defaults. An error lists every problem.
Result<rating::Scoring> scoring_of(const record::JournalHead& run,
                                   std::span<const std::string> overrides = {});

/// The same, with the defaults in place of a plan that cannot be read.
rating::Scoring scoring_or_default(const record::JournalHead& run);

}  // namespace ebiri::run
