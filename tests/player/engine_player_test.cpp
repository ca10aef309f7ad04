// The exact dialogue with an engine. tests/faults has the tests of faults.
#include "referee/player/engine_player.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <iterator>

#include "tests/player/brief.hpp"
#include "tests/player/scribe.hpp"
#include "tests/prepared.hpp"

using namespace ebiri;
using namespace ebiri::player;
using ebiri::tests::Scribe;
using namespace std::chrono_literals;

namespace {

const Budget budget{.go = {.nodes = 500}, .hard_limit = 20s};

}  // namespace

TEST_CASE("engine player: an engine receives the options that it announces") {
  const Scribe scribe{
      R"(  ugi) echo 'id name Scribe 2'; echo 'option name Hash type spin default 1 min 1 max 64'
       echo 'option name UGI_Variant type combo default oware var oware'
       echo 'option name UGI_Ruleset type string default abapa'
       echo 'option name UGI_Seed type string default 0'
       echo 'option name UGI_GameOver type check default false'
       echo 'variants kalah oware'; echo ugiok;;
  go*) echo 'info depth 3 nodes 17 score seeds -2'; echo 'info string thinking'; echo 'bestmove F';;)"};
  {
    auto setup = scribe.setup();
    setup.options = {{"Hash", "16"}};
    EnginePlayer player{setup};
    const GameBrief brief = tests::brief_of("oware", "abapa repetition=third", 81236);
    REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
    CHECK(player.announced_name() == "Scribe 2");
    const auto reply = player.ask({{}, {"A", "b"}}, budget);
    const auto& answer = std::get<Answer>(reply);
    CHECK(answer.move == "F");
    CHECK(answer.thought.depth == 3);
    CHECK(answer.thought.nodes == 17U);
    CHECK(answer.thought.score == -2);
    CHECK(answer.thought.score_in_seeds);
    CHECK(answer.thought.wall > 0us);
    player.end({}, "p2", "majority");
    // A second game goes to the same process, without a new greeting.
    REQUIRE(std::holds_alternative<Ready>(player.begin(tests::brief_of("oware", "abapa", 5))));
    const Budget with_clocks{
        .go = {.p1time = 1500ms, .p2time = 900ms, .p1inc = 10ms, .p2inc = 20ms, .depth = 4},
        .hard_limit = 20s};
    CHECK(std::holds_alternative<Answer>(player.ask({"POSITION"}, with_clocks)));
  }
  CHECK(scribe.received() ==
        "ugi\nsetoption name Hash value 16\n"
        "setoption name UGI_Variant value oware\nsetoption name UGI_Ruleset value abapa repetition=third\n"
        "setoption name UGI_Seed value 81236\nuginewgame\nisready\n"
        "position startpos moves A b\ngo nodes 500\n"
        "gameover p2 majority\n"
        "setoption name UGI_Variant value oware\nsetoption name UGI_Ruleset value abapa\n"
        "setoption name UGI_Seed value 5\nuginewgame\nisready\n"
        "position fen POSITION\ngo p1time 1500 p2time 900 p1inc 10 p2inc 20 depth 4\n"
        "quit\n");
}

TEST_CASE("engine player: an option value that the engine does not announce is a failed start") {
  const Scribe scribe{
      R"(  ugi) echo 'option name Hash type spin default 1 min 1 max 64'
       echo 'option name Seed type spin default 1 min 0 max 18446744073709551615'
       echo 'option name Threads type spin default 1'
       echo 'option name Nodes type spin default 1 min -1 max 9007199254740992'
       echo 'option name Style type combo default calm var calm var very wild'
       echo 'option name Own Book type check default true'; echo 'option name Book type string'
       echo 'option name Clear Hash type button'; echo ugiok;;)"};
  struct Row {
    std::string name, value, expected;
  };
  const std::vector<Row> rows{
      {"Hash", "64", ""},
      {"Hash", "65", "a number from 1 to 64"},
      {"Hash", "0", "a number from 1 to 64"},
      {"Hash", "many", "a number from 1 to 64"},
      {"Hash", "1.5", "a number from 1 to 64"},
      {"Seed", "18446744073709551615", ""},
      {"Threads", "-3", ""},
      {"Threads", "18446744073709551615", "a number"},
      {"Nodes", "9007199254740992", ""},
      {"Nodes", "9007199254740993", "a number from -1 to 9007199254740992"},
      {"Threads", "3 MB", "a number"},
      {"Style", "very wild", ""},
      {"Style", "wild", "one of calm very wild"},
      {"Own Book", "false", ""},
      {"Own Book", "off", "`true` or `false`"},
      {"Book", "any text", ""},
      {"Clear Hash", "", ""},
  };
  for (const Row& row : rows) {
    INFO(row.name << " " << row.value);
    auto setup = scribe.setup();
    setup.options = {{row.name, row.value}};
    EnginePlayer player{setup};
    const auto ready = player.begin(tests::brief_of("oware", "abapa"));
    const auto* fault = std::get_if<Fault>(&ready);
    REQUIRE((fault == nullptr) == row.expected.empty());
    if (fault == nullptr) continue;
    CHECK(fault->kind == Fault::Kind::failed_to_start);
    CHECK(fault->detail == "option `" + row.name + "` needs " + row.expected + ", got `" + row.value + "`");
  }
}

