// Properties that every format in the table must have, for any results.
#include "referee/tournament/formats.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <utility>

#include "referee/tournament/forecast.hpp"
#include "tests/tournament/plans.hpp"

using namespace ebiri;
using namespace ebiri::tests;

namespace {

constexpr Starter starters[] = {Starter::paired, Starter::fixed, Starter::lot, Starter::winner,
                                Starter::loser};

template <class Check>
void for_every_plan(Check check) {
  for (const FormatInfo& format : formats()) {
    for (const Starter starter : starters) {
      for (int engines = 4; engines <= 11; ++engines) {
        Plan plan = plan_for(format, engines, 1 + engines % 2);
        plan.starter = starter;
        if (engines == 10) plan.format.seeding = Seeding::lot;
        if (engines % 3 == 0 && format.name == "knockout") plan.format.elimination = Elimination::twice;
        if (engines == 11) plan.format.final = Final::knockout;
        INFO(format.name << ", " << engines << " engines, starter " << static_cast<int>(starter));
        REQUIRE(problems(plan).empty());
        check(plan);
      }
    }
  }
}

// Plays with parallel slots: the next game to end is one of the first `slots` that are left, at random.
Tournament played_by_slots(const Plan& plan, std::uint64_t run, std::size_t slots) {
  Tournament tournament{{plan}};
  std::vector<Pairing> running;
  std::size_t next = 0;
  Random random{run};
  while (true) {
    while (running.size() < slots && next < tournament.schedule().size())
      running.push_back(tournament.schedule()[next++]);
    if (running.empty()) return tournament;
    const auto ended = running.begin() + static_cast<std::ptrdiff_t>(random.below(running.size()));
    tournament.take(record_of(*ended, by_chance(run, ended->game)));
    running.erase(ended);
  }
}

}  // namespace

TEST_CASE("formats: the names in the table are unique") {
  std::set<std::string_view> names;
  for (const FormatInfo& format : formats()) {
    CHECK(&info(format.name) == &format);
    CHECK(names.insert(format.name).second);
  }
}

TEST_CASE("formats: schedule, rounds and outcome do not depend on the number of slots") {
  for_every_plan([](const Plan& plan) {
    for (std::uint64_t run = 1; run <= 3; ++run) {
      const auto one = played_by_slots(plan, run, 1);
      CHECK(one.complete());
      for (const std::size_t slots : {2U, 8U}) {
        const auto other = played_by_slots(plan, run, slots);
        CHECK(other.complete());
        CHECK(other.schedule() == one.schedule());
        CHECK(other.course().rounds == one.course().rounds);
        CHECK(other.course().outcome == one.course().outcome);
      }
    }
  });
}

TEST_CASE("formats: game numbers never change, and a resumed run has the same state") {
  for_every_plan([](const Plan& plan) {
    Tournament tournament{{plan}};
    std::vector<match::GameSummary> journal;
    std::vector<Schedule> ends;  // of runs that were resumed
    for (std::size_t i = 0; i < tournament.schedule().size(); ++i) {
      const Schedule before = tournament.schedule();
      journal.push_back(record_of(before[i], by_chance(1, before[i].game)));
      tournament.take(journal.back());
      const Schedule& now = tournament.schedule();
      REQUIRE(now.size() >= before.size());
      CHECK(std::equal(before.begin(), before.end(), now.begin()));
      if (i % 7 != 0) continue;
      Tournament resumed{{plan}};
      resumed.take_all(journal);
      CHECK(resumed.schedule() == now);
      CHECK(resumed.games_over() == i + 1);
      for (std::size_t rest = i + 1; rest < resumed.schedule().size(); ++rest) {
        const Pairing pairing = resumed.schedule()[rest];
        resumed.take(record_of(pairing, by_chance(1, pairing.game)));
      }
      ends.push_back(resumed.schedule());
    }
    CHECK(tournament.complete());
    for (const Schedule& end : ends) CHECK(end == tournament.schedule());
    for (std::size_t i = 0; i < tournament.schedule().size(); ++i)
      CHECK(tournament.schedule()[i].game == static_cast<int>(i) + 1);
  });
}

TEST_CASE(
    "formats: the games of a pair have one opening and exchanged sides; a single game is its own pair") {
  for_every_plan([](const Plan& plan) {
    const auto tournament = played_by_slots(plan, 5, 1);
    const Schedule& schedule = tournament.schedule();
    std::set<int> pairs;
    for (std::size_t i = 0; i < schedule.size(); ++i) {
      CHECK(schedule[i].south != schedule[i].north);
      const bool second = plan.starter == Starter::paired && i % 2 == 1;
      CHECK(pairs.insert(schedule[i].pair).second != second);
      if (!second) continue;
      CHECK(schedule[i].south == schedule[i - 1].north);
      CHECK(schedule[i].north == schedule[i - 1].south);
      CHECK(schedule[i].opening == schedule[i - 1].opening);
    }
  });
}

TEST_CASE("formats: two engines never play the same opening twice with the same sides") {
  for_every_plan([](const Plan& plan) {
    for (std::uint64_t run = 1; run <= 3; ++run) {
      std::set<std::tuple<std::string, std::string, int>> seen;
      const auto played = played_by_slots(plan, run, 1);
      for (const Pairing& pairing : played.schedule())
        CHECK(seen.emplace(pairing.south, pairing.north, pairing.opening).second);
    }
  });
}

