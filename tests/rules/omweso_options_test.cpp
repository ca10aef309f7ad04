// Each option of sowing, on the smallest board that shows its effect.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/omweso_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::omweso;
using namespace ebiri::rules::omweso::tests;

namespace {

/// South's pits after `move`.
std::string south_after(const std::vector<std::string>& settings, const Position& position,
                        std::string_view move) {
  return ring_text(played(rules_with(settings), position, move).ring(Side::south));
}

}  // namespace

TEST_CASE("omweso: `setup` fills the board, and only a free one leaves something to lay out") {
  const auto start = [](const char* setup) {
    const Omweso rules = rules_with({std::string("setup=") + setup});
    return rules.position_text(rules.start());
  };
  CHECK(start("free") == "setup/setup/S");
  CHECK(start("fixed-outer4") == "4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4,0,0,0,0,0,0,0,0/S/0/0/0");
  CHECK(start("fixed-inner4") == "0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0,4,4,4,4,4,4,4,4/S/0/0/0");
  CHECK(start("two-each") == "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/S/0/0/0");
  CHECK(start("hus") == "2,2,2,2,2,2,2,2,2,2,2,2,0,0,0,0/2,2,2,2,2,2,2,2,2,2,2,2,0,0,0,0/S/0/0/0");
  CHECK(Omweso(options_of("hus8")).seeds(Omweso(options_of("hus8")).start()) == 48);
  CHECK(Omweso().seeds(Omweso().start()) == 64);
  CHECK(Omweso().arrangement(Omweso().start()) == Arrangement{16, 32});
  CHECK_FALSE(rules_with({"setup=two-each"}).arrangement(rules_with({"setup=two-each"}).start()));
}

TEST_CASE("omweso: `reentry` selects the pit that captured seeds are sown from") {
  // 8+ relays from 9 and 11 to 13, which captures 3.
  const Position relayed = drawn(R"(
    N  0 0 1 0 0 0 0 0
    N  0 0 2 0 0 0 0 0
    S  0 0 1 0 1 0 0 3 *
    S  0 0 0 0 0 0 0 0)");
  CHECK(south_after({"reentry=lap-origin"}, relayed, "8+") == "0,0,0,0,0,0,0,0,0,1,1,0,2,3,1,0");
  CHECK(south_after({"reentry=turn-origin"}, relayed, "8+") == "0,0,0,0,0,0,0,0,0,2,2,1,1,2,0,0");
  CHECK(south_after({"reentry=capture-pit"}, relayed, "8+") == "1,0,0,0,0,0,0,0,0,1,1,0,1,2,1,1");
}

TEST_CASE("omweso: captures in a row are sown from their own pits, or all from the first one's") {
  // 10+ captures 2 at 12; these end at 14 and capture 3.
  const Position chain = drawn(R"(
    N  0 2 0 1 0 0 1 0
    N  0 1 0 1 0 0 0 0
    S  1 1 0 1 0 2 0 0 *
    S  0 1 0 0 0 0 0 0)");
  const Turn turn = turn_of(rules_with({"reentry=capture-pit"}), chain, "10+");
  CHECK(recorded_captures(turn).dump() == "[[4,2],[6,3]]");
  CHECK(south_after({"reentry=capture-pit"}, chain, "10+") == "1,0,1,1,0,0,0,0,0,0,0,1,2,1,2,2");
  CHECK(south_after({"reentry=capture-pit-chain"}, chain, "10+") == "1,0,1,1,0,0,0,0,0,0,0,1,2,2,3,0");
}

TEST_CASE("omweso: `capture` needs both facing pits, or the inner one") {
  const Position position = drawn(R"(
    N  0 0 0 0 0 0 0 0
    N  0 0 0 0 0 2 0 0
    S  0 0 0 0 0 1 0 2 *
    S  0 0 0 0 0 0 0 0)");
  CHECK(captured_by(rules_with({"capture=both"}), position, "8+") == 0);
  CHECK(captured_by(rules_with({"capture=inner"}), position, "8+") == 2);
  const Position outer_only = drawn(R"(
    N  0 0 0 0 0 2 0 0
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 1 0 2 *
    S  0 0 0 0 0 0 0 0)");
  CHECK(captured_by(rules_with({"capture=inner"}), outer_only, "8+") == 0);
}

TEST_CASE("omweso: `coro-pickup` sows the capturing pit's seeds on with the captured ones") {
  const Position position = drawn(R"(
    N  0 0 1 0 0 0 0 0
    N  0 0 2 0 0 0 0 0
    S  0 0 1 0 2 0 0 0 *
    S  0 0 0 0 0 0 0 0)");
  CHECK(south_after({}, position, "11+") == "0,0,0,0,0,0,0,0,0,0,0,0,2,3,1,0");
  CHECK(south_after({"coro-pickup=true"}, position, "11+") == "1,0,0,0,0,0,0,0,0,0,0,0,2,1,1,1");
}

