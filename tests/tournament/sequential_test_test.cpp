// A test that ends a match counts opening pairs in the order of the schedule.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "referee/tournament/sequential_test.hpp"
#include "tests/tournament/plans.hpp"

using namespace ebiri;
using namespace ebiri::tests;

namespace {

TestSettings hypotheses(const std::string& candidate) {
  TestSettings test;
  test.elo1 = 60;
  test.candidate = candidate;
  test.baseline = candidate == "e1" ? "e2" : "e1";
  return test;
}

Plan plan_of_a_test(const std::string& candidate) {
  return {.engines = entrants(2),
          .pairs = 60,
          .format = {.name = "match"},
          .seed = 7,
          .sprt = hypotheses(candidate)};
}

// The stronger engine usually wins, but loses enough games that the pairs differ.
Ended mostly_stronger(const Pairing& pairing) {
  return pairing.game % 5 == 0 ? Ended::draw : stronger(pairing);
}

}  // namespace

TEST_CASE("sequential test: scores are counted from the candidate's view") {
  const auto strong = played(plan_of_a_test("e1"), mostly_stronger);
  const auto weak = played(plan_of_a_test("e2"), mostly_stronger);
  const SequentialTest passed{strong, {}};
  const SequentialTest failed{weak, {}};
  CHECK(passed.sprt().decision() == rating::TestDecision::h1);
  CHECK(failed.sprt().decision() == rating::TestDecision::h0);
  CHECK(passed.sprt().games()[0] == 0);
  CHECK(failed.sprt().games()[2] == 0);
  CHECK(passed.sprt().counted() + passed.sprt().beyond() == 60);
}

TEST_CASE("sequential test: the verdict does not depend on the order in which games end") {
  const Plan plan = plan_of_a_test("e1");
  const auto whole = played(plan, mostly_stronger);
  const SequentialTest at_once{whole, {}};
  for (std::uint64_t order = 1; order <= 20; ++order) {
    Tournament tournament{{plan}};
    SequentialTest test{tournament, {}};
    std::vector<Pairing> schedule;
    for (const Pairing& pairing : tournament.schedule()) schedule.push_back(pairing);
    std::ranges::sort(schedule, {}, [&](const Pairing& pairing) {
      return derive_seed({order, static_cast<std::uint64_t>(pairing.game)});
    });
    for (const Pairing& pairing : schedule) {
      const auto record = record_of(pairing, mostly_stronger(pairing));
      tournament.take(record);
      test.add(tournament, record);
      test.add(tournament, record);  // counting it again changes nothing
    }
    REQUIRE(test.sprt().over());
    CHECK(test.sprt().pairs() == at_once.sprt().pairs());
    CHECK(test.sprt().ratio() == at_once.sprt().ratio());
    CHECK(test.sprt().next() == at_once.sprt().next());
    CHECK(test.sprt().beyond() == at_once.sprt().beyond());
  }
}

TEST_CASE("sequential test: a pair is a repeat if both of its games repeat those of an earlier pair") {
  const Plan plan = plan_of_a_test("e1");
  Tournament tournament{{plan}};
  SequentialTest test{tournament, {}};
  match::GameList games;
  const auto take = [&](int game, std::uint64_t sequence, Ended result = Ended::south_wins) {
    games.push_back(record_of(*tournament.schedule().find(game), result));
    games.back().sequence = sequence;
    games.back().moves_known = sequence != 0;
    tournament.take(games.back());
    test.add(tournament, games.back());
  };
  const auto take_pair = [&](int pair, std::uint64_t first, std::uint64_t second) {
    take(2 * pair - 1, first);
    take(2 * pair, second);
  };
  take_pair(1, 11, 12);
  take_pair(2, 11, 13);  // one game is new
  take_pair(3, 12, 11);  // each game with the other side
  take_pair(4, 0, 0);
  take_pair(5, 0, 0);  // nobody knows
  CHECK(test.sprt().repeats() == 0);
  take_pair(6, 11, 12);
  CHECK(test.sprt().repeats() == 1);
  take(13, 11);
  take(14, 12, Ended::draw);  // the same moves, and another end
  CHECK(test.sprt().repeats() == 1);
  CHECK(test.sprt().counted() == 6);
  const SequentialTest again{tournament, games};
  CHECK(again.sprt().repeats() == 1);
  CHECK(again.sprt().counted() == 6);
}

TEST_CASE("sequential test: later pairs wait for an unfinished pair, and a void game voids its pair") {
  const Plan plan = plan_of_a_test("e1");
  Tournament tournament{{plan}};
  SequentialTest test{tournament, {}};
  const auto take = [&](int game, Ended result) {
    const auto record = record_of(*tournament.schedule().find(game), result);
    tournament.take(record);
    test.add(tournament, record);
  };
  take(1, Ended::draw);
  take(3, Ended::draw);
  take(4, Ended::draw);
  CHECK(test.sprt().counted() == 0);
  CHECK(test.sprt().waiting() == 1);
  take(2, Ended::void_game);
  CHECK(test.sprt().counted() == 1);
  CHECK(test.sprt().voids() == 1);
  CHECK(test.sprt().pairs() == rating::Pentanomial{0, 0, 1, 0, 0});
}
