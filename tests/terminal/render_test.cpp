// The text of a game at the terminal.
#include "referee/terminal/render.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/support/random.hpp"
#include "tests/terminal/rules_of.hpp"

using namespace ebiri;
using namespace ebiri::terminal;
using rules::Side;
using tests::rules_of;

TEST_CASE("render: on a narrow terminal the stores are below the board") {
  const auto start = rules_of("oware")->start();
  CHECK(drawn(start->board(), {.width = 80}) == start->board());
  CHECK(drawn(start->board(), {.width = 36}) ==
        "          f   e   d   c   b   a\n"
        "  north   4   4   4   4   4   4\n"
        "    store 0\n"
        "> south   4   4   4   4   4   4\n"
        "    store 0\n"
        "          A   B   C   D   E   F\n");
  const auto bao = rules_of("bao")->start();
  CHECK(drawn(bao->board(), {.width = 50}).find("0\n    store 22, owns the house\n") != std::string::npos);
}

TEST_CASE("render: after the end no side is to move") {
  const auto start = rules_of("oware")->start();
  CHECK(drawn(start->board(), {}, true).find("\n  south   4") != std::string::npos);
}

TEST_CASE("render: the score says what it counts") {
  for (const auto& [game, text] :
       {std::pair{"bao", "seeds in pits and store 32-32"}, {"oware", "score 0-0"}}) {
    const auto rules = rules_of(game);
    CHECK(score_text(*rules, *rules->start()) == text);
  }
}

TEST_CASE("render: a help text is wrapped where it does not fit") {
  const std::string first(60, 'a'), second(58, 'b');
  const std::string text = first + " " + second + "\nc d\nExit code 0\n\n  " + first;
  CHECK(narrowed(text, {.width = 130, .height = 24}) == text);
  CHECK(narrowed(text, {.width = 61}) == text);
  CHECK(narrowed(text, {.width = 61, .height = 24}) ==
        first + "\n  " + second + "\n  c d\nExit code 0\n\n  " + first);
}

TEST_CASE("render: a column is wrapped on a terminal") {
  const std::string text = "Limit of the engines, by time or nodes";
  CHECK(in_column(text, 30, {.width = 55, .height = 24}) == "Limit of the engines, by\n  time or nodes");
  CHECK(in_column(text, 30, {.width = 55}) == text);
}

TEST_CASE("render: the last move says what it did") {
  const auto oware = rules_of("oware");
  InteractiveGame game{*oware, "0-0-0-0-0-1-1-1-0-0-0-0-23-22-S"};
  REQUIRE_FALSE(game.play("F", {}));
  CHECK(last_move(game) == "south plays F: sows 1 from F, captures 2");
}

TEST_CASE("render: a search report omits unknown values") {
  protocol::Info info;
  CHECK(thinking(info, std::chrono::milliseconds{500}, "your", 48).empty());
  info.depth = 9;
  info.nodes = 1234567;
  info.score = protocol::Score{protocol::Score::Unit::seeds, -2};
  info.pv = {"F", "e"};
  CHECK(thinking(info, std::chrono::milliseconds{500}, "your", 48) ==
        "depth 9, your expected lead -2.00 seeds, 1,234,567 nodes, 0.5 s; expected line F e");
  CHECK(thinking({.nodes = 99, .score = protocol::Score{protocol::Score::Unit::centipawns, 250}}, {},
                 "north's", 48) == "north's expected lead +2.50 seeds, 99 nodes, 0.0 s");
  CHECK(thinking({.score = protocol::Score{protocol::Score::Unit::seeds, -48}}, {}, "your", 48) ==
        "your certain loss, 0.0 s");
  info.pv = {"\x1b[2J"};
  CHECK(thinking(info, {}, "your", 48).find('\x1b') == std::string::npos);
}

TEST_CASE("render: the reason why a game ended is in words") {
  CHECK(ending(
            {.result = match::Verdict::Result::south_wins, .reason = "majority", .south = 27, .north = 21}) ==
        "south wins 27-21: more than half of all seeds are captured");
  CHECK(ending({.result = match::Verdict::Result::draw, .reason = "repetition", .south = 24, .north = 24}) ==
        "a draw 24-24: the position was repeated");
  CHECK(ending({.result = match::Verdict::Result::north_wins,
                .cause = match::Verdict::Cause::resigned,
                .reason = "resigned",
                .loser = Side::south,
                .south = 3,
                .north = 9}) == "north wins: south resigns at 3-9");
  CHECK(ending({.result = match::Verdict::Result::south_wins,
                .cause = match::Verdict::Cause::fault,
                .reason = "crashed",
                .loser = Side::north,
                .fault = player::Fault{.kind = player::Fault::Kind::crashed,
                                       .detail = "ended with exit status 3 instead of answering",
                                       .line = "half a li",
                                       .exit = {},
                                       .errors = "boom"}}) ==
        "south wins: north forfeits (crashed): ended with exit status 3 instead of answering\n"
        "  it wrote: half a li\n"
        "  its standard error ends with:\n"
        "boom");
}

TEST_CASE("render: every ending that random games reach under any ruleset has a sentence") {
  Random random{7};
  int ended = 0;
  for (const auto& variant : rules::variants()) {
    for (const auto& ruleset : variant.rulesets) {
      const auto rules = rules_of(variant.name, ruleset.name);
      const auto game = rules->start();
      for (int ply = 0; ply < 400 && !game->outcome() && !game->arrangement(); ++ply) {
        const auto moves = game->legal_moves();
        REQUIRE_FALSE(game->play(moves[random.below(moves.size())]));
      }
      const auto outcome = game->outcome();
      if (!outcome) continue;
      ++ended;
      CAPTURE(variant.name, ruleset.name, outcome->reason);
      CHECK(in_words(outcome->reason) != outcome->reason);
    }
  }
  CHECK(ended > 10);
}
