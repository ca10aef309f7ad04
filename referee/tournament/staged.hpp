// Staged: a test against references, then groups, then a final.
#pragma once

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

bool play_staged(const Plan& plan, Book& book);
int staged_openings(const Plan& plan);
std::uint64_t max_staged_games(const Plan& plan);
void check_staged(const Plan& plan, std::vector<PlanProblem>& problems);

}  // namespace ebiri::tournament
