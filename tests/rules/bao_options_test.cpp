// Each disputed rule on a board where it matters; the variant's README.md names the sources.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/bao_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::bao;
using namespace ebiri::rules::bao::tests;

TEST_CASE("bao: immobile-loss, at once or when it has to move") {
  const Position position = drawn(R"(
              1   1   0   0   0   0   0   0
      north   1   0   0   2   0   0   0   0   store 0
    > south   0   0   0   1   0   2   1   2   store 1
              0   0   0   0   0   0   0   0
  )");
  CHECK(usual_rules.effect(position, std::get<Move>(usual_rules.parse_move(position, "A4R"))).laps == 1);
  const Bao on_turn = with({"immobile-loss=on-turn"});  // the two seeds in A7 are sown on
  CHECK(on_turn.effect(position, std::get<Move>(on_turn.parse_move(position, "A4R"))).laps == 2);
  CHECK(ending(on_turn, played(on_turn, position, "A4R")) == "south_wins immobile 9-3");
  const Position own = drawn(R"(
              0   1   0   0   3   7   9   0
      north   7   1   6   8   1   5  12   0   store 0
    > south   0   0   0   1   0   0   0   0   store 0
              0   0   1   0   0   0   2   0
  )");
  CHECK(ending(usual_rules, played(usual_rules, own, "B7R")) == "north_wins immobile 4-60");
  CHECK(ending(on_turn, played(on_turn, own, "B7R")) == "none");
}

TEST_CASE("bao: singleton-house, an owned or a functional house may start from a single seed") {
  const Position position = drawn(R"(
              1   0   0   0   0   0   0   0
      north   1   5   0   7   0   0   0   1   store 18, owns the house
    > south   0   0   1   0   5   0   0   0   store 18, owns the house
              0   0   0   1   1   0   2   3
  )");
  CHECK(moves(usual_rules, position) == "A3L A3R A5L A5R");
  CHECK(moves(with({"singleton-house=functional"}), position) == "A5L A5R");
}

TEST_CASE("bao: tax-threshold, six before or after the new seed") {
  Position position = drawn(R"(
              1   0   0   0   0   0   0   0
      north   1   5   0   7   0   0   0   1   store 18, owns the house
    > south   0   0   1   0   5   0   0   0   store 18, owns the house
              0   0   0   1   1   0   2   3
  )");
  const Bao after = with({"tax-threshold=after"});
  CHECK(moves(usual_rules, position) == "A3L A3R A5L A5R");
  CHECK(moves(after, position) == "A3L A3R");
  position.ring(Side::south).lift(named_pit("A3").value());
  CHECK(words(usual_rules, position, "A5L") == "namua takasa: adds 1 to A5 and sows 6 to the left; 1 lap");
  CHECK(words(after, position, "A5L") ==
        "namua takasa: adds 1 to the house A5 and taxes it, sows 2 to the left; 1 lap");
}

TEST_CASE("bao: stop-threshold, six after or before the last seed") {
  const Position position = drawn(R"(
              0   2   1   0   0   0   0   0
      north   1   3   0   8   0   1   1   0   store 16, owns the house
    > south   2   0   0   0   5   0   0   0   store 16, owns the house
              1   0   0   1   1   0   2   3
  )");
  CHECK(words(usual_rules, position, "A1L").ends_with("; 2 laps; stops at the house"));
  CHECK(moves(usual_rules, position) == "A1L A1L>");
  const Bao before = with({"stop-threshold=before"});
  CHECK(moves(before, position) == "A1L");
  CHECK(words(before, position, "A1L").ends_with("; 3 laps"));
}

TEST_CASE("bao: takasa-at-house, a takasa stops there or may play it") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   1   0   2   0   0   0   0   0   store 10
    > south   0   0   0   0   8   0   0   2   store 10, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A8L A8R");
  CHECK(moves(with({"takasa-at-house=choice"}), position) == "A8L A8L> A8R");
}

TEST_CASE("bao: mtaji-house, a plain pit or one that stops a takasa") {
  const Position position = drawn(R"(
              3   0   4   0   2   0   1   1
      north   0   0   0  20   0   0   0   0   store 0, owns the house
    > south   0   1   0   0  19   2   2   1   store 0, owns the house
              0   0   0   1   1   1   4   1
  )");
  CHECK_FALSE(played(usual_rules, position, "A7L").owns_house(Side::south));
  const Bao stop = with({"mtaji-house=stop"});
  CHECK(words(stop, position, "A7L").ends_with("; stops at the house"));
  CHECK(played(stop, position, "A7L").ring(Side::south).seeds(house) == 20);
}

TEST_CASE("bao: house-lost-first-mtaji-capture, and a capture that may stop at the house in mtaji") {
  const Position position = drawn(R"(
              5   1   1   2   0   1   1   0
      north   0   0   0  18   1   1   5   0   store 0, owns the house
    > south   0   1   0   0  19   2   0   0   store 0, owns the house
              0   0   0   0   1   2   0   3
  )");
  CHECK(played(usual_rules, position, "B8R").owns == std::array{false, false});
  CHECK(played(with({"house-lost-first-mtaji-capture=false"}), position, "B8R").owns ==
        std::array{true, true});
  const Position stops = drawn(R"(
              0   1   2   0   3   0   2   0
      north   1   0   0  16   0   4   2   1   store 0, owns the house
    > south   0   6   2   0  16   0   0   1   store 0, owns the house
              2   1   0   0   1   1   0   2
  )");
  CHECK(moves(with({"mtaji-house=stop"}), stops) == "A2R");
  CHECK(moves(with({"mtaji-house=stop", "house-lost-first-mtaji-capture=false"}), stops) == "A2R A2R>");
}

