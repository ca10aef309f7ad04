// Rounds without an opponent in a table.
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "referee/report/table.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri::report;
using ebiri::rating::RankBy;
using ebiri::rating::TieBreak;

namespace {

// Ann wins both her rounds; in the first one cid has no opponent, in the second one bob.
std::vector<ebiri::match::GameRecord> two_rounds() {
  std::vector<ebiri::match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wl");
  sample::play(games, {"ann", "cid"}, "wl");
  return games;
}

RunMeta about(RankBy order) {
  RunMeta meta = sample::meta();
  meta.byes = {{.engine = "cid"}, {.engine = "bob"}};
  meta.scoring.rank_by = order;
  meta.scoring.tie_breaks = {TieBreak::buchholz, TieBreak::sonneborn_berger, TieBreak::wins};
  return meta;
}

using Values = std::vector<std::optional<double>>;

}  // namespace

TEST_CASE("byes: points and tie-breaks count them, games and wins do not") {
  const Standings standings = sample::standings_of(two_rounds(), about(RankBy::points));
  REQUIRE(standings.rows.size() == 3);
  CHECK(standings.rows[0].name == "ann");
  CHECK(standings.rows[0].points == 4);
  CHECK(standings.rows[0].tie_breaks == Values{2 + 2, 2 * 2 + 2 * 2, 4});
  for (const std::size_t k : {std::size_t{1}, std::size_t{2}}) {
    const StandingsRow& row = standings.rows[k];
    CHECK(row.points == 2);
    CHECK(row.bye_games == 2);
    CHECK(row.games == 2);
    CHECK(row.score == 0);
    CHECK(row.tie_breaks == Values{4 + 2, 2 * 2, 0});  // ann's points, and its own as its dummy's
    CHECK(row.place == ebiri::rating::RankRange{2, 3});
  }
}

TEST_CASE("byes: they bring what a win brings, and as many rounds as there are openings") {
  RunMeta meta = about(RankBy::points);
  meta.byes = {{.engine = "cid", .openings = 3, .games = 1}};
  meta.scoring.points.win = 3;
  const Standings standings = sample::standings_of(two_rounds(), meta);
  CHECK(standings.rows[1].name == "cid");
  CHECK(standings.rows[1].points == 9);
  CHECK(standings.rows[1].tie_breaks == Values{12 + 3 * 9, 3 * 3 * 9, 0});
}

TEST_CASE("byes: a table in the order of ratings has their points too, and says whose they are") {
  const Standings standings = sample::standings_of(two_rounds(), about(RankBy::rating));
  const auto document = nlohmann::json::parse(json_table(standings));
  for (const auto& engine : document.at("engines")) {
    const bool ann = engine.at("name") == "ann";
    CHECK(engine.at("points") == (ann ? 4 : 2));
    CHECK(engine.at("bye_games") == (ann ? 0 : 2));
  }
  const std::string text = text_table(standings, {.width = 100});
  INFO(text);
  for (const char* part : {"games without an opponent, Points as for a win: `", "`bob` 2", "`cid` 2"})
    CHECK(text.find(part) != std::string::npos);
  const Standings without = sample::standings_of(two_rounds());
  CHECK(text_table(without, {.width = 100}).find("without an opponent") == std::string::npos);
}

TEST_CASE("byes: one of an engine that is not in the table changes nothing") {
  RunMeta meta = about(RankBy::points);
  meta.byes = {{.engine = "dan"}};
  CHECK(sample::standings_of(two_rounds(), meta).rows[1].points == 0);
}
