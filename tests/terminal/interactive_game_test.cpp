// A game at the terminal: moves, endings, and undo.
#include "referee/terminal/interactive_game.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/terminal/rules_of.hpp"

using namespace ebiri;
using namespace ebiri::terminal;
using rules::Side;
using tests::rules_of;

namespace {

void play_all(InteractiveGame& game, std::initializer_list<const char*> moves) {
  for (const char* move : moves) REQUIRE_FALSE(game.play(move, {}));
}

constexpr Persons south_is_a_person{true, false}, both_are{true, true};

}  // namespace

TEST_CASE("interactive game: a refused move changes nothing") {
  const auto oware = rules_of("oware");
  InteractiveGame game{*oware, {}};
  const auto refused = game.play("a", {});
  REQUIRE(refused);
  CHECK(refused->message == "`a` is north's pit and south is to move");
  CHECK(game.plies().empty());
  CHECK(game.line().moves().empty());
}

TEST_CASE("interactive game: undo goes back to the person's own last turn") {
  const auto oware = rules_of("oware");
  InteractiveGame game{*oware, {}};
  CHECK_FALSE(game.undo_point(south_is_a_person));
  play_all(game, {"A", "a", "B", "b"});
  CHECK(game.undo_point(south_is_a_person) == 2);
  CHECK(game.undo_point({false, true}) == 3);
  CHECK(game.undo_point(both_are) == 3);
  game.take_back(2);
  CHECK(game.line().moves() == std::vector<std::string>{"A", "a"});
  CHECK(game.game().to_move() == Side::south);
  CHECK(game.game().plies() == 2);
}

TEST_CASE("interactive game: a person who has not moved cannot undo") {
  const auto oware = rules_of("oware");
  InteractiveGame game{*oware, {}};
  play_all(game, {"A"});
  CHECK_FALSE(game.undo_point({false, true}));
}

TEST_CASE("interactive game: in Kalah an undo after an extra move takes back one move") {
  const auto kalah = rules_of("kalah");
  InteractiveGame game{*kalah, {}};
  play_all(game, {"C"});
  CHECK(game.game().to_move() == Side::south);
  CHECK(game.undo_point(south_is_a_person) == 0);
  play_all(game, {"F"});
  CHECK(game.undo_point(south_is_a_person) == 1);
}

TEST_CASE("interactive game: undo continues a game after a resignation") {
  const auto oware = rules_of("oware");
  InteractiveGame game{*oware, {}};
  play_all(game, {"A", "a"});
  game.give_up(Side::south);
  REQUIRE(game.verdict());
  CHECK(game.verdict()->result == match::Verdict::Result::north_wins);
  CHECK(game.verdict()->loser == Side::south);
  game.take_back(0);
  CHECK_FALSE(game.verdict());
  CHECK(game.game().position() == oware->start()->position());
}

TEST_CASE("interactive game: an ending by the rules is the verdict") {
  const auto oware = rules_of("oware");
  InteractiveGame game{*oware, "0-0-0-0-0-1-1-0-0-0-0-0-24-22-S"};
  play_all(game, {"F"});
  REQUIRE(game.verdict());
  CHECK(game.verdict()->cause == match::Verdict::Cause::rules);
  CHECK(game.record().verdict == *game.verdict());
}

TEST_CASE("interactive game: a stolen turn is a ply, and undo of later plies keeps it") {
  auto rules =
      rules::make_rules({.variant = "omweso", .ruleset = "omweso", .options = {{"timeout", "steal"}}});
  REQUIRE(rules);
  InteractiveGame game{**rules, "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/S/0/0/0"};
  REQUIRE(game.game().may_be_stolen());
  game.repeat(std::string{rules::stolen_turn});
  CHECK(game.game().to_move() == Side::north);
  const auto move = game.game().legal_moves().front();
  play_all(game, {move.c_str()});
  game.take_back(1);
  CHECK(game.plies().size() == 1);
  CHECK(game.plies().front().move == rules::stolen_turn);
  CHECK(game.game().to_move() == Side::north);
}

TEST_CASE("interactive game: an unfinished game is a void record with all its moves") {
  const auto oware = rules_of("oware");
  InteractiveGame game{*oware, {}};
  play_all(game, {"A", "a"});
  const auto record = game.record();
  CHECK(record.plies.size() == 2);
  CHECK(record.verdict.result == match::Verdict::Result::void_game);
  CHECK(record.verdict.reason == "unfinished");
  CHECK(record.final_position == game.game().position());
}