TEST_CASE("omweso: `skip-origin` skips the origin of a long lap") {
  const Position position = drawn(R"(
    N  0 0 2 0 0 0 0 0
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S 16 0 0 0 0 0 0 0)");
  CHECK(south_after({}, position, "0+") == "1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1");
  CHECK(south_after({"skip-origin=true"}, position, "0+") == "1,1,2,0,2,0,2,0,2,0,2,0,2,0,2,0");
}

TEST_CASE(
    "omweso: `first-turn-capture` = false lets the first turn of each player relay where it would capture") {
  Position position = drawn(R"(
    N  0 0 0 0 0 0 0 1
    N  0 0 0 0 0 2 0 1
    S  0 0 0 0 0 0 0 1 *
    S  0 0 0 0 0 0 2 0)");
  const Omweso rules = rules_with({"first-turn-capture=false"});
  for (const int turns : {0, 1, 2, 3}) {
    INFO(turns << " turns completed");
    position.turns = static_cast<std::uint16_t>(turns);
    CHECK(captured_by(Omweso(), position, "6+") == 2);
    CHECK(captured_by(rules, position, "6+") == (turns < 2 ? 0 : 2));
  }
}

TEST_CASE("omweso: `first-turn-capture` = false closes clockwise laps too: they have to capture") {
  Position position = drawn(R"(
    N  1 0 0 0 0 0 0 0
    N  2 2 0 0 0 0 0 0
    S  1 0 0 0 0 0 0 0 *
    S  0 2 0 0 0 0 0 0)");
  CHECK(moves(Omweso(), position) == "1+ 1-");
  CHECK(moves(rules_with({"first-turn-capture=false"}), position) == "1+");
  position.turns = 2;
  CHECK(moves(rules_with({"first-turn-capture=false"}), position) == "1+ 1-");
}

TEST_CASE("omweso: `reverse` opens the first lap, or relays too, or nothing") {
  const Position first_lap = drawn(R"(
    N  1 0 0 0 0 0 0 0
    N  2 2 0 0 0 0 0 0
    S  1 0 0 0 0 0 0 0 *
    S  0 2 0 0 0 0 0 0)");
  CHECK(moves(rules_with({"reverse=full"}), first_lap) == "1+ 1-");
  CHECK(moves(rules_with({"reverse=start"}), first_lap) == "1+ 1-");
  CHECK(moves(rules_with({"reverse=off"}), first_lap) == "1+");
  // 14+ relays from 1: clockwise its two seeds end at 15 and capture.
  const Position relay = drawn(R"(
    N  1 0 1 0 0 0 2 0
    N  1 0 0 0 0 0 0 0
    S  1 3 0 0 0 0 0 0 *
    S  0 1 0 0 0 0 0 0)");
  CHECK(moves(rules_with({"reverse=full"}), relay) == "14+ 14+-");
  CHECK(moves(rules_with({"reverse=start"}), relay) == "14+");
  CHECK(captured_by(Omweso(), relay, "14+-") == 2);
}

TEST_CASE("omweso: a clockwise lap starts from 0, 1, 14 or 15, and nowhere else") {
  // Three seeds sown clockwise would capture from 2 and from 11 to 13 as well.
  for (int pit = 0; pit < ring_pits; ++pit) {
    Position position = drawn(R"(
      N  1 1 1 1 1 1 1 1
      N  1 1 1 1 1 1 1 1
      S  1 1 1 1 1 1 1 1 *
      S  1 1 1 1 1 1 1 1)");
    position.ring(Side::south).add(pit, 2);
    const Turn turn(Omweso().options(), position, pit);
    INFO(pit);
    CHECK(turn.may_go_clockwise() == (pit <= 1 || pit >= 14));
  }
}

TEST_CASE("omweso: `reverse-after-forward-capture` opens clockwise laps with seeds captured the other way") {
  // 1+ ends at 8 and captures 3; from 1 these end at 14 clockwise and capture there.
  const Position position = drawn(R"(
    N  0 1 0 0 0 0 0 2
    N  0 1 0 0 2 0 0 1
    S  0 1 0 0 0 0 0 1 *
    S  0 7 0 0 0 0 0 0)");
  CHECK(moves(Omweso(), position) == "1+");
  for (const char* reverse : {"reverse=full", "reverse=start"})
    CHECK(moves(rules_with({"reverse-after-forward-capture=true", reverse}), position) == "1+ 1+-");
  CHECK(moves(rules_with({"reverse-after-forward-capture=true", "reverse=off"}), position) == "1+");
  const Omweso rules = rules_with({"reverse-after-forward-capture=true"});
  CHECK(recorded_captures(turn_of(rules, position, "1+-")).dump() == "[[0,3],[6,2]]");
}
