#include "referee/report/two_engines.hpp"

#include <catch2/catch_test_macros.hpp>
#include <nlohmann/json.hpp>

#include "referee/report/table.hpp"
#include "tests/rating/vectors.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri;
using namespace ebiri::report;
using sample::contains;

namespace {

MatchBlock block_with(const rating::PairTable& pairs) {
  return {
      .first = "new", .second = "old", .numbers = rating::two_engines(pairs, {}), .test = {}, .left_out = {}};
}

// Ten pairs of two engines from different openings, and a void game.
std::vector<match::GameRecord> match_games() {
  std::vector<match::GameRecord> games;
  sample::play(games, {"old", "new"}, "wldwlwwwdllwwdwwlwlw");
  games.push_back(games.back());
  games.back().verdict.result = match::Verdict::Result::void_game;
  return games;
}

}  // namespace

TEST_CASE("block: it has every known number of a match") {
  MatchBlock block = block_with({{{12, 5, 9}, {4, 30, 8}, {21, 10, 15}}});
  block.test =
      SprtState{.settings = {.elo0 = 0, .elo1 = 10}, .ratio = 2.967, .decision = rating::TestDecision::h1};
  block.conditions = "oware abapa, 100ms/move, seed 42";
  CHECK(block_text(block) ==
        "Elo   | 38.4 ± 36.9 (95%: 1.6 to 75.3)   nElo 48.4 ± 45.1   LOS 98.0%\n"
        "SPRT  | nElo [0, 10]  LLR 2.97 (100.8%) (-2.94, 2.94)  H1 accepted\n"
        "Games | N: 228  W: 83 L: 58 D: 87   Points 126.5 (55.5%)   Draws 38.2%\n"
        "Pairs | Ptnml [9, 13, 57, 14, 21]   PairsRatio 1.59   DrawRatio 50.0%   WL/DD 0.90\n"
        "First | 53.3% of points for first movers   new 58.8% as first, 52.2% as second\n"
        "Cond. | oware abapa, 100ms/move, seed 42\n");
}

TEST_CASE("block: during a run it has an interval that is valid at any time, and the remaining pairs") {
  MatchBlock block = block_with({{{12, 5, 9}, {4, 30, 8}, {21, 10, 15}}});
  const std::string before = block_notes(block);
  CHECK(live_line(block, std::nullopt) ==
        block.first + " - " + block.second + ": 38.4 Elo, 95%: 1.6 to 75.3");
  block.outlook.always_valid = AlwaysValid{block.first, {0.5, 0.625}, 100};
  const std::string notes = block_notes(block);
  CHECK(notes.substr(notes.size() - before.size()) == before);
  CHECK(notes.starts_with("95% interval, valid at any time during the run: "));
  CHECK(notes.find(" Elo (100 pairs, each with a new opening).\n") != std::string::npos);
  const auto json = block_json(block)["always_valid"];
  CHECK(std::abs(json["low"].get<double>()) < 1e-6);
  CHECK(json["high"] > 88);
  CHECK(json["pairs"] == 100);
  block.outlook.always_valid->engine = block.second;  // the other view: 0.375 to 0.5
  CHECK(block_json(block)["always_valid"]["low"].get<double>() == -json["high"].get<double>());
  block.outlook.always_valid->score.high = 1;
  CHECK(block_json(block)["always_valid"]["low"].is_null());
  CHECK(block_notes(block) == before);  // until both ends are finite
  CHECK_FALSE(contains(live_line(block, std::nullopt), "at any time"));
  block.outlook.precision = 18.45;  // half of the width: about three times the pairs more
  REQUIRE(block.pairs_to_precision());
  CHECK(std::abs(*block.pairs_to_precision() - 342) < 10);
  CHECK(live_line(block, std::chrono::seconds{1}).find(" more pairs to an error of 18.45 Elo  ETA 5:") !=
        std::string::npos);
  CHECK(block_notes(block).find("At this variance, ±18.45 Elo needs about ") != std::string::npos);
}

TEST_CASE("block: unknown numbers are not printed") {
  MatchBlock pairs{.numbers = rating::two_engines(rating::Pentanomial{61, 214, 603, 248, 80}), .test = {}};
  pairs.test =
      SprtState{.settings = {.model = rating::SprtModel::bayesian, .elo0 = -2.5, .elo1 = 0.5, .beta = 0.1},
                .ratio = -0.45};
  CHECK(block_text(pairs) ==
        "Elo   | 10.4 ± 9.1 (95%: 1.3 to 19.4)   nElo 15.9 ± 13.9   LOS 98.8%\n"
        "SPRT  | BayesElo [-2.5, 0.5]  LLR -0.45 (-20.0%) (-2.25, 2.89)  undecided\n"
        "Games | N: 2412   Points 1242.0 (51.5%)\n"
        "Pairs | Ptnml [61, 214, 603, 248, 80]   PairsRatio 1.19   DrawRatio 50.0%\n");
  const MatchBlock games{.numbers = rating::two_engines(rating::Trinomial{935, 456, 1021})};
  CHECK(block_text(games) ==
        "Elo   | 12.4 ± 12.5 (95%: -0.1 to 24.9)   nElo 13.8 ± 13.9   LOS 97.4%\n"
        "Games | N: 2412  W: 1021 L: 935 D: 456   Points 1249.0 (51.8%)   Draws 18.9%\n");
  CHECK(block_text(block_with({})) == "Games | N: 0  W: 0 L: 0 D: 0\n");
  CHECK(contains(block_text(block_with({{{0, 0, 0}, {0, 0, 0}, {5, 0, 0}}})),
                 "PairsRatio -   DrawRatio 0.0%   WL/DD -\n"));
  CHECK(block_text(block_with({{{0, 0, 0}, {0, 0, 0}, {5, 0, 0}}})).starts_with("Elo   | "));
  CHECK(contains(block_text(block_with({{{0, 0, 0}, {0, 0, 0}, {5, 0, 0}}})), "* ± "));
}

