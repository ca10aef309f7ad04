// Engines that are withdrawn because they do not start, or lose game after game by their own faults.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "tests/tournament/plans.hpp"

using namespace ebiri;
using namespace ebiri::tests;

namespace {

Plan pool(int after, int pairs = 6) {
  return {.engines = entrants(4),
          .pairs = pairs,
          .format = {.name = "round-robin"},
          .seed = 7,
          .withdraw_after = after};
}

// The fourth engine loses by a fault from the game of that number on; otherwise the stronger one wins.
match::GameSummary ended(const Pairing& pairing, int fails_from) {
  auto game = record_of(pairing, stronger(pairing));
  if ((pairing.south != "e4" && pairing.north != "e4") || pairing.game < fails_from) return game;
  game.cause = match::Verdict::Cause::fault;
  game.loser = pairing.south == "e4" ? rules::Side::south : rules::Side::north;
  return game;
}

// Plays in the order of the schedule, but `ahead` games are running at a time.
Tournament played_ahead(const Plan& plan, int fails_from, std::size_t ahead) {
  Tournament tournament{{plan}};
  std::vector<Pairing> running;
  for (std::size_t next = 0; next < tournament.schedule().size() || !running.empty();) {
    while (running.size() < ahead && next < tournament.schedule().size()) {
      const Pairing game = tournament.schedule()[next++];
      if (tournament.next_attempt(game.game)) running.push_back(game);
    }
    if (running.empty()) break;
    tournament.take(ended(running.back(), fails_from));  // the last one ends first
    running.pop_back();
  }
  return tournament;
}

}  // namespace

TEST_CASE("withdrawals: three forfeits in a row withdraw an engine, however many games run at a time") {
  const auto one = played_ahead(pool(3), 1, 1);
  REQUIRE(one.withdrawals().list().size() == 1);
  const Withdrawn withdrawn = one.withdrawals().list().front();
  CHECK(withdrawn.engine == "e4");
  CHECK(withdrawn.played == 3);
  CHECK(withdrawn.planned == 36);
  CHECK(one.complete());
  CHECK(one.total() == 72 - 33);
  CHECK(one.left() == 0);
  for (const std::size_t ahead : {2UL, 5UL, 20UL, 72UL}) {
    const auto more = played_ahead(pool(3), 1, ahead);
    CHECK(more.withdrawals().list() == one.withdrawals().list());
    CHECK(more.results() == one.results());
    CHECK(more.complete());
    for (const Pairing& game : one.schedule())
      CHECK(more.withdrawals().counts(ended(game, 1)) == one.withdrawals().counts(ended(game, 1)));
  }
}

TEST_CASE("withdrawals: a game without a forfeit begins the count again, and only own faults count") {
  CHECK(played_ahead(pool(3), 71, 1).withdrawals().list().empty());
  const Plan plan = pool(2);
  Tournament tournament{{plan}};
  int games = 0;
  for (const Pairing& pairing : tournament.schedule()) {
    const bool own = pairing.south == "e4" || pairing.north == "e4";
    tournament.take(ended(pairing, own && ++games % 2 == 0 ? 1 : 1000));
  }
  CHECK(tournament.withdrawals().list().empty());
  CHECK(tournament.total() == 72);
}

TEST_CASE("withdrawals: the sentence does not say that void games count") {
  Tournament tournament{{pool(3)}};
  int games = 0;  // of e4
  for (const Pairing& pairing : tournament.schedule()) {
    if (pairing.south == "e4" || pairing.north == "e4") ++games;
    tournament.take(games == 1 ? record_of(pairing, Ended::void_game) : ended(pairing, 1));
  }
  REQUIRE(tournament.withdrawals().list().size() == 1);
  CHECK(sentence(tournament.withdrawals().list().front()).ends_with("; 4 of its 36 games were played"));
}

