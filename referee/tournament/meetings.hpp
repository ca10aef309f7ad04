// Building blocks of formats: selections of engines and lists of meetings.
#pragma once

#include "referee/tournament/schedule_builder.hpp"

namespace ebiri::tournament {

/// All engines of the plan, in its order.
Engines all_engines(const Plan& plan);

/// The engines with `role`, and those with another role.
Engines with_role(const Plan& plan, Role role);
Engines without_role(const Plan& plan, Role role);

/// Sorts engines by the plan's seeding, best seed first: in the order of the config, or by lot.
Engines seeded(const Plan& plan, Engines engines);

/// Every engine meets every other once, in Berger order (FIDE Handbook C.05, annex 1). After each round all
/// engines have played the same number of games, except for byes.
Meetings berger(const Engines& engines);

/// Every engine of one side meets every engine of the other once, in rounds in which no engine plays twice.
/// The side that comes first in the meetings alternates from round to round.
Meetings across(const Engines& side, const Engines& other_side);

/// `engines` sorted by half points, then by half points against engines with the same points, then by their
/// earlier order.
Engines ranked(ScheduleBuilder& builder, Engines engines, const std::vector<int>& points);

}  // namespace ebiri::tournament
