#include "referee/rating/two_engines.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <vector>

#include "tests/rating/vectors.hpp"

using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using json = vectors::Json;

namespace {

TwoEngines two_of(const json& test, std::size_t first) {
  const Problem problem{.engines = {"a", "b"},
                        .encounters = {{.first = 0,
                                        .second = 1,
                                        .pairs = test.at("pairs").get<PairTable>(),
                                        .first_begins = test.at("first_begins").get<Trinomial>(),
                                        .second_begins = test.at("second_begins").get<Trinomial>()}}};
  return two_engines(problem, fit(problem), first);
}

void check(const json& test, double exact, double exact_los) {
  const json& expected = test.at("expected");
  const auto number = [&](const char* key) { return expected.at(key).get<double>(); };
  const TwoEngines two = two_of(test, 0);
  CHECK(two.games() == expected.at("games").get<std::int64_t>());
  CHECK(two.results() == expected.at("results").get<Trinomial>());
  CHECK(two.points() == number("points"));
  CHECK(two.pairs == expected.at("pentanomial").get<Pentanomial>());
  CHECK_THAT(two.elo, WithinAbs(number("elo"), exact));
  CHECK_THAT(two.advantage.elo, WithinAbs(number("advantage"), exact));
  CHECK_THAT(two.error, WithinAbs(number("error"), exact));
  CHECK_THAT(two.interval.low, WithinAbs(number("low"), exact));
  CHECK_THAT(two.interval.high, WithinAbs(number("high"), exact));
  CHECK_THAT(two.superiority, WithinAbs(number("los"), exact_los));
  // A score that was not seen counts as 0.001.
  const bool all_seen = std::ranges::find(two.pairs, 0) == two.pairs.end();
  CHECK_THAT(two.normalised.value, WithinRel(number("nelo"), all_seen ? 1e-9 : 1e-2));
  CHECK_THAT(two.normalised.error95, WithinRel(number("nelo_error95"), all_seen ? 1e-9 : 1e-3));
  CHECK_THAT(*two.first_mover_score(), WithinAbs(number("first_mover_score"), 1e-12));
  CHECK(two.further_games().has_value() != expected.at("further_games").is_null());
  if (two.further_games()) CHECK_THAT(*two.further_games(), WithinRel(number("further_games"), 1e-6));
  for (const json& elo : expected.at("from_score_elo"))
    CHECK_THAT(two.from_score_elo(elo[0].get<double>()), WithinAbs(elo[1].get<double>(), exact));
}

// The other engine's view is the mirror image.
void check_mirror(const TwoEngines& two, const TwoEngines& other) {
  CHECK(other.as_first == Trinomial{two.as_second[2], two.as_second[1], two.as_second[0]});
  CHECK(other.pairs == Pentanomial{two.pairs[4], two.pairs[3], two.pairs[2], two.pairs[1], two.pairs[0]});
  CHECK(other.won_and_lost == two.won_and_lost);
  CHECK_THAT(other.elo, WithinAbs(-two.elo, 1e-9));
  CHECK_THAT(other.interval.low, WithinAbs(-two.interval.high, 1e-9));
  CHECK_THAT(other.superiority, WithinAbs(1 - two.superiority, 1e-12));
  CHECK_THAT(other.advantage.elo, WithinAbs(two.advantage.elo, 1e-9));
  CHECK_THAT(*other.first_mover_score(), WithinAbs(*two.first_mover_score(), 1e-12));
  CHECK_THAT(other.from_score_elo(-30), WithinAbs(-two.from_score_elo(30), 1e-9));
}

}  // namespace

TEST_CASE("two engines: the reference matches are reproduced, from both views") {
  const json recorded = vectors::file("two_engines.json");
  for (const json& test : recorded.at("cases")) {
    INFO(test.at("name"));
    check(test, vectors::tolerance(recorded, "elo"), vectors::tolerance(recorded, "los"));
    check_mirror(two_of(test, 0), two_of(test, 1));
  }
  // Shares of pairs are those of the block: report/two_engines_test.cpp.
  CHECK(vectors::unread(recorded, {"cases.expected.pairs_ratio", "cases.expected.drawn_pairs",
                                   "cases.expected.wl_dd"}) == vectors::Nothing{});
}

TEST_CASE("two engines: a lead within rounding gives no number of further games") {
  const TwoEngines level = two_engines(PairTable{{{3, 0, 5}, {0, 4, 0}, {5, 0, 3}}}, {});
  CHECK(std::abs(level.elo) < 1e-9);
  CHECK_FALSE(level.further_games());
  const TwoEngines none = two_engines(PairTable{}, {});
  CHECK_FALSE(none.rated);
  CHECK_FALSE(none.further_games());
  CHECK(none.score() == 0.5);
  CHECK(two_engines(Pentanomial{0, 0, 1, 5, 90}).further_games() == 0.0);
}

TEST_CASE("two engines: counts alone give results") {
  const TwoEngines games = two_engines(Trinomial{935, 456, 1021});
  CHECK(games.games() == 2412);
  CHECK(games.results() == Trinomial{935, 456, 1021});
  CHECK(games.points() == 1249);
  CHECK_FALSE(games.first_mover_score());
  const TwoEngines pairs = two_engines(Pentanomial{61, 214, 603, 248, 80});
  CHECK(pairs.games() == 2412);
  CHECK(pairs.points() == 1242);
  CHECK(pairs.pairs == Pentanomial{61, 214, 603, 248, 80});
  CHECK_THAT(pairs.elo, WithinAbs(400 * std::log10(1242.0 / 1170), 1e-9));
  CHECK_THAT(pairs.from_score_elo(33), WithinAbs(33, 1e-9));
  const TwoEngines won = two_engines(Pentanomial{0, 0, 0, 0, 5});
  CHECK(won.marked);
  CHECK(won.elo > 100);
}
