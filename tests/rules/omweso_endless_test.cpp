// Sowings that do not end: proofs, the lap limit, and what they mean.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/omweso_boards.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::omweso;
using namespace ebiri::rules::omweso::tests;
using nlohmann::json;

namespace {

/// Longer periods take long to check, and are recorded beside the wrong moves (tests/data/omweso/README.md).
constexpr std::int64_t longest_period = 1'000'000;

/// The shortest endless turn that is known from a game, 11+, repeats after 108 laps, after a capture of 13
/// seeds.
Position endless_position() {
  return drawn(R"(
    N  0 0 0 1 1 5 5 0
    N  4 0 0 3 1 0 2 1
    S  0 3 2 4 2 6 5 3 *
    S  1 0 7 0 1 2 1 4)");
}

/// 14+ captures both end columns and then never ends, unless its only choice is made to go clockwise.
Position emitwe_position() {
  return drawn(R"(
    N  1 3 2 2 2 2 2 1
    N  2 0 0 0 1 3 3 4
    S  2 3 3 2 3 6 2 2 *
    S  2 1 0 2 1 3 1 3)");
}

/// 12+ captures and then never ends.
Position capture_position() {
  return drawn(R"(
    N  2 1 0 0 0 2 0 3
    N  6 3 2 1 3 0 2 0
    S  3 1 4 3 3 2 1 4 *
    S  1 4 3 2 1 0 4 3)");
}

}  // namespace

TEST_CASE("omweso: recorded endless turns are endless within the usual lap limit, and annul the game") {
  // Some capture both end columns before they become endless, which would win.
  const Omweso rules = rules_with({"reverse=off", "emitwe=false"});
  const auto lines = ebiri::rules::tests::data_lines("omweso/endless.jsonl.gz");
  CHECK(lines.size() == (EBIRI_TEST_SAMPLING != 0 ? 12 : 300));
  for (const json& line : lines) {
    INFO(line.dump());
    const Position position = recorded(line["pits"], line["player"]);
    const std::string move = std::to_string(line["move"].get<int>()) + "+";
    CHECK(turn_of(rules, position, move).is_endless());
    CHECK(ending(rules, played(rules, position, move)).starts_with("annulled endless "));
  }
}

TEST_CASE("omweso: recorded endless turns repeat after the proved number of laps", "[slow]") {
  const Omweso rules = rules_with({"reverse=off", "lap-limit=1100000"});
  int proved = 0;
  for (const json& line : ebiri::rules::tests::data_lines("omweso/endless.jsonl.gz")) {
    if (line["period"].is_null() || line["period"] >= longest_period) continue;
    INFO(line.dump());
    const std::string move = std::to_string(line["move"].get<int>()) + "+";
    const Turn turn = turn_of(rules, recorded(line["pits"], line["player"]), move);
    REQUIRE(turn.state() == Turn::State::proved);
    CHECK(turn.period() == line["period"].get<std::int64_t>());
    ++proved;
  }
  CHECK(proved >= (EBIRI_TEST_SAMPLING != 0 ? 1 : 68));
}

TEST_CASE("omweso: the shortest known period, also where laps could skip their origin") {
  for (const char* skip : {"skip-origin=false", "skip-origin=true"}) {
    const Turn turn = turn_of(rules_with({"reverse=off", skip}), endless_position(), "11+");
    REQUIRE(turn.state() == Turn::State::proved);
    CHECK(turn.period() == 108);
    CHECK(captured_by(rules_with({"reverse=off", skip}), endless_position(), "11+") == 13);
  }
}

TEST_CASE("hus: the published endless sowing repeats after 434 laps") {
  // The source shows no opponent. Here the opponent has seeds that cannot be captured.
  const Position position = drawn(R"(
    N  2 0 0 0 0 0 0 0
    N  0 0 0 0 0 0 0 0
    S  0 8 0 1 0 1 0 1 *
    S  2 3 4 1 2 2 1 4)");
  const Turn turn = turn_of(Omweso(options_of("hus8")), position, "4+");
  REQUIRE(turn.state() == Turn::State::proved);
  CHECK(turn.period() == 434);
}

