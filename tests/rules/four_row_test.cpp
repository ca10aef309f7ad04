#include "referee/rules/four_row.hpp"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "referee/support/random.hpp"

using namespace ebiri;
using namespace ebiri::rules;

namespace {

enum class Origin { sown, skipped };

/// Drops seeds one at a time; returns the last pit.
int by_hand(std::array<int, ring_pits>& pits, int origin, int seeds, Direction direction, Origin rule) {
  int at = origin;
  while (seeds > 0) {
    at = (at + (direction == Direction::counter_clockwise ? 1 : ring_pits - 1)) % ring_pits;
    if (at == origin && rule == Origin::skipped) continue;
    ++pits[static_cast<std::size_t>(at)];
    --seeds;
  }
  return at;
}

Ring ring_of(const std::array<int, ring_pits>& pits) {
  Ring ring;
  for (int pit = 0; pit < ring_pits; ++pit) ring.add(pit, pits[static_cast<std::size_t>(pit)]);
  return ring;
}

/// The number of values of a walk after which `came_back` detects the repetition; 0 if it never does.
int needed(Recurrence<int>& recurrence, int tail, int period) {
  for (int step = 0; step < 1000; ++step) {
    const int state = step < tail ? step : tail + (step - tail) % period;
    if (recurrence.came_back(state)) return step + 1;
  }
  return 0;
}

}  // namespace

TEST_CASE("four rows: a lap equals dropping seeds one by one, both ways, with or without its origin") {
  for (const Origin rule : {Origin::sown, Origin::skipped}) {
    for (const Direction direction : {Direction::counter_clockwise, Direction::clockwise}) {
      for (int origin = 0; origin < ring_pits; ++origin) {
        for (int seeds = 1; seeds <= 64; ++seeds) {
          std::array<int, ring_pits> pits{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
          Ring ring = ring_of(pits);
          const int expected = by_hand(pits, origin, seeds, direction, rule);
          const int last = rule == Origin::sown ? ring.sow(origin, seeds, direction)
                                                : ring.sow_past(origin, seeds, direction);
          CHECK(last == expected);
          CHECK(ring == ring_of(pits));
        }
      }
    }
  }
}

TEST_CASE("four rows: a ring counts its seeds and knows whether a pit holds two") {
  Ring ring;
  CHECK(ring.total() == 0);
  CHECK_FALSE(ring.can_sow());
  for (int pit = 0; pit < ring_pits; ++pit) ring.add(pit, 1);
  CHECK(ring.total() == 16);
  CHECK_FALSE(ring.can_sow());
  for (int pit = 0; pit < ring_pits; ++pit) {
    Ring more = ring;
    more.add(pit, 1);
    CHECK(more.can_sow());
    CHECK(more.lift(pit) == 2);
    CHECK(more.seeds(pit) == 0);
    CHECK(more.total() == 15);
  }
}

TEST_CASE("four rows: facing inner pits have the same column") {
  for (int pit = row_pits; pit < ring_pits; ++pit) {
    CHECK(is_inner(pit));
    CHECK(inner_pit(facing_column(pit)) == 23 - pit);
    CHECK(inner_pit(facing_column(inner_pit(facing_column(pit)))) == pit);
  }
  CHECK_FALSE(is_inner(7));
}

TEST_CASE("four rows: reversible laps return to their first state, others may return to a later one") {
  Recurrence<int> reversible(Recurrence<int>::Laps::reversible);
  CHECK(needed(reversible, 0, 434) == 435);
  CHECK(reversible.period() == 434);
  reversible.restart();
  CHECK(needed(reversible, 0, 7) == 8);
  reversible.restart();
  CHECK(needed(reversible, 1, 7) == 0);
  for (int tail = 0; tail < 70; ++tail) {
    for (int period = 1; period < 70; ++period) {
      Recurrence<int> any(Recurrence<int>::Laps::any);
      INFO(tail << " " << period);
      CHECK(needed(any, tail, period) > tail + period);
      CHECK(any.period() == period);
    }
  }
}

TEST_CASE("four rows: pits are read and written in their owner's order") {
  const std::string text = "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15";
  const auto ring = parse_ring(text, "south", 64);
  REQUIRE(ring);
  for (int pit = 0; pit < ring_pits; ++pit) CHECK(ring->seeds(pit) == pit);
  CHECK(ring_text(*ring) == text);
}

TEST_CASE("four rows: malformed pits are refused with a reason") {
  const auto problem = [](std::string_view text) {
    const auto ring = parse_ring(text, "north", 64);
    return ring ? std::string("none") : ring.error().message;
  };
  CHECK(problem("") == "north's pits are 1 fields separated by `,`, expected 16: ``");
  CHECK(problem("0,0,0,0,0,0,0,0,0,0,0,0,0,0,0") ==
        "north's pits are 15 fields separated by `,`, expected 16: `0,0,0,0,0,0,0,0,0,0,0,0,0,0,0`");
  for (const char* bad : {"65", "-1", "01", "", "x", "+1", " 1", "99999999999"}) {
    CHECK(problem("0,0,0," + std::string(bad) + ",0,0,0,0,0,0,0,0,0,0,0,0") ==
          "north's pit 3 is `" + std::string(bad) + "`, expected a whole number from 0 to 64");
  }
}
