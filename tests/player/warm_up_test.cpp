// The warm-up of an engine before its first game.
#include <catch2/catch_test_macros.hpp>

#include "tests/player/brief.hpp"
#include "tests/player/scribe.hpp"

using namespace ebiri;
using namespace ebiri::player;
using ebiri::tests::Scribe;
using namespace std::chrono_literals;

namespace {

GameBrief oware() { return tests::brief_of("oware", "abapa", 7); }
const Budget in_game{.go = {.nodes = 500}, .hard_limit = 20s};

EngineSetup warmed(const Scribe& scribe, WarmUp warm_up) {
  auto setup = scribe.setup();
  setup.warm_up = warm_up;
  setup.warm_up_budget = {.go = {.nodes = 20}};
  return setup;
}

const Fault& fault_of(const std::variant<Ready, Fault, Interrupted>& begun) { return std::get<Fault>(begun); }

int count(const std::string& text, const std::string& line) {
  int found = 0;
  for (auto at = text.find(line); at != std::string::npos; at = text.find(line, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("warm-up: each new process makes its moves from the start position, then begins a new game") {
  const Scribe scribe{
      R"(  ugi) echo 'option name UGI_Variant type combo default oware var oware'
       echo 'option name UGI_Seed type string default 0'; echo ugiok;;
  'go nodes 20') echo 'info depth 3 nodes 17'; echo 'bestmove B';;
  'go nodes 500') echo 'bestmove F';;
  'go nodes 501') exit 3;;)"};
  auto setup = warmed(scribe, {.moves = 2});
  int infos = 0;
  setup.on_info = [&](const protocol::Info&) { ++infos; };
  const std::string new_game =
      "setoption name UGI_Variant value oware\nsetoption name UGI_Seed value 7\nuginewgame\nisready\n";
  const std::string warm_up = new_game + "position startpos\ngo nodes 20\nposition startpos\ngo nodes 20\n";
  const std::string game = "position startpos moves A b\ngo nodes 500\n";
  {
    EnginePlayer player{setup};
    REQUIRE(std::holds_alternative<Ready>(player.begin(oware())));
    CHECK(player.asked().empty());
    CHECK(infos == 0);
    CHECK(std::get<Answer>(player.ask({{}, {"A", "b"}}, in_game)).move == "F");
    REQUIRE(std::holds_alternative<Ready>(player.begin(oware())));  // the same process
    const auto crash = player.ask({}, {.go = {.nodes = 501}, .hard_limit = 20s});
    CHECK(std::get<Fault>(crash).kind == Fault::Kind::crashed);
    REQUIRE(std::holds_alternative<Ready>(player.begin(oware())));  // another one
  }
  CHECK(scribe.received() == "ugi\n" + warm_up + new_game + game + new_game +
                                 "position startpos\ngo nodes 501\nugi\n" + warm_up + new_game + "quit\n");
}

TEST_CASE("warm-up: a time limit requests moves until it has passed, and at least one") {
  const Scribe scribe{"  ugi) echo ugiok;;\n  go*) echo 'bestmove B';;"};
  const auto begin = std::chrono::steady_clock::now();
  EnginePlayer player{warmed(scribe, {.time = 50ms})};
  REQUIRE(std::holds_alternative<Ready>(player.begin(oware())));
  CHECK(std::chrono::steady_clock::now() - begin >= 50ms);
  CHECK(count(scribe.received(), "go nodes 20\n") >= 1);
  CHECK(count(scribe.received(), "uginewgame\n") == 2);
}

TEST_CASE("warm-up: the default is none") {
  const Scribe scribe{"  ugi) echo ugiok;;"};
  {
    EnginePlayer player{warmed(scribe, {})};
    REQUIRE(std::holds_alternative<Ready>(player.begin(oware())));
  }
  CHECK(scribe.received() == "ugi\nuginewgame\nisready\nquit\n");
}

TEST_CASE("warm-up: every fault is a failed start, with its evidence") {
  struct Case {
    const char *answer, *detail, *line, *exit;
  };
  const Case cases[] = {
      {"exit 3", "warm-up: ended with exit status 3 instead of answering", "", "exit status 3"},
      {"echo 'bestmove'", "warm-up: ", "bestmove", ""},
      {"echo 'bestmove c'", "warm-up: ", "bestmove c", ""},  // north's pit
      {"echo 'bestmove B'; echo 'bestmove B'", "warm-up: sent `bestmove` ", "bestmove B", ""},
  };
  for (const Case& one : cases) {
    CAPTURE(one.answer);
    const Scribe scribe{std::string{"  ugi) echo ugiok;;\n  go*) echo why >&2; "} + one.answer + ";;"};
    EnginePlayer player{warmed(scribe, {.moves = 2})};
    const auto begun = player.begin(oware());
    REQUIRE(std::holds_alternative<Fault>(begun));
    const Fault& fault = fault_of(begun);
    CHECK(fault.kind == Fault::Kind::failed_to_start);
    CHECK(fault.detail.starts_with(one.detail));
    CHECK(fault.line == one.line);
    CHECK(fault.exit == one.exit);
    CHECK(fault.asked == "position startpos\ngo nodes 20");
    CHECK(fault.errors.starts_with("why"));
  }
}

TEST_CASE("warm-up: silence ends at the start limit") {
  const Scribe scribe{"  ugi) echo ugiok;;"};
  auto setup = warmed(scribe, {.moves = 1});
  setup.start_limit = 300ms;
  setup.busy_limit = std::nullopt;
  EnginePlayer player{setup};
  const auto begun = player.begin(oware());
  REQUIRE(std::holds_alternative<Fault>(begun));
  CHECK(fault_of(begun).kind == Fault::Kind::failed_to_start);
}

TEST_CASE("warm-up: after a failure the next game starts a new process") {
  const Scribe scribe{"  ugi) echo ugiok;;\n  go*) exit;;"};
  EnginePlayer player{warmed(scribe, {.moves = 1})};
  REQUIRE(std::holds_alternative<Fault>(player.begin(oware())));
  REQUIRE(std::holds_alternative<Fault>(player.begin(oware())));
  CHECK(count(scribe.received(), "ugi\n") == 2);
}

TEST_CASE("warm-up: uses the engine's dialect") {
  SECTION("uci-oware") {
    const Scribe scribe{"  uci) echo uciok;;\n  go*) echo 'bestmove B';;"};
    {
      auto setup = warmed(scribe, {.moves = 1});
      setup.dialect = "uci-oware";
      setup.warm_up_budget = {.go = {.movetime = 100ms}};
      EnginePlayer player{setup};
      REQUIRE(std::holds_alternative<Ready>(player.begin(oware())));
    }
    CHECK(scribe.received() ==
          "uci\nucinewgame\nisready\nposition startpos\ngo movetime 100\nucinewgame\nisready\nquit\n");
  }
  SECTION("codingame: the time of the first move in the game no longer includes the start") {
    const Scribe scribe{"  *) echo 0;;"};
    auto setup = warmed(scribe, {.moves = 2});
    setup.dialect = "codingame";
    EnginePlayer player{setup};
    REQUIRE(std::holds_alternative<Ready>(player.begin(oware())));
    const auto reply = player.ask({{}, {"F"}}, in_game);
    CHECK(std::get<Answer>(reply).move == "a");
    CHECK(std::get<Answer>(reply).thought.wall > 0us);
    CHECK(scribe.received() == "4 4 4 4 4 4 4 4 4 4 4 4\n4 4 4 4 4 4 4 4 4 4 4 4\n5 5 5 5 4 4 4 4 4 4 4 0\n");
  }
  SECTION("mankalah: no warm-up, because the first request begins the game") {
    const Scribe scribe{"  START*) echo 'MOVE;1';;"};
    auto setup = warmed(scribe, {.moves = 2});
    setup.dialect = "mankalah";
    EnginePlayer player{setup};
    REQUIRE(std::holds_alternative<Ready>(player.begin(tests::brief_of("kalah", "manchester", 1))));
    CHECK(std::holds_alternative<Answer>(player.ask({}, in_game)));
    CHECK(scribe.received() == "START;South\n");
  }
}
