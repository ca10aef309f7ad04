#include "referee/report/crosstable.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"
#include "referee/support/text.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri;
using namespace ebiri::report;
using sample::contains;

namespace {

// A rating with its games.
struct Pool {
  rating::Tally tally;
  Standings standings;
};

Pool pool_of(const std::vector<match::GameRecord>& games, RunMeta meta = sample::meta()) {
  Pool pool;
  for (const match::GameRecord& game : games) pool.tally.add(game);
  pool.standings = make_standings(std::move(meta), pool.tally, rating::fit(rating::problem_of(pool.tally)));
  return pool;
}

// `engines` engines, each against the next three.
Pool large_pool(int engines) {
  std::vector<match::GameRecord> games;
  for (int a = 0; a < engines; ++a)
    for (int step = 1; step <= 3 && a + step < engines; ++step)
      sample::play(games, {"e" + std::to_string(a), "e" + std::to_string(a + step)}, "wlwd");
  return pool_of(games);
}

std::size_t lines_with(const std::string& text, std::string_view part) {
  return static_cast<std::size_t>(std::ranges::count_if(
      split(text, '\n'), [&](std::string_view line) { return line.find(part) != line.npos; }));
}

}  // namespace

TEST_CASE("crosstable: it has games, forfeits and ratings of every two engines") {
  const Pool pool = pool_of(sample::games());
  const Crosstable table{pool.standings, pool.tally};
  REQUIRE(table.size() == 3);
  REQUIRE(table.name(0) == "aalina-2.1");
  REQUIRE(table.name(2) == "random");
  CHECK(table.comparisons() == 3);
  // "wlwlwlwwwlwlwldl", seen from aalina, who is south in every other game.
  const Against first = table.at(0, 2);
  CHECK(first.results == rating::Trinomial{1, 1, 14});
  CHECK(first.points() == 14.5);
  CHECK(table.at(2, 0).results == rating::Trinomial{14, 1, 1});
  CHECK(table.at(1, 2).forfeits + table.at(1, 2).forfeits_won == 2);
  CHECK(table.at(2, 1).forfeits == table.at(1, 2).forfeits_won);
  REQUIRE(first.pool);
  const rating::Fit& fit = pool.standings.fit;
  const std::size_t a = pool.standings.rows[0].engine, b = pool.standings.rows[2].engine;
  CHECK(first.pool->elo == pool.standings.rows[0].elo - pool.standings.rows[2].elo);
  CHECK(std::abs(first.pool->error95() - rating::z95 * fit.difference_error(a, b)) < 1e-9);
  CHECK(first.pool->superiority == fit.superiority(a, b));
}

TEST_CASE("crosstable: a match is rated by its own games") {
  const Pool pool = pool_of(sample::games());
  std::vector<match::GameRecord> only;
  std::ranges::copy_if(sample::games(), std::back_inserter(only), [](const match::GameRecord& game) {
    return game.south != "minimax-d8" && game.north != "minimax-d8";
  });
  const Pool two = pool_of(only);
  const auto match = Crosstable{pool.standings, pool.tally}.match(0, 2);
  REQUIRE(match);
  REQUIRE(two.standings.match);
  CHECK(match->numbers.elo == two.standings.match->numbers.elo);
  CHECK(match->numbers.results() == two.standings.match->numbers.results());
  // In a pool of two, the match and the pool have the same interval. It has more than 1.96 standard errors.
  const Crosstable pair{two.standings, two.tally};
  const rating::Interval interval = pair.at(0, 1).pool->interval;
  const double error95 = (interval.high - interval.low) / 2;
  CHECK(error95 > rating::z95 * two.standings.fit.difference_error(0, 1) + 1);
  const std::string found = " ± " + decimal(error95, 1) + " (95%: " + decimal(interval.low, 1) + " to ";
  CHECK(lines_with(encounter_text(pair, 0, 1, "table"), found) == 2);
  CHECK(contains(crosstable_text(pair, "csv", {}), "," + decimal(error95, 6) + ","));
  CHECK(contains(differences_table(two.standings), "," + decimal(error95, 6) + ","));
  const auto turned = Crosstable{pool.standings, pool.tally}.match(2, 0);
  CHECK(std::abs(turned->numbers.elo + match->numbers.elo) < 1e-9);
}

