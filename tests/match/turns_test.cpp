// Games in which the sides do not alternate, and games that are too long to be sent from their beginning.
#include <catch2/catch_test_macros.hpp>

#include "referee/record/verify.hpp"
#include "referee/rules/arrange.hpp"
#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::match;
using namespace std::chrono_literals;
using player::Answer;
using player::OutOfTime;
using tests::ScriptedPlayer;

namespace {

GameSetup turns_setup(const Limit& limit = {}) {
  return {.game = 1,
          .pair = 1,
          .south = {"alpha", {.limit = limit}},
          .north = {"beta", {.limit = limit}},
          .opening = {.name = "start"}};
}

Answer timed(const std::string& text, player::Duration wall = {}) {
  return {.move = text, .thought = {.wall = wall}};
}

std::string sides(const GameRecord& record) {
  std::string text;
  for (const Ply& ply : record.plies) text += ply.side == rules::Side::south ? 'S' : 'N';
  return text;
}

}  // namespace

TEST_CASE("turns: an extra turn is a ply of its own, on the same clock") {
  const auto rules = tests::made("kalah", "standard");
  ScriptedPlayer south{*rules, {timed("C", 1s), timed("F", 2s), Answer{.kind = Answer::Kind::resign}}};
  ScriptedPlayer north{*rules, {timed("a", 5s)}};
  const auto record = play_game(turns_setup({.base = 60s, .increment = 100ms}), *rules, south, north);
  REQUIRE(record);
  CHECK(sides(*record) == "SSN");
  REQUIRE(south.budgets.size() == 3);
  CHECK(south.budgets[1].go.p1time == 59100ms);
  CHECK(south.budgets[2].go.p1time == 57200ms);
  CHECK(south.budgets[2].go.p2time == 55100ms);
  CHECK(south.lines[1].moves() == std::vector<std::string>{"C"});
  CHECK(record::contradictions(*record, *rules).empty());
}

TEST_CASE("turns: after the time limit the turn passes to the opponent if the rules allow it") {
  const auto rules = tests::made("omweso", "omweso timeout=steal setup=fixed-outer4");
  const OutOfTime late{.thought = {.wall = 3050ms}};
  ScriptedPlayer south{*rules, {late, timed("7+")}};
  ScriptedPlayer north{*rules, {timed("7+"), Answer{.kind = Answer::Kind::resign}}};
  const auto record = play_game(turns_setup({.move = 3s}), *rules, south, north);
  REQUIRE(record);
  CHECK(sides(*record) == "SNS");
  CHECK(record->plies[0].move == "--");
  CHECK(record->plies[0].thought.wall == 3050ms);
  CHECK(south.budgets[0].turn_passes);
  CHECK(north.lines[0].moves() == std::vector<std::string>{"--"});
  CHECK(south.lines[1].moves() == std::vector<std::string>{"--", "7+"});
  CHECK(record::contradictions(*record, *rules).empty());
  auto other_side = *record;
  other_side.plies[0].side = rules::Side::north;
  CHECK_FALSE(record::contradictions(other_side, *rules).empty());
}

TEST_CASE("turns: after three stolen turns in a row the fourth is lost on time") {
  const auto rules = tests::made("omweso", "omweso timeout=steal setup=fixed-outer4");
  const OutOfTime late{};
  ScriptedPlayer south{*rules, {late, late, late, player::Fault{.kind = player::Fault::Kind::time}}};
  ScriptedPlayer north{*rules};
  const auto record = play_game(turns_setup({.move = 3s}), *rules, south, north);
  REQUIRE(record);
  REQUIRE(south.budgets.size() == 4);
  CHECK(south.budgets[2].turn_passes);
  CHECK_FALSE(south.budgets[3].turn_passes);
  CHECK(record->verdict.reason == "time");
  CHECK(record->verdict.loser == rules::Side::south);
  CHECK(record::contradictions(*record, *rules).empty());
}

TEST_CASE("turns: only the referee steals a turn, and only if the rules allow it") {
  for (const std::string ruleset : {"omweso timeout=steal setup=fixed-outer4", "omweso setup=fixed-outer4"}) {
    const auto rules = tests::made("omweso", ruleset);
    ScriptedPlayer south{*rules, {timed("--")}};
    ScriptedPlayer north{*rules};
    const auto record = play_game(turns_setup(), *rules, south, north);
    REQUIRE(record);
    CHECK(south.budgets[0].turn_passes == (ruleset.find("steal") != std::string::npos));
    CHECK(record->verdict.cause == Verdict::Cause::fault);
    CHECK(record->verdict.loser == rules::Side::south);
  }
}

TEST_CASE("turns: an arrangement is requested like a move and is illegal with a wrong number of seeds") {
  const auto rules = tests::made("omweso", "omweso");
  const std::string twos = "=2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2";
  ScriptedPlayer south{*rules, {timed(twos), timed("0+"), Answer{.kind = Answer::Kind::resign}}};
  ScriptedPlayer north{*rules, {timed("=1,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2")}};
  const auto record = play_game(turns_setup(), *rules, south, north);
  REQUIRE(record);
  CHECK(sides(*record) == "S");
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->kind == player::Fault::Kind::illegal_move);
  INFO(record->verdict.fault->detail);
  CHECK(record->verdict.fault->detail.find("an arrangement of 32 seeds in 16 pits") != std::string::npos);
}

TEST_CASE("turns: a long match is sent from the beginning of its round") {
  const auto rules = tests::made("namnam", "namnam");
  ScriptedPlayer south{*rules}, north{*rules};
  const auto wander = [&, random = Random{1}](const auto& line) mutable -> std::optional<player::Reply> {
    const auto game = open_game(*rules, {.name = "", .base = line.base(), .moves = line.moves()});
    return Answer{.move = rules::random_move(**game, random)};
  };
  south.on_ask = north.on_ask = wander;
  const auto record = play_game(turns_setup(), *rules, south, north);
  REQUIRE(record);
  REQUIRE(record->plies.size() > 400);
  std::size_t longest = 0, sent_on = 0;
  for (const ScriptedPlayer* player : {&south, &north}) {
    for (const player::GameLine& line : player->lines) {
      longest = std::max(longest, line.moves().size());
      if (line.base()) ++sent_on;
    }
  }
  CHECK(sent_on > 0);
  CHECK(longest < 400);  // the rest of the round in which 200 was reached
  CHECK(record::contradictions(*record, *rules).empty());
}
