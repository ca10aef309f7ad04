// A game at a table: moves, ends, and the way back.
#include "referee/terminal/sitting.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/terminal/rules_of.hpp"

using namespace ebiri;
using namespace ebiri::terminal;
using rules::Side;
using tests::rules_of;

namespace {

void play_all(Sitting& sitting, std::initializer_list<const char*> moves) {
  for (const char* move : moves) REQUIRE_FALSE(sitting.play(move, {}));
}

constexpr Persons south_is_a_person{true, false}, both_are{true, true};

}  // namespace

TEST_CASE("sitting: a refused move changes nothing") {
  const auto oware = rules_of("oware");
  Sitting sitting{*oware, {}};
  const auto refused = sitting.play("a", {});
  REQUIRE(refused);
  CHECK(refused->message == "`a` is north's pit and south is to move");
  CHECK(sitting.plies().empty());
  CHECK(sitting.line().moves.empty());
}

TEST_CASE("sitting: the way back is to the person's own last turn") {
  const auto oware = rules_of("oware");
  Sitting sitting{*oware, {}};
  CHECK_FALSE(sitting.way_back(south_is_a_person));
  play_all(sitting, {"A", "a", "B", "b"});
  CHECK(sitting.way_back(south_is_a_person) == 2);
  CHECK(sitting.way_back({false, true}) == 3);
  CHECK(sitting.way_back(both_are) == 3);
  sitting.take_back(2);
  CHECK(sitting.line().moves == std::vector<std::string>{"A", "a"});
  CHECK(sitting.game().to_move() == Side::south);
  CHECK(sitting.game().plies() == 2);
}

TEST_CASE("sitting: who has only been moved against has no way back") {
  const auto oware = rules_of("oware");
  Sitting sitting{*oware, {}};
  play_all(sitting, {"A"});
  CHECK_FALSE(sitting.way_back({false, true}));
}

TEST_CASE("sitting: in Kalah the way back of one who moves again is one move long") {
  const auto kalah = rules_of("kalah");
  Sitting sitting{*kalah, {}};
  play_all(sitting, {"C"});
  CHECK(sitting.game().to_move() == Side::south);
  CHECK(sitting.way_back(south_is_a_person) == 0);
  play_all(sitting, {"F"});
  CHECK(sitting.way_back(south_is_a_person) == 1);
}

TEST_CASE("sitting: after a resignation the game can be taken up again") {
  const auto oware = rules_of("oware");
  Sitting sitting{*oware, {}};
  play_all(sitting, {"A", "a"});
  sitting.give_up(Side::south);
  REQUIRE(sitting.verdict());
  CHECK(sitting.verdict()->result == match::Verdict::Result::north_wins);
  CHECK(sitting.verdict()->loser == Side::south);
  sitting.take_back(0);
  CHECK_FALSE(sitting.verdict());
  CHECK(sitting.game().position() == oware->start()->position());
}

TEST_CASE("sitting: the rules' own end is the verdict") {
  const auto oware = rules_of("oware");
  Sitting sitting{*oware, "0-0-0-0-0-1-1-0-0-0-0-0-24-22-S"};
  play_all(sitting, {"F"});
  REQUIRE(sitting.verdict());
  CHECK(sitting.verdict()->cause == match::Verdict::Cause::rules);
  CHECK(sitting.record().verdict == *sitting.verdict());
}

TEST_CASE("sitting: a stolen turn is a ply, and survives a way back beyond it") {
  auto rules =
      rules::make_rules({.variant = "omweso", .ruleset = "omweso", .options = {{"timeout", "steal"}}});
  REQUIRE(rules);
  Sitting sitting{**rules, "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/S/0/0/0"};
  REQUIRE(sitting.game().may_be_stolen());
  sitting.steal({});
  CHECK(sitting.game().to_move() == Side::north);
  const auto move = sitting.game().legal_moves().front();
  play_all(sitting, {move.c_str()});
  sitting.take_back(1);
  CHECK(sitting.plies().size() == 1);
  CHECK(sitting.plies().front().move == rules::stolen_turn);
  CHECK(sitting.game().to_move() == Side::north);
}

TEST_CASE("sitting: a game that was left is a void record with all its moves") {
  const auto oware = rules_of("oware");
  Sitting sitting{*oware, {}};
  play_all(sitting, {"A", "a"});
  const auto record = sitting.record();
  CHECK(record.plies.size() == 2);
  CHECK(record.verdict.result == match::Verdict::Result::void_game);
  CHECK(record.verdict.reason == "unfinished");
  CHECK(record.final_position == sitting.game().position());
}
