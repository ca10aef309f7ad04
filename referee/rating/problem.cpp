#include "referee/rating/problem.hpp"

#include <algorithm>

namespace ebiri::rating {

Problem problem_of(const Tally& tally, Options options) {
  Problem problem{.engines = tally.engines(), .encounters = {}, .options = std::move(options)};
  const auto index = [&](const std::string& name) {
    const auto place = std::lower_bound(problem.engines.begin(), problem.engines.end(), name);
    return static_cast<std::size_t>(place - problem.engines.begin());
  };
  for (const auto& [names, meeting] : tally.meetings()) {
    problem.encounters.push_back({.first = index(names.first),
                                  .second = index(names.second),
                                  .pairs = meeting.pairs,
                                  .first_begins = meeting.first_south.unpaired,
                                  .second_begins = meeting.second_south.unpaired});
  }
  return problem;
}

}  // namespace ebiri::rating
