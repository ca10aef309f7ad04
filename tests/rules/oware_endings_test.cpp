// The ends of Oware games, and the side that gets the seeds.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "tests/rules/oware_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;

namespace {

std::string ending_of(const Oware& rules, const std::vector<Position>& history) {
  return ending_text(rules.outcome(history));
}

/// Plays the first legal move until the game ends; returns the end and the number of moves.
std::string first_moves_to_the_end(const Oware& rules, const Position& base) {
  std::vector<Position> history{base};
  while (!rules.outcome(history)) {
    history.push_back(rules.play(history.back(), rules.legal_moves(history.back())[0]));
  }
  return ending_of(rules, history) + " after " + std::to_string(history.size() - 1);
}

/// One seed each, half a board apart: both step once per move, and the board repeats after 12 plies.
Position chase() {
  return drawn(R"(
    N  0  0  0  0  0  1  | 23
    S  1  0  0  0  0  0  | 23 *)");
}

}  // namespace

TEST_CASE("oware: 25 seeds win at once, with the stores as the score") {
  const Position won = drawn(R"(
    N  4  4  4  0  0  0  |  7
    S  4  0  0  0  0  0  | 25)");
  CHECK(Oware().is_over(won));
  CHECK(ending(Oware(), won) == "south_wins majority 25-7");
  const Oware to_the_end = with([](Options& options) { options.majority_ends = false; });
  CHECK_FALSE(to_the_end.is_over(won));
  CHECK(ending(to_the_end, won) == "none");
}

TEST_CASE("oware: without the majority rule a won game is played out, and the rows count") {
  const Oware to_the_end = with([](Options& options) { options.majority_ends = false; });
  const Position unfed = drawn(R"(
    N  0  0  0  0  0  0  |  7
    S  4 12  0  0  0  0  | 25 *)");
  CHECK(ending(to_the_end, unfed) == "none");  // B reaches north's row
  const Position done = drawn(R"(
    N  0  0  0  0  0  0  | 20
    S  2  1  0  0  0  0  | 25 *)");
  CHECK(ending(to_the_end, done) == "south_wins cannot-feed 28-20");
}

TEST_CASE("oware: 24 seeds are not a majority") {
  const Position open = drawn(R"(
    N  0  0  0  0  0  1  | 22
    S  1  0  0  0  0  0  | 24 *)");
  CHECK(ending(Oware(), open) == "none");
}

TEST_CASE("oware: 24 seeds each are a draw") {
  const Position even = drawn(R"(
    N  0  0  0  0  0  0  | 24
    S  0  0  0  0  0  0  | 24 *)");
  CHECK(ending(Oware(), even) == "draw empty-board 24-24");
}

TEST_CASE("oware: a mover with an empty row ends the game, and the opponent keeps its row") {
  const Position starved = drawn(R"(
    N  0  0  3  0  0  0  | 22 *
    S  2  0  0  0  0  0  | 21)");
  CHECK(ending(Oware(), starved) == "none");
  const Position empty = drawn(R"(
    N  0  0  0  0  0  0  | 22 *
    S  2  0  3  0  0  0  | 21)");
  CHECK(ending(Oware(), empty) == "south_wins no-seeds 26-22");
  const Oware mover_takes =
      with([](Options& options) { options.no_legal_move = NoLegalMove::mover_takes_all; });
  CHECK(ending(mover_takes, empty) == "south_wins no-seeds 26-22");
}

TEST_CASE("oware: if a mover has only illegal grand slams, each side keeps its row or the mover takes all") {
  const Position stuck = drawn(R"(
    N  0  0  0  0  0  1  | 23
    S  0  0  0  0  0  1  | 23 *)");
  CHECK(moves(with_slam(GrandSlam::illegal), stuck).empty());
  CHECK(ending(with_slam(GrandSlam::illegal), stuck) == "draw only-slams 24-24");
  const Oware mover_takes = with([](Options& options) {
    options.grand_slam = GrandSlam::illegal;
    options.no_legal_move = NoLegalMove::mover_takes_all;
  });
  CHECK(ending(mover_takes, stuck) == "south_wins only-slams 25-23");
}

