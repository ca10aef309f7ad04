#include "referee/tournament/meetings.hpp"
#include "referee/tournament/play_formats.hpp"

namespace ebiri::tournament {

namespace {

int sum_of(const std::vector<int>& points, const Engines& team) {
  int sum = 0;
  for (const Engine engine : team) sum += points[engine];
  return sum;
}

}  // namespace

bool play_scheveningen(const Plan& plan, Book& book) {
  const std::string& home = plan.engines.front().team;
  std::string guests;
  Engines home_team, guest_team;
  for (const Engine engine : everybody(plan)) {
    const std::string& team = plan.engines[engine].team;
    (team == home ? home_team : guest_team).push_back(engine);
    if (team != home) guests = team;
  }
  if (!book.enter(across(home_team, guest_team), {.count = plan.pairs})) return false;
  if (!book.all_over()) return true;
  const auto points = book.points();
  const int ours = sum_of(points, home_team), theirs = sum_of(points, guest_team);
  book.conclude(home + " " + points_text(ours) + " : " + points_text(theirs) + " " + guests);
  book.conclude(ours == theirs ? "no winner: the teams are level"
                               : "winner: " + (ours > theirs ? home : guests));
  return true;
}

}  // namespace ebiri::tournament
