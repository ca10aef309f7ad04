#include "referee/rating/tally.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

#include "referee/rating/fit.hpp"

using namespace ebiri;
using namespace ebiri::rating;
using namespace std::chrono_literals;
using match::GameRecord;

namespace {

struct Players {
  std::string south, north;
};

GameRecord game(int pair, Players players, match::Verdict::Result result) {
  GameRecord record;
  record.pair = pair;
  record.south = std::move(players.south);
  record.north = std::move(players.north);
  record.verdict.result = result;
  record.verdict.south = 26;
  record.verdict.north = 22;
  record.opening.moves = {"m" + std::to_string(pair)};
  record.plies = {{rules::Side::north, "f", {.wall = 3ms}}, {rules::Side::south, "E", {.wall = 5ms}}};
  return record;
}

constexpr auto south_wins = match::Verdict::Result::south_wins;
constexpr auto north_wins = match::Verdict::Result::north_wins;
constexpr auto draw = match::Verdict::Result::draw;
constexpr auto void_game = match::Verdict::Result::void_game;

Tally tally_of(const std::vector<GameRecord>& records) {
  Tally tally;
  for (const GameRecord& record : records) tally.add(record);
  return tally;
}

GameRecord forfeit(GameRecord record, rules::Side loser, player::Fault::Kind kind) {
  record.verdict.cause = match::Verdict::Cause::fault;
  record.verdict.result = loser == rules::Side::south ? north_wins : south_wins;
  record.verdict.loser = loser;
  record.verdict.fault = player::Fault{.kind = kind};
  return record;
}

}  // namespace

TEST_CASE("tally: the two games of an opening pair become one cell, in any order") {
  const GameRecord first = game(7, {"ann", "bob"}, south_wins);
  const GameRecord second = game(7, {"bob", "ann"}, draw);
  for (const auto& order : {std::vector{first, second}, std::vector{second, first}}) {
    const Tally tally = tally_of(order);
    const Meeting& meeting = tally.meetings().at({"ann", "bob"});
    CHECK(meeting.pairs == PairTable{{{0, 0, 0}, {0, 0, 0}, {0, 1, 0}}});
    CHECK(meeting.first_south.unpaired == Trinomial{});
    CHECK(meeting.second_south.unpaired == Trinomial{});
    CHECK(tally.engine("ann").pairs == Pentanomial{0, 0, 0, 1, 0});
    CHECK(tally.engine("bob").pairs == Pentanomial{0, 1, 0, 0, 0});
  }
}

TEST_CASE("tally: a game without its partner counts separately") {
  const Tally tally = tally_of({game(1, {"bob", "ann"}, south_wins), game(2, {"ann", "bob"}, draw)});
  const Meeting& meeting = tally.meetings().at({"ann", "bob"});
  CHECK(meeting.pairs == PairTable{});
  CHECK(meeting.first_south.unpaired == Trinomial{0, 1, 0});
  CHECK(meeting.second_south.unpaired == Trinomial{0, 0, 1});
}

TEST_CASE("tally: it has an engine's own results by side, points and margin") {
  const Tally tally = tally_of({game(1, {"ann", "bob"}, south_wins), game(1, {"bob", "ann"}, south_wins),
                                game(2, {"ann", "cat"}, draw)});
  const EngineTally ann = tally.engine("ann");
  CHECK(ann.as_south == Trinomial{0, 1, 1});
  CHECK(ann.as_north == Trinomial{1, 0, 0});
  CHECK(ann.games() == 3);
  CHECK(ann.points() == 1.5);
  CHECK(ann.margin == Margin{.games = 3, .sum = 4, .sum_of_squares = 48});
  CHECK(tally.engine("bob").margin == Margin{.games = 2, .sum = 0, .sum_of_squares = 32});
  CHECK(tally.engine("nobody") == EngineTally{});
  CHECK(tally.engines() == std::vector<std::string>{"ann", "bob", "cat"});
}