TEST_CASE("omweso: `endless` says what an endless sowing means, proved or not; the pits stay") {
  const Position position = endless_position();
  for (const char* limit : {"lap-limit=10000", "lap-limit=100"}) {
    INFO(limit);
    const std::string kept = " endless 41-23";
    CHECK(ending_after({limit}, position, "11+") == "annulled" + kept);
    CHECK(ending_after({limit, "endless=draw"}, position, "11+") == "draw" + kept);
    CHECK(ending_after({limit, "endless=loss"}, position, "11+") == "north_wins" + kept);
    const Omweso rules = rules_with({limit});
    CHECK(played(rules, position, "11+").rings == position.rings);
  }
  const Omweso forbids = rules_with({"endless=illegal"});
  CHECK(refusal(forbids, position, "11+") == "illegal: `11+` is endless: it repeats every 108 laps");
  CHECK(refusal(rules_with({"endless=illegal", "lap-limit=100"}), position, "11+") ==
        "illegal: `11+` is endless: it needs more laps than `lap-limit`");
  CHECK((" " + moves(rules_with({}), position) + " ").find(" 11+ ") != std::string::npos);
  CHECK((" " + moves(forbids, position) + " ").find(" 11+ ") == std::string::npos);
}

TEST_CASE("omweso: a side with only endless sowings has lost if they are illegal") {
  // Any two seeds make a turn of two laps or more here: 1+ sows 2 and 3, and 3 was occupied.
  const Position position = drawn(R"(
    N  0 0 0 0 2 0 0 0
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S  0 2 0 1 0 0 0 0)");
  CHECK(moves(rules_with({"endless=illegal", "lap-limit=1"}), position).empty());
  CHECK(moves(rules_with({"endless=illegal", "lap-limit=2"}), position) == "1+");
  CHECK(moves(rules_with({"lap-limit=1"}), position) == "1+");
  const Omweso rules = rules_with({"endless=illegal", "lap-limit=1"});
  Position before = position;
  before.ring(Side::south) = Ring({0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  before.ring(Side::north) = position.ring(Side::south);
  before.mover = Side::south;
  CHECK(ending(rules, played(rules, before, "4+")) == "south_wins no-moves 2-3");

  const Omweso stuck =
      rules_with({"setup=two-each", "endless=illegal", "lap-limit=1", "first-turn-capture=false"});
  CHECK(moves(stuck, stuck.start()).empty());
  CHECK(ending(stuck, stuck.start()) == "north_wins no-moves 32-32");
}

TEST_CASE("omweso: a side that can continue clockwise has not lost if endless sowings are illegal") {
  // 1+ relays from 3 and from 5; 1- captures 3 and sows them counter-clockwise into 2, 3 and 4.
  const Omweso rules = rules_with({"endless=illegal", "lap-limit=2"});
  const auto position =
      rules.parse_position("0,2,0,1,0,1,0,0,0,0,0,0,0,0,0,1/44,2,1,2,0,0,0,1,2,2,2,0,0,0,0,3/S");
  REQUIRE(position);
  CHECK(moves(rules, *position) == "1-");
  CHECK(ending(rules, *position) == "none");
}

TEST_CASE("omweso: a lap beyond the limit leaves nothing to choose") {
  const Omweso rules = rules_with({"setup=two-each"});
  CHECK(refusal(rules, rules.start(), "0--") == "accepted");
  const Omweso one_lap = rules_with({"setup=two-each", "lap-limit=1"});
  CHECK(refusal(one_lap, one_lap.start(), "0-") == "accepted");
  CHECK(refusal(one_lap, one_lap.start(), "0--") == "illegal: `0--` has 2 signs, expected at most 1");
}

TEST_CASE("omweso: a turn may have as many laps as `lap-limit` says, and not one more") {
  const Position position = drawn(R"(
    N  0 0 0 0 2 0 0 0
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S  0 2 0 1 0 0 0 0)");
  CHECK(turn_of(rules_with({"lap-limit=2"}), position, "1+").laps() == 2);
  CHECK(turn_of(rules_with({"lap-limit=2"}), position, "1+").state() == Turn::State::ended);
  CHECK(turn_of(rules_with({"lap-limit=1"}), position, "1+").laps() == 1);
  CHECK(turn_of(rules_with({"lap-limit=1"}), position, "1+").state() == Turn::State::lap_limit);
}

TEST_CASE("omweso: a turn may sow as many seeds as `seed-limit` says, and not one more") {
  // 1+ sows two seeds into 2 and 3, and then two from 3.
  const Position position = drawn(R"(
    N  0 0 0 0 2 0 0 0
    N  0 0 0 0 0 0 0 0
    S  0 0 0 0 0 0 0 0 *
    S  0 2 0 1 0 0 0 0)");
  CHECK(turn_of(rules_with({"seed-limit=4"}), position, "1+").state() == Turn::State::ended);
  CHECK(turn_of(rules_with({"seed-limit=3"}), position, "1+").state() == Turn::State::seed_limit);
  CHECK(turn_of(rules_with({"seed-limit=3"}), position, "1+").laps() == 1);
  CHECK(turn_of(rules_with({"seed-limit=1"}), position, "1+").laps() == 0);
  CHECK(ending_after({"seed-limit=3"}, position, "1+") == "annulled endless 3-2");
  CHECK(played(rules_with({"seed-limit=3"}), position, "1+").rings == position.rings);
  CHECK(ending_after({"seed-limit=3", "endless=loss"}, position, "1+") == "north_wins endless 3-2");
  CHECK(refusal(rules_with({"seed-limit=3", "endless=illegal"}), position, "1+") ==
        "illegal: `1+` is endless: it sows more seeds than `seed-limit`");
}

TEST_CASE("omweso: `seed-limit` holds for laps with a choice, and three minutes are 540 seeds") {
  const Position position = endless_position();
  const Omweso rules = rules_with({"seed-limit=540"});
  const Turn turn = turn_of(rules, position, "11+");
  CHECK(turn.state() == Turn::State::seed_limit);
  CHECK(turn_of(Omweso(), position, "11+").state() == Turn::State::proved);
  CHECK(ending_after({"seed-limit=540"}, position, "11+") == "annulled endless 41-23");
  CHECK(rules.effect(position, Move{.pit = 11})
            .words.find("endless: it sows more seeds than `seed-limit`; the game is annulled") !=
        std::string::npos);
}

TEST_CASE("omweso: an endless sowing can win by emitwe, but not by akakyala") {
  CHECK(ending_after({}, emitwe_position(), "14+") == "south_wins emitwe 36-28");
  CHECK(ending_after({"endless=illegal"}, emitwe_position(), "14+") == "south_wins emitwe 36-28");
  CHECK(ending_after({"emitwe=false"}, emitwe_position(), "14+") == "annulled endless 36-28");
  Position second_capture = capture_position();
  second_capture.captured_in = {1, 0};
  CHECK(captured_by(Omweso(), second_capture, "12+") == 12);
  CHECK(ending_after({}, second_capture, "12+") == "annulled endless 39-25");
}

TEST_CASE("omweso: a choice in the first period can leave an endless sowing; later choices are not offered") {
  const Omweso rules = rules_with({"emitwe=false"});
  const Position position = emitwe_position();
  CHECK(turn_of(rules, position, "14+").is_endless());
  CHECK_FALSE(turn_of(rules, position, "14+-").is_endless());
  CHECK(refusal(rules, position, "14++-") == "illegal: `14++-` has 3 signs, expected at most 2");
}

TEST_CASE("omweso: the words of a move say how it was found to be endless") {
  const auto words = [](const std::vector<std::string>& settings) {
    const Omweso rules = rules_with(settings);
    return rules.effect(endless_position(), Move{11, 0, {}}).words;
  };
  const std::string sown =
      "sows 2 from 11 counter-clockwise; captures 7 from north's 1 and 14, 4 from 4 and 11, 2 from 3 and "
      "12; ";
  CHECK(words({}) == sown + "139 laps; endless: it repeats every 108 laps; the game is annulled");
  CHECK(words({"lap-limit=138", "endless=draw"}) ==
        sown + "138 laps; endless: it needs more laps than `lap-limit`; the game is a draw");
  CHECK(words({"endless=loss"}) == sown + "139 laps; endless: it repeats every 108 laps; loses");
}