TEST_CASE("bao: takasia and takasia-singleton-exempt, whether a pit, or a pit of one seed, is blocked") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   1
      north   0   0   2  23   0   0   0   1   store 0, owns the house
    > south   1  15   0   0   2   6   0   0   store 0
              2   4   0   3   0   2   0   2
  )");
  CHECK(played(usual_rules, position, "A6R").blocked == named_pit("A1"));
  CHECK(played(with({"takasia=false"}), position, "A6R").blocked == no_pit);
  CHECK(played(with({"takasia-singleton-exempt=true"}), position, "A6R").blocked == no_pit);
}

TEST_CASE("bao: takasia-after-namua, whether a takasa with the last seed from the store blocks") {
  const Position position = drawn(R"(
              2   2   4   1   0   1   2   5
    > north   0  10   2   0   6  12   0   0   store 1
      south   1   0   0  12   0   0   1   0   store 0
              0   0   0   0   0   0   1   1
  )");
  CHECK(played(usual_rules, position, "A7L").blocked == named_pit("A7"));
  CHECK(played(with({"takasia-after-namua=false"}), position, "A7L").blocked == no_pit);
  Position with_two = position;
  with_two.stores[static_cast<std::size_t>(Side::north)] = 2;
  CHECK(played(usual_rules, with_two, "A7L").blocked == no_pit);  // a seed stays in the store
}

TEST_CASE("bao: takasia-house-exempt, every owned house or one of six seeds") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   0   0   4   9   0   0   0   store 0, owns the house
    > south  25   0   0   0   0   0   0   0   store 0
              0   0   0   0   0   0   0   0
  )");
  CHECK(played(usual_rules, position, "A1R").blocked == no_pit);
  CHECK(played(with({"takasia-house-exempt=functional"}), position, "A1R").blocked == house);
}

TEST_CASE("bao: takasia-forced-capture, the blocked pit must be captured next if possible") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
    > north   0   1   0   4   9   0   0   0   store 0, A5 is blocked
      south   2   0   3   3   0   3   3   0   store 0
              0   2   1   3   1   0   1   3
  )");
  CHECK(moves(usual_rules, played(usual_rules, position, "A4R")) == "A1R A4L A6L A7L B2L");
  const Bao forced = with({"takasia-forced-capture=true"});
  const Position next = played(forced, position, "A4R");
  CHECK(next == drawn(R"(
              1   1   1   1   1   0   0   0
      north   1   2   1   5   0   0   0   0   store 0
    > south   2   0   3   3   0   3   3   0   store 0, must capture north's A5
              0   2   1   3   1   0   1   3
  )"));
  CHECK(moves(forced, next) == "A7L");
  for (const char* other : {"A7R", "B2L"})
    CHECK(refusal(forced, next, other) == "illegal: north's `A5` must be captured");
  CHECK(played(forced, next, "A7L").forced == no_pit);
}

TEST_CASE("bao: lap-limit and seed-limit, the longest move") {
  const Position position = drawn(R"(
              0   0   0   0   0   0   0   0
      north   0   0   0  14   1   1   0   0   store 15, owns the house
    > south   1   5   1   0  11   0   0   0   store 15, owns the house
              0   0   0   0   0   0   0   0
  )");
  CHECK(moves(usual_rules, position) == "A5L A5L> A5R");
  const Bao laps = with({"lap-limit=12"});
  CHECK(moves(laps, position) == "A5L A5R");
  CHECK(refusal(laps, position, "A5L>") == "illegal: `A5L>` is endless: it needs more laps than `lap-limit`");
  const Bao seeds = with({"seed-limit=10"});
  CHECK(refusal(seeds, position, "A5L>") ==
        "illegal: `A5L>` is endless: it sows more seeds than `seed-limit`");
}

TEST_CASE("bao: setup, the board of Kiswahili and that of Kujifunza") {
  const Bao kujifunza = ruleset("bao-kujifunza");
  CHECK(kujifunza.position_text(kujifunza.start()) ==
        "2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2/0/0/--/S/-");
  CHECK(usual_rules.position_text(usual_rules.start()) ==
        "0,0,0,0,0,0,0,0,0,2,2,6,0,0,0,0/0,0,0,0,0,0,0,0,0,2,2,6,0,0,0,0/22/22/SN/S/-");
}

TEST_CASE("bao: repetition and max-plies draw") {
  const Bao short_game = with({"max-plies=2"});
  std::vector<Position> history{usual_rules.start()};
  for (const char* move : {"A6L", "A6R"}) {
    CHECK_FALSE(short_game.outcome(history));
    history.push_back(played(usual_rules, history.back(), move));
  }
  const auto outcome = short_game.outcome(history);
  REQUIRE(outcome);
  CHECK((outcome->kind == Outcome::Kind::draw && outcome->reason == "max-plies"));
  // The positions do not matter here: the same one occurs for the third time.
  history.insert(history.begin(), {history[2], history[2]});
  CHECK(usual_rules.outcome(history)->reason == "repetition");
  CHECK_FALSE(with({"repetition=off"}).outcome(history));
}