TEST_CASE("formats: results stay within the forecast") {
  for_every_plan([](const Plan& plan) {
    const Forecast foretold = forecast(plan);
    CHECK(foretold.games.least <= foretold.games.most);
    CHECK((depends_on_results(plan) || foretold.games.least == foretold.games.most));
    CHECK(foretold.games.most <= info(plan.format.name).max_games(plan));
    for (std::uint64_t run = 1; run <= 10; ++run) {
      const auto tournament = played_by_slots(plan, run, 1);
      const std::size_t games = tournament.schedule().size();
      CHECK(games >= foretold.games.least);
      CHECK(games <= foretold.games.most);
      for (const Pairing& pairing : tournament.schedule())
        CHECK(pairing.opening <= info(plan.format.name).openings(plan));
    }
  });
}

TEST_CASE("formats: the forecast of a round leaves out other rounds") {
  // If engines win in the order of the config, four of five pass the test and skip the groups.
  Plan plan{.engines = entrants(6), .pairs = 3, .format = {.name = "staged"}};
  plan.engines[4].role = Role::reference;
  const auto rounds = forecast(plan).rounds;
  REQUIRE(rounds.size() == 3);
  CHECK(rounds[0].title == "test");
  CHECK(rounds[0].games == Bounds{30, 30});
  CHECK(rounds[1].title == "groups");
  CHECK(rounds[1].games == Bounds{0, 24});
  CHECK(rounds[2].title == "final");
  CHECK(rounds[2].games == Bounds{0, 36});
}

TEST_CASE("formats: an engine of a knockout plays as many games as the forecast allows") {
  // Each match is level until its last extra pair.
  constexpr int openings_of_a_match = 4;
  const auto forecast_and_played = [](const Plan& plan, const std::string& engine, auto decide) {
    const auto tournament = played(plan, [&](const Pairing& pairing) {
      return pairing.opening % openings_of_a_match == 0 ? decide(pairing) : Ended::draw;
    });
    CHECK(tournament.complete());
    const auto games = std::ranges::count_if(tournament.schedule(), [&](const Pairing& pairing) {
      return pairing.south == engine || pairing.north == engine;
    });
    return std::pair{forecast(plan).games_of_an_engine.most, static_cast<std::size_t>(games)};
  };
  const auto weaker = [](const Pairing& pairing) {
    return stronger(pairing) == Ended::south_wins ? Ended::north_wins : Ended::south_wins;
  };
  Plan plan = plan_for(info("knockout"), 5);
  CHECK(forecast_and_played(plan, "e5", weaker) == std::pair<std::size_t, std::size_t>{24, 24});

  // `e8` loses its first match, then wins the lower bracket and the final.
  plan = plan_for(info("knockout"), 8);
  plan.format.elimination = Elimination::twice;
  const auto upper_by_seed = [&](const Pairing& pairing) {
    return pairing.opening == openings_of_a_match ? stronger(pairing) : weaker(pairing);
  };
  CHECK(forecast_and_played(plan, "e8", upper_by_seed) == std::pair<std::size_t, std::size_t>{56, 56});
}

TEST_CASE("formats: a growing plan adds games at the end, if it does not depend on results") {
  for (const FormatInfo& format : formats()) {
    if (format.adaptive || format.name == "match") continue;
    INFO(format.name);
    const Plan small = plan_for(format, 5, 2), more = plan_for(format, 5, 3), wide = plan_for(format, 7, 3);
    const Schedule begun = course_of({small}, {}).schedule;
    const Schedule longer = course_of({small, more}, {}).schedule;
    CHECK(std::equal(begun.begin(), begun.end(), longer.begin()));
    CHECK(longer == course_of(more, {}).schedule);
    const Schedule wider = course_of({small, more, wide}, {}).schedule;
    CHECK(std::equal(longer.begin(), longer.end(), wider.begin()));
    CHECK(wider.size() == course_of(wide, {}).schedule.size());
  }
}

TEST_CASE("formats: points go to the team that won them when a plan has grown") {
  for (const Starter starter : {Starter::paired, Starter::fixed}) {
    Plan small = plan_for(info("scheveningen"), 4, 2), wide = plan_for(info("scheveningen"), 5, 2);
    small.starter = wide.starter = starter;
    const auto is_home = [](const std::string& engine) { return (engine.back() - '0') % 2 == 1; };
    Results results;
    for (const Pairing& pairing : course_of({small, wide}, {}).schedule)
      results.enter(pairing.game, is_home(pairing.south) ? Ended::south_wins : Ended::north_wins);
    const std::string points = starter == Starter::paired ? "24" : "12";
    CHECK(course_of({small, wide}, results).outcome ==
          std::vector<std::string>{"home " + points + " : 0 guests", "winner: home"});
  }
}

TEST_CASE("formats: a grown run ends with the last missing game, in whatever order games end") {
  const Plan small = plan_for(info("scheveningen"), 4, 2), wide = plan_for(info("scheveningen"), 5, 2);
  const std::vector<Plan> plans{small, wide};
  const Schedule schedule = course_of(plans, {}).schedule;
  for (const Pairing& late : schedule) {
    for (const Pairing& early : schedule) {
      if (early == late) continue;
      Tournament tournament{plans};
      match::GameList journal;
      for (const Pairing& pairing : schedule)
        if (pairing != early && pairing != late) journal.push_back(record_of(pairing, Ended::south_wins));
      tournament.take_all(journal);
      tournament.take(record_of(early, Ended::south_wins));
      CHECK_FALSE(tournament.complete());
      tournament.take(record_of(late, Ended::south_wins));
      CHECK(tournament.complete());
      CHECK(tournament.course().outcome ==
            std::vector<std::string>{"home 12 : 12 guests", "no winner: the teams are tied"});
    }
  }
}
