#include "referee/match/play_game.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace ebiri::match;
using namespace std::chrono_literals;
using player::Answer;
using player::Duration;
using player::Fault;
using player::Interrupted;
using rules::Side;
using tests::ScriptedPlayer;

namespace {

GameSetup setup(Opening opening = {.name = "start"}) {
  return {
      .game = 3, .pair = 2, .south = {"alpha"}, .north = {"beta"}, .opening = std::move(opening), .seed = 99};
}

Answer move(const std::string& text) { return {.move = text}; }

}  // namespace

TEST_CASE("game: a game ends by the rules, and both players learn the result") {
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
  CHECK(south.briefs.front().rules.variant() == "oware");
  CHECK(south.ends.size() == 1);
  CHECK(south.ends == north.ends);
}

TEST_CASE("game: the opening is played first, and the side to move after it gets the first request") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  const auto record = play_game(setup({.name = "7", .moves = {"A", "a", "B"}}), *rules, south, north);
  REQUIRE(record);
  CHECK(record->opening.name == "7");
  CHECK(record->plies.front().move == "a");  // the last seed of B fell into a again
}

TEST_CASE("game: a base position starts the game there") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  const auto record =
      play_game(setup({.name = "1", .base = "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S"}), *rules, south, north);
  REQUIRE(record);
  CHECK(south.lines.front().base() == "0-0-0-0-0-1-0-0-0-0-0-1-23-23-S");
  CHECK(record->plies.front().move == "F");
}

TEST_CASE("game: an engine with a fault at the start forfeits") {
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

TEST_CASE("game: an agreed end needs an offer in the last move and a ruleset that allows it") {
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
    CHECK(record->verdict.fault->detail == "accepted an end of the game that the opponent had not offered");
  }
  const auto abapa = tests::rules_for("abapa");
  ScriptedPlayer south{*abapa, {offering}}, north{*abapa, {accepting}};
  const auto record = play_game(setup(), *abapa, south, north);
  CHECK(record->verdict.cause == Verdict::Cause::fault);
}

TEST_CASE("game: clocks are charged the engine's time, not the referee's delay") {
  const auto rules = tests::rules_for("abapa");
  const Answer slow{.move = "A", .thought = {.wall = 4s, .lag = 1s}};
  ScriptedPlayer south{*rules, {slow}}, north{*rules};
  auto clocked = setup();
  clocked.south.terms.limit = {.base = 10s};
  clocked.north.terms.limit = {.base = 20s};
  REQUIRE(play_game(clocked, *rules, south, north));
  CHECK(south.budgets.at(0).go.p1time == 10s);
  CHECK(south.budgets.at(1).go.p1time == 7s);
  CHECK(north.budgets.at(0).go.p1time == 7s);
  CHECK(north.budgets.at(0).go.p2time == 20s);
}

TEST_CASE("game: a wait for a core is charged only without a busy limit") {
  const auto rules = tests::rules_for("abapa");
  const Answer kept_waiting{.move = "A", .thought = {.wall = 4s, .wait = 3s}};
  for (const bool dispute : {true, false}) {
    ScriptedPlayer south{*rules, {kept_waiting}}, north{*rules};
    auto clocked = setup();
    clocked.south.terms.limit = {.base = 10s};
    if (!dispute) clocked.south.terms.busy_limit = std::nullopt;
    REQUIRE(play_game(clocked, *rules, south, north));
    CHECK(south.budgets.at(1).go.p1time == (dispute ? 9s : 6s));
  }
}

TEST_CASE("game: a game is void if the time of a move cannot be judged") {
  const auto rules = tests::rules_for("abapa");
  const Interrupted busy{.problem = "`a` was kept from the cores", .reason = "busy-machine", .others = 2s};
  ScriptedPlayer south{*rules, {Answer{.move = "A"}, busy}}, north{*rules};
  north.pondering = 1999ms;
  const auto record = play_game(setup(), *rules, south, north);
  REQUIRE(record);
  CHECK(aborted(*record));
  CHECK(record->verdict.result == Verdict::Result::void_game);
  CHECK(record->verdict.reason == "busy-machine");
  CHECK(record->verdict.detail == "`a` was kept from the cores");
  CHECK(record->plies.size() == 2);
  CHECK(record->north_pondered == 1999ms);
  CHECK(south.ends == std::vector<std::string>{"void busy-machine"});
}

