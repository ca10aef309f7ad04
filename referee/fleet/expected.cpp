#include "referee/fleet/expected.hpp"

#include <fmt/format.h>

#include "referee/record/verify.hpp"
#include "referee/rules/describe.hpp"

namespace ebiri::fleet {

std::string against(const match::GameRecord& record, const match::GameSetup& setup, const rules::Rules& rules,
                    std::optional<int> time_scale) {
  if (record.attempt != setup.attempt)
    return fmt::format("attempt {} was expected, not {}", setup.attempt, record.attempt);
  if (record.south != setup.south.name || record.north != setup.north.name || record.pair != setup.pair)
    return fmt::format("it is {} vs {}, pair {}, and {} vs {}, pair {}, was asked for", record.south,
                       record.north, record.pair, setup.south.name, setup.north.name, setup.pair);
  if (record.opening != setup.opening) return "its opening is not the one that was asked for";
  if (record.seed != setup.seed) return "its seed is not the one that the run's seed gives";
  if (record.variant != rules.variant() || record.ruleset != rules::ruleset_text(rules))
    return "it has other rules";
  const int scale = time_scale.value_or(0);  // which no time limit has
  if (record.south_limit != match::describe(setup.south.terms.limit, scale) ||
      record.north_limit != match::describe(setup.north.terms.limit, scale))
    return fmt::format("it has other limits, {} and {}", record.south_limit, record.north_limit);
  const auto contradictions = record::contradictions(record, rules);
  return contradictions.empty() ? std::string{} : contradictions.front();
}

}  // namespace ebiri::fleet
