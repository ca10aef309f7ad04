// Sowing, capturing, feeding and grand slams: one drawn board per point of the rules.
#include <catch2/catch_test_macros.hpp>

#include "tests/rules/oware_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;

TEST_CASE("oware: seeds go one by one counter-clockwise and never into a store") {
  const Position before = drawn(R"(
    N  4  4  4  4  4  4  |  0
    S  4  4  4  4  4  4  |  0 *)");
  CHECK(before == Oware().start());
  CHECK(played(Oware(), before, "D") == drawn(R"(
    N  4  4  4  4  5  5  |  0 *
    S  4  4  4  0  5  5  |  0)"));
}

TEST_CASE("oware: twos and threes are captured backwards, as far as they go") {
  const Position before = drawn(R"(
    N  4  4  1  2  3  2  |  6
    S  4  4  4  4  4  4  |  2 *)");
  // F reaches d: d 2 and c 3 are taken, b holds 4 and stops it; a 3 behind it is safe.
  CHECK(played(Oware(), before, "F") == drawn(R"(
    N  4  4  0  0  4  3  |  6 *
    S  4  4  4  4  4  0  |  7)"));
}

TEST_CASE("oware: a last seed that makes one or four captures nothing") {
  const Position before = drawn(R"(
    N  4  4  0  3  1  1  | 11
    S  4  4  1  1  3  4  |  7 *)");
  CHECK(played(Oware(), before, "F") == drawn(R"(
    N  4  4  1  4  2  2  | 11 *
    S  4  4  1  1  3  0  |  7)"));
  CHECK(played(Oware(), before, "E") == drawn(R"(
    N  4  4  0  3  0  0  | 11 *
    S  4  4  1  1  0  5  | 11)"));
}

TEST_CASE("oware: a capture stops at the mover's row, and never takes the mover's twos and threes") {
  const Position before = drawn(R"(
    N  4  4  4  4  4  2  |  5
    S  4  4  4  2  1  2  |  8 *)");
  // E makes three in F, an own pit; D ends there too.
  CHECK(played(Oware(), before, "E") == drawn(R"(
    N  4  4  4  4  4  2  |  5 *
    S  4  4  4  2  0  3  |  8)"));
  const Position onward = drawn(R"(
    N  4  4  4  4  4  2  |  5
    S  4  4  4  2  2  1  |  8 *)");
  CHECK(played(Oware(), onward, "E") == drawn(R"(
    N  4  4  4  4  4  0  |  5 *
    S  4  4  4  2  0  2  | 11)"));
}

TEST_CASE("oware: the emptied pit is skipped when a sowing comes round") {
  const Position before = drawn(R"(
    N  4  4  4  4  4  4  |  0
    S  4  4  2  0  0 14  |  0 *)");
  CHECK(played(Oware(), before, "F") == drawn(R"(
    N  5  5  5  6  6  6  |  0 *
    S  5  5  3  1  1  0  |  0)"));
}

TEST_CASE("oware: `grand-slam` has seven values") {
  const Position before = drawn(R"(
    N  0  0  0  1  1  1  | 16
    S 10  0  0  0  0  3  | 16 *)");
  const auto after = [&](GrandSlam slam) { return played(with_slam(slam), before, "F"); };
  CHECK(after(GrandSlam::no_capture) == drawn(R"(
    N  0  0  0  2  2  2  | 16 *
    S 10  0  0  0  0  0  | 16)"));
  CHECK(after(GrandSlam::capture_all) == drawn(R"(
    N  0  0  0  0  0  0  | 16 *
    S 10  0  0  0  0  0  | 22)"));
  CHECK(after(GrandSlam::leave_last) == drawn(R"(
    N  0  0  0  0  0  2  | 16 *
    S 10  0  0  0  0  0  | 20)"));
  CHECK(after(GrandSlam::leave_first) == drawn(R"(
    N  0  0  0  2  0  0  | 16 *
    S 10  0  0  0  0  0  | 20)"));
  CHECK(after(GrandSlam::opponent_gets_rest) == drawn(R"(
    N  0  0  0  0  0  0  | 26 *
    S  0  0  0  0  0  0  | 22)"));
  CHECK(moves(with_slam(GrandSlam::no_capture), before) == "AF");
  CHECK(moves(with_slam(GrandSlam::illegal), before) == "A");
  CHECK(moves(with_slam(GrandSlam::illegal_unless_only), before) == "A");
}

TEST_CASE("oware: the only move may be a grand slam under illegal-unless-only, and takes everything") {
  const Position before = drawn(R"(
    N  0  0  0  0  0  1  | 22
    S  0  0  0  0  0  1  | 24 *)");
  CHECK(moves(with_slam(GrandSlam::illegal_unless_only), before) == "F");
  CHECK(played(with_slam(GrandSlam::illegal_unless_only), before, "F") == drawn(R"(
    N  0  0  0  0  0  0  | 22 *
    S  0  0  0  0  0  0  | 26)"));
}

TEST_CASE("oware: the trigger six-houses calls only a capture of six pits a grand slam") {
  const Oware literal = with([](Options& options) { options.grand_slam_trigger = SlamTrigger::six_houses; });
  const Position three_pits = drawn(R"(
    N  0  0  0  1  1  1  | 16
    S 10  0  0  0  0  3  | 16 *)");
  CHECK(played(literal, three_pits, "F") == drawn(R"(
    N  0  0  0  0  0  0  | 16 *
    S 10  0  0  0  0  0  | 22)"));
  const Position six_pits = drawn(R"(
    N  1  1  1  1  1  1  | 16
    S  1  0  0  0  0  6  | 19 *)");
  CHECK(played(literal, six_pits, "F") == drawn(R"(
    N  2  2  2  2  2  2  | 16 *
    S  1  0  0  0  0  0  | 19)"));
}

TEST_CASE("oware: an opponent without seeds must be fed") {
  const Position before = drawn(R"(
    N  0  0  0  0  0  0  | 22
    S  0  0  3  0  1  2  | 20 *)");
  CHECK(moves(Oware(), before) == "F");
  CHECK(moves(with([](Options& options) { options.feed = Feed::none; }), before) == "CEF");
}

TEST_CASE("oware: an opponent that has seeds need not be fed") {
  const Position before = drawn(R"(
    N  0  0  0  0  0  1  | 22
    S  0  0  3  0  1  1  | 20 *)");
  CHECK(moves(Oware(), before) == "CEF");
}

TEST_CASE("oware: when feeding is impossible the game ends, or continues under play-on") {
  const Position before = drawn(R"(
    N  0  0  0  0  0  0  | 22
    S  0  2  3  0  0  0  | 21 *)");
  CHECK(moves(Oware(), before).empty());
  CHECK(ending(Oware(), before) == "south_wins cannot-feed 26-22");
  const Oware play_on = with([](Options& options) { options.cannot_feed = CannotFeed::play_on; });
  CHECK(moves(play_on, before) == "BC");
  CHECK(ending(play_on, before) == "none");
}

TEST_CASE("oware: whether a move feeds is judged after its capture") {
  // C sows 20 seeds and makes 2 in every pit of the empty row.
  const Position before = drawn(R"(
    N  0  0  0  0  0  0  |  3
    S  0  8 20  2  0  2  | 13 *)");
  CHECK(moves(with_slam(GrandSlam::no_capture), before) == "BCF");
  CHECK(moves(with_slam(GrandSlam::leave_last), before) == "BCF");
  CHECK(moves(with_slam(GrandSlam::leave_first), before) == "BCF");
  CHECK(moves(with_slam(GrandSlam::illegal), before) == "BF");
  CHECK(moves(with_slam(GrandSlam::illegal_unless_only), before) == "BF");
  CHECK(moves(with_slam(GrandSlam::capture_all), before) == "BF");
  CHECK(moves(with_slam(GrandSlam::opponent_gets_rest), before) == "BF");
}

TEST_CASE("oware: where nothing feeds, play-on frees a grand slam unless it is illegal") {
  // A sows 22 seeds round twice and takes the 12 that it gave.
  const Position before = drawn(R"(
    N  0  0  0  0  0  0  |  4
    S 22  1  0  0  1  0  | 20 *)");
  const auto play_on = [](GrandSlam slam) {
    Options options;
    options.grand_slam = slam;
    options.cannot_feed = CannotFeed::play_on;
    return Oware(options);
  };
  CHECK(moves(play_on(GrandSlam::illegal_unless_only), before) == "ABE");
  CHECK(moves(play_on(GrandSlam::capture_all), before) == "ABE");
  CHECK(moves(play_on(GrandSlam::illegal), before) == "BE");
  CHECK(moves(play_on(GrandSlam::no_capture), before) == "A");
}
