// Formats whose pairings do not depend on results: round robin, match, gauntlet, Scheveningen. With `stop`,
// their meetings continue until differences in strength are known precisely enough.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/meetings.hpp"

namespace ebiri::tournament {

namespace {

// The fewest openings that a later batch adds, so that many slots have games to play.
constexpr int least_growth = 10;

struct Difference {
  Engine one = 0, other = 0;
};

std::vector<Difference> differences(const Plan& plan) {
  if (plan.stop->between.empty()) return {{0, 1}};
  std::vector<Difference> list;
  const auto index = [&](const std::string& name) {
    return static_cast<Engine>(std::ranges::find(plan.engines, name, &Entrant::name) - plan.engines.begin());
  };
  for (const auto& [one, other] : plan.stop->between) list.push_back({index(one), index(other)});
  return list;
}

// The number of openings after which every compared engine has played `least_pairs`.
int first_batch(int least_pairs, const std::vector<Difference>& wanted, const Meetings& meetings) {
  // The fewest meetings of any compared engine. No more than `least_pairs` matter: then one opening suffices.
  int fewest = least_pairs;
  for (const Difference& difference : wanted)
    for (const Engine engine : {difference.one, difference.other})
      fewest = std::min(fewest, static_cast<int>(std::ranges::count_if(meetings, [&](const Meeting& meeting) {
                          return meeting.first == engine || meeting.second == engine;
                        })));
  return (least_pairs + fewest - 1) / std::max(fewest, 1);
}

rating::Fit fit_of(const Plan& plan, const ScheduleBuilder& builder) {
  rating::Problem problem{.engines = {}, .encounters = builder.encounters(), .options = plan.rating};
  problem.options.errors = rating::Errors::paired_regularised;
  for (const Entrant& entrant : plan.engines) problem.engines.push_back(entrant.name);
  return rating::fit(problem);
}

// The wider side of the interval of a difference; nothing if the games do not determine it.
std::optional<double> error(const rating::Fit& fit, const Difference& difference) {
  if (!fit.comparable(difference.one, difference.other)) return std::nullopt;
  const auto [low, high] = fit.difference_interval(difference.one, difference.other);
  const double elo = fit.elo[difference.one] - fit.elo[difference.other];
  return std::max(high - elo, elo - low);
}

// Whether the likelihood of superiority of one engine suffices.
bool superior(const StopSettings& stop, const rating::Fit& fit, const Difference& difference) {
  const double likelihood = fit.superiority(difference.one, difference.other);
  return stop.superiority && std::max(likelihood, 1 - likelihood) >= *stop.superiority;
}

std::string sentence(const ScheduleBuilder& builder, const StopSettings& stop, const rating::Fit& fit,
                     const Difference& difference) {
  const auto width = error(fit, difference);
  const std::string names = builder.name(difference.one) + " - " + builder.name(difference.other);
  if (!width) return names + ": unknown";
  std::string text = fmt::format("{}: {:.1f} ± {:.1f} Elo", names,
                                 fit.elo[difference.one] - fit.elo[difference.other], *width);
  if (*width > stop.precision && superior(stop, fit, difference))
    text += fmt::format(
        " (probably overstated: accepted because the likelihood of superiority is at least {:g} %)",
        100 * *stop.superiority);
  return text;
}

// Adds `meetings` with all openings of the plan. With `stop` it adds them in batches: each later batch
// adds a tenth of the openings so far, at least 10. After each batch it rates the results. A meeting
// continues while one of its engines has a difference that is not known well enough. So the schedule depends
// only on results. Returns false while results are missing.
bool add_meetings(const Plan& plan, ScheduleBuilder& builder, Meetings meetings) {
  if (!plan.stop) return builder.add(meetings, {.count = plan.pairs});
  const auto wanted = differences(plan);
  int played = 0;
  int next = first_batch(plan.stop->min_pairs, wanted, meetings);
  while (true) {
    next = std::min(next, plan.pairs);
    if (!builder.add(meetings, {.first = played + 1, .count = next - played}) || !builder.wait_for_all())
      return false;
    played = next;
    const rating::Fit fit = fit_of(plan, builder);
    std::set<Engine> needed;
    for (const Difference& difference : wanted) {
      const auto width = error(fit, difference);
      if ((!width || *width > plan.stop->precision) && !superior(*plan.stop, fit, difference))
        needed.insert({difference.one, difference.other});
    }
    if (needed.empty() || played == plan.pairs) {
      for (const Difference& difference : wanted)
        builder.add_outcome(sentence(builder, *plan.stop, fit, difference));
      builder.set_precise(needed.empty());
      return true;
    }
    std::erase_if(meetings, [&](const Meeting& meeting) {
      return !needed.contains(meeting.first) && !needed.contains(meeting.second);
    });
    next = played + std::max(least_growth, played / 10);
  }
}

int sum_of(const std::vector<int>& points, const Engines& team) {
  int sum = 0;
  for (const Engine engine : team) sum += points[engine];
  return sum;
}

bool play_round_robin(const Plan& plan, ScheduleBuilder& builder) {
  return add_meetings(plan, builder, berger(all_engines(plan)));
}

// Two engines meet. The outcome of a test is its verdict, not the score.
bool play_match(const Plan& plan, ScheduleBuilder& builder) {
  const Meeting meeting{0, 1};
  if (!add_meetings(plan, builder, {meeting})) return false;
  if (plan.sprt) return true;
  if (!builder.wait_for_all()) return true;  // the schedule is complete, and only the outcome is missing
  const auto points = builder.points();
  const int ahead = points[0] - points[1];
  builder.add_outcome(builder.name(0) + " " + points_text(points[0]) + " : " + points_text(points[1]) + " " +
                      builder.name(1));
  builder.add_outcome(ahead == 0 ? "no winner: the match is tied"
                                 : "winner: " + builder.name(ahead > 0 ? 0 : 1));
  return true;
}

void check_match(const Plan& plan, std::vector<PlanProblem>& problems) {
  if (plan.engines.size() == 2) return;
  problems.push_back({.what = fmt::format("a match needs two engines; found {}", plan.engines.size()),
                      .hint = "use `round-robin` for more"});
}

bool play_gauntlet(const Plan& plan, ScheduleBuilder& builder) {
  const Meetings meetings = across(with_role(plan, Role::challenger), without_role(plan, Role::challenger));
  return add_meetings(plan, builder, meetings);
}

bool play_scheveningen(const Plan& plan, ScheduleBuilder& builder) {
  const std::string& home = plan.engines.front().team;
  std::string guests;
  Engines home_team, guest_team;
  for (const Engine engine : all_engines(plan)) {
    const std::string& team = plan.engines[engine].team;
    (team == home ? home_team : guest_team).push_back(engine);
    if (team != home) guests = team;
  }
  if (!add_meetings(plan, builder, across(home_team, guest_team))) return false;
  if (!builder.wait_for_all()) return true;  // as in a match
  const auto points = builder.points();
  const int ours = sum_of(points, home_team), theirs = sum_of(points, guest_team);
  builder.add_outcome(home + " " + points_text(ours) + " : " + points_text(theirs) + " " + guests);
  builder.add_outcome(ours == theirs ? "no winner: the teams are tied"
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
    else
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
