#include "referee/run/scoring.hpp"

#include <variant>

#include "referee/config/load.hpp"

namespace ebiri::run {

Result<rating::Scoring> scoring_of(const record::JournalHead& run, std::span<const std::string> overrides) {
  const std::string config = run.plans.empty() ? "{}" : run.plans.back().config;
  const auto loaded = config::load_scoring({"config.yaml", config}, overrides);
  if (const auto* problems = std::get_if<config::Diagnostics>(&loaded))
    return Error{config::format(*problems)};
  const tournament::Settings& settings = std::get<config::Loaded>(loaded).settings;
  return rating::Scoring{.points = settings.points,
                         .rank_by = settings.rank_by,
                         .tie_breaks = settings.tie_breaks,
                         .rating = settings.rating};
}

rating::Scoring scoring_or_default(const record::JournalHead& run) {
  const auto scoring = scoring_of(run);
  return scoring ? *scoring : rating::Scoring{};
}

}  // namespace ebiri::run
