#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "referee/rating/fit.hpp"
#include "tests/rating/reference_cases.hpp"

using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;
using json = vectors::Json;

namespace {

// The draw rate of equal engines for a draw parameter in Elo, in the model of Rao and Kupper.
double rate_of(double elodraw) { return std::tanh(elodraw * std::log(10) / 800); }
double elodraw_of(double rate) { return std::atanh(rate) * 800 / std::log(10); }

Options draw_model_options(const json& test) {
  const json& given = test.at("options");
  Options options{.model = test.at("model") == "davidson" ? Model::davidson : Model::rao_kupper,
                  .fit_advantage = given.value("advantage", true),
                  .fixed_advantage = given.value("adv0", 0.0),
                  .errors = Errors::fisher};
  if (!given.value("drawpar", true)) options.fixed_draw_rate = rate_of(given.at("draw0"));
  options.prior_draws = given.value("prior_draws", 0.0);
  options.prior = options.prior_draws > 0 ? Prior::draws : Prior::none;
  return options;
}

}  // namespace

TEST_CASE("draw models: all values of the reference cases are reproduced") {
  const json recorded = vectors::file("elo_draw_models.json");
  const double exact = vectors::tolerance(recorded, "elo");
  const double exact_error = vectors::tolerance(recorded, "se");
  for (const json& test : recorded.at("cases")) {
    INFO(test.at("name"));
    const json& expected = test.at("expected");
    Problem problem = reference::problem_of(test, draw_model_options(test));
    const Fit joint = fit(problem);
    REQUIRE(joint.groups.size() == 1);
    const Group& group = joint.groups[0];
    CHECK_THAT(group.scale, WithinAbs(expected.at("scale").get<double>(), 1e-9));
    CHECK_THAT(group.advantage.elo / group.scale, WithinAbs(expected.at("advantage").get<double>(), exact));
    CHECK_THAT(group.log_likelihood,
               WithinAbs(expected.at("loglik").get<double>(), vectors::tolerance(recorded, "loglik")));
    if (expected.contains("elodraw"))
      CHECK_THAT(elodraw_of(group.draws.rate), WithinAbs(expected.at("elodraw").get<double>(), exact));
    if (expected.contains("draw_rate_equal"))
      CHECK_THAT(group.draws.rate, WithinAbs(expected.at("draw_rate_equal").get<double>(), 1e-9));
    if (expected.contains("nu")) {
      const double rate = group.draws.rate;
      CHECK_THAT(2 * rate / (1 - rate), WithinAbs(expected.at("nu").get<double>(), 1e-8));
    }

    // The same ratings, with the other parameters fixed.
    problem.options.fit_advantage = false;
    problem.options.fixed_advantage = group.advantage.elo / group.scale;
    problem.options.fixed_draw_rate = group.draws.rate;
    const Fit known = fit(problem);
    for (std::size_t k = 0; k < problem.engines.size(); ++k) {
      CHECK_THAT(joint.elo[k], WithinAbs(expected.at("elo_scaled")[k].get<double>(), exact));
      CHECK_THAT(joint.elo[k] / group.scale,
                 WithinAbs(expected.at("elo_model_scale")[k].get<double>(), exact));
      CHECK_THAT(joint.error(k) / group.scale,
                 WithinAbs(expected.at("se_full")[k].get<double>(), exact_error));
      CHECK_THAT(known.error(k) / group.scale,
                 WithinAbs(expected.at("se_fixed_nuisance")[k].get<double>(), exact_error));
      for (std::size_t j = 0; j < problem.engines.size(); ++j) {
        if (j == k) continue;
        CHECK_THAT(known.superiority(k, j),
                   WithinAbs(expected.at("los_fixed_nuisance")[k][j].get<double>(), 1e-8));
      }
    }
  }
  CHECK(vectors::unread(recorded, {"cases.expected.iterations"}) == vectors::Nothing{});
}

TEST_CASE("draw models: two engines without advantage have Rao and Kupper's closed form") {
  const double win = 0.5, loss = 0.3;
  Problem problem{.engines = {"a", "b"},
                  .encounters = {{.first = 0, .second = 1, .first_begins = {30, 20, 50}}},
                  .options = {.model = Model::rao_kupper, .fit_advantage = false}};
  const Fit result = fit(problem);
  const Group& group = result.groups[0];
  const double difference = 200 * std::log10(win / loss * (1 - loss) / (1 - win));
  const double elodraw = 200 * std::log10((1 - loss) / loss * (1 - win) / win);
  CHECK_THAT((result.elo[0] - result.elo[1]) / group.scale, WithinAbs(difference, 1e-8));
  CHECK_THAT(elodraw_of(group.draws.rate), WithinAbs(elodraw, 1e-8));
  CHECK(group.draws.fitted);
}

TEST_CASE("draw models: without draws both are the logistic model") {
  Problem problem{.engines = {"a", "b", "c"},
                  .encounters = {{.first = 0, .second = 1, .pairs = {{{5, 0, 9}, {0, 0, 0}, {8, 0, 3}}}},
                                 {.first = 1, .second = 2, .pairs = {{{4, 0, 7}, {0, 0, 0}, {9, 0, 6}}}}}};
  const Fit logistic = fit(problem);
  for (const Model model : {Model::davidson, Model::rao_kupper}) {
    problem.options.model = model;
    const Fit result = fit(problem);
    CHECK(result.groups[0].draws == DrawRate{0, false});
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK_THAT(result.elo[k], WithinAbs(logistic.elo[k], 1e-8));
      CHECK_THAT(result.error(k), WithinAbs(logistic.error(k), 1e-8));
    }
  }
}

TEST_CASE("draw models: infinite ratings are replaced by ratings with virtual draws, and marked") {
  struct Row {
    const char* reason;
    Trinomial first_begins, second_begins;
  };
  const std::vector<Row> rows{{"one engine won everything", {0, 0, 9}, {9, 0, 0}},
                              {"the first mover won everything", {0, 0, 9}, {0, 0, 9}},
                              {"one engine lost nothing", {0, 3, 6}, {6, 3, 0}}};
  for (const Row& row : rows) {
    INFO(row.reason);
    for (const Model model : {Model::davidson, Model::rao_kupper}) {
      Problem problem{.engines = {"a", "b"},
                      .encounters = {{.first = 0,
                                      .second = 1,
                                      .first_begins = row.first_begins,
                                      .second_begins = row.second_begins}},
                      .options = {.model = model}};
      const Fit result = fit(problem);
      CHECK(result.groups[0].method == Group::Method::virtual_draws);
      CHECK(result.marked[0]);
      CHECK(std::isfinite(result.elo[0]));
      problem.options.prior = Prior::none;
      CHECK_FALSE(fit(problem).groups[0].rated());
    }
  }
}

TEST_CASE("draw models: with draws only, engines are equal") {
  for (const Model model : {Model::davidson, Model::rao_kupper}) {
    const Problem problem{.engines = {"a", "b"},
                          .encounters = {{.first = 0, .second = 1, .pairs = {{{}, {0, 20, 0}, {}}}}},
                          .options = {.model = model}};
    const Fit result = fit(problem);
    CHECK_THAT(result.elo[0], WithinAbs(0, 1e-9));
    CHECK_FALSE(result.groups[0].draws.fitted);
    CHECK(result.error(0) > 0);
  }
}
