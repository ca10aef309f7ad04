// The reference cases of sequential tests (tests/data/stats).
#pragma once

#include <string>
#include <vector>

#include "referee/rating/sprt_settings.hpp"
#include "tests/rating/vectors.hpp"

namespace sprt_cases {

using json = vectors::Json;
using namespace ebiri::rating;

inline SprtModel model_of(const std::string& word) {
  if (word == "bayesian") return SprtModel::bayesian;
  REQUIRE((word == "normalized" || word == "logistic"));
  return word == "normalized" ? SprtModel::normalized : SprtModel::logistic;
}

inline SprtSettings settings_of(const json& test) {
  return {.model = model_of(test.at("model")),
          .elo0 = test.at("elo0"),
          .elo1 = test.at("elo1"),
          .alpha = test.at("alpha"),
          .beta = test.at("beta")};
}

/// Three counts are games, five are opening pairs.
inline Sample sample_of(const json& test) {
  const auto counts = test.at("counts").get<std::vector<double>>();
  REQUIRE((counts.size() == 3 || counts.size() == 5));
  return Sample::evenly_spaced(counts, counts.size() == 3 ? Unit::game : Unit::opening_pair);
}

/// The settings for the ratio, without a draw model.
inline SprtSettings plain_settings_of(const json& test) {
  const SprtSettings settings = settings_of(test);
  if (settings.model != SprtModel::bayesian) return settings;
  return without_draw_model(settings, test.at("counts").get<Trinomial>());
}

}  // namespace sprt_cases
