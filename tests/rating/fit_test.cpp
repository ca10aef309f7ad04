#include "referee/rating/fit.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>

using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;

namespace {

// South's results in games without partners.
Trinomial wdl(std::int64_t wins, std::int64_t draws, std::int64_t losses) { return {losses, draws, wins}; }

Problem problem_of(std::vector<std::string> engines, std::vector<Encounter> encounters,
                   Options options = {}) {
  return {std::move(engines), std::move(encounters), std::move(options)};
}

Encounter met(std::size_t first, std::size_t second, Trinomial first_begins, Trinomial second_begins) {
  return {.first = first, .second = second, .first_begins = first_begins, .second_begins = second_begins};
}

double logit(double p) { return 400 * std::log10(p / (1 - p)); }

bool all_finite(const Fit& result) {
  for (std::size_t i = 0; i < result.engines.size(); ++i) {
    if (!std::isfinite(result.elo[i]) || !std::isfinite(result.error(i))) return false;
    for (std::size_t j = 0; j < result.engines.size(); ++j) {
      if (!std::isfinite(result.superiority(i, j))) return false;
    }
  }
  return std::all_of(result.groups.begin(), result.groups.end(), [](const Group& group) {
    return std::isfinite(group.advantage.elo) && std::isfinite(group.advantage.error) &&
           (!group.check || std::isfinite(group.check->ratio()));
  });
}

}  // namespace

TEST_CASE("fit: two engines have a closed form with the advantage") {
  const Fit result = fit(problem_of({"a", "b"}, {met(0, 1, wdl(60, 20, 20), wdl(30, 25, 45))}));
  const double first = logit(0.70);
  const double second = logit(0.425);
  CHECK_THAT(result.groups[0].advantage.elo, WithinAbs((first + second) / 2, 1e-9));
  CHECK_THAT(result.elo[0] - result.elo[1], WithinAbs((first - second) / 2, 1e-9));
  CHECK_THAT(result.elo[0] + result.elo[1], WithinAbs(0, 1e-9));
}

TEST_CASE("fit: two engines have a closed form without the advantage") {
  const Options options{.fit_advantage = false};
  const Fit result = fit(problem_of({"a", "b"}, {met(0, 1, wdl(60, 20, 20), wdl(30, 25, 45))}, options));
  CHECK_THAT(result.elo[0] - result.elo[1], WithinAbs(logit(127.5 / 200), 1e-9));
  CHECK_FALSE(result.groups[0].advantage.fitted);
  CHECK(result.groups[0].advantage.error == 0);
}

TEST_CASE("fit: a prior adds half a win and half a loss to a perfect score") {
  struct Row {
    std::int64_t wins;
    double odds;
  };
  for (const Row& row : {Row{1, 3}, Row{10, 21}}) {
    const Options options{.fit_advantage = false};
    const Fit result = fit(problem_of({"a", "b"}, {met(0, 1, wdl(row.wins, 0, 0), {})}, options));
    const double difference = 400 * std::log10(row.odds);
    CHECK_THAT(result.elo[0] - result.elo[1], WithinAbs(difference, 1e-7));
    CHECK(result.groups[0].method == Group::Method::penalised);
    CHECK(result.marked[0]);
    CHECK(result.groups[0].errors == Errors::fisher);
    CHECK(result.groups[0].extreme == std::vector<std::size_t>{0, 1});
    // Fisher's error of the difference at the penalised estimate.
    const double p = row.odds / (1 + row.odds);
    const double error = 400 / std::log(10) / std::sqrt(static_cast<double>(row.wins) * p * (1 - p));
    CHECK_THAT(result.difference_error(0, 1), WithinAbs(error, 1e-6));
  }
}

TEST_CASE("fit: without a prior a perfect score has no rating, and its engines are named") {
  const Options options{.prior = Prior::none};
  const Fit result = fit(
      problem_of({"a", "b", "c"},
                 {met(0, 1, wdl(5, 0, 0), wdl(0, 0, 5)), met(1, 2, wdl(2, 0, 3), wdl(3, 0, 2))}, options));
  REQUIRE(result.groups.size() == 1);
  CHECK(result.groups[0].method == Group::Method::unbounded);
  CHECK_FALSE(result.groups[0].rated());
  CHECK(result.groups[0].extreme == std::vector<std::size_t>{0});
  CHECK(all_finite(result));
}