TEST_CASE("block: shares of pairs are those of the reference matches") {
  const vectors::Json recorded = vectors::file("two_engines.json");
  for (const vectors::Json& test : recorded.at("cases")) {
    INFO(test.at("name"));
    const auto json = block_json(block_with(test.at("pairs").get<rating::PairTable>()));
    const auto& expected = test.at("expected");
    for (const char* key : {"pairs_ratio", "drawn_pairs", "wl_dd"}) {
      CHECK(json[key].is_null() == expected.at(key).is_null());
      if (!expected.at(key).is_null())
        CHECK(std::abs(json[key].get<double>() - expected.at(key).get<double>()) < 1e-6);
    }
  }
}

TEST_CASE("block: notes name the games that are missing or left out, and an extension") {
  MatchBlock block = block_with({{{2, 1, 3}, {1, 4, 1}, {4, 2, 3}}});
  CHECK(block_notes(block).starts_with("If the lead stays the same, about "));
  CHECK(block_notes(block).ends_with(" more games make it significant (LOS 97.5%).\n"));
  CHECK(block_notes(block_with({{{3, 0, 5}, {0, 4, 0}, {5, 0, 3}}})) ==
        "The ratings are equal: the number of games that would separate the two is unknown.\n");
  block = block_with({{{1, 0, 0}, {0, 0, 1}, {60, 0, 1}}});
  CHECK(block_notes(block).empty());
  block.left_out = {
      .repeated_pairs = 1, .repeated_games = 3, .void_pairs = 2, .void_games = 4, .pairs_beyond = 5};
  block.extended_from = 100;
  CHECK(block_notes(block) ==
        "Not counted: 1 repeated pair, 3 repeated games without a partner, 5 pairs after the stop, "
        "2 pairs with a void game, 4 void games.\n"
        "The run was extended from 100 pairs. If its results were looked at before, the interval and LOS\n"
        "are too optimistic.\n");
  block.left_out = {};
  block.test = SprtState{
      .settings = {}, .corrected = rating::SprtEstimate{.elo = 5, .low = 1, .high = 9, .superiority = 0.98}};
  CHECK(block_notes(block) == "Corrected for early stopping: Elo 5.0, 95% from 1.0 to 9.0, LOS 98.0%.\n");
}

TEST_CASE("block: tables of two engines have it, from the view of the engine that was named first") {
  RunMeta meta = sample::meta();
  meta.first_engine = "old";
  const Standings standings = sample::standings_of(match_games(), meta);
  REQUIRE(standings.match);
  CHECK(standings.rows[0].name == "new");
  const std::string text = text_table(standings, {});
  CHECK(text.starts_with("evening\n\nold against new\nElo   | -"));
  CHECK(contains(text, "\nCond. | oware abapa, 100ms/move, openings "));
  CHECK(contains(text, "\n\n#"));
  CHECK(contains(text, "Not counted: 1 void game.\n\n#"));
  CHECK(text.find("config 9f86d081") == text.rfind("config 9f86d081"));
  CHECK(contains(markdown_table(standings), "## evening\n\n```text\nold against new\nElo   | -"));
  const auto json = nlohmann::json::parse(json_table(standings));
  CHECK(json["two_engines"]["first"] == "old");
  CHECK(json["two_engines"]["elo"].get<double>() < 0);
  CHECK(std::abs(json["two_engines"]["elo"].get<double>() - 2 * json["engines"][1]["elo"].get<double>()) <
        1e-5);
  CHECK(std::abs(json["two_engines"]["los"].get<double>() + json["engines"][0]["los_next"].get<double>() -
                 1) < 1e-5);
  CHECK(json["two_engines"]["games"] == 20);
  CHECK(contains(text_table(standings, {.width = 60, .utf8 = false}), "+- "));
  meta.first_engine = "gone";
  CHECK(sample::standings_of(match_games(), meta).match->first == "new");
  CHECK_FALSE(sample::standings().match);
  CHECK_FALSE(sample::standings_of({}).match);
}
