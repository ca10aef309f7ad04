#include "referee/tournament/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace ebiri::tournament {

namespace {

// The two engines and the opening of a game. When a plan extends an earlier one, the games with new keys are
// added.
using Key = std::tuple<std::string, std::string, int>;

Key key_of(const Pairing& pairing) {
  return {std::min(pairing.south, pairing.north), std::max(pairing.south, pairing.north), pairing.opening};
}

void extend(Schedule& schedule, const Schedule& wanted) {
  std::set<Key> known;
  int game = 0, pair = 0, wanted_pair = 0;
  for (const Pairing& pairing : schedule) {
    known.insert(key_of(pairing));
    game = std::max(game, pairing.game);
    pair = std::max(pair, pairing.pair);
  }
  for (Pairing pairing : wanted) {
    if (known.contains(key_of(pairing))) continue;
    if (pairing.pair != wanted_pair) ++pair;
    wanted_pair = pairing.pair;
    pairing.game = ++game;
    pairing.pair = pair;
    schedule.add(pairing);
  }
}

Results::Result turned(Results::Result result) {
  using Result = Results::Result;
  if (result == Result::south_wins) return Result::north_wins;
  return result == Result::north_wins ? Result::south_wins : result;
}

// Converts `results` from the game numbers of `from` to those of `to`, whose games are all in `from` too.
// Turns a result if the other engine begins that game in `to`.
Results renumbered(const Results& results, const Schedule& from, const Schedule& to) {
  std::map<Key, std::vector<Pairing>> games;  // one, or both of a pair
  for (const Pairing& pairing : from) games[key_of(pairing)].push_back(pairing);
  Results renumbered;
  for (const Pairing& pairing : to) {
    const auto& candidates = games.at(key_of(pairing));
    const auto same = std::ranges::find(candidates, pairing.south, &Pairing::south);
    const auto result = results.of((same != candidates.end() ? *same : candidates.front()).game);
    if (result) renumbered.enter(pairing.game, same != candidates.end() ? *result : turned(*result));
  }
  return renumbered;
}

// Reports roles and teams that the format does not use.
void check_unused(const Plan& plan, const FormatInfo& format, std::vector<PlanProblem>& problems) {
  for (Engine engine = 0; engine < plan.engines.size(); ++engine) {
    const Entrant& entrant = plan.engines[engine];
    if (entrant.role != Role::player && entrant.role != format.role)
      problems.push_back({.what = fmt::format("`{}` does not use the role `{}`", format.name,
                                              rating::word_for(entrant.role, role_words())),
                          .engine = engine,
                          .key = "role"});
    if (!entrant.team.empty() && !format.teams)
      problems.push_back({.what = fmt::format("`{}` does not use teams", format.name),
                          .hint = "`scheveningen` does",
                          .engine = engine,
                          .key = "team"});
  }
}

}  // namespace

int pairs_of_plan(const Plan& plan) { return plan.pairs; }

std::uint64_t round_robin_games(const Plan& plan) {
  const std::uint64_t engines = plan.engines.size();
  return engines * (engines - 1) * static_cast<std::uint64_t>(plan.pairs);
}

const std::vector<FormatInfo>& formats() {
  static const std::vector<FormatInfo> table{
      round_robin_format(), match_format(),    gauntlet_format(), scheveningen_format(),
      swiss_format(),       knockout_format(), ladder_format(),   staged_format(),
  };
  return table;
}

const FormatInfo& info(std::string_view name) {
  const auto found = std::ranges::find(formats(), name, &FormatInfo::name);
  assert(found != formats().end());
  return *found;
}

bool depends_on_results(const Plan& plan) {
  return plan.open || plan.stop || info(plan.format.name).adaptive || plan.starter == Starter::winner ||
         plan.starter == Starter::loser;
}

std::vector<PlanProblem> problems(const Plan& plan) {
  const FormatInfo& format = info(plan.format.name);
  std::vector<PlanProblem> found;
  check_unused(plan, format, found);
  if (format.check != nullptr) format.check(plan, found);
  return found;
}

std::string describe(const Plan& plan) {
  if (plan.open) return "practice ladder";
  std::string text = plan.format.name;
  std::ranges::replace(text, '-', ' ');
  if (const auto details = info(plan.format.name).details) text += ", " + details(plan);
  if (plan.stop) text += fmt::format(", until ±{:g} Elo", plan.stop->precision);
  if (plan.starter == Starter::fixed) text += ", first engine starts";
  if (plan.starter == Starter::lot) text += ", lot decides who starts";
  if (plan.starter == Starter::winner) text += ", winner starts";
  if (plan.starter == Starter::loser) text += ", loser starts";
  return text;
}

Course course_of(const Plan& plan, const Results& results) {
  if (plan.open) return {};
  ScheduleBuilder builder{plan, results};
  const bool determined = info(plan.format.name).play(plan, builder);
  Course course = builder.build(determined);
  if (!plan.chunk) return course;
  const Schedule whole = std::exchange(course.schedule, {});
  for (const Pairing& pairing : whole)
    if ((pairing.pair - 1) % plan.chunk->of == plan.chunk->index - 1) course.schedule.add(pairing);
  return course;
}

Course course_of(const std::vector<Plan>& plans, const Results& results) {
  assert(!plans.empty());
  Course course = course_of(plans.back(), results);
  if (depends_on_results(plans.back())) return course;
  const auto same = [&](const Plan& plan) { return plan == plans.back(); };
  if (std::ranges::all_of(plans, same)) return course;
  Schedule schedule;
  for (const Plan& plan : plans)
    if (!depends_on_results(plan)) extend(schedule, course_of(plan, {}).schedule);
  // Keep the range of the first course, which has the run's game numbers. The second one has those of the
  // last plan alone.
  const GameRange waits_for = course.waits_for;
  course = course_of(plans.back(), renumbered(results, schedule, course.schedule));
  course.waits_for = waits_for;
  course.schedule = std::move(schedule);
  return course;
}

}  // namespace ebiri::tournament
