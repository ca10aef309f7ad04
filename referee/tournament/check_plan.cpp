#include "referee/tournament/check_plan.hpp"

#include <fmt/format.h>

#include <set>

#include "referee/tournament/meetings.hpp"
#include "referee/tournament/play_formats.hpp"

namespace ebiri::tournament {

namespace {

std::string_view word(Role role) {
  switch (role) {
    case Role::challenger:
      return "challenger";
    case Role::reference:
      return "reference";
    case Role::player:
      break;
  }
  return "player";
}

// Roles and teams that the format has no use for.
void check_useless(const Plan& plan, const FormatInfo& format, std::vector<PlanProblem>& problems) {
  for (Engine engine = 0; engine < plan.engines.size(); ++engine) {
    const Entrant& entrant = plan.engines[engine];
    if (entrant.role != Role::player && entrant.role != format.role)
      problems.push_back({.what = fmt::format("`{}` has no use for a {}", format.name, word(entrant.role)),
                          .engine = engine,
                          .key = "role"});
    if (!entrant.team.empty() && !format.teams)
      problems.push_back({.what = fmt::format("`{}` has no use for teams", format.name),
                          .hint = "`scheveningen` has",
                          .engine = engine,
                          .key = "team"});
  }
}

}  // namespace

std::vector<PlanProblem> problems(const Plan& plan) {
  const FormatInfo& format = info(plan.format.name);
  std::vector<PlanProblem> found;
  check_useless(plan, format, found);
  if (format.check != nullptr) format.check(plan, found);
  return found;
}

void check_match(const Plan& plan, std::vector<PlanProblem>& problems) {
  if (plan.engines.size() == 2) return;
  problems.push_back({.what = fmt::format("a match has two engines, not {}", plan.engines.size()),
                      .hint = "`round-robin` is for more"});
}

void check_challengers(const Plan& plan, std::vector<PlanProblem>& problems) {
  const auto name = info(plan.format.name).name;
  const std::size_t challengers = with_role(plan, Role::challenger).size();
  if (challengers == 0)
    problems.push_back(
        {.what = fmt::format("`{}` needs a challenger", name), .hint = "give an engine `role: challenger`"});
  if (challengers == plan.engines.size())
    problems.push_back({.what = fmt::format("`{}` needs an engine that is no challenger", name)});
}

void check_teams(const Plan& plan, std::vector<PlanProblem>& problems) {
  std::set<std::string> teams;
  for (Engine engine = 0; engine < plan.engines.size(); ++engine) {
    const Entrant& entrant = plan.engines[engine];
    const bool known = teams.contains(entrant.team);
    if (entrant.team.empty())
      problems.push_back({.what = fmt::format("`{}` has no team", entrant.name),
                          .hint = "give every engine a `team`, of two different names",
                          .engine = engine});
    else if (!known && teams.size() == 2)
      problems.push_back(
          {.what = fmt::format("`{}` is a third team", entrant.team),
           .hint = fmt::format("the others are `{}` and `{}`", *teams.begin(), *teams.rbegin()),
           .engine = engine,
           .key = "team"});
    else if (!entrant.team.empty())
      teams.insert(entrant.team);
  }
  if (problems.empty() && teams.size() == 1)
    problems.push_back({.what = "`scheveningen` needs two teams, and there is one"});
}

void check_swiss(const Plan& plan, std::vector<PlanProblem>& problems) {
  const std::size_t engines = plan.engines.size();
  const std::size_t most = engines % 2 == 0 ? engines - 1 : engines;
  if (!plan.format.rounds || static_cast<std::size_t>(*plan.format.rounds) <= most) return;
  problems.push_back(
      {.what = fmt::format("{} rounds are too many for {} engines that meet once; at most {} are possible",
                           *plan.format.rounds, engines, most),
       .hint = "in `round-robin` everybody meets everybody",
       .key = "rounds"});
}

void check_staged(const Plan& plan, std::vector<PlanProblem>& problems) {
  const std::size_t players = without_role(plan, Role::reference).size();
  if (players < 2)
    problems.push_back({.what = "`staged` needs two engines besides its references"});
  else if (plan.format.groups && static_cast<std::size_t>(*plan.format.groups) > players / 2)
    problems.push_back(
        {.what = fmt::format("{} engines are too few for {} groups", players, group_count(plan)),
         .hint = "a group needs at least two",
         .key = "groups"});
}

}  // namespace ebiri::tournament
