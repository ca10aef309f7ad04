// Explanations for a person who learns a game, and the boards of a sowing.
#include "referee/terminal/coach.hpp"

#include <catch2/catch_test_macros.hpp>
#include <cctype>
#include <vector>

#include "referee/rules/describe.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/render.hpp"
#include "tests/terminal/rules_of.hpp"

using namespace ebiri;
using namespace ebiri::terminal;
using tests::rules_of;

namespace {

// South can capture 2 with F; north can capture 3 with d if F does not move.
constexpr const char* middle = "0-0-0-0-1-2-1-1-0-3-0-0-20-20-S";

}  // namespace

TEST_CASE("coach: advice lists effects and what the opponent could capture") {
  const auto oware = rules_of("oware");
  const auto game = oware->from_position(middle);
  REQUIRE(game);
  const std::string text = advice(**game);
  for (const auto& next : (*game)->continuations()) {
    const auto after = (*game)->clone();
    after->play(next.move);
    const auto answer = best_capture(*after);
    CHECK(text.find(next.move + "  " + next.effect.words) != std::string::npos);
    if (answer.seeds > 0)
      CHECK(text.find(next.effect.words + "; then north can capture " + std::to_string(answer.seeds) +
                      " with " + answer.move) != std::string::npos);
  }
}

TEST_CASE("coach: the reasons compare a move with the others") {
  const auto oware = rules_of("oware");
  const auto game = oware->from_position(middle);
  REQUIRE(game);
  protocol::Info info;
  info.score = protocol::Score{protocol::Score::Unit::seeds, 2.5};
  info.pv = {"F", "b"};
  const std::string text = reasons_for(**game, {rules::Side::south, "F", {}}, info);
  INFO(text);
  CHECK(text.starts_with("south played F: sows 2 from F, captures 4.\nNo other move captures "));
  CHECK(text.find("Now north can capture ") != std::string::npos);
  CHECK(text.find("south expects to be 2.5 seeds ahead, after the moves b (the first one is north's).") !=
        std::string::npos);
  info.score->value = 48;
  CHECK(reasons_for(**game, {rules::Side::south, "F", {}}, info).find("south expects to win, after") !=
        std::string::npos);
  const auto earlier = oware->from_position("1-1-1-2-5-4-1-2-1-3-2-1-12-12-S");
  REQUIRE(earlier);
  CHECK(reasons_for(**earlier, {rules::Side::south, "C", {}}, {})
            .ends_with(
                "\nNext, south can capture up to 2 seeds, with D, but only after 5 of north's 6 possible "
                "moves.\n"));
  const auto two = oware->from_position("0-0-2-0-0-2-1-0-1-6-4-3-11-18-N");
  REQUIRE(two);
  CHECK(reasons_for(**two, {rules::Side::north, "a", {}}, {})
            .ends_with(", but only after 1 of south's 2 possible moves; after the other one, 2.\n"));
  const auto only = oware->from_position("0-0-0-0-0-1-1-1-0-0-0-0-23-22-S");
  REQUIRE(only);
  CHECK(reasons_for(**only, {rules::Side::south, "F", {}}, {}) ==
        "south played F: sows 1 from F, captures 2.\nIt was the only legal move.\n");
}

TEST_CASE("coach: next captures are named only if one move of the opponent comes before") {
  const std::string now =
      "south played A: sows 4 from A.\nNo move captures anything.\n"
      "Now north can capture nothing with its next move.\n";
  CHECK(reasons_for(*rules_of("oware")->start(), {rules::Side::south, "A", {}}, {}) ==
        now + "Next, south can capture nothing, whatever north plays.\n");
  CHECK(reasons_for(*rules_of("kalah")->start(), {rules::Side::south, "A", {}}, {}) == now);
}

TEST_CASE("coach: a reply that wins the game is named before captures") {
  const auto oware = rules_of("oware");
  const auto game = oware->from_position("0-0-0-0-0-1-1-1-0-0-0-1-23-21-N");
  REQUIRE(game);
  CHECK(reasons_for(**game, {rules::Side::north, "f", {}}, {})
            .find("\nNow south can win the game at once with F; other moves prevent that.\n") !=
        std::string::npos);
  CHECK(advice(**game).find("f  sows 1 from f; then south can win the game with F\n") != std::string::npos);
}

TEST_CASE("coach: every move of random games can be explained and shown") {
  for (const auto& variant : rules::variants()) {
    const auto chosen = rules_of(variant.name);
    const auto fixed = chosen->start()->arrangement() ? with_fixed_start(*chosen) : nullptr;
    const rules::Rules& rules = fixed ? *fixed : *chosen;
    const auto game = rules.start();
    Random random{7};
    for (int ply = 0; ply < 30 && !game->outcome(); ++ply) {
      const auto moves = game->legal_moves();
      const std::string move = moves[random.below(moves.size())];
      const auto before = game->clone();
      REQUIRE_FALSE(game->play(move));
      INFO(variant.name << " " << before->position() << " " << move);
      CHECK(reasons_for(*before, {before->to_move(), move, {}}, {})
                .starts_with(std::string{name(before->to_move())}));
      const auto frames = sowing_frames(rules, *before, *game);
      const auto trace = game->trace(rules.shape(), before->scene(), game->scene());
      if (!trace || trace->redrawn) {
        CHECK(frames.empty());
        continue;
      }
      REQUIRE(frames.size() == trace->transfers.size() + 1);
      CHECK(frames.back().ends_with("0 left to sow\n"));
    }
  }
}

TEST_CASE("sowing: a seed is marked where it falls, a capture to the end") {
  const auto oware = rules_of("oware");
  const auto before = oware->from_position("0-0-0-0-0-1-1-1-0-0-0-0-23-22-S");
  REQUIRE(before);
  const auto after = (*before)->clone();
  after->play("F");
  const auto frames = sowing_frames(*oware, **before, *after);
  REQUIRE(frames.size() == 4);
  CHECK(frames[0].find("  -0   store 23") != std::string::npos);
  CHECK(frames[1].find("  +2   store 22") != std::string::npos);
  CHECK(frames[3] ==
        "          f   e   d   c   b   a\n"
        "  north   0   0   0   0   1  x0   store 22\n"
        "> south   0   0   0   0   0   0   store 25\n"
        "          A   B   C   D   E   F\n"
        "0 left to sow\n");
  CHECK(coloured(frames[3]).find(" \x1b[1;33mx0\x1b[0m") != std::string::npos);
  CHECK(coloured(frames[1]).find(" \x1b[1;34m+2\x1b[0m") != std::string::npos);
}

TEST_CASE("spoken: the board is described in sentences") {
  const auto oware = rules_of("oware");
  const auto game = oware->from_position("0-0-0-0-0-1-1-1-0-0-0-0-23-22-S");
  REQUIRE(game);
  CHECK(spoken(*oware, **game) ==
        "South: F 1; empty: A B C D E; 23 in the store.\n"
        "North: a 1, b 1; empty: c d e f; 22 in the store.\n");
  CHECK(spoken(*rules_of("omweso"), *with_fixed_start(*rules_of("omweso"))->start()).find("32 in all") !=
        std::string::npos);
}
