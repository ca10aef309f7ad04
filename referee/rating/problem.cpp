#include "referee/rating/problem.hpp"

#include <algorithm>

namespace ebiri::rating {

Problem problem_of(const Tally& tally, Options options) {
  Problem problem{.engines = tally.engines(), .encounters = {}, .options = std::move(options)};
  const auto index = [&](const std::string& name) {
    const auto place = std::lower_bound(problem.engines.begin(), problem.engines.end(), name);
    return static_cast<std::size_t>(place - problem.engines.begin());
  };
  const bool once = problem.options.repetitions == Repetitions::once;
  const auto lone = [&](const OneWay& games) { return once ? games.distinct_unpaired : games.unpaired; };
  for (const auto& [names, meeting] : tally.meetings()) {
    problem.encounters.push_back({.first = index(names.first),
                                  .second = index(names.second),
                                  .pairs = once ? meeting.distinct_pairs : meeting.pairs,
                                  .first_begins = lone(meeting.first_south),
                                  .second_begins = lone(meeting.second_south)});
  }
  return problem;
}

}  // namespace ebiri::rating
