// The decisions of each format: which engine begins, which advances and which is eliminated.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <set>
#include <tuple>

#include "tests/tournament/plans.hpp"

using namespace ebiri;
using namespace ebiri::tests;

namespace {

// The rounds as text: `final | e1 2:0 e2 | e2 is eliminated`.
std::string story(const Tournament& tournament) {
  std::string text;
  const auto name = [&](Engine engine) { return tournament.plan().engines[engine].name; };
  for (const Round& round : tournament.course().rounds) {
    text += round.title;
    for (const MeetingScore& score : round.meetings)
      text += " | " + name(score.meeting.first) + " " + points_text(score.first) + ":" +
              points_text(score.second) + " " + name(score.meeting.second);
    for (const std::string& decision : round.decisions) text += " | " + decision;
    text += "\n";
  }
  for (const std::string& sentence : tournament.course().outcome) text += sentence + "\n";
  return "\n" + text;
}

// South and north of every game, in order.
std::string sides(const Schedule& schedule) {
  std::string text;
  for (const Pairing& pairing : schedule) text += pairing.south.text() + pairing.north.text() + " ";
  return text;
}

Ended drawn(const Pairing&) { return Ended::draw; }

}  // namespace

TEST_CASE("knockout: the best seeds have the byes, and the two best meet in the final") {
  CHECK(story(played({.engines = entrants(6), .format = {.name = "knockout"}}, stronger)) == R"(
quarter-finals | e4 2:0 e5 | e3 2:0 e6 | e1 has no opponent and advances | e5 is eliminated | e2 has no opponent and advances | e6 is eliminated
semi-finals | e1 2:0 e4 | e2 2:0 e3 | e4 is eliminated | e3 is eliminated
final | e1 2:0 e2 | e2 is eliminated
winner: e1
)");
}

TEST_CASE("knockout: a level match continues pair by pair, with new openings, until it is decided") {
  const Plan plan{.engines = entrants(2), .pairs = 2, .format = {.name = "knockout"}};
  const auto tournament = played(plan, [](const Pairing& pairing) {
    return pairing.game < 8 ? Ended::draw : Ended::south_wins;  // the last game of the second extra pair
  });
  CHECK(story(tournament) == R"(
final | e1 3.5:4.5 e2 | e1 is eliminated
winner: e2
)");
  CHECK(tournament.schedule()[tournament.schedule().size() - 1].opening == 4);
}

TEST_CASE("knockout: if the match is level after all extra pairs, the better seed advances") {
  const Plan plan{.engines = entrants(2), .format = {.name = "knockout", .extra_pairs = 1}};
  CHECK(story(played(plan, drawn)) == R"(
final | e1 2:2 e2 | e1 and e2 are tied after all pairs: e1 advances as the better seed | e2 is eliminated
winner: e1
)");
  const Plan no_extra{.engines = entrants(2), .format = {.name = "knockout", .extra_pairs = 0}};
  CHECK(played(no_extra, drawn).schedule().size() == 2);
}

TEST_CASE("knockout: places follow the bracket, and losers of a round share them") {
  const auto places = [](const Tournament& tournament) {
    std::string text;
    for (const auto& [engine, place] : tournament.course().places)
      text += fmt::format("{} {}-{}, ", engine, place.best, place.worst);
    return text;
  };
  const Plan plan{.engines = entrants(6), .format = {.name = "knockout"}};
  CHECK(places(played(plan, stronger)) == "e1 1-1, e2 2-2, e3 3-4, e4 3-4, e5 5-6, e6 5-6, ");
  const auto weaker = [](const Pairing& pairing) {
    return stronger(pairing) == Ended::south_wins ? Ended::north_wins : Ended::south_wins;
  };
  CHECK(places(played(plan, weaker)) == "e6 1-1, e5 2-2, e1 3-4, e2 3-4, e3 5-6, e4 5-6, ");
  CHECK(places(Tournament{{plan}}) == "e1 1-6, e2 1-6, e3 1-6, e4 1-6, e5 1-6, e6 1-6, ");
  Plan third = plan;
  third.format.third_place = true;
  const auto decided = played(third, weaker);
  CHECK(places(decided) == "e6 1-1, e5 2-2, e2 3-3, e1 4-4, e3 5-6, e4 5-6, ");
  const std::string text = story(decided);
  CHECK(text.substr(text.rfind("final and")) ==
        "final and third-place match | e5 0:2 e6 | e1 0:2 e2 | e2 is third | e5 is "
        "eliminated\nwinner: e6\n");
  CHECK(decided.schedule().size() == played(plan, weaker).schedule().size() + 2);
  third.engines = entrants(3);  // one engine lost a semi-final, and nobody plays it
  CHECK(places(played(third, stronger)) == "e1 1-1, e2 2-2, e3 3-3, ");
}