TEST_CASE("tally: all engines at once equal single queries, and a filter omits whole games") {
  std::vector<GameRecord> records{game(1, {"ann", "bob"}, south_wins), game(1, {"bob", "ann"}, south_wins),
                                  game(2, {"ann", "cat"}, draw), game(3, {"cat", "bob"}, north_wins),
                                  game(4, {"cat", "bob"}, void_game)};
  const Tally all = tally_of(records);
  const auto by_engine = all.by_engine();
  CHECK(by_engine.size() == 3);
  for (const auto& [name, played] : by_engine) CHECK(played == all.engine(name));

  Tally without({"ann", "bob", "cat"}, {.except = {"cat"}});
  Tally only({"ann", "bob", "cat"}, {.only = {"ann", "bob"}});
  for (const GameRecord& record : records) {
    without.add(ebiri::match::summary_of(record));
    only.add(ebiri::match::summary_of(record));
  }
  CHECK(without.engines() == std::vector<std::string>{"ann", "bob"});
  CHECK(without.games() == 2);
  CHECK(without.voids() == 0);
  CHECK(without.meetings() == only.meetings());
}

TEST_CASE("tally: a void game only changes the count of void games") {
  const Tally tally = tally_of({game(1, {"ann", "bob"}, void_game)});
  CHECK(tally.voids() == 1);
  CHECK(tally.games() == 0);
  CHECK(tally.meetings().empty());
  CHECK(tally.engines() == std::vector<std::string>{"ann", "bob"});
  CHECK(tally.engine("ann") == EngineTally{});
}

TEST_CASE("tally: a fault counts against the engine that made it, and its game has no margin") {
  using Kind = player::Fault::Kind;
  const auto one = game(1, {"ann", "bob"}, draw);
  const Tally tally =
      tally_of({forfeit(one, rules::Side::north, Kind::time), forfeit(one, rules::Side::north, Kind::crashed),
                forfeit(one, rules::Side::north, Kind::failed_to_start),
                forfeit(one, rules::Side::south, Kind::illegal_move),
                forfeit(one, rules::Side::north, Kind::malformed)});
  CHECK(tally.engine("bob").forfeits == Forfeits{.time = 1, .crash = 2, .illegal = 0, .other = 1});
  CHECK(tally.engine("ann").forfeits == Forfeits{.illegal = 1});
  CHECK(tally.engine("ann").margin == Margin{});
}

TEST_CASE("tally: the same moves between the same engines by side are one unique game") {
  GameRecord other_base = game(1, {"ann", "bob"}, draw);
  other_base.opening.base = "4-4-4-4-4-4-4-4-4-4-4-3-1-0-S";
  GameRecord longer_opening = game(1, {"ann", "bob"}, draw);
  longer_opening.opening.moves.push_back(longer_opening.plies.front().move);
  longer_opening.plies.erase(longer_opening.plies.begin());
  const Tally tally = tally_of({game(1, {"ann", "bob"}, draw), game(1, {"ann", "bob"}, draw), longer_opening,
                                game(2, {"ann", "bob"}, draw), game(1, {"bob", "ann"}, draw), other_base});
  CHECK(tally.games() == 6);
  CHECK(tally.unique_games() == 4);
  CHECK(tally.engine("ann").unique_games == 4);
}

