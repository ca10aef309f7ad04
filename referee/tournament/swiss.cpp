#include "referee/tournament/swiss.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "referee/support/text.hpp"
#include "referee/tournament/meetings.hpp"

namespace ebiri::tournament {

namespace {

// For each place of the ranking, the number of engines with the same points.
std::vector<std::size_t> group_sizes(const SwissStanding& standing) {
  std::vector<std::size_t> sizes;
  for (const Engine engine : standing.ranking)
    sizes.push_back(static_cast<std::size_t>(std::ranges::count_if(
        standing.ranking, [&](Engine other) { return standing.points[other] == standing.points[engine]; })));
  return sizes;
}

// The costs of meetings, by places in `standing.ranking`. The criteria are a second meeting, the squared
// difference of points, and the squared distance from the ideal opponent; ideally, the upper half of a score
// group meets its lower half in order, and engines of different groups are neighbours in the ranking. An
// earlier criterion outweighs any sum of later ones.
Costs swiss_costs(const SwissStanding& standing) {
  const Engines& ranking = standing.ranking;
  const std::size_t count = ranking.size();
  const auto sizes = group_sizes(standing);
  const auto square = [](Cost value) { return value * value; };
  const auto spread =
      std::ranges::minmax(ranking, {}, [&](Engine engine) { return standing.points[engine]; });
  const Cost widest = count == 0 ? 0 : standing.points[spread.max] - standing.points[spread.min];
  const auto meetings = static_cast<Cost>(count / 2 + 1);
  // The cost of a difference of half a point. Outweighs all distances.
  const Cost least_difference = meetings * square(static_cast<Cost>(count)) + 1;
  const Cost second_meeting = meetings * square(widest) * least_difference + least_difference;
  Costs costs(count, std::vector<Cost>(count));
  for (std::size_t upper = 0; upper < count; ++upper) {
    for (std::size_t lower = upper + 1; lower < count; ++lower) {
      const Engine one = ranking[upper], other = ranking[lower];
      const Cost difference = standing.points[one] - standing.points[other];
      const Cost ideal = difference == 0 ? static_cast<Cost>(sizes[upper] / 2) : 1;
      Cost cost = square(difference) * least_difference + square(static_cast<Cost>(lower - upper) - ideal);
      if (standing.have_met(one, other)) cost += second_meeting;
      costs[upper][lower] = costs[lower][upper] = cost;
    }
  }
  return costs;
}

SwissRound pair_even(const SwissStanding& standing) {
  const auto partner = cheapest_matching(swiss_costs(standing));
  SwissRound round;
  for (std::size_t place = 0; place < partner.size(); ++place) {
    if (partner[place] < place) continue;
    const Meeting meeting{standing.ranking[place], standing.ranking[partner[place]]};
    round.meetings.push_back(meeting);
    if (standing.have_met(meeting.first, meeting.second)) ++round.second_meetings;
  }
  return round;
}

}  // namespace

SwissRound pair_swiss(const SwissStanding& standing) {
  if (standing.ranking.size() % 2 == 0) return pair_even(standing);
  Engines candidates;
  std::ranges::remove_copy_if(standing.ranking, std::back_inserter(candidates), standing.had_bye);
  if (candidates.empty()) candidates = standing.ranking;
  std::ranges::reverse(candidates);
  std::optional<SwissRound> best;
  for (const Engine candidate : candidates) {
    SwissStanding others = standing;
    std::erase(others.ranking, candidate);
    SwissRound round = pair_even(others);
    if (best && round.second_meetings >= best->second_meetings) continue;
    round.bye = candidate;
    best = std::move(round);
    if (best->second_meetings == 0) break;
  }
  return *best;
}

int swiss_rounds(const Plan& plan) {
  if (plan.format.rounds) return *plan.format.rounds;
  int rounds = 1;
  while ((std::size_t{1} << static_cast<unsigned>(rounds)) < plan.engines.size()) ++rounds;
  return rounds;
}

namespace {

int swiss_openings(const Plan& plan) { return plan.pairs * swiss_rounds(plan); }

std::uint64_t max_swiss_games(const Plan& plan) {
  return plan.engines.size() * static_cast<std::uint64_t>(swiss_openings(plan));
}

std::string swiss_details(const Plan& plan) { return fmt::format("{} rounds", swiss_rounds(plan)); }

bool play_swiss(const Plan& plan, ScheduleBuilder& builder) {
  const Engines seeds = seeded(plan, all_engines(plan));
  std::set<Engine> byes;
  const auto standing = [&] {
    const auto points = builder.points();
    Engines ranking = seeds;
    std::ranges::stable_sort(ranking, [&](Engine a, Engine b) { return points[a] > points[b]; });
    return SwissStanding{.ranking = std::move(ranking),
                         .points = points,
                         .have_met = [&](Engine one, Engine other) { return builder.have_met(one, other); },
                         .had_bye = [&](Engine engine) { return byes.contains(engine); }};
  };
  const int rounds = swiss_rounds(plan);
  for (int round = 1; round <= rounds; ++round) {
    builder.begin_round(fmt::format("round {}", round));
    SwissRound pairing = pair_swiss(standing());
    if (pairing.bye) {  // it gives the points of winning its games (FIDE Handbook C.04.1)
      byes.insert(*pairing.bye);
      builder.give_bye(*pairing.bye, plan.pairs);
    }
    const auto begun = builder.begun();
    for (Meeting& meeting : pairing.meetings)
      if (begun[meeting.first] > begun[meeting.second]) std::swap(meeting.first, meeting.second);
    const Openings openings{.first = (round - 1) * plan.pairs + 1, .count = plan.pairs};
    if (!builder.add(pairing.meetings, openings) || !builder.wait_for_all()) return false;
  }
  // No places here: the table's tie-breaks order engines with equal points.
  const auto last = standing();
  for (const Engine engine : last.ranking)
    builder.add_outcome(fmt::format("{} {}", builder.name(engine), points_text(last.points[engine])));
  return true;
}

void check_swiss(const Plan& plan, std::vector<PlanProblem>& problems) {
  const std::size_t engines = plan.engines.size();
  const std::size_t most = engines % 2 == 0 ? engines - 1 : engines;
  if (!plan.format.rounds || static_cast<std::size_t>(*plan.format.rounds) <= most) return;
  problems.push_back({.what = fmt::format("{} engines can play at most {} without second meetings; found {}",
                                          engines, counted(most, "round"), *plan.format.rounds),
                      .hint = "use `round-robin` to let all engines meet",
                      .key = "rounds"});
}

}  // namespace

FormatInfo swiss_format() {
  return {.name = "swiss",
          .adaptive = true,
          .play = play_swiss,
          .openings = swiss_openings,
          .max_games = max_swiss_games,
          .keys = {"rounds", "seeding"},
          .check = check_swiss,
          .details = swiss_details};
}

}  // namespace ebiri::tournament