TEST_CASE("knockout: with double elimination an engine is out after its second lost match") {
  Plan plan{.engines = entrants(5), .format = {.name = "knockout", .elimination = Elimination::twice}};
  const auto upset = [](const Pairing& pairing) {  // the first engine loses its first match
    const bool first = pairing.pair == 2 && (pairing.south == "e1" || pairing.north == "e1");
    return !first ? stronger(pairing) : pairing.south == "e1" ? Ended::north_wins : Ended::south_wins;
  };
  const auto tournament = played(plan, upset);
  CHECK(story(tournament) == R"(
upper quarter-finals | e4 2:0 e5 | e1 has no opponent and advances | e5 moves to the lower bracket | e2 has no opponent and advances | e3 has no opponent and advances
upper semi-finals, lower round 1 | e1 0:2 e4 | e2 2:0 e3 | e1 moves to the lower bracket | e3 moves to the lower bracket | e5 has no opponent and advances
lower round 2 | e3 2:0 e5 | e5 is eliminated | e1 has no opponent and advances
upper final, lower round 3 | e2 2:0 e4 | e1 2:0 e3 | e4 moves to the lower bracket | e3 is eliminated
lower round 4 | e1 2:0 e4 | e4 is eliminated
final | e2 0:2 e1
second final | e2 0:2 e1
winner: e1
)");
  std::string places;
  for (const auto& [engine, place] : tournament.course().places)
    places += fmt::format("{} {}-{}, ", engine, place.best, place.worst);
  CHECK(places == "e1 1-1, e2 2-2, e4 3-3, e3 4-4, e5 5-5, ");
  plan.engines = entrants(2);
  CHECK(story(played(plan, stronger)) == R"(
upper final | e1 2:0 e2 | e2 moves to the lower bracket
final | e1 2:0 e2
winner: e1
)");
}

TEST_CASE("knockout: the lot seeds all engines, and its order depends on the seed of the run") {
  const Plan plan{.engines = entrants(16), .format = {.name = "knockout", .seeding = Seeding::lot}};
  Plan other = plan;
  other.seed = 2;
  const auto first = sides(course_of(plan, {}).schedule);
  CHECK(first == sides(course_of(plan, {}).schedule));
  CHECK(first != sides(course_of(other, {}).schedule));
}

TEST_CASE("gauntlet: each challenger meets each engine that is not one") {
  Plan plan{.engines = entrants(5), .format = {.name = "gauntlet"}, .starter = Starter::fixed};
  plan.engines[0].role = plan.engines[1].role = Role::challenger;
  CHECK(sides(course_of(plan, {}).schedule) == "e1e3 e2e4 e4e1 e5e2 e1e5 e2e3 ");
}

TEST_CASE("scheveningen: the team with more points wins") {
  Plan plan{.engines = entrants(4), .format = {.name = "scheveningen"}, .starter = Starter::fixed};
  plan.engines[0].team = plan.engines[3].team = "home";
  plan.engines[1].team = plan.engines[2].team = "guests";
  const auto tournament = played(
      plan, [](const Pairing& pairing) { return pairing.game == 1 ? Ended::draw : stronger(pairing); });
  CHECK(sides(tournament.schedule()) == "e1e2 e4e3 e3e1 e2e4 ");
  CHECK(story(tournament) == R"(
home 1.5 : 2.5 guests
winner: guests
)");
}