TEST_CASE("engine player: a fault does not cite the standard error of an earlier game") {
  const Scribe scribe{
      R"(  ugi) echo starting >&2; echo ugiok;;
  'go nodes 7') echo complaint >&2; echo 'bestmove A';;
  'go nodes 8') exit 3;;
  'go nodes 9') echo reason >&2; exit 3;;)"};
  EnginePlayer player{scribe.setup()};
  const GameBrief brief = tests::brief_of("oware", "abapa");
  const auto errors_of = [&](std::uint64_t nodes) {
    const auto reply = player.ask({}, {.go = {.nodes = nodes}, .hard_limit = 20s});
    return std::get<Fault>(reply).errors;
  };
  const auto play_a_game = [&] {
    REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
    REQUIRE(std::holds_alternative<Answer>(player.ask({}, {.go = {.nodes = 7}, .hard_limit = 20s})));
    player.end({}, "p1", "majority");
    REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
  };
  play_a_game();
  CHECK(errors_of(8).empty());
  play_a_game();
  CHECK(errors_of(9) == "reason\n");
  REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
  CHECK(errors_of(8) == "starting\n");  // of the process that was started for this game
}

TEST_CASE("engine player: if the turn passes, the engine gets `stop` and its late answer is dropped") {
  const Scribe scribe{
      R"(  ugi) echo ugiok;;
  'position startpos') move=A;;
  position*) move=C;;
  stop) echo 'info string late'; echo 'bestmove A';;
  'go nodes 6') echo 'info depth 3';;
  'go nodes 7') echo "bestmove $move";;)"};
  EnginePlayer player{scribe.setup()};
  const GameBrief brief = tests::brief_of("oware", "abapa");
  const Budget no_time{.go = {.nodes = 5}, .hard_limit = 0us, .turn_passes = true};
  const Budget long_limit{.go = {.nodes = 7}, .hard_limit = 20s, .turn_passes = true};
  REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
  CHECK(std::holds_alternative<OutOfTime>(player.ask({}, no_time)));
  const auto reply = player.ask({{}, {"--", "b"}}, long_limit);
  CHECK(std::get<Answer>(reply).move == "C");
  CHECK(std::holds_alternative<OutOfTime>(player.ask({}, no_time)));
  const auto thoughtful = player.ask({}, {.go = {.nodes = 6}, .hard_limit = 1s, .turn_passes = true});
  CHECK(std::get<OutOfTime>(thoughtful).thought.depth == 3);
  // The next game does not mistake the late answer for one of its own.
  REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
  CHECK(std::get<Answer>(player.ask({}, long_limit)).move == "A");
}

TEST_CASE("engine player: an engine that does not stop when its turn has passed loses on time") {
  const Scribe scribe{"  ugi) echo ugiok;;"};
  auto setup = scribe.setup();
  setup.stop_grace = 0ms;
  EnginePlayer player{setup};
  REQUIRE(std::holds_alternative<Ready>(player.begin(tests::brief_of("oware", "abapa"))));
  const Budget no_time{.go = {.nodes = 5}, .hard_limit = 0us, .turn_passes = true};
  CHECK(std::holds_alternative<OutOfTime>(player.ask({}, no_time)));
  const auto reply = player.ask({}, {.go = {.nodes = 7}, .hard_limit = 20s, .turn_passes = true});
  CHECK(std::get<Fault>(reply).kind == Fault::Kind::time);
  CHECK(std::get<Fault>(reply).detail == "no answer to `stop` within 0ms");
  CHECK(std::get<Fault>(reply).time);
}

