#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>

#include "referee/rating/fit.hpp"
#include "tests/rating/reference_cases.hpp"

using namespace ebiri::rating;
using Catch::Matchers::WithinRel;
using json = vectors::Json;

namespace {

Problem reference_problem(const std::string& name) {
  const json recorded = vectors::file("elo_logistic.json");
  for (const json& test : recorded.at("cases")) {
    if (test.at("name") == name) return reference::problem_of(test, {});
  }
  FAIL("no case " << name);
  return {};
}

Fit rated(Problem problem, Errors errors, int replicates = 1000) {
  problem.options.errors = errors;
  problem.options.replicates = replicates;
  return fit(problem);
}

}  // namespace

TEST_CASE("bootstrap: its errors equal those of opening pairs within five percent") {
  for (const std::string name : {"paired_openings", "paired_two"}) {
    INFO(name);
    const Problem problem = reference_problem(name);
    const Fit paired = rated(problem, Errors::paired);
    const Fit drawn = rated(problem, Errors::bootstrap, 3000);
    CHECK(drawn.elo == paired.elo);
    CHECK_THAT(drawn.groups[0].advantage.error, WithinRel(paired.groups[0].advantage.error, 0.05));
    for (std::size_t k = 0; k < problem.engines.size(); ++k) {
      CHECK_THAT(drawn.error(k), WithinRel(paired.error(k), 0.05));
      CHECK_THAT(drawn.error95(k), WithinRel(paired.error95(k), 0.08));
      CHECK(drawn.intervals[k].low < drawn.elo[k]);
      CHECK(drawn.intervals[k].high > drawn.elo[k]);
      CHECK_THAT(drawn.difference_error(0, k), WithinRel(paired.difference_error(0, k), 0.05));
    }
  }
}

TEST_CASE("bootstrap: a million games take no longer than a few, and have small errors") {
  Problem problem{.engines = {"a", "b"}, .encounters = {{.first = 0, .second = 1}}, .options = {}};
  problem.encounters[0].pairs = {{{100'000, 20, 50'000}, {7, 30'000, 0}, {150'000, 40, 120'000}}};
  const Fit paired = rated(problem, Errors::paired);
  const Fit drawn = rated(problem, Errors::bootstrap, 3000);
  CHECK_THAT(drawn.error(0), WithinRel(paired.error(0), 0.05));
}

TEST_CASE("bootstrap: replicates depend on the seed only") {
  Problem problem = reference_problem("paired_openings");
  const Fit once = rated(problem, Errors::bootstrap, 50);
  CHECK(rated(problem, Errors::bootstrap, 50) == once);
  problem.options.seed = 2;
  CHECK_FALSE(rated(problem, Errors::bootstrap, 50) == once);
}

TEST_CASE("bootstrap: it works with models of draws, and perfect scores fall back to the likelihood") {
  Problem problem = reference_problem("paired_openings");
  problem.options.model = Model::davidson;
  const Fit paired = rated(problem, Errors::paired);
  const Fit drawn = rated(problem, Errors::bootstrap);
  for (std::size_t k = 0; k < 4; ++k) CHECK_THAT(drawn.error(k), WithinRel(paired.error(k), 0.1));

  Problem perfect{.engines = {"a", "b"}, .encounters = {{.first = 0, .second = 1}}, .options = {}};
  perfect.encounters[0].pairs[2][0] = 10;
  const Fit alone = rated(perfect, Errors::bootstrap);
  CHECK(alone.groups[0].errors == Errors::fisher);
  CHECK(alone.error(0) > 50);
}

TEST_CASE("bootstrap: an infinite advantage keeps the error of the prior") {
  Problem problem{.engines = {"a", "b"}, .encounters = {{.first = 0, .second = 1}}, .options = {}};
  problem.encounters[0].pairs[2][0] = 20;  // the first mover won each game
  const Fit paired = rated(problem, Errors::paired);
  REQUIRE(paired.groups[0].advantage.marked);
  CHECK(paired.groups[0].advantage.error > 1);
  CHECK(rated(problem, Errors::bootstrap).groups[0].advantage.error == paired.groups[0].advantage.error);
}