TEST_CASE("match: the outcome is its score, once all games are over") {
  const Plan plan{.engines = entrants(2), .format = {.name = "match"}};
  CHECK(story(Tournament{{plan}}) == "\n");
  CHECK(story(played(plan, stronger)) == "\ne1 2 : 0 e2\nwinner: e1\n");
  CHECK(story(played(plan, drawn)) == "\ne1 1 : 1 e2\nno winner: the match is tied\n");
  Plan test = plan;
  test.sprt.emplace();  // its outcome is the verdict
  CHECK(story(played(test, drawn)) == "\n");
}

TEST_CASE("ladder: a challenger starts at the first rung and climbs as long as it passes") {
  Plan plan{.engines = entrants(5), .format = {.name = "ladder", .pass = 60}};
  plan.engines[2].role = Role::challenger;
  std::swap(plan.engines[0], plan.engines[4]);  // rungs e5, e2, e4, e1
  CHECK(story(played(plan, stronger)) == R"(
rung 1: e5 | e3 2:0 e5 | e3 advances
rung 2: e2 | e3 0:2 e2 | e3 stops
e3 passed 1 of 4 rungs
)");
  CHECK(story(played(plan, drawn)) == R"(
rung 1: e5 | e3 1:1 e5 | e3 stops
e3 passed 0 of 4 rungs
)");
  plan.format.pass = 50;
  CHECK(played(plan, drawn).course().outcome.front() == "e3 passed all 4 rungs");
}

TEST_CASE("staged: a test, groups, and a final of the best of each group follow each other") {
  Plan plan{.engines = entrants(7), .format = {.name = "staged", .survivors = 1}};
  plan.engines[5].role = Role::reference;  // e6: e7 does not pass
  CHECK(story(played(plan, stronger)) == R"(
test | e1 2:0 e6 | e6 0:2 e2 | e3 2:0 e6 | e6 0:2 e4 | e5 2:0 e6 | e6 2:0 e7 | e7 is eliminated
groups | e4 2:0 e5 | e1 2:0 e4 | e5 0:2 e1 | e2 2:0 e3 | group 1: e1 4, e4 2 (eliminated), e5 0 (eliminated) | group 2: e2 2, e3 0 (eliminated)
final | e1 2:0 e2 | e1 2 | e2 0
winner: e1
)");
  plan.format.final = Final::knockout;
  CHECK(story(played(plan, stronger)).ends_with("final | e1 2:0 e2 | e2 is eliminated\nwinner: e1\n"));
  CHECK(story(played(plan, [](const Pairing& pairing) {
          return pairing.south == "e6" ? Ended::south_wins : Ended::north_wins;
        })).ends_with("no winner: no engine passed the test\n"));
}

TEST_CASE("staged: if groups would eliminate no engine, the final follows at once") {
  const Plan plan{.engines = entrants(4), .format = {.name = "staged"}};
  CHECK(played(plan, stronger).course().rounds.size() == 1);
  CHECK(story(played({.engines = entrants(2), .format = {.name = "staged"}}, drawn)) == R"(
final | e1 1:1 e2 | e1 1 | e2 1 | e1 is first of the engines that scored 1; ties are broken by the games between them, then by the order before the final
winner: e1
)");
}

TEST_CASE("starter: the winner or the loser of the last game begins; after a draw, the engine that did not") {
  Plan plan{.engines = entrants(2), .pairs = 5, .starter = Starter::winner};
  const Ended ends[] = {Ended::north_wins, Ended::draw, Ended::south_wins, Ended::void_game, Ended::draw};
  const auto ended = [&](const Pairing& pairing) { return ends[pairing.game - 1]; };
  CHECK(sides(played(plan, ended).schedule()) == "e1e2 e2e1 e1e2 e1e2 e2e1 ");
  plan.starter = Starter::loser;
  CHECK(sides(played(plan, ended).schedule()) == "e1e2 e1e2 e2e1 e1e2 e2e1 ");
  CHECK(sides(Tournament{{plan}}.schedule()) == "e1e2 ");
}