TEST_CASE("engine player: after a game that ended with a stolen turn, the next one waits for the answer") {
  const Scribe scribe{
      R"(  ugi) echo ugiok;;
  stop) sleep 0.2; echo 'bestmove A';;)"};
  auto setup = scribe.setup();
  std::string session;
  setup.on_line = [&](bool, std::string_view line) { session.append(line).append("\n"); };
  EnginePlayer player{setup};
  const GameBrief brief = tests::brief_of("oware", "abapa");
  REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
  CHECK(std::holds_alternative<OutOfTime>(
      player.ask({}, {.go = {.nodes = 5}, .hard_limit = 0us, .turn_passes = true})));
  player.end({}, "void", "ply-cap");
  REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
  CHECK(session.find("bestmove A") < session.rfind("uginewgame"));
}

TEST_CASE("engine player: a plain UGI engine gets no extensions") {
  const Scribe scribe{"  ugi) echo ugiok;;\n  go*) echo 'bestmove A ponder b';;"};
  {
    EnginePlayer player{scribe.setup()};
    REQUIRE(std::holds_alternative<Ready>(player.begin(tests::brief_of("oware", "abapa"))));
    const auto reply = player.ask({}, {.hard_limit = 20s});
    CHECK(std::get<Answer>(reply).move == "A");
    player.end({}, "draw", "repetition");
  }
  CHECK(scribe.received() == "ugi\nuginewgame\nisready\nposition startpos\ngo infinite\nquit\n");
}

TEST_CASE("engine player: with a dialect, the evidence has the engine's lines and their meaning in UGI") {
  struct Case {
    const char* dialect;
    const char *branches, *evidence, *asked;
  };
  const Case cases[] = {
      {"codingame", "  *) echo 2;;", "2 (bestmove c)",
       "5 5 5 5 4 4 4 4 4 4 4 0\nwhich means:\nposition startpos moves F\ngo movetime 10000"},
      {"uci-oware", "  uci) echo uciok;;\n  go*) echo 'bestmove c ponder A';;",
       "bestmove c ponder A (bestmove c)",
       "position startpos moves F\ngo movetime 10000\nwhich means:\n"
       "position startpos moves F\ngo movetime 10000"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.branches);
    const Scribe scribe{one.branches};
    auto setup = scribe.setup();
    setup.dialect = one.dialect;
    EnginePlayer player{setup};
    REQUIRE(std::holds_alternative<Ready>(player.begin(tests::brief_of("oware", "abapa"))));
    const auto reply = player.ask({{}, {"F"}}, {.go = {.movetime = 10s}, .hard_limit = 20s});
    REQUIRE(std::holds_alternative<Answer>(reply));
    CHECK(evidence_of(std::get<Answer>(reply)) == one.evidence);
    CHECK(player.asked() == one.asked);
    REQUIRE(std::holds_alternative<Ready>(player.begin(tests::brief_of("oware", "abapa"))));
    CHECK(player.asked().empty());
  }
}

TEST_CASE("engine player: an engine that learns of the end of its only game has time to save data") {
  const Scribe scribe{"  START*) echo 'MOVE;1';;\n  END) sleep 0.2; echo saved >> \"$0.saved\";;"};
  auto setup = scribe.setup();
  setup.dialect = "mankalah";
  setup.stop_grace = 20s;
  EnginePlayer player{setup};
  const GameBrief brief = tests::brief_of("kalah", "manchester");
  for (int game = 1; game <= 2; ++game) {
    REQUIRE(std::holds_alternative<Ready>(player.begin(brief)));
    REQUIRE(std::holds_alternative<Answer>(player.ask({}, budget)));
    player.end({{}, {"A"}}, "p1", "majority");
    std::ifstream saved{setup.command.argv.back() + ".saved"};
    CHECK(std::count(std::istreambuf_iterator<char>{saved}, {}, '\n') == game);
  }
}

TEST_CASE("engine player: without a dialect, the evidence has no translation") {
  const Scribe scribe{"  ugi) echo ugiok;;\n  go*) echo 'bestmove c ponder A';;"};
  EnginePlayer player{scribe.setup()};
  REQUIRE(std::holds_alternative<Ready>(player.begin(tests::brief_of("oware", "abapa"))));
  const auto reply = player.ask({{}, {"F"}}, budget);
  CHECK(evidence_of(std::get<Answer>(reply)) == "bestmove c");
  CHECK(player.asked() == "position startpos moves F\ngo nodes 500");
  CHECK(evidence_of({.kind = Answer::Kind::accept}) == "bestmove accept");
}
