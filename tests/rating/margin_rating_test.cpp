#include "referee/rating/margin_rating.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

#include "tests/rating/vectors.hpp"

using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;
using json = vectors::Json;

TEST_CASE("margin rating: all values of the reference cases are reproduced") {
  const json recorded = vectors::file("margin.json");
  const double exact = recorded.at("meta").at("tolerance");
  for (const json& test : recorded.at("cases")) {
    const std::size_t players = test.at("players");
    std::vector<MarginRow> rows;
    for (const json& row : test.at("rows"))
      rows.push_back({row[0], row[1], {.games = row[2], .sum = row[3], .sum_of_squares = row[4]}});
    const auto result = rate_margins(players, rows);
    REQUIRE(result);
    const json& expected = test.at("expected");
    CHECK_THAT(result->advantage, WithinAbs(expected.at("advantage").get<double>(), exact));
    CHECK_THAT(result->residual_deviation, WithinAbs(expected.at("residual_sd").get<double>(), exact));
    for (std::size_t k = 0; k < players; ++k) {
      CHECK_THAT(result->ratings[k], WithinAbs(expected.at("rating")[k].get<double>(), exact));
      CHECK_THAT(result->errors[k], WithinAbs(expected.at("se")[k].get<double>(), exact));
    }
  }
  CHECK(vectors::unread(recorded, {}) == vectors::Nothing{});
}

TEST_CASE("margin rating: if one engine always begins, there is no advantage") {
  const auto result = rate_margins(2, {{0, 1, {.games = 4, .sum = 24, .sum_of_squares = 152}}});
  REQUIRE(result);
  CHECK(result->advantage == 0);
  CHECK_THAT(result->ratings[0], WithinAbs(3, 1e-9));
  CHECK_THAT(result->residual_deviation, WithinAbs(std::sqrt(8.0 / 3), 1e-9));
}

TEST_CASE("margin rating: engines without connecting margins have none") {
  const Margin some{.games = 2, .sum = 4, .sum_of_squares = 10};
  CHECK_FALSE(rate_margins(4, {{0, 1, some}, {2, 3, some}}));
  CHECK_FALSE(rate_margins(2, {}));
  CHECK_FALSE(rate_margins(1, {}));
}

TEST_CASE("margin rating: one game has no error") {
  const auto result = rate_margins(2, {{0, 1, {.games = 1, .sum = 6, .sum_of_squares = 36}}});
  REQUIRE(result);
  CHECK_THAT(result->ratings[1], WithinAbs(-3, 1e-9));
  CHECK(result->errors[0] == 0);
}