TEST_CASE("fit: engines without a chain of games between them are in separate groups") {
  const Fit result =
      fit(problem_of({"a", "b", "c", "d", "e", "idle"},
                     {met(3, 4, wdl(6, 1, 3), wdl(5, 0, 5)), met(0, 1, wdl(6, 1, 3), wdl(5, 0, 5)),
                      met(1, 2, wdl(4, 2, 4), wdl(5, 2, 3))}));
  REQUIRE(result.groups.size() == 3);
  CHECK(result.groups[0].engines == std::vector<std::size_t>{0, 1, 2});
  CHECK(result.groups[1].engines == std::vector<std::size_t>{3, 4});
  CHECK(result.groups[2].engines == std::vector<std::size_t>{5});
  CHECK(result.groups[2].method == Group::Method::unplayed);
  CHECK(result.comparable(0, 2));
  CHECK_FALSE(result.comparable(0, 3));
  CHECK(result.superiority(0, 3) == 0.5);
  CHECK_THAT(result.elo[0] + result.elo[1] + result.elo[2], WithinAbs(0, 1e-9));
  CHECK_THAT(result.elo[3] + result.elo[4], WithinAbs(0, 1e-9));
}

TEST_CASE("fit: if one engine always begins, the advantage is fixed") {
  const Options options{.fixed_advantage = 30};
  const Fit result = fit(problem_of({"a", "b"}, {met(0, 1, wdl(60, 0, 40), {})}, options));
  const Advantage& advantage = result.groups[0].advantage;
  CHECK_FALSE(advantage.identifiable);
  CHECK_FALSE(advantage.fitted);
  CHECK_THAT(advantage.elo, WithinAbs(30, 1e-9));
  CHECK_THAT(result.elo[0] - result.elo[1], WithinAbs(logit(0.6) - 30, 1e-9));
}

TEST_CASE("fit: degenerate results give finite numbers") {
  struct Row {
    const char* reason;
    std::vector<Encounter> encounters;
  };
  const std::vector<Row> rows{
      {"nothing was played", {}},
      {"one game", {met(0, 1, wdl(1, 0, 0), {})}},
      {"one drawn game", {met(0, 1, wdl(0, 1, 0), {})}},
      {"south always wins", {met(0, 1, wdl(9, 0, 0), wdl(9, 0, 0)), met(1, 2, wdl(9, 0, 0), wdl(9, 0, 0))}},
      {"a beats b beats c, always",
       {met(0, 1, wdl(9, 0, 0), wdl(0, 0, 9)), met(1, 2, wdl(9, 0, 0), wdl(0, 0, 9))}},
      {"one engine lost every game",
       {met(0, 1, wdl(4, 2, 4), wdl(4, 2, 4)), met(1, 2, wdl(50, 0, 0), wdl(0, 0, 50))}},
      {"a circle of certain wins",
       {met(0, 1, wdl(9, 0, 0), wdl(0, 0, 9)), met(1, 2, wdl(9, 0, 0), wdl(0, 0, 9)),
        met(0, 2, wdl(0, 0, 9), wdl(9, 0, 0))}},
  };
  for (const Row& row : rows) {
    INFO(row.reason);
    for (const Prior prior : {Prior::automatic, Prior::none, Prior::jeffreys, Prior::draws}) {
      const Fit result = fit(problem_of({"a", "b", "c"}, row.encounters, {.prior = prior}));
      CHECK(all_finite(result));
      const bool rated = std::any_of(result.groups.begin(), result.groups.end(),
                                     [](const Group& group) { return group.rated(); });
      if (prior != Prior::none) CHECK(rated == !row.encounters.empty());
    }
  }
}

TEST_CASE("fit: draws alone leave an error that is not zero") {
  Encounter drawn{.first = 0, .second = 1};
  drawn.pairs[1][1] = 20;
  const Fit result = fit(problem_of({"a", "b"}, {drawn}));
  CHECK(result.elo[0] == 0);
  CHECK(result.error(0) > 5);
  CHECK(result.superiority(0, 1) == 0.5);
  CHECK_FALSE(result.groups[0].check);
}

