// Sowing, capturing and moving again in Kalah, and what each option changes.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/kalah_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::kalah;
using namespace ebiri::rules::kalah::tests;

namespace {

Kalah empty_capture() {
  return with([](Options& options) { options.empty_capture = true; });
}

std::string effect(const Kalah& rules, const Position& position, std::string_view move) {
  const auto parsed = rules.parse_move(position, move);
  const Effect effect = rules.effect(position, std::get<Kalah::Move>(parsed));
  return std::to_string(effect.captured) + " captured, " + std::to_string(effect.laps) +
         " laps: " + effect.words;
}

/// A last seed falls into the empty D, and nothing lies opposite, in c.
Position nothing_opposite() {
  return drawn(R"(
    N  1  1  1  0  1  1  | 20
    S  1  0  1  0  1  1  | 19 *)");
}

}  // namespace

TEST_CASE("kalah: seeds go into the mover's pits, its store and the opponent's pits") {
  const Position before = drawn(R"(
    N  4  4  4  4  4  4  |  0
    S  4  4  4  4  4  4  |  0 *)");
  CHECK(Kalah().start() == before);
  CHECK(played(Kalah(), before, "E") == drawn(R"(
    N  4  4  4  4  5  5  |  0 *
    S  4  4  4  4  0  5  |  1)"));
}

TEST_CASE("kalah: north sows the same way round, into its own store") {
  const Position before = drawn(R"(
    N  4  4  4  4  5  5  |  0 *
    S  4  4  4  4  0  5  |  1)");
  CHECK(played(Kalah(), before, "e") == drawn(R"(
    N  5  0  4  4  5  5  |  1
    S  5  5  4  4  0  5  |  1 *)"));
}

TEST_CASE("kalah: the opponent's store is skipped, and the origin is not") {
  const Position before = drawn(R"(
    N  1  0  0  0  0  0  | 10
    S  0  0  0  0  1 14  | 22 *)");
  CHECK(played(Kalah(), before, "F") == drawn(R"(
    N  2  1  1  1  1  1  | 10
    S  1  1  1  1  2  1  | 24 *)"));  // the fourteenth seed is the second into the store: south moves again
}

TEST_CASE("kalah: a sowing of more than two laps skips the opponent's store each time") {
  const Position before = drawn(R"(
    N  1  0  0  0  0  0  |  0
    S 28  0  0  0  0  1  | 18 *)");
  CHECK(played(Kalah(), before, "A") == drawn(R"(
    N  3  2  2  2  2  2  |  0 *
    S  2  3  3  2  2  3  | 20)"));
}

TEST_CASE("kalah: a last seed in the mover's store earns another move") {
  const Position after = played(Kalah(), Kalah().start(), "C");
  CHECK(after.mover == Side::south);
  CHECK(moves(Kalah(), after) == "ABDEF");
  CHECK(effect(Kalah(), Kalah().start(), "C") == "0 captured, 1 laps: sows 4 from C, moves again");
  CHECK(effect(Kalah(), Kalah().start(), "A") == "0 captured, 1 laps: sows 4 from A");
}

TEST_CASE("kalah: a last seed in an empty pit of the mover captures the opposite seeds") {
  const Position before = drawn(R"(
    N  1  1  1  5  1  1  | 15
    S  1  0  1  0  1  1  | 20 *)");
  CHECK(played(Kalah(), before, "C") == drawn(R"(
    N  1  1  1  0  1  1  | 15 *
    S  1  0  0  0  1  1  | 26)"));
  CHECK(effect(Kalah(), before, "C") == "6 captured, 1 laps: sows 1 from C, captures 1 in D and 5 in c");
  CHECK(effect(empty_capture(), before, "C") ==
        "6 captured, 1 laps: sows 1 from C, captures 1 in D and 5 in c");
}

TEST_CASE("kalah: north captures too, and the words name its pits") {
  const Position before = drawn(R"(
    N  0  1  0  0  0  3  | 15 *
    S  7  0  1  0  1  1  | 19)");
  CHECK(effect(Kalah(), before, "e") == "8 captured, 1 laps: sows 1 from e, captures 1 in f and 7 in A");
  CHECK(played(Kalah(), before, "e") == drawn(R"(
    N  0  0  0  0  0  3  | 23
    S  0  0  1  0  1  1  | 19 *)"));
}

TEST_CASE("kalah: thirteen seeds end in the pit just emptied, and capture") {
  const Position before = drawn(R"(
    N  1  0  0  0  0  0  | 10
    S  0  0 13  0  0  1  | 23 *)");
  CHECK(played(Kalah(), before, "C") == drawn(R"(
    N  2  1  0  1  1  1  | 10 *
    S  1  1  0  1  1  2  | 26)"));
  CHECK(effect(Kalah(), before, "C") == "2 captured, 1 laps: sows 13 from C, captures 1 in C and 1 in d");
}

TEST_CASE("kalah: a last seed in an occupied pit or in any pit of the opponent captures nothing") {
  const Position before = drawn(R"(
    N  1  1  1  5  1  0  | 15
    S  1  2  1  1  1  2  | 17 *)");
  CHECK(played(Kalah(), before, "C").store(Side::south) == 17);
  CHECK(played(Kalah(), before, "F") == drawn(R"(
    N  1  1  1  5  1  1  | 15 *
    S  1  2  1  1  1  0  | 18)"));
}

TEST_CASE("kalah: `empty-capture` decides whether a last seed with nothing opposite is captured") {
  CHECK(played(Kalah(), nothing_opposite(), "C") == drawn(R"(
    N  1  1  1  0  1  1  | 20 *
    S  1  0  0  1  1  1  | 19)"));
  CHECK(effect(Kalah(), nothing_opposite(), "C") == "0 captured, 1 laps: sows 1 from C");
  CHECK(played(empty_capture(), nothing_opposite(), "C") == drawn(R"(
    N  1  1  1  0  1  1  | 20 *
    S  1  0  0  0  1  1  | 20)"));
  CHECK(effect(empty_capture(), nothing_opposite(), "C") ==
        "1 captured, 1 laps: sows 1 from C, captures 1 in D");
}

TEST_CASE("kalah: `first-move-again` decides whether the game's first move earns another") {
  const Kalah once = with([](Options& options) { options.first_move_again = false; });
  CHECK(played(Kalah(), Kalah().start(), "C").mover == Side::south);
  const Position after = played(once, once.start(), "C");
  CHECK(after.mover == Side::north);
  CHECK(effect(once, once.start(), "C") == "0 captured, 1 laps: sows 4 from C");
  CHECK(played(once, after, "c").mover == Side::north);  // north's first move is not the game's
  CHECK(effect(once, after, "c") == "0 captured, 1 laps: sows 4 from c, moves again");
}

TEST_CASE("kalah: `pits` and `seeds` make the start") {
  const Kalah small = with([](Options& options) {
    options.pits = 4;
    options.seeds = 1;
  });
  CHECK(small.position_text(small.start()) == "1-1-1-1-1-1-1-1-0-0-S");
  CHECK(moves(small, small.start()) == "ABCD");
  const Kalah great = with([](Options& options) {
    options.pits = 12;
    options.seeds = 12;
  });
  CHECK(great.seeds(great.start()) == 288);
  CHECK(moves(great, great.start()) == "ABCDEFGHIJKL");
  CHECK(moves(great, played(great, great.start(), "B")) == "abcdefghijkl");
}

TEST_CASE("kalah: a pit may hold 287 of the 288 seeds of the largest board") {
  const Kalah great = with([](Options& options) {
    options.pits = 12;
    options.seeds = 12;
  });
  const Position before = drawn(R"(
    N   1  0  0  0  0  0  0  0  0  0  0  0  |  0
    S 287  0  0  0  0  0  0  0  0  0  0  0  |  0 *)");
  // Eleven laps of 25 and twelve more: the last one falls into the store.
  CHECK(played(great, before, "A") == drawn(R"(
    N  12 11 11 11 11 11 11 11 11 11 11 11  |  0
    S  11 12 12 12 12 12 12 12 12 12 12 12  | 12 *)"));
}