TEST_CASE("tally: an opening pair that repeats an earlier one in both games is rated once") {
  const auto pair = [](int number, const std::string& opening, match::Verdict::Result first,
                       match::Verdict::Result second) {
    std::vector games{game(number, {"ann", "bob"}, first), game(number, {"bob", "ann"}, second)};
    for (GameRecord& record : games) record.opening.moves = {opening};
    return games;
  };
  const auto all = [](const std::vector<std::vector<GameRecord>>& pairs) {
    std::vector<GameRecord> games;
    for (const auto& two : pairs) games.insert(games.end(), two.begin(), two.end());
    return games;
  };
  std::vector<GameRecord> half = pair(5, "c", south_wins, draw);  // its first game is new, its second not
  half[1].opening.moves = {"a"};
  std::vector<GameRecord> records =
      all({pair(1, "a", south_wins, draw), pair(2, "b", south_wins, draw), pair(3, "a", south_wins, draw),
           pair(4, "a", south_wins, draw), half, pair(6, "a", south_wins, north_wins)});
  std::mt19937_64 random(3);
  for (int round = 0; round < 10; ++round) {
    const Tally tally = tally_of(records);
    const Meeting& meeting = tally.meetings().at({"ann", "bob"});
    CHECK(meeting.pairs == PairTable{{{0, 0, 0}, {0, 0, 0}, {1, 5, 0}}});
    // Two of openings a and b, the half repeated one, and the one with the same moves but another end.
    CHECK(meeting.distinct_pairs == PairTable{{{0, 0, 0}, {0, 0, 0}, {1, 3, 0}}});
    CHECK(tally.repeated_pairs() == 2);
    CHECK(problem_of(tally).encounters[0].pairs == meeting.distinct_pairs);
    CHECK(problem_of(tally, {.repetitions = Repetitions::all}).encounters[0].pairs == meeting.pairs);
    std::shuffle(records.begin(), records.end(), random);
  }
}

TEST_CASE("tally: games without partners that repeat each other are rated once") {
  std::vector<GameRecord> records{game(1, {"ann", "bob"}, draw), game(2, {"ann", "bob"}, draw),
                                  game(3, {"ann", "bob"}, south_wins), game(3, {"bob", "ann"}, south_wins)};
  for (GameRecord& record : records) record.opening.moves.clear();
  std::mt19937_64 random(3);
  for (int round = 0; round < 10; ++round) {
    const Tally tally = tally_of(records);
    const OneWay& games = tally.meetings().at({"ann", "bob"}).first_south;
    CHECK(games.unpaired == Trinomial{0, 2, 0});
    CHECK(games.distinct_unpaired == Trinomial{0, 1, 0});
    CHECK(problem_of(tally).encounters[0].first_begins == games.distinct_unpaired);
    CHECK(problem_of(tally, {.repetitions = Repetitions::all}).encounters[0].first_begins == games.unpaired);
    std::shuffle(records.begin(), records.end(), random);
  }
}

TEST_CASE("tally: games without known moves are no repetitions") {
  std::vector<match::GameSummary> games;
  for (const auto& record :
       {game(1, {"ann", "bob"}, draw), game(1, {"bob", "ann"}, draw), game(2, {"ann", "bob"}, draw),
        game(2, {"bob", "ann"}, draw), game(3, {"ann", "bob"}, draw), game(4, {"ann", "bob"}, draw)}) {
    games.push_back(match::summary_of(record));
    games.back().moves_known = false;
  }
  std::mt19937_64 random(3);
  for (int round = 0; round < 10; ++round) {
    Tally tally;
    tally.add(games);
    const Meeting& meeting = tally.meetings().at({"ann", "bob"});
    CHECK(tally.unique_games() == 6);
    CHECK(tally.engine("ann").unique_games == 6);
    CHECK(tally.repeated_pairs() == 0);
    CHECK(meeting.distinct_pairs == meeting.pairs);
    CHECK(meeting.pairs[1][1] == 2);
    CHECK(meeting.first_south.unpaired == Trinomial{0, 2, 0});
    CHECK(meeting.first_south.distinct_unpaired == Trinomial{0, 2, 0});
    std::shuffle(games.begin(), games.end(), random);
  }
}