TEST_CASE("fit: an anchor shifts the scale and is the reference of errors") {
  const std::vector<Encounter> games{met(0, 1, wdl(10, 5, 5), wdl(8, 6, 6)),
                                     met(1, 2, wdl(9, 6, 5), wdl(7, 7, 6))};
  const Fit free = fit(problem_of({"a", "b", "c"}, games));
  const Fit anchored = fit(problem_of({"a", "b", "c"}, games, {.anchors = {{"b", 1500, 0}}}));
  CHECK(anchored.groups[0].anchored);
  CHECK_THAT(anchored.elo[1], WithinAbs(1500, 1e-9));
  CHECK(anchored.error(1) == 0);
  CHECK_THAT(anchored.elo[0] - anchored.elo[2], WithinAbs(free.elo[0] - free.elo[2], 1e-8));
  CHECK_THAT(anchored.difference_error(0, 2), WithinAbs(free.difference_error(0, 2), 1e-8));
}

TEST_CASE("fit: the weight of a loose anchor depends on its deviation") {
  const std::vector<Encounter> games{met(0, 1, wdl(30, 5, 15), wdl(18, 6, 26)),
                                     met(1, 2, wdl(19, 6, 25), wdl(17, 17, 16))};
  const auto rated = [&](double deviation) {
    return fit(problem_of({"a", "b", "c"}, games,
                          {.anchors = {{"a", 1500, 0}, {"c", 1650, deviation}}, .errors = Errors::fisher}));
  };
  // The prior and the games of the engine have the same weight.
  const Fit loose = rated(30);
  const double moved_first = loose.groups[0].advantage.elo;
  const double lead = loose.elo[2] - loose.elo[1];
  const double expected = 50 * (expected_score(lead + moved_first) + expected_score(lead - moved_first));
  const double push = std::log(10) / 400 * (28 + 25.5 - expected);
  CHECK_THAT(push, WithinAbs((loose.elo[2] - 1650) / (30 * 30), 1e-9));
  CHECK(std::abs(push) > 0.01);

  CHECK_THAT(rated(1e-3).elo[2], WithinAbs(1650, 1e-5));
  CHECK_THAT(rated(1e-3).error(2), WithinAbs(1e-3, 1e-6));
  const Fit free =
      fit(problem_of({"a", "b", "c"}, games, {.anchors = {{"a", 1500, 0}}, .errors = Errors::fisher}));
  CHECK_THAT(rated(1e6).elo[2], WithinAbs(free.elo[2], 1e-4));
  CHECK_THAT(rated(1e6).error(2), WithinAbs(free.error(2), 1e-4));
}

TEST_CASE("fit: a place is a range while engines cannot be distinguished") {
  const Fit result =
      fit(problem_of({"best", "twin", "other", "worst"},
                     {met(0, 1, wdl(80, 0, 20), wdl(20, 0, 80)), met(1, 2, wdl(50, 0, 50), wdl(50, 0, 50)),
                      met(2, 3, wdl(80, 0, 20), wdl(20, 0, 80))}));
  CHECK(result.ranks(0) == RankRange{1, 1});
  CHECK(result.ranks(1) == RankRange{2, 3});
  CHECK(result.ranks(2) == RankRange{2, 3});
  CHECK(result.ranks(3) == RankRange{4, 4});
}

TEST_CASE("fit: the check detects a cycle of engines that beat each other") {
  const auto circle = [](std::int64_t wins) {
    const std::int64_t losses = 100 - wins;
    return fit(problem_of({"a", "b", "c"}, {met(0, 1, wdl(wins, 0, losses), wdl(losses, 0, wins)),
                                            met(1, 2, wdl(wins, 0, losses), wdl(losses, 0, wins)),
                                            met(0, 2, wdl(losses, 0, wins), wdl(wins, 0, losses))}));
  };
  REQUIRE(circle(50).groups[0].check);
  CHECK(circle(50).groups[0].check->degrees == 3);
  CHECK_THAT(circle(50).groups[0].check->ratio(), WithinAbs(0, 1e-9));
  CHECK(circle(90).groups[0].check->ratio() > 20);
}
