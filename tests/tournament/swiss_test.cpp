// Compares Swiss rounds with an exhaustive search over all pairings.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <set>
#include <string>
#include <tuple>

#include "referee/tournament/swiss.hpp"
#include "tests/tournament/plans.hpp"

using namespace ebiri;
using namespace ebiri::tests;

namespace {

// The number of second meetings, the sum of squared differences of points, and the sum of squared distances
// from the ideal opponent. Smaller is better.
using Badness = std::tuple<int, long, long>;

struct Field {
  SwissStanding standing;
  std::set<std::pair<Engine, Engine>> met;
  std::set<Engine> byes;

  explicit Field(std::size_t count, std::uint64_t seed) {
    Random random{seed};
    for (Engine engine = 0; engine < count; ++engine) {
      standing.points.push_back(static_cast<int>(random.below(7)));
      standing.ranking.push_back(engine);
      if (random.below(4) == 0) byes.insert(engine);
      for (Engine other = 0; other < engine; ++other)
        if (random.below(3) == 0) met.emplace(other, engine);
    }
    std::ranges::stable_sort(standing.ranking,
                             [this](Engine a, Engine b) { return standing.points[a] > standing.points[b]; });
    standing.have_met = [this](Engine one, Engine other) { return met.contains(std::minmax(one, other)); };
    standing.had_bye = [this](Engine engine) { return byes.contains(engine); };
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  std::size_t place(const Engines& ranking, Engine engine) const {
    return static_cast<std::size_t>(std::ranges::find(ranking, engine) - ranking.begin());
  }

  Badness badness(const Engines& ranking, Engine one, Engine other) const {
    const long difference = standing.points[one] - standing.points[other];
    const auto group = std::ranges::count_if(
        ranking, [&](Engine engine) { return standing.points[engine] == standing.points[one]; });
    const auto apart =
        std::abs(static_cast<long>(place(ranking, one)) - static_cast<long>(place(ranking, other)));
    const long ideal = difference == 0 ? group / 2 : 1;
    return {standing.have_met(one, other) ? 1 : 0, difference * difference,
            (apart - ideal) * (apart - ideal)};
  }

  // The least badness of all pairings of `left`, a part of `ranking`.
  Badness best(const Engines& ranking, Engines left) const {
    if (left.empty()) return {};
    const Engine first = left.front();
    left.erase(left.begin());
    std::optional<Badness> best_so_far;
    for (std::size_t i = 0; i < left.size(); ++i) {
      Engines rest = left;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      const auto sum = plus(badness(ranking, first, left[i]), best(ranking, rest));
      if (!best_so_far || sum < *best_so_far) best_so_far = sum;
    }
    return *best_so_far;
  }

  static Badness plus(const Badness& a, const Badness& b) {
    return {std::get<0>(a) + std::get<0>(b), std::get<1>(a) + std::get<1>(b),
            std::get<2>(a) + std::get<2>(b)};
  }

  Engines without(Engine engine) const {
    Engines ranking = standing.ranking;
    std::erase(ranking, engine);
    return ranking;
  }
};

}  // namespace

TEST_CASE("swiss: no pairing of 2 to 8 engines is better") {
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    const Field field{2 + 2 * (seed % 4), seed};
    const auto& ranking = field.standing.ranking;
    const SwissRound round = pair_swiss(field.standing);
    Badness sum{};
    std::set<Engine> seen;
    for (const Meeting& meeting : round.meetings) {
      sum = Field::plus(sum, field.badness(ranking, meeting.first, meeting.second));
      seen.insert({meeting.first, meeting.second});
    }
    const bool good = sum == field.best(ranking, ranking) && seen.size() == ranking.size() && !round.bye;
    if (!good) FAIL_CHECK("seed " << seed);
  }
}

