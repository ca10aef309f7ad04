#include "referee/match/play_game.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::match;
using namespace std::chrono_literals;
using player::Answer;
using tests::ScriptedPlayer;

namespace {

GameSetup setup(Opening opening = {.name = "start"}) {
  return {
      .game = 3, .pair = 2, .south = {"alpha"}, .north = {"beta"}, .opening = std::move(opening), .seed = 99};
}

Answer move(const std::string& text) { return {.move = text}; }

}  // namespace

TEST_CASE("game: it is played to the end of its rules and told to both") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  const auto record = play_game(setup(), *rules, south, north);
  REQUIRE(record);
  CHECK(record->game == 3);
  CHECK(record->pair == 2);
  CHECK(record->attempt == 1);
  CHECK(record->south == "alpha");
  CHECK(record->ruleset == "abapa");
  CHECK(record->verdict.cause == Verdict::Cause::rules);
  CHECK(record->verdict.south + record->verdict.north <= 48);
  CHECK(south.briefs.front().seed == 99);
  CHECK(south.briefs.front().variant == "oware");
  CHECK(south.ends.size() == 1);
  CHECK(south.ends == north.ends);
}

TEST_CASE("game: an opening is played before anybody is asked, and the right side is asked first") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  const auto record = play_game(setup({.name = "7", .moves = {"A", "a", "B"}}), *rules, south, north);
  REQUIRE(record);
  CHECK(record->opening.name == "7");
  CHECK(record->plies.front().move == "a");  // B's last seed fell there again
}

TEST_CASE("game: a base position starts the game there") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  const auto record =
      play_game(setup({.name = "1", .base = "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S"}), *rules, south, north);
  REQUIRE(record);
  CHECK(south.lines.front().base == "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S");
  CHECK(record->plies.front().move == "F");
}

TEST_CASE("game: faults at the start are forfeits of the one who failed") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  north.start_fault = player::Fault{.kind = player::Fault::Kind::failed_to_start, .detail = "no"};
  const auto record = play_game(setup(), *rules, south, north);
  CHECK(record->verdict.result == Verdict::Result::south_wins);
  CHECK(record->verdict.loser == rules::Side::north);
  CHECK(record->plies.empty());
  CHECK(south.ends == std::vector<std::string>{"p1 failed-to-start"});
}

TEST_CASE("game: an interrupted game leaves no record") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules, {move("A"), player::Interrupted{}}}, north{*rules};
  CHECK_FALSE(play_game(setup(), *rules, south, north));
}

TEST_CASE("game: an agreed end needs an offer just made, and a ruleset that knows it") {
  const Answer offering{.move = "A", .offers_end = true};
  const Answer accepting{.kind = Answer::Kind::accept};
  const auto society = tests::rules_for("oware-society");
  {
    ScriptedPlayer south{*society, {offering}}, north{*society, {accepting}};
    const auto record = play_game(setup(), *society, south, north);
    CHECK(record->verdict.cause == Verdict::Cause::agreed);
    CHECK(record->verdict.south + record->verdict.north == 48);
  }
  {
    ScriptedPlayer south{*society, {offering}}, north{*society, {move("a"), accepting}};
    const auto record = play_game(setup(), *society, south, north);
    CHECK(record->verdict.fault->detail == "accepted an end that the opponent had not offered");
  }
  const auto abapa = tests::rules_for("abapa");
  ScriptedPlayer south{*abapa, {offering}}, north{*abapa, {accepting}};
  const auto record = play_game(setup(), *abapa, south, north);
  CHECK(record->verdict.cause == Verdict::Cause::fault);
}

TEST_CASE("game: clocks are charged with what the engine used, not with the referee's delay") {
  const auto rules = tests::rules_for("abapa");
  const Answer slow{.move = "A", .thought = {.wall = 4s, .lag = 1s}};
  ScriptedPlayer south{*rules, {slow}}, north{*rules};
  auto clocked = setup();
  clocked.south.terms.limit = {.base = 10s};
  clocked.north.terms.limit = {.base = 20s};
  REQUIRE(play_game(clocked, *rules, south, north));
  CHECK(south.budgets.at(0).south_time == 10s);
  CHECK(south.budgets.at(1).south_time == 7s);
  CHECK(north.budgets.at(0).south_time == 7s);
  CHECK(north.budgets.at(0).north_time == 20s);
}
