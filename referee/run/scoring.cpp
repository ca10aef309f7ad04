#include "referee/run/scoring.hpp"

#include "referee/config/load.hpp"

namespace ebiri::run {

Result<rating::Scoring> scoring_of(const record::JournalHead& run, std::span<const std::string> overrides) {
  const std::string config = run.plans.empty() ? "{}" : run.plans.back().config;
  return config::load_scoring({"config.yaml", config}, overrides);
}

rating::Scoring scoring_or_default(const record::JournalHead& run) {
  const auto scoring = scoring_of(run);
  return scoring ? *scoring : rating::Scoring{};
}

}  // namespace ebiri::run
