// A run that ends when differences in strength are known precisely enough.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <optional>

#include "referee/tournament/forecast.hpp"
#include "tests/tournament/plans.hpp"

using namespace ebiri;
using namespace ebiri::tests;

namespace {

Plan plan_to(double precision, int engines, int most,
             std::vector<std::pair<std::string, std::string>> between = {}) {
  Plan plan{.engines = entrants(engines), .pairs = most, .format = {.name = "round-robin"}, .seed = 7};
  plan.stop = StopSettings{.precision = precision, .max_pairs = most, .between = std::move(between)};
  return plan;
}

// Six wins of ten for the engine with the smaller number, three losses.
Ended mixed(const Pairing& pairing) {
  const auto dice = derive_seed({11, static_cast<std::uint64_t>(pairing.game)}) % 10;
  if (dice == 0) return Ended::draw;
  const bool upset = dice < 4, south_first = stronger(pairing) == Ended::south_wins;
  return south_first != upset ? Ended::south_wins : Ended::north_wins;
}

std::map<std::string, int> games_of_meetings(const Tournament& tournament) {
  std::map<std::string, int> counts;
  for (const Pairing& game : tournament.schedule())
    ++counts[std::min(game.south.text(), game.north.text()) + std::max(game.south.text(), game.north.text())];
  return counts;
}

}  // namespace

TEST_CASE("precision: two engines play until the interval is narrow enough, at least 50 pairs") {
  const auto rough = played(plan_to(200, 2, 1000), mixed);
  CHECK(rough.schedule().size() == 100);
  CHECK(rough.course().precise == true);
  // Pairs that are independent games with a variance of about 0.22: 1.96 sqrt(0.22 / games) / slope.
  const auto fine = played(plan_to(25, 2, 1000), mixed);
  CHECK(fine.course().precise == true);
  CHECK(fine.schedule().size() > 600);
  CHECK(fine.schedule().size() < 1000);
  CHECK(fine.complete());
  CHECK(fine.course().outcome.front().starts_with("e1 - e2: "));
}

TEST_CASE("precision: a run that misses it ends at `max-pairs`, and continues with a larger number") {
  const auto ended = played(plan_to(25, 2, 120), mixed);
  CHECK(ended.course().precise == false);
  REQUIRE(ended.schedule().size() == 240);
  const auto longer = played(plan_to(25, 2, 1000), mixed);
  for (std::size_t i = 0; i < ended.schedule().size(); ++i)
    CHECK(ended.schedule()[i] == longer.schedule()[i]);
}

TEST_CASE("precision: engines that won everything never reach it") {
  const auto ended = played(plan_to(25, 2, 100), stronger);
  CHECK(ended.course().precise == false);
}

TEST_CASE(
    "precision: a likelihood of superiority ends a run before its precision, also if one engine won all") {
  for (const auto& result : {mixed, stronger}) {
    Plan plan = plan_to(5, 2, 1000);
    plan.stop->superiority = 0.999;
    plan.stop->min_pairs = 20;
    const auto ended = played(plan, result);
    CHECK(ended.course().precise == true);
    CHECK(ended.schedule().size() >= 40);
    CHECK(ended.schedule().size() < 300);
    CHECK(ended.course().outcome.front().find(
              "(probably overstated: accepted because the likelihood of superiority is at least 99.9 %)") !=
          std::string::npos);
  }
}

TEST_CASE(
    "precision: the forecast allows all pairs, although a likelihood of superiority may end the run early") {
  Plan plan = plan_to(40, 2, 500);
  for (const std::optional<double> superiority : {std::optional<double>{}, std::optional{0.999}}) {
    plan.stop->superiority = superiority;
    const Forecast foretold = forecast(plan);
    CHECK(foretold.games == Bounds{100, 1000});
    CHECK(foretold.games_of_an_engine == Bounds{100, 1000});
  }
}

TEST_CASE("precision: meetings of engines without a wanted difference end after the first batch") {
  const auto pool = played(plan_to(40, 4, 1000, {{"e1", "e2"}}), mixed);
  CHECK(pool.course().precise == true);
  auto counts = games_of_meetings(pool);
  CHECK(counts["e3e4"] == 2 * 17);  // three opponents each: 51 pairs
  CHECK(counts["e1e2"] > 2 * 17);
  CHECK(counts["e1e3"] == counts["e1e2"]);
}

TEST_CASE("precision: games depend on results, not on the order in which they end or on interruptions") {
  const Plan plan = plan_to(60, 3, 400, {{"e1", "e2"}, {"e1", "e3"}});
  const auto whole = played(plan, mixed);
  for (std::uint64_t order = 1; order <= 5; ++order) {
    Tournament tournament{{plan}};
    match::GameList journal;
    while (!tournament.complete()) {
      std::vector<Pairing> open;
      for (const Pairing& game : tournament.schedule())
        if (tournament.next_attempt(game.game)) open.push_back(game);
      REQUIRE(!open.empty());
      const Pairing game = *std::ranges::min_element(open, {}, [&](const Pairing& pairing) {
        return derive_seed({order, static_cast<std::uint64_t>(pairing.game)});
      });
      journal.push_back(record_of(game, mixed(game)));
      tournament.take(journal.back());
      if (journal.size() % 97 == 0) {  // a killed run continues from its journal
        tournament = Tournament{{plan}};
        tournament.take_all(journal);
      }
    }
    CHECK(tournament.schedule() == whole.schedule());
    CHECK(tournament.course().outcome == whole.course().outcome);
  }
}
