#include "referee/tournament/swiss_pairing.hpp"

#include <algorithm>
#include <iterator>

namespace ebiri::tournament {

namespace {

// How many engines have the same points as each place of the ranking.
std::vector<std::size_t> group_sizes(const SwissStanding& standing) {
  std::vector<std::size_t> sizes;
  for (const Engine engine : standing.ranking)
    sizes.push_back(static_cast<std::size_t>(std::ranges::count_if(
        standing.ranking, [&](Engine other) { return standing.points[other] == standing.points[engine]; })));
  return sizes;
}

struct Paired {
  Meetings meetings;
  std::size_t second_meetings = 0;
};

Paired pair_even(const SwissStanding& standing) {
  const auto partner = cheapest_matching(swiss_costs(standing));
  Paired round;
  for (std::size_t place = 0; place < partner.size(); ++place) {
    if (partner[place] < place) continue;
    const Meeting meeting{standing.ranking[place], standing.ranking[partner[place]]};
    round.meetings.push_back(meeting);
    if (standing.have_met(meeting.first, meeting.second)) ++round.second_meetings;
  }
  return round;
}

SwissStanding without(SwissStanding standing, Engine engine) {
  std::erase(standing.ranking, engine);
  return standing;
}

}  // namespace

Costs swiss_costs(const SwissStanding& standing) {
  const Engines& ranking = standing.ranking;
  const std::size_t count = ranking.size();
  const auto sizes = group_sizes(standing);
  const auto square = [](Cost value) { return value * value; };
  const auto spread =
      std::ranges::minmax(ranking, {}, [&](Engine engine) { return standing.points[engine]; });
  const Cost widest = count == 0 ? 0 : standing.points[spread.max] - standing.points[spread.min];
  const auto meetings = static_cast<Cost>(count / 2 + 1);
  const Cost one_point = meetings * square(static_cast<Cost>(count)) + 1;  // outweighs all distances
  const Cost second_meeting = meetings * square(widest) * one_point + one_point;
  Costs costs(count, std::vector<Cost>(count));
  for (std::size_t upper = 0; upper < count; ++upper) {
    for (std::size_t lower = upper + 1; lower < count; ++lower) {
      const Engine one = ranking[upper], other = ranking[lower];
      const Cost difference = standing.points[one] - standing.points[other];
      const Cost ideal = difference == 0 ? static_cast<Cost>(sizes[upper] / 2) : 1;
      Cost cost = square(difference) * one_point + square(static_cast<Cost>(lower - upper) - ideal);
      if (standing.have_met(one, other)) cost += second_meeting;
      costs[upper][lower] = costs[lower][upper] = cost;
    }
  }
  return costs;
}

SwissRound pair_swiss(const SwissStanding& standing) {
  if (standing.ranking.size() % 2 == 0) return {.meetings = pair_even(standing).meetings, .bye = {}};
  Engines candidates;
  std::ranges::remove_copy_if(standing.ranking, std::back_inserter(candidates), standing.had_bye);
  if (candidates.empty()) candidates = standing.ranking;
  std::ranges::reverse(candidates);
  std::optional<SwissRound> best;
  std::size_t fewest = 0;
  for (const Engine candidate : candidates) {
    const auto round = pair_even(without(standing, candidate));
    if (best && round.second_meetings >= fewest) continue;
    best = SwissRound{.meetings = round.meetings, .bye = candidate};
    fewest = round.second_meetings;
    if (fewest == 0) break;
  }
  return *best;
}

}  // namespace ebiri::tournament