TEST_CASE("starter: a lot is fair and does not depend on when the game was scheduled") {
  Plan plan{.engines = entrants(4), .pairs = 500, .starter = Starter::lot};
  const Schedule schedule = course_of(plan, {}).schedule;
  int first = 0;
  for (const Pairing& pairing : schedule) first += pairing.south < pairing.north ? 1 : 0;
  CHECK(first > 1400);  // of 3000; six standard deviations are 164
  CHECK(first < 1600);
  Plan begun = plan;
  begun.engines.pop_back();
  const Schedule grown = course_of({begun, plan}, {}).schedule;
  REQUIRE(grown.size() == schedule.size());
  const auto key = [](const Pairing& pairing) {
    return std::tuple(pairing.south, pairing.north, pairing.opening);
  };
  std::set<std::tuple<std::string, std::string, int>> at_once, later;
  for (const Pairing& pairing : schedule) at_once.insert(key(pairing));
  for (const Pairing& pairing : grown) later.insert(key(pairing));
  CHECK(at_once == later);
}

TEST_CASE("tournament: a void game delays its round until a replay counts or the last one is void") {
  const Plan plan{.engines = entrants(2), .format = {.name = "knockout", .extra_pairs = 1}};
  Tournament tournament{{plan}, 2};
  const Pairing first = tournament.schedule()[0], second = tournament.schedule()[1];
  tournament.take(record_of(second, Ended::draw));
  for (int attempt = 1; attempt <= 2; ++attempt) {
    CHECK(tournament.next_attempt(first.game) == attempt);
    tournament.take(record_of(first, Ended::void_game, attempt));
    CHECK(tournament.schedule().size() == 2);
    auto last = record_of(first, Ended::void_game, attempt);
    last.loser = rules::Side::north;
    const std::vector journal{record_of(second, Ended::draw), last};
    Tournament resumed{{plan}, 2};
    resumed.take_all(journal);
    CHECK(resumed.next_attempt(first.game) == attempt + 1);
    CHECK(resumed.voids_caused(first.game) == std::array{0, 1});
    CHECK(resumed.voids_caused(second.game) == std::array{0, 0});
    CHECK_FALSE(resumed.next_attempt(second.game));
  }
  CHECK(tournament.next_attempt(first.game) == 3);
  tournament.take(record_of(first, Ended::void_game, 3));  // the last one
  CHECK_FALSE(tournament.next_attempt(first.game));
  CHECK(tournament.schedule().size() == 4);  // half a point each: level
  CHECK_FALSE(tournament.total());
}

TEST_CASE("tournament: games of a round that is not determined yet wait; contradicting games are orphans") {
  const Plan plan{.engines = entrants(4), .format = {.name = "knockout"}};
  const auto whole = played(plan, stronger);
  Tournament damaged{{plan}};
  for (std::size_t i = 1; i < whole.schedule().size(); ++i)  // the first game was lost
    damaged.take(record_of(whole.schedule()[i], stronger(whole.schedule()[i])));
  CHECK(damaged.games_over() == 3);
  CHECK(damaged.next_attempt(1) == 1);
  CHECK(damaged.orphans().empty());

  std::vector<match::GameSummary> rest;
  for (std::size_t i = 1; i < whole.schedule().size(); ++i)
    rest.push_back(record_of(whole.schedule()[i], stronger(whole.schedule()[i])));
  Tournament at_once{{plan}};
  at_once.take_all(rest);
  CHECK(at_once.games_over() == 3);
  CHECK(at_once.schedule() == damaged.schedule());

  Tournament same = damaged;
  same.take(record_of(whole.schedule()[0], stronger(whole.schedule()[0])));
  CHECK(same.complete());
  CHECK(same.orphans().empty());
  CHECK(same.schedule() == whole.schedule());

  // The replayed game has another result, and the match is level. So game 5 is now an extra game, not the
  // final.
  damaged.take(record_of(whole.schedule()[0], Ended::north_wins));
  CHECK(damaged.orphans() == std::vector<int>{5, 6});
}