TEST_CASE("game: a void game names the engine whose processes kept the cores busy") {
  const auto rules = tests::rules_for("abapa");
  const player::TimeEvidence time{
      .limit = 1s, .lower = 900ms, .upper = 3s, .cpu = 900ms, .referee_wait = 2100ms};
  for (const auto burnt : {Duration{999ms}, Duration{1000ms}}) {
    const Interrupted busy{.problem = "busy", .reason = "busy-machine", .others = 2s, .time = time};
    ScriptedPlayer south{*rules, {busy}}, north{*rules};
    north.pondering = burnt;
    const auto record = play_game(setup(), *rules, south, north);
    CHECK(aborted(*record));
    CHECK(record->verdict.caused_by == (burnt < 1s ? std::nullopt : std::optional{Side::north}));
    CHECK(record->verdict.time == time);
  }
  const Interrupted own{.problem = "busy", .reason = "busy-machine", .by_player = true};
  ScriptedPlayer south{*rules, {own}}, north{*rules};
  CHECK(play_game(setup(), *rules, south, north)->verdict.caused_by == Side::south);
}

TEST_CASE("game: an engine that made a game void too often forfeits it, with the evidence") {
  const auto rules = tests::rules_for("abapa");
  const player::TimeEvidence time{.limit = 1s, .upper = 3s};
  const Interrupted own{.problem = "busy", .reason = "busy-machine", .by_player = true, .time = time};
  for (const int earlier : {2, 3}) {
    ScriptedPlayer south{*rules, {own}}, north{*rules};
    auto again = setup();
    again.voids_caused = {earlier, 0};
    again.max_voids_caused = 3;
    const auto record = play_game(again, *rules, south, north);
    CHECK(aborted(*record) == (earlier < 3));
    if (earlier < 3) continue;
    CHECK(record->verdict.loser == Side::south);
    REQUIRE(record->verdict.fault);
    CHECK(record->verdict.fault->kind == Fault::Kind::time);
    CHECK(record->verdict.fault->time == time);
    CHECK(record->verdict.fault->detail ==
          "prevented the judgement of its own move, after it had made 3 attempts at this game void: busy");
  }
}

TEST_CASE("game: an engine that certainly kept its opponent from the cores forfeits") {
  const auto rules = tests::rules_for("abapa");
  const Interrupted busy{.problem = "`a` was kept from the cores", .reason = "busy-machine", .others = 2s};
  ScriptedPlayer south{*rules, {busy}}, north{*rules};
  north.pondering = 2s;
  const auto record = play_game(setup(), *rules, south, north);
  REQUIRE(record);
  CHECK(record->verdict.result == Verdict::Result::south_wins);
  CHECK(record->verdict.loser == Side::north);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->kind == Fault::Kind::pondering);
  CHECK(record->verdict.fault->detail ==
        "used 2.000s of CPU time in its opponent's turn: `a` was kept from the cores");
}

TEST_CASE("game: pondering is a fault only if it is forbidden and exceeds the allowance") {
  const auto rules = tests::rules_for("abapa");
  for (const auto allowance : {std::optional<Duration>{}, std::optional<Duration>{100ms}}) {
    ScriptedPlayer south{*rules}, north{*rules};
    north.pondering = 50ms;
    auto terms = setup();
    terms.ponder_allowance = allowance;
    const auto record = play_game(terms, *rules, south, north);
    REQUIRE(record);
    if (!allowance) {
      CHECK(record->verdict.cause == Verdict::Cause::rules);
      continue;
    }
    CHECK(record->verdict.loser == Side::north);
    CHECK(record->verdict.fault->kind == Fault::Kind::pondering);
    CHECK(record->verdict.fault->detail ==
          "used 0.150s of CPU time in its opponent's turns; the limit is 0.100s per game");
    CHECK(record->plies.size() == 7);  // 50 ms for each of its own three turns
  }
}

TEST_CASE("game: what an engine computes while the other one starts is no pondering") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer south{*rules, {Answer{.kind = Answer::Kind::resign}}}, north{*rules};
  south.pondering_at_start = 1s;
  auto terms = setup();
  terms.ponder_allowance = 100ms;
  const auto record = play_game(terms, *rules, south, north);
  REQUIRE(record);
  CHECK(record->verdict.cause == Verdict::Cause::resigned);
  CHECK(record->south_pondered == 0s);
}

TEST_CASE("game: an illegal move in another dialect is quoted in both dialects") {
  const auto rules = tests::rules_for("abapa");
  ScriptedPlayer north{*rules};
  for (const auto& [said, line] : {std::pair{"2", "2 (bestmove c)"}, std::pair{"", "bestmove c"}}) {
    ScriptedPlayer south{*rules, {Answer{.move = "c", .said = said}}};
    const auto record = play_game(setup(), *rules, south, north);
    REQUIRE(record);
    REQUIRE(record->verdict.fault);
    CHECK(record->verdict.fault->kind == Fault::Kind::illegal_move);
    CHECK(record->verdict.fault->line == line);
  }
}
