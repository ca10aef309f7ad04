// What a format asks of its plan: what `FormatInfo::check` is.
#pragma once

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

void check_match(const Plan& plan, std::vector<PlanProblem>& problems);
void check_challengers(const Plan& plan, std::vector<PlanProblem>& problems);
void check_teams(const Plan& plan, std::vector<PlanProblem>& problems);
void check_swiss(const Plan& plan, std::vector<PlanProblem>& problems);
void check_staged(const Plan& plan, std::vector<PlanProblem>& problems);

}  // namespace ebiri::tournament