TEST_CASE("oware: `opponent-gets-rest` ends the game, even with a majority") {
  const Position slammed = drawn(R"(
    N  0  0  0  0  0  0  | 26 *
    S  0  0  0  0  0  0  | 22)");
  CHECK(ending(with_slam(GrandSlam::opponent_gets_rest), slammed) == "north_wins grand-slam 22-26");
}

TEST_CASE("oware: the second or the third occurrence of a board and mover ends the game") {
  CHECK(first_moves_to_the_end(Oware(), chase()) == "draw repetition 24-24 after 12");
  const Oware third = with([](Options& options) { options.repetition = Repetition::third; });
  CHECK(first_moves_to_the_end(third, chase()) == "draw repetition 24-24 after 24");
  const Oware off = with([](Options& options) { options.repetition = Repetition::off; });
  CHECK(first_moves_to_the_end(off, chase()) == "draw max-plies 24-24 after 1000");
}

TEST_CASE("oware: the same board with the other side to move is no repetition") {
  const Position south_to_move = chase();
  const Position north_to_move = drawn(R"(
    N  0  0  0  0  0  1  | 23 *
    S  1  0  0  0  0  0  | 23)");
  CHECK(ending_of(Oware(), {south_to_move, north_to_move}) == "none");
  CHECK(ending_of(Oware(), {south_to_move, north_to_move, south_to_move}) == "draw repetition 24-24");
}

TEST_CASE("oware: after a repetition each side keeps its row, or gets half of the seeds") {
  const Position here = drawn(R"(
    N  0  0  0  0  0  2  | 20
    S  0  0  0  0  0  5  | 21 *)");
  const Position between = drawn(R"(
    N  0  0  0  0  2  0  | 20 *
    S  0  0  0  5  0  0  | 21)");
  CHECK(ending_of(Oware(), {here, between, here}) == "south_wins repetition 26-22");
  const Oware halves = with([](Options& options) { options.on_repetition = OnRepetition::split_evenly; });
  CHECK(ending_of(halves, {here, between, here}) ==
        "south_wins repetition 24-23");  // the seventh seed has no owner
}

TEST_CASE("oware: occurrences before the last capture do not count") {
  const Position here = chase();
  const Position fewer_captured = drawn(R"(
    N  0  0  0  0  2  1  | 21 *
    S  1  0  0  0  0  0  | 23)");
  CHECK(ending_of(Oware(), {here, fewer_captured, here}) == "none");
}

TEST_CASE("oware: at the ply limit each side keeps its row, or only the stores count") {
  const Position uneven = drawn(R"(
    N  4  4  4  4  4  4  |  1
    S  4  4  4  4  4  0  |  3 *)");
  const Oware own_side = with([](Options& options) { options.max_plies = 2; });
  CHECK(ending_of(own_side, {Oware().start(), uneven}) == "none");
  CHECK(ending_of(own_side, {Oware().start(), Oware().start(), uneven}) == "north_wins max-plies 23-25");
  const Oware captured_only = with([](Options& options) {
    options.max_plies = 2;
    options.on_max_plies = OnMaxPlies::captured_only;
  });
  CHECK(ending_of(captured_only, {Oware().start(), Oware().start(), uneven}) == "south_wins max-plies 3-1");
}

TEST_CASE("oware: an agreed end gives each side its row") {
  const Position open = drawn(R"(
    N  1  0  0  0  0  1  | 20
    S  5  0  0  0  0  0  | 21 *)");
  CHECK(ending_text(Oware().agreed_end(open)) == "south_wins agreed 26-22");
  CHECK_FALSE(Oware().agreed_end_allowed());
  CHECK(with([](Options& options) { options.agreed_end = true; }).agreed_end_allowed());
}