TEST_CASE(
    "swiss: the bye causes the fewest second meetings, then goes to the last engine without an earlier bye") {
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const Field field{3 + 2 * (seed % 3), seed};
    const SwissRound round = pair_swiss(field.standing);
    REQUIRE(round.bye);
    // The candidates, from the last to the first. An earlier bye excludes an engine unless all had one.
    Engines candidates = field.standing.ranking;
    std::ranges::reverse(candidates);
    const bool all_had = field.byes.size() == candidates.size();
    std::optional<Engine> expected;
    int fewest = 0;
    for (const Engine candidate : candidates) {
      if (!all_had && field.standing.had_bye(candidate)) continue;
      const auto ranking = field.without(candidate);
      const int again = std::get<0>(field.best(ranking, ranking));
      if (expected && again >= fewest) continue;
      expected = candidate;
      fewest = again;
    }
    if (round.bye != expected) FAIL_CHECK("seed " << seed);
    Badness sum{};
    const auto ranking = field.without(*round.bye);
    for (const Meeting& meeting : round.meetings)
      sum = Field::plus(sum, field.badness(ranking, meeting.first, meeting.second));
    if (sum != field.best(ranking, ranking)) FAIL_CHECK("seed " << seed);
  }
}

TEST_CASE("swiss: with the default number of rounds, at most one engine can win all meetings") {
  const auto rounds = [](int engines) { return swiss_rounds({.engines = entrants(engines)}); };
  CHECK(rounds(2) == 1);
  CHECK(rounds(3) == 2);
  CHECK(rounds(8) == 3);
  CHECK(rounds(9) == 4);
}

TEST_CASE("swiss: no second meetings, no second byes, and the strongest engine wins") {
  for (int engines = 2; engines <= 20; ++engines) {
    INFO(engines << " engines");
    const Plan plan{.engines = entrants(engines), .format = {.name = "swiss"}};
    const auto tournament = played(plan, stronger);
    REQUIRE(tournament.complete());
    std::set<std::pair<Engine, Engine>> met;
    std::set<std::string> byes;
    for (const Round& round : tournament.course().rounds) {
      CHECK(round.meetings.size() == static_cast<std::size_t>(engines / 2));
      for (const MeetingScore& score : round.meetings)
        CHECK(met.insert(std::minmax(score.meeting.first, score.meeting.second)).second);
      for (const std::string& decision : round.decisions) CHECK(byes.insert(decision).second);
    }
    CHECK(tournament.course().outcome.front().starts_with("e1 "));
  }
}

TEST_CASE("swiss: a bye counts as the number of games that other engines play in that round") {
  for (const auto& [starter, games] : {std::pair{Starter::paired, 2}, std::pair{Starter::lot, 1}}) {
    const Plan plan{.engines = entrants(5), .pairs = 3, .format = {.name = "swiss"}, .starter = starter};
    const auto tournament = played(plan, stronger);
    const auto& rounds = tournament.course().rounds;
    const auto& byes = tournament.course().byes;
    REQUIRE(byes.size() == rounds.size());
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const int won = rounds[i].meetings[0].games;
      CHECK(byes[i].openings * byes[i].games == won);
      CHECK(rounds[i].decisions[0] == byes[i].engine + " has no opponent and scores " + std::to_string(won));
    }
  }
}

TEST_CASE("swiss: in the first round the upper half meets the lower half, and the last engine has the bye") {
  const Plan plan{.engines = entrants(7), .format = {.name = "swiss"}};
  const Course course = course_of(plan, {});
  REQUIRE(course.rounds.size() == 1);
  std::string text;
  for (const Pairing& pairing : course.schedule) text += pairing.south.text() + pairing.north.text() + " ";
  CHECK(text == "e1e4 e4e1 e2e5 e5e2 e3e6 e6e3 ");
  CHECK(course.rounds[0].decisions == std::vector<std::string>{"e7 has no opponent and scores 2"});
  CHECK(course.byes == std::vector<rating::Bye>{{.engine = "e7", .openings = 1, .games = 2}});
}
