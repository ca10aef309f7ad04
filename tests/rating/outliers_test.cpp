#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <numeric>

#include "referee/rating/fit.hpp"
#include "referee/rating/separation.hpp"
#include "tests/rating/reference_cases.hpp"

using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;
using json = vectors::Json;

namespace {

Options options_of(const json& test) {
  Options options{.fit_advantage = test.at("fitted"), .errors = Errors::fisher};
  for (const auto& anchor : test.at("anchors").items())
    options.anchors.push_back({anchor.key(), test.at("anchors").at(anchor.key()), 0});
  return options;
}

// Numbers the engines in order of appearance.
std::vector<int> renumbered(const std::vector<int>& components) {
  std::vector<int> seen, result;
  for (const int component : components) {
    const auto found = std::find(seen.begin(), seen.end(), component);
    result.push_back(static_cast<int>(found - seen.begin()));
    if (found == seen.end()) seen.push_back(component);
  }
  return result;
}

Separation separation_of(const json& test, const Options& options) {
  const Problem problem = reference::problem_of(test, options);
  std::vector<std::size_t> all(problem.engines.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return separation(design_of(problem, all));
}

}  // namespace

TEST_CASE("outliers: ratings, marks and errors of the reference cases are reproduced") {
  const json recorded = vectors::file("outliers.json");
  const double exact = vectors::tolerance(recorded, "elo");
  const double exact_error = vectors::tolerance(recorded, "se");
  for (const json& test : recorded.at("cases")) {
    INFO(test.at("name"));
    const json& expected = test.at("expected");
    CHECK(renumbered(separation_of(test, options_of(test)).component) ==
          expected.at("component").get<std::vector<int>>());
    const Fit result = fit(reference::problem_of(test, options_of(test)));
    REQUIRE(result.groups.size() == 1);
    CHECK(result.marked == expected.at("marked").get<std::vector<bool>>());
    CHECK_THAT(result.groups[0].advantage.elo, WithinAbs(expected.at("advantage").get<double>(), exact));
    for (std::size_t k = 0; k < result.engines.size(); ++k) {
      CHECK_THAT(result.elo[k], WithinAbs(expected.at("elo")[k].get<double>(), exact));
      CHECK_THAT(result.error(k), WithinAbs(expected.at("se_fisher")[k].get<double>(), exact_error));
      CHECK_THAT(result.difference_error(0, k),
                 WithinAbs(expected.at("se_fisher_diff_to_0")[k].get<double>(), exact_error));
    }
  }
  for (const json& test : recorded.at("decisions")) {
    INFO(test.dump());
    const Separation found = separation_of(test, {});
    CHECK(renumbered(found.component) == test.at("component").get<std::vector<int>>());
    CHECK(found.advantage_infinite == test.at("advantage_infinite").get<bool>());
  }
  CHECK(vectors::unread(recorded, {}) == vectors::Nothing{});
}

TEST_CASE("outliers: the other rows are as in the pool without the outlier") {
  for (const Errors errors : {Errors::fisher, Errors::paired, Errors::paired_regularised}) {
    Problem pool{.engines = {"a", "b", "c", "d"}, .encounters = {}, .options = {.errors = errors}};
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = i + 1; j < 4; ++j)
        pool.encounters.push_back({.first = i, .second = j, .pairs = {{{1, 1, 2}, {0, 2, 1}, {3, 1, 2}}}});
    }
    Problem with = pool;
    with.engines.emplace_back("outlier");
    for (std::size_t i = 0; i < 4; ++i)
      with.encounters.push_back({.first = i, .second = 4, .pairs = {{{}, {}, {}}}});
    for (std::size_t i = 4; i-- > 0;) with.encounters[with.encounters.size() - 1 - i].pairs[0][2] = 13;
    const Fit alone = fit(pool);
    const Fit both = fit(with);
    CHECK(both.marked == std::vector<bool>{false, false, false, false, true});
    CHECK(both.groups[0].errors == errors);
    CHECK_THAT(both.groups[0].advantage.elo, WithinAbs(alone.groups[0].advantage.elo, 1e-6));
    CHECK_THAT(both.groups[0].advantage.error, WithinAbs(alone.groups[0].advantage.error, 1e-6));
    for (std::size_t i = 0; i < 4; ++i) {
      CHECK_THAT(both.elo[i], WithinAbs(alone.elo[i], 1e-6));
      CHECK_THAT(both.error(i), WithinAbs(alone.error(i), 1e-6));
      CHECK_THAT(both.intervals[i].low, WithinAbs(alone.intervals[i].low, 1e-6));
      CHECK_THAT(both.intervals[i].high, WithinAbs(alone.intervals[i].high, 1e-6));
      CHECK_THAT(both.difference_error(0, i), WithinAbs(alone.difference_error(0, i), 1e-6));
    }
    CHECK(both.elo[4] > both.elo[0] + 300);
    CHECK(both.error(4) > 50);
  }
}

TEST_CASE("outliers: an infinite advantage marks itself and every row") {
  const Fit result = fit({.engines = {"a", "b"},
                          .encounters = {{.first = 0, .second = 1, .pairs = {{{}, {}, {9, 0, 0}}}}},
                          .options = {}});
  CHECK(result.groups[0].advantage.marked);
  CHECK(result.marked == std::vector<bool>{true, true});
  const Fit level = fit({.engines = {"a", "b"},
                         .encounters = {{.first = 0, .second = 1, .pairs = {{{2, 0, 2}, {}, {2, 0, 2}}}}},
                         .options = {}});
  CHECK_FALSE(level.groups[0].advantage.marked);
  CHECK(level.marked == std::vector<bool>{false, false});
}
