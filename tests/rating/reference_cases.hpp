// The rating problems of the recorded cases.
#pragma once

#include <algorithm>
#include <string>

#include "referee/rating/fit.hpp"
#include "tests/rating/vectors.hpp"

namespace reference {

inline ebiri::rating::Encounter& encounter(ebiri::rating::Problem& problem, std::size_t a, std::size_t b) {
  for (ebiri::rating::Encounter& met : problem.encounters) {
    if (met.first == std::min(a, b) && met.second == std::max(a, b)) return met;
  }
  problem.encounters.push_back({.first = std::min(a, b), .second = std::max(a, b)});
  return problem.encounters.back();
}

/// Engines `0`, `1`, …, and paired games if the case has them, otherwise games without partners.
inline ebiri::rating::Problem problem_of(const vectors::Json& test, ebiri::rating::Options options) {
  ebiri::rating::Problem problem{.engines = {}, .encounters = {}, .options = std::move(options)};
  for (int k = 0; k < test.at("players").get<int>(); ++k) problem.engines.push_back(std::to_string(k));
  if (test.contains("cells")) {
    for (const auto& cell : test.at("cells")) encounter(problem, cell[0], cell[1]).pairs = cell[2];
    return problem;
  }
  for (const auto& row : test.at("rows")) {
    ebiri::rating::Encounter& met = encounter(problem, row[0], row[1]);
    ebiri::rating::Trinomial& results = row[0] < row[1] ? met.first_begins : met.second_begins;
    results = {row[4].get<std::int64_t>(), row[3].get<std::int64_t>(), row[2].get<std::int64_t>()};
  }
  return problem;
}

}  // namespace reference
