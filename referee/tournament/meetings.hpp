// Who meets whom: the building blocks of the formats.
#pragma once

#include "referee/tournament/book.hpp"

namespace ebiri::tournament {

/// All engines of the plan, in its order.
Engines everybody(const Plan& plan);

/// Those with that role, or with any other.
Engines with_role(const Plan& plan, Role role);
Engines without_role(const Plan& plan, Role role);

/// The engines from the strongest to the weakest as the plan seeds them: in the order of the config, or
/// by lot.
Engines seeded(const Plan& plan, Engines engines);

/// Everybody meets everybody once, in Berger order (FIDE Handbook C.05, annex 1): after each round
/// everybody has played equally often, but for those with the odd bye.
Meetings berger(const Engines& engines);

/// Everybody of one side meets everybody of the other once, in rounds in which nobody plays twice; who
/// is named first alternates from round to round.
Meetings across(const Engines& side, const Engines& other_side);

/// `engines` by half points, then by half points against those with as many, then as they stood.
Engines ranked(Book& book, Engines engines, const std::vector<int>& points);

}  // namespace ebiri::tournament
