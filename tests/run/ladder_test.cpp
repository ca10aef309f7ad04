#include "referee/run/grading.hpp"

#include <catch2/catch_test_macros.hpp>
#include <filesystem>

#include "referee/support/files.hpp"

namespace {

using namespace ebiri;
using run::Grade;
using run::Ladder;
using Winner = match::Verdict::Result;

Ladder three_rungs() {
  return {.variant = "oware",
          .nodes = 1000,
          .rungs = {{.level = 1, .elo = 0, .error95 = 20},
                    {.level = 2, .elo = 200, .error95 = 20},
                    {.level = 3, .elo = 400, .error95 = 20}}};
}

// Adds opening pairs of `me` against a level; of each, `me` wins `wins` games, in turn as south and as north.
void add_pairs(rating::Tally& tally, int level, int pairs, int wins) {
  static int game = 0;
  const InternedString me{"me"}, rung{"level-" + std::to_string(level)};
  for (int pair = 1; pair <= pairs; ++pair) {
    for (int k = 0; k < 2; ++k) {
      match::GameSummary summary;
      summary.game = ++game;
      summary.pair = (game + 1) / 2;
      summary.south = k == 0 ? me : rung;
      summary.north = k == 0 ? rung : me;
      const bool won = wins == 2 || (wins == 1 && k == pair % 2);
      summary.result = won == (k == 0) ? Winner::south_wins : Winner::north_wins;
      summary.sequence = static_cast<std::uint64_t>(game);  // no two games are the same
      summary.opening = static_cast<std::uint64_t>(summary.pair);
      tally.add(summary);
    }
  }
}

Grade graded(int level, int pairs, int wins) {
  rating::Tally tally;
  add_pairs(tally, level, pairs, wins);
  return run::grade_of(three_rungs(), tally, "me");
}

TEST_CASE("ladder: an engine that scores half against a level has its rating", "[run]") {
  const Grade grade = graded(2, 40, 1);
  CHECK(std::abs(grade.elo - 200) < 1);
  CHECK(grade.interval.low < 200);
  CHECK(grade.interval.high > 200);
  CHECK(run::next_rung(three_rungs(), grade) == 1);
  CHECK(grade.sentence(three_rungs()) == "about as strong as level 2");
}

TEST_CASE("ladder: a grade names the levels within its interval, or the two around it", "[run]") {
  const auto sentence = [](double elo, double error) {
    return Grade{.games = 90, .elo = elo, .interval = {elo - error, elo + error}}.sentence(three_rungs());
  };
  CHECK(sentence(290, 40) == "between level 2 and level 3");
  CHECK(sentence(110, 50) == "between level 1 and level 2");
  CHECK(sentence(240, 40) == "about as strong as level 2");
  CHECK(sentence(240, 170) == "about as strong as levels 2 to 3");
  CHECK(sentence(430, 40) == "about as strong as level 3");
  CHECK(sentence(-30, 40) == "about as strong as level 1");
}

TEST_CASE("ladder: the first opponent is the middle level, the next one lies where the results point",
          "[run]") {
  const Ladder ladder = three_rungs();
  CHECK(run::next_rung(ladder, run::grade_of(ladder, rating::Tally{}, "me")) == 1);
  CHECK(run::next_rung(ladder, graded(2, 5, 2)) == 2);
  CHECK(run::next_rung(ladder, graded(2, 5, 0)) == 0);
}

TEST_CASE("ladder: a grade is settled when its error is small, or after only defeats or victories outside",
          "[run]") {
  const Ladder ladder = three_rungs();
  CHECK_FALSE(run::settled(ladder, run::grade_of(ladder, {}, "me")));
  CHECK_FALSE(run::settled(ladder, graded(2, 5, 1)));
  CHECK(run::settled(ladder, graded(2, 400, 1)));
  const Grade above = graded(3, 40, 2);
  CHECK(run::settled(ladder, above));
  CHECK(above.sentence(ladder).ends_with(" Elo above level 3"));
  const Grade below = graded(1, 40, 0);
  CHECK(run::settled(ladder, below));
  CHECK(below.sentence(ladder).ends_with(" Elo below level 1"));
  rating::Tally tally;
  add_pairs(tally, 1, 30, 0);
  add_pairs(tally, 1, 4, 1);
  const Grade imprecise = run::grade_of(ladder, tally, "me");
  CHECK(imprecise.interval.high < 0);
  CHECK_FALSE(run::settled(ladder, imprecise));
  CHECK(Grade{.games = 20, .elo = -311, .interval = {-554, -68}}.distance() ==
        "311 Elo below level 1 (95 %: -554 to -68)");
  CHECK(Grade{.games = 20, .elo = 311, .interval = {68, 554}}.distance() ==
        "311 Elo above level 1 (95 %: 68 to 554)");
}

TEST_CASE("ladder: a file is read, and its mistakes are named", "[run]") {
  const auto file = std::filesystem::temp_directory_path() / "ebiri-ladder-test.csv";
  REQUIRE(write_file(file, "variant,nodes,level,elo,error95\noware,30000,1,0,80\noware,30000,2,140,75\n"));
  const auto ladder = run::read_ladder(file, "oware");
  REQUIRE(ladder);
  CHECK(ladder->nodes == 30000);
  REQUIRE(ladder->rungs.size() == 2);
  CHECK(ladder->rungs[1].name() == "level-2");
  CHECK(ladder->rungs[1].elo == 140);
  CHECK(run::read_ladder(file, "Oware")->variant == "oware");
  CHECK(run::read_ladder(file, "hus").error().message == "there is no ladder for `hus`; expected oware");
  REQUIRE(write_file(file, "variant,nodes,level,elo,error95\noware,30000,one,0,80\n"));
  CHECK(run::read_ladder(file, "oware").error().message.ends_with(":2: expected a variant and four numbers"));
  std::filesystem::remove(file);
}

}  // namespace
