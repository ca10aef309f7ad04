// Formats whose games do not depend on results: round robin, match, gauntlet, Scheveningen.
#include <fmt/format.h>

#include <set>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/meetings.hpp"
#include "referee/tournament/precision.hpp"

namespace ebiri::tournament {

namespace {

int sum_of(const std::vector<int>& points, const Engines& team) {
  int sum = 0;
  for (const Engine engine : team) sum += points[engine];
  return sum;
}

// Every engine meets every other, once with each opening.
bool play_round_robin(const Plan& plan, Book& book) {
  return enter_meetings(plan, book, berger(all_engines(plan)));
}

// Two engines meet.
bool play_match(const Plan& plan, Book& book) {
  const Meeting meeting{0, 1};
  if (!enter_meetings(plan, book, {meeting})) return false;
  if (!book.wait_for_all()) return true;  // the schedule is complete, and only the outcome is missing
  const auto points = book.points();
  const int ahead = points[0] - points[1];
  book.conclude(book.name(0) + " " + points_text(points[0]) + " : " + points_text(points[1]) + " " +
                book.name(1));
  book.conclude(ahead == 0 ? "no winner: the match is tied" : "winner: " + book.name(ahead > 0 ? 0 : 1));
  return true;
}

void check_match(const Plan& plan, std::vector<PlanProblem>& problems) {
  if (plan.engines.size() == 2) return;
  problems.push_back({.what = fmt::format("a match needs two engines; found {}", plan.engines.size()),
                      .hint = "use `round-robin` for more"});
}

// Each challenger meets each engine that is not a challenger.
bool play_gauntlet(const Plan& plan, Book& book) {
  const Meetings meetings = across(with_role(plan, Role::challenger), without_role(plan, Role::challenger));
  return enter_meetings(plan, book, meetings);
}

// Two teams: every engine meets every engine of the other team.
bool play_scheveningen(const Plan& plan, Book& book) {
  const std::string& home = plan.engines.front().team;
  std::string guests;
  Engines home_team, guest_team;
  for (const Engine engine : all_engines(plan)) {
    const std::string& team = plan.engines[engine].team;
    (team == home ? home_team : guest_team).push_back(engine);
    if (team != home) guests = team;
  }
  if (!enter_meetings(plan, book, across(home_team, guest_team))) return false;
  if (!book.wait_for_all()) return true;  // as in a match
  const auto points = book.points();
  const int ours = sum_of(points, home_team), theirs = sum_of(points, guest_team);
  book.conclude(home + " " + points_text(ours) + " : " + points_text(theirs) + " " + guests);
  book.conclude(ours == theirs ? "no winner: the teams are tied"
                               : "winner: " + (ours > theirs ? home : guests));
  return true;
}

void check_teams(const Plan& plan, std::vector<PlanProblem>& problems) {
  std::set<std::string> teams;
  for (Engine engine = 0; engine < plan.engines.size(); ++engine) {
    const Entrant& entrant = plan.engines[engine];
    const bool known = teams.contains(entrant.team);
    if (entrant.team.empty())
      problems.push_back({.what = fmt::format("`{}` has no team", entrant.name),
                          .hint = "set `team` for each engine, with two different names in all",
                          .engine = engine});
    else if (!known && teams.size() == 2)
      problems.push_back(
          {.what = fmt::format("`{}` is a third team, expected two", entrant.team),
           .hint = fmt::format("the others are `{}` and `{}`", *teams.begin(), *teams.rbegin()),
           .engine = engine,
           .key = "team"});
    else if (!entrant.team.empty())
      teams.insert(entrant.team);
  }
  if (problems.empty() && teams.size() == 1)
    problems.push_back({.what = "`scheveningen` needs two teams; found one"});
}

}  // namespace

void check_challengers(const Plan& plan, std::vector<PlanProblem>& problems) {
  const std::size_t challengers = with_role(plan, Role::challenger).size();
  if (challengers == 0)
    problems.push_back({.what = fmt::format("`{}` needs a challenger", plan.format.name),
                        .hint = "give an engine `role: challenger`"});
  if (challengers == plan.engines.size())
    problems.push_back(
        {.what = fmt::format("`{}` needs an engine that is not a challenger", plan.format.name)});
}

FormatInfo round_robin_format() { return {.name = "round-robin", .tests = true, .play = play_round_robin}; }

FormatInfo match_format() {
  return {.name = "match", .tests = true, .play = play_match, .check = check_match};
}

FormatInfo gauntlet_format() {
  return {.name = "gauntlet", .play = play_gauntlet, .role = Role::challenger, .check = check_challengers};
}

FormatInfo scheveningen_format() {
  return {.name = "scheveningen", .play = play_scheveningen, .teams = true, .check = check_teams};
}

}  // namespace ebiri::tournament
