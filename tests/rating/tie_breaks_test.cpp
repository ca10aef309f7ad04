#include "referee/rating/tie_breaks.hpp"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <utility>

#include "tests/rating/vectors.hpp"

using namespace ebiri::rating;
using Catch::Matchers::WithinAbs;
using json = vectors::Json;

namespace {

using Order = std::vector<TieBreak>;

// Adds the games of two players, from the view of the first one.
void add(Contest& contest, Bout bout, double opponents_points, std::int64_t opponents_wins) {
  contest.bouts.push_back(bout);
  std::swap(bout.player, bout.opponent);
  bout.points = opponents_points;
  bout.wins = opponents_wins;
  bout.margin = -bout.margin;
  contest.bouts.push_back(bout);
}

Contest contest_of(const json& test) {
  Contest contest{.players = test.at("players"), .bouts = {}};
  for (const json& game : test.at("games")) {
    const double first = game[2];
    const double second = game[3];
    add(contest,
        {.player = game[0], .opponent = game[1], .points = first, .wins = first > second, .margin = game[4]},
        second, second > first);
  }
  for (const json& player : test.at("byes"))
    contest.bouts.push_back({.player = player, .opponent = player, .points = 1});
  return contest;
}

// Games as `{winner, loser}`.
Contest decisive(std::size_t players, const std::vector<std::pair<std::size_t, std::size_t>>& games) {
  Contest contest{.players = players, .bouts = {}};
  for (const auto& [winner, loser] : games)
    add(contest, {.player = winner, .opponent = loser, .points = 1, .wins = 1}, 0, 0);
  return contest;
}

}  // namespace

TEST_CASE("tie-breaks: every value of the reference contests is reproduced") {
  const std::vector<std::pair<const char*, TieBreak>> columns{
      {"wins", TieBreak::wins},
      {"BH", TieBreak::buchholz},
      {"BH-C1", TieBreak::buchholz_cut_1},
      {"BH-M1", TieBreak::buchholz_median_1},
      {"SB", TieBreak::sonneborn_berger},
      {"KS", TieBreak::koya},
      {"seed_diff", TieBreak::seed_difference},
  };
  const json contests = vectors::file("contest.json");
  const double exact = contests.at("meta").at("tolerance");
  for (const json& test : contests.at("tiebreak")) {
    INFO(test.at("name"));
    const Contest contest = contest_of(test);
    for (const json& expected : test.at("expected")) {
      const std::size_t player = expected.at("player");
      INFO("player " << player);
      CHECK_THAT(points(contest)[player], WithinAbs(expected.at("points").get<double>(), exact));
      for (const auto& [name, criterion] : columns) {
        INFO(name);
        CHECK_THAT(tie_break_values(contest, criterion)[player],
                   WithinAbs(expected.at(name).get<double>(), exact));
      }
    }
    if (!test.contains("direct_encounter_all")) continue;
    const std::vector<std::size_t> everybody{0, 1, 2, 3};
    const auto direct = direct_encounter(contest, everybody);
    REQUIRE(direct);
    for (const std::size_t player : everybody)
      CHECK((*direct)[player] == test.at("direct_encounter_all").at(std::to_string(player)).get<double>());
  }
  // tests/tournament reads the tables of rounds.
  CHECK(vectors::unread(contests, {"berger", "tiebreak.note"}) == vectors::Nothing{});
}

TEST_CASE("tie-breaks: a direct encounter counts only if all tied players met") {
  // 0, 1 and 2 have one point each; 1 beat 0, but neither met 2.
  const Contest contest = decisive(4, {{1, 0}, {0, 3}, {2, 3}});
  const Order order{TieBreak::direct_encounter};
  CHECK(places(contest, order) == std::vector<Place>{{0, 1, 3}, {1, 1, 3}, {2, 1, 3}, {3, 4, 4}});
}

TEST_CASE("tie-breaks: players still tied after a direct encounter have their own direct encounter") {
  // Among the four with three points, 0 and 2 have two and 1 and 3 have one; 0 beat 2, and 3 beat 1.
  const Contest contest = decisive(
      6, {{0, 2}, {0, 3}, {1, 0}, {2, 1}, {2, 3}, {3, 1}, {1, 4}, {1, 5}, {0, 4}, {2, 5}, {3, 4}, {3, 5}});
  const Order order{TieBreak::direct_encounter};
  CHECK(places(contest, order) ==
        std::vector<Place>{{0, 1, 1}, {2, 2, 2}, {3, 3, 3}, {1, 4, 4}, {4, 5, 6}, {5, 5, 6}});
}

TEST_CASE("tie-breaks: criteria apply in order, and players still tied share a place") {
  // 0 has two draws, 1 a win and a loss.
  Contest contest = decisive(4, {{1, 2}, {3, 1}});
  for (const std::size_t opponent : {2U, 3U})
    add(contest, {.player = 0, .opponent = opponent, .points = 0.5}, 0.5, 0);
  CHECK(places(contest, Order{TieBreak::wins}) ==
        std::vector<Place>{{3, 1, 1}, {1, 2, 2}, {0, 3, 3}, {2, 4, 4}});
  CHECK(places(contest, Order{}) == std::vector<Place>{{3, 1, 1}, {0, 2, 3}, {1, 2, 3}, {2, 4, 4}});
  // Both met 2 and 3, so that their opponents have the same points.
  CHECK(places(contest, Order{TieBreak::buchholz, TieBreak::wins}) ==
        std::vector<Place>{{3, 1, 1}, {1, 2, 2}, {0, 3, 3}, {2, 4, 4}});
}

TEST_CASE("tie-breaks: a Buchholz cuts a round, however many games it has") {
  Contest contest{.players = 3, .bouts = {}};
  add(contest, {.player = 0, .opponent = 1, .points = 3, .wins = 3, .games = 4, .rounds = 2}, 1, 1);
  add(contest, {.player = 0, .opponent = 2, .points = 2, .wins = 2, .games = 2, .rounds = 1}, 0, 0);
  CHECK(tie_break_values(contest, TieBreak::buchholz) == std::vector<double>{2, 10, 5});
  CHECK(tie_break_values(contest, TieBreak::buchholz_cut_1) == std::vector<double>{2, 5, 0});
  CHECK(tie_break_values(contest, TieBreak::buchholz_median_1) == std::vector<double>{1, 0, 0});
}

TEST_CASE("tie-breaks: without players there are no places") {
  CHECK(places({}, Order{TieBreak::wins}).empty());
}