TEST_CASE("tally: points follow the table of the tournament") {
  GameRecord akawumbi = game(1, {"ann", "bob"}, south_wins);
  akawumbi.verdict.special = "akawumbi";
  const Tally tally =
      tally_of({akawumbi, game(1, {"bob", "ann"}, north_wins), game(2, {"ann", "bob"}, draw),
                forfeit(game(2, {"bob", "ann"}, draw), rules::Side::north, player::Fault::Kind::time),
                game(3, {"bob", "ann"}, south_wins)});
  const Points table{.win = 3, .draw = 1, .loss = 0.25, .forfeit = -1, .akawumbi = 5};
  CHECK(tally.engine("ann").points(table) == 5 + 3 + 1 - 1 + 0.25);
  CHECK(tally.engine("bob").points(table) == 0.25 + 0.25 + 1 + 3 + 3);
  CHECK(tally.engine("ann").points(Points{}) == tally.engine("ann").points());
  CHECK(tally.engine("ann").exceptions == Exceptions{.akawumbi = 1, .forfeits = 1});
}

TEST_CASE("tally: thinking time belongs to the side that moved") {
  const Tally tally = tally_of({game(1, {"ann", "bob"}, draw)});  // one opening move
  CHECK(tally.engine("bob").thinking.total() == 3ms);
  CHECK(tally.engine("ann").thinking.total() == 5ms);
  CHECK(tally.plies() == 2);
}

TEST_CASE("tally: the order of games does not matter") {
  const std::vector<std::string> names{"ann", "bob", "cat", "dan"};
  std::mt19937_64 random(11);
  std::vector<GameRecord> records;
  for (int pair = 1; pair <= 200; ++pair) {
    const std::size_t south = random() % 4;
    const std::size_t north = (south + 1 + random() % 3) % 4;
    for (const bool turned : {false, true}) {
      if (random() % 10 == 0) continue;
      Players players{names[turned ? north : south], names[turned ? south : north]};
      records.push_back(game(pair, std::move(players), static_cast<match::Verdict::Result>(random() % 4)));
      records.back().plies.front().thought.wall = player::Duration(random() % 1000000);
    }
  }
  const Tally sorted = tally_of(records);
  const Fit rated = fit(problem_of(sorted));
  for (int round = 0; round < 10; ++round) {
    std::shuffle(records.begin(), records.end(), random);
    const Tally shuffled = tally_of(records);
    CHECK(shuffled == sorted);
    CHECK(fit(problem_of(shuffled)) == rated);
  }
}

TEST_CASE("tally: the rating problem has every game once") {
  const Tally tally = tally_of({game(1, {"ann", "bob"}, south_wins), game(1, {"bob", "ann"}, south_wins),
                                game(2, {"bob", "ann"}, draw), game(3, {"cat", "bob"}, north_wins)});
  const Problem problem = problem_of(tally);
  CHECK(problem.engines == std::vector<std::string>{"ann", "bob", "cat"});
  REQUIRE(problem.encounters.size() == 2);
  CHECK(problem.encounters[0].pairs[2][2] == 1);
  CHECK(problem.encounters[0].second_begins == Trinomial{0, 1, 0});
  CHECK(problem.encounters[1].second_begins == Trinomial{1, 0, 0});
  const Fit result = fit(problem);
  CHECK(result.points == std::vector<double>{1.5, 2.5, 0});
  CHECK(result.games == std::vector<std::int64_t>{3, 4, 1});
}

TEST_CASE("duration histogram: a quantile is never too low and at most a thirty-second too high") {
  match::DurationHistogram histogram;
  CHECK(histogram.quantile(0.99) == 0us);
  CHECK(histogram.mean() == 0us);
  std::vector<std::chrono::microseconds> all;
  std::mt19937_64 random(5);
  for (int k = 0; k < 5000; ++k) {
    all.emplace_back(random() % (1ULL << (1 + random() % 34)));
    histogram.add(all.back());
  }
  std::sort(all.begin(), all.end());
  for (const double share : {0.01, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0}) {
    INFO(share);
    const auto exact = all[static_cast<std::size_t>(std::ceil(share * 5000)) - 1];
    CHECK(histogram.quantile(share) >= exact);
    CHECK(histogram.quantile(share) <= exact + exact / 32);
  }
  CHECK(histogram.longest() == all.back());
  CHECK(histogram.count() == 5000);
}
