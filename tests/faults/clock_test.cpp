// Attribution of time, with real processes.
#include <catch2/catch_test_macros.hpp>

#include "tests/faults/catalogue.hpp"
#include "tests/match/scripted_player.hpp"

using namespace ebiri;
using namespace std::chrono_literals;
using player::EnginePlayer;
using player::Fault;

namespace {

// Plays faulty_bot with `north_fault`, which uses a third of a second for its first move, against one with
// `south_fault`.
match::GameRecord game(const std::string& south_fault, const std::string& north_fault,
                       std::optional<player::Duration> ponder_allowance) {
  const auto rules = tests::rules_for("abapa");
  EnginePlayer south{tests::faulty({south_fault})}, north{tests::faulty({north_fault})};
  const match::Terms terms{.limit = {.move = 60s}};
  const auto record = match::play_game({.game = 1,
                                        .pair = 1,
                                        .south = {"south", terms},
                                        .north = {"north", terms},
                                        .opening = {.name = "start"},
                                        .ponder_allowance = ponder_allowance},
                                       *rules, south, north);
  REQUIRE(record);
  return *record;
}

}  // namespace

TEST_CASE("faults: CPU time in the opponent's turns is measured, in threads and in children") {
  for (const char* fault : {"think-on", "think-with-8-threads", "think-in-a-child"}) {
    CAPTURE(fault);
    const auto record = game(fault, "use-320ms", std::nullopt);
    CHECK(record.verdict.cause == match::Verdict::Cause::rules);
    CHECK(record.south_pondered > 20ms);
    CHECK(record.north_pondered < record.south_pondered / 4);
  }
}

TEST_CASE("faults: an engine that thinks in its opponent's turns loses if that is forbidden") {
  for (const char* fault : {"think-on", "think-with-8-threads", "think-in-a-child"}) {
    CAPTURE(fault);
    const auto record = game(fault, "use-320ms", 20ms);
    REQUIRE(record.verdict.fault);
    CHECK(record.verdict.fault->kind == Fault::Kind::pondering);
    CHECK(record.verdict.loser == rules::Side::south);
    INFO(record.verdict.fault->detail);
    CHECK(tests::matches("used * of CPU time in its opponent's turns; the limit is 0.020s per game",
                         record.verdict.fault->detail));
  }
  const auto honest = game("", "use-320ms", 20ms);
  CHECK(honest.verdict.cause == match::Verdict::Cause::rules);
}

TEST_CASE("faults: CPU time that an engine has used is always charged, however long it waited") {
  const auto rules = tests::rules_for("abapa");
  EnginePlayer south{tests::faulty({"use-320ms"})};
  tests::ScriptedPlayer north{*rules};
  const match::Terms terms{.limit = {.move = 200ms}, .margin = 100ms};
  const auto record = match::play_game({.game = 1,
                                        .pair = 1,
                                        .south = {"south", terms},
                                        .north = {"north", terms},
                                        .opening = {.name = "start"}},
                                       *rules, south, north);
  REQUIRE(record);
  REQUIRE(record->verdict.fault);
  CHECK(record->verdict.fault->kind == Fault::Kind::time);
}