TEST_CASE("crosstable: it is written as text, Markdown, CSV and JSON") {
  const Pool pool = pool_of(sample::games());
  const Crosstable table{pool.standings, pool.tally};
  const std::string text = crosstable_text(table, "table", {});
  CHECK(contains(text, "1 aalina-2.1"));
  CHECK(contains(text, "14.5/16"));
  CHECK(contains(text, "f2"));
  std::string note = text;
  std::ranges::replace(note, '\n', ' ');  // it is wrapped
  CHECK(contains(note, "With 3 differences, some may exceed a LOS of 97.5% by chance. "));
  CHECK(contains(note, " at least 99.17% or at most 0.83% "));
  std::ptrdiff_t significant = 0;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t other = 0; other < 3; ++other)
      if (row != other)
        significant += std::abs(table.at(row, other).pool->superiority - 0.5) > 0.4916 ? 1 : 0;
  CHECK(significant > 0);
  CHECK(std::ranges::count(text, '!') == significant + 1);  // with the note
  CHECK(contains(crosstable_text(table, "table", {.utf8 = false}), "+-"));
  const std::string markdown = crosstable_text(table, "markdown", {});
  CHECK(contains(markdown,
                 "| # | Engine | 1 | 2 | 3 |\n| ---: | --- | ---: | ---: | ---: |\n| 1 | aalina-2.1 | "));
  CHECK(contains(markdown, "14.5/16<br>+"));
  const std::string csv = crosstable_text(table, "csv", {});
  CHECK(lines_with(csv, ",ebiri-crosstable/1") == 6);
  CHECK(contains(csv, "aalina-2.1,random,16,14,1,1,14.5,0.906250,0,0,"));
  const auto json = nlohmann::json::parse(crosstable_text(table, "json", {}));
  CHECK(json["format"] == "ebiri-crosstable/1");
  CHECK(json["comparisons"] == 3);
  CHECK(json["pairs"].size() == 6);
  CHECK(json["pairs"][1]["points"] == 14.5);
  CHECK(json["pairs"][1]["pool"]["los"].get<double>() > 0.9);
}

TEST_CASE("crosstable: head to head shows one engine or two") {
  const Pool pool = pool_of(sample::games());
  const Crosstable table{pool.standings, pool.tally};
  const std::string one = opponents_text(table, 0, "table");
  CHECK(contains(one, "aalina-2.1\n\nOpponent    Games   W-D-L  Points      %  Direct Elo"));
  CHECK(lines_with(one, "random") == 1);
  CHECK(contains(one, "With 2 differences, "));
  CHECK(contains(opponents_text(table, 0, "markdown"), "| Opponent | Games | W-D-L |"));
  CHECK(lines_with(opponents_text(table, 0, "csv"), "aalina-2.1,") == 2);
  CHECK(nlohmann::json::parse(opponents_text(table, 0, "json"))["pairs"].size() == 2);
  const std::string two = encounter_text(table, 0, 2, "table");
  CHECK(two.starts_with("aalina-2.1 against random\nElo   | "));
  CHECK(contains(two, "In the pool of 3 engines: Elo +"));
  const auto json = nlohmann::json::parse(encounter_text(table, 0, 2, "json"));
  CHECK(json["match"]["games"] == 16);
  CHECK(json["games"] == 16);
}

TEST_CASE("crosstable: without a difference there is no note on differences") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wlwl");
  sample::play(games, {"ann", "cid"}, "wlwl");
  Pool pool = pool_of(games);
  pool.standings =
      make_standings(sample::meta(), pool.tally,
                     rating::fit(rating::problem_of(pool.tally, {.prior = rating::Prior::none})));
  const Crosstable table{pool.standings, pool.tally};
  const auto ann = std::ranges::find(pool.standings.rows, "ann", &StandingsRow::name);
  const auto row = static_cast<std::size_t>(ann - pool.standings.rows.begin());
  REQUIRE_FALSE(table.at(row, (row + 1) % 3).pool);
  CHECK_FALSE(contains(opponents_text(table, row, "table"), "differences"));
}

TEST_CASE("crosstable: engines that have not met have no match, and byes are shown") {
  std::vector<match::GameRecord> games;
  sample::play(games, {"ann", "bob"}, "wlld");
  sample::play(games, {"bob", "cid"}, "wlld");
  sample::play(games, {"dan", "eve"}, "wlld");
  RunMeta meta = sample::meta();
  meta.byes = {{.engine = "cid"}};
  const Pool pool = pool_of(games, meta);
  const Crosstable table{pool.standings, pool.tally};
  const auto row = [&](std::string_view name) {
    return static_cast<std::size_t>(std::ranges::find(pool.standings.rows, name, &StandingsRow::name) -
                                    pool.standings.rows.begin());
  };
  CHECK(table.at(row("ann"), row("cid")).games() == 0);
  CHECK(table.at(row("ann"), row("cid")).pool);
  CHECK_FALSE(table.at(row("ann"), row("dan")).pool);
  CHECK_FALSE(table.match(row("ann"), row("cid")));
  CHECK(contains(encounter_text(table, row("ann"), row("cid"), "table"), "They have not met.\n"));
  CHECK(contains(encounter_text(table, row("ann"), row("dan"), "table"), "their ratings cannot be compared"));
  CHECK(contains(crosstable_text(table, "table", {}), "2 games without an opponent"));
  CHECK(lines_with(crosstable_text(table, "csv", {}), "ebiri-crosstable/1") == 8);
}

TEST_CASE("crosstable: two hundred engines are printed in pages that fit the terminal") {
  const Pool pool = large_pool(200);
  const Crosstable table{pool.standings, pool.tally};
  const std::string text = crosstable_text(table, "table", {.width = 120});
  for (const std::string_view line : split(text, '\n')) REQUIRE(display_width(line) <= 120);
  // Every engine has a row on each page, and every column is on one page.
  const std::size_t pages = lines_with(text, "1 " + table.name(0) + " ");
  CHECK(pages > 4);
  CHECK(lines_with(text, "\\") == 200);
  CHECK(contains(text, "19900 differences"));
  CHECK(lines_with(crosstable_text(table, "csv", {}), "ebiri-crosstable/1") == 200 * 199);
}
