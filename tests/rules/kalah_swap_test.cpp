// The pie rule of Kalah: north may answer the first move by exchanging the sides.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/kalah_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::kalah;
using namespace ebiri::rules::kalah::tests;

namespace {

Kalah with_swap() {
  return with([](Options& options) { options.pie = Pie::swap; });
}

}  // namespace

TEST_CASE("kalah: after `swap` north has south's side, and south moves") {
  const Kalah rules = with_swap();
  const Position offered = played(rules, rules.start(), "E");
  CHECK(moves(rules, offered) == "abcdef+swap");
  CHECK(played(rules, offered, "swap") == drawn(R"(
    N  5  0  4  4  4  4  |  1
    S  5  5  4  4  4  4  |  0 *)"));
  const Effect effect = rules.effect(offered, Kalah::swap_sides);
  CHECK(effect == Effect{0, 0, "swaps the sides"});
}

TEST_CASE("kalah: the swap is open until north's first move, and the position says so") {
  const Kalah rules = with_swap();
  CHECK(rules.position_text(rules.start()) == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-swap");
  const Position offered = played(rules, rules.start(), "A");
  CHECK(rules.position_text(offered) == "0-5-5-5-5-4-4-4-4-4-4-4-0-0-N-swap");
  CHECK(rules.position_text(played(rules, offered, "swap")) == "4-4-4-4-4-4-0-5-5-5-5-4-0-0-S");
  const Position declined = played(rules, offered, "a");
  CHECK(rules.position_text(declined) == "0-5-5-5-5-4-0-5-5-5-5-4-0-0-S");
  CHECK(moves(rules, played(rules, declined, "C")) == "abcdef");
}

TEST_CASE("kalah: south's further moves before north's first leave the swap open") {
  const Kalah rules = with_swap();
  const Position again = played(rules, rules.start(), "C");
  CHECK(rules.position_text(again) == "4-4-0-5-5-5-4-4-4-4-4-4-1-0-S-swap");
  CHECK(moves(rules, again) == "ABDEF");
  const Position offered = played(rules, again, "B");
  CHECK(rules.position_text(offered) == "4-0-1-6-6-6-4-4-4-4-4-4-1-0-N-swap");
  CHECK(played(rules, offered, "swap") == drawn(R"(
    N  6  6  6  1  0  4  |  1
    S  4  4  4  4  4  4  |  0 *)"));
}

TEST_CASE("kalah: north loses the swap when it moves again") {
  const Kalah rules = with_swap();
  const Position again = played(rules, played(rules, rules.start(), "A"), "c");
  CHECK(again.mover == Side::north);
  CHECK(moves(rules, again) == "abdef");
}

TEST_CASE("kalah: an open swap is part of the position") {
  const Kalah rules = with_swap();
  const Position offered = played(rules, rules.start(), "A");
  Position gone = offered;
  gone.swap = Swap::closed;
  CHECK(offered != gone);
  CHECK(rules.key(offered) != rules.key(gone));
  CHECK(rules.parse_position(rules.position_text(offered)).value() == offered);
  CHECK(rules.parse_position(rules.position_text(gone)).value() == gone);
}

TEST_CASE("kalah: with exchanged sides the swap is south's, in capital letters") {
  const Kalah rules = with_swap();
  const Position start = rules.parse_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-N-SWAP").value();
  CHECK(rules.position_text(start) == "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N-SWAP");
  const Position offered = played(rules, start, "a");
  CHECK(rules.position_text(offered) == "4-4-4-4-4-4-0-5-5-5-5-4-0-0-S-SWAP");
  CHECK(moves(rules, offered) == "ABCDEF+swap");
  CHECK(rules.position_text(played(rules, offered, "swap")) == "0-5-5-5-5-4-4-4-4-4-4-4-0-0-N");
}

TEST_CASE("kalah: a swap that is not open is refused") {
  const Position offered = played(with_swap(), with_swap().start(), "A");
  CHECK(refusal(with_swap(), with_swap().start(), "swap") ==
        "illegal: `swap` is only possible as the second player's first move");
  CHECK(refusal(with_swap(), played(with_swap(), offered, "a"), "swap") ==
        "illegal: `swap` is only possible as the second player's first move");
  CHECK(refusal(Kalah(), played(Kalah(), Kalah().start(), "A"), "swap") ==
        "illegal: `swap` is not part of these rules (`pie=false`)");
}

TEST_CASE("kalah: without `pie` there is no swap") {
  CHECK(moves(Kalah(), played(Kalah(), Kalah().start(), "A")) == "abcdef");
  CHECK(Kalah().start().swap == Swap::closed);
}

TEST_CASE("kalah: under `manchester` the first move passes the turn, and north may swap") {
  const Kalah rules = ruleset("manchester");
  const Position offered = played(rules, rules.start(), "A");  // its seventh seed falls into the store
  CHECK(rules.position_text(offered) == "0-8-8-8-8-8-8-7-7-7-7-7-7-7-1-0-N-swap");
  CHECK(moves(rules, offered) == "abcdefg+swap");
  const Position taken = played(rules, offered, "swap");
  CHECK(rules.position_text(taken) == "7-7-7-7-7-7-7-0-8-8-8-8-8-8-0-1-S");
  // Only the first move of the game gives no extra move.
  CHECK(played(rules, taken, "A").mover == Side::south);
}

TEST_CASE("kalah: the drawn board names the side that may swap") {
  const Kalah rules = with_swap();
  CHECK(rules.board(rules.start()) ==
        "          f   e   d   c   b   a\n"
        "  north   4   4   4   4   4   4   store 0\n"
        "> south   4   4   4   4   4   4   store 0\n"
        "          A   B   C   D   E   F\n"
        "  north may swap in its first move\n");
}