TEST_CASE("withdrawals: games may be dropped if they are less than half") {
  Plan plan = pool(3);
  plan.withdrawn_games = WithdrawnGames::half;
  const auto early = played_ahead(plan, 1, 1), late = played_ahead(plan, 50, 1);
  REQUIRE(early.withdrawals().list().size() == 1);
  REQUIRE(late.withdrawals().list().size() == 1);
  CHECK(early.withdrawals().list().front().dropped);
  CHECK(!late.withdrawals().list().front().dropped);
  const auto first = ended(early.schedule()[0], 1);
  const auto of_e4 = [](const match::GameSummary& game) { return game.south == "e4" || game.north == "e4"; };
  for (const Pairing& pairing : early.schedule()) {
    const auto game = ended(pairing, 1);
    CHECK(early.withdrawals().counts(game) == !of_e4(game));
  }
  CHECK(late.withdrawals().counts(first));
}

TEST_CASE("withdrawals: dropped games do not count for the outcome") {
  Plan plan{.engines = {{.name = "e1", .team = "a"},
                        {.name = "e2", .team = "b"},
                        {.name = "e3", .team = "a"},
                        {.name = "e4", .team = "b"}},
            .pairs = 6,
            .format = {.name = "scheveningen"},
            .withdraw_after = 3};
  CHECK(played_ahead(plan, 1, 1).course().outcome == std::vector<std::string>{"a 15 : 12 b", "winner: a"});
  plan.withdrawn_games = WithdrawnGames::half;
  const std::vector<std::string> tied{"a 12 : 12 b", "no winner: the teams are tied"};
  CHECK(played_ahead(plan, 1, 1).course().outcome == tied);
}

TEST_CASE("withdrawals: an interrupted run continues as if it had not been interrupted") {
  const Plan plan = pool(3);
  const auto whole = played_ahead(plan, 10, 1);
  match::GameList journal;
  for (std::size_t stop = 0; stop <= 72; stop += 7) {
    Tournament tournament{{plan}};
    tournament.take_all(journal);
    for (const Pairing& pairing : tournament.schedule()) {
      if (!tournament.next_attempt(pairing.game) || journal.size() >= stop) continue;
      journal.push_back(ended(pairing, 10));
      tournament.take(journal.back());
    }
  }
  Tournament again{{plan}};
  again.take_all(journal);
  CHECK(again.results() == whole.results());
  CHECK(again.withdrawals().list() == whole.withdrawals().list());
}

TEST_CASE("withdrawals: a match that a withdrawal ends has the same outcome when it is read again") {
  const Plan plan{.engines = {{.name = "e1"}, {.name = "e4"}},
                  .pairs = 6,
                  .format = {.name = "match"},
                  .withdraw_after = 3};
  Tournament live{{plan}}, again{{plan}}, shorter{{plan}};
  match::GameList journal;
  for (const Pairing& pairing : Schedule{live.schedule()}) {  // the last games were running at the withdrawal
    journal.push_back(ended(pairing, 1));
    live.take(journal.back());
  }
  again.take_all(journal);
  shorter.take_all({journal.begin(), journal.begin() + 3});
  const std::vector<std::string> outcome{"e1 3 : 0 e4", "winner: e1"};
  for (const Tournament* tournament : {&live, &again, &shorter})
    CHECK(tournament->course().outcome == outcome);
}

TEST_CASE("withdrawals: an engine that did not start plays no more, and its earlier games count") {
  Plan plan = pool(3);
  plan.withdraw_after.reset();
  match::GameList journal;
  const Tournament schedule{{plan}};
  for (int i = 0; i < 10; ++i)
    journal.push_back(ended(schedule.schedule()[static_cast<std::size_t>(i)], 1000));
  plan.absent = {"e1"};
  Tournament tournament{{plan}};
  tournament.take_all(journal);
  for (const Pairing& pairing : tournament.schedule()) {
    const bool open = tournament.next_attempt(pairing.game).has_value();
    CHECK(open == (pairing.game > 10 && pairing.south != "e1" && pairing.north != "e1"));
    if (open) tournament.take(ended(pairing, 1000));
  }
  CHECK(tournament.complete());
  CHECK(tournament.withdrawals().counts(journal.front()));
  CHECK(sentence(tournament.withdrawals().list().front())
            .starts_with("e1 is withdrawn, because it did not start; "));
}
