// Formats whose games do not depend on results: round robin, match, gauntlet, Scheveningen.
#pragma once

#include "referee/tournament/formats.hpp"

namespace ebiri::tournament {

/// Every engine meets every other, once with each opening.
bool play_round_robin(const Plan& plan, Book& book);

/// Two engines meet.
bool play_match(const Plan& plan, Book& book);
void check_match(const Plan& plan, std::vector<PlanProblem>& problems);

/// Each challenger meets each engine that is not a challenger.
bool play_gauntlet(const Plan& plan, Book& book);

/// Checks that there are both challengers and others, which a gauntlet and a ladder need.
void check_challengers(const Plan& plan, std::vector<PlanProblem>& problems);

/// Two teams: every engine meets every engine of the other team.
bool play_scheveningen(const Plan& plan, Book& book);
void check_teams(const Plan& plan, std::vector<PlanProblem>& problems);

}  // namespace ebiri::tournament
