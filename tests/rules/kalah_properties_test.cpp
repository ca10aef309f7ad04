// Properties of positions of Kalah from random play, compared with a second implementation that drops seed by
// seed.
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "referee/rules/kalah/catalogue.hpp"
#include "tests/rules/kalah_boards.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using namespace ebiri::rules::kalah;
using namespace ebiri::rules::kalah::tests;

namespace {

constexpr unsigned random_games = EBIRI_TEST_SAMPLING != 0 ? 1 : 6;

/// All sizes of board, each with one combination of the other options, so that all values occur.
std::vector<Options> option_sets() {
  std::vector<Options> sets;
  unsigned number = 0;
  for (int pits = fewest_pits; pits <= max_pits; ++pits) {
    for (int seeds = 1; seeds <= max_seeds_in_pit; ++seeds, number += 5) {
      Options options;
      options.pits = pits;
      options.seeds = seeds;
      options.empty_capture = (number & 1U) != 0;
      options.end = (number & 2U) != 0 ? End::mover_empty : End::either_row_empty;
      options.majority_ends = (number & 4U) != 0;
      options.pie = (number & 8U) != 0 ? Pie::swap : Pie::false_;
      options.first_move_again = (number & 16U) == 0;
      sets.push_back(options);
    }
  }
  return sets;
}

template <class Look>
void play_games(Look look) {
  play_at_random<Kalah>(option_sets(), random_games, look);
}

/// The board as one ring of numbers: south's pits and store, north's pits and store.
std::vector<unsigned> ring(const Position& position, unsigned pits) {
  std::vector<unsigned> numbers;
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    for (unsigned pit = 0; pit < pits; ++pit) numbers.push_back(position.rows[side][pit]);
    numbers.push_back(position.stores[side]);
  }
  return numbers;
}

/// The ring after sowing `pit` of the mover, one seed at a time, and whether the last seed fell into its
/// store.
struct Turn {
  std::vector<unsigned> ring;
  bool ends_in_store;
};

Turn sown_one_by_one(const Options& options, const Position& before, unsigned pit) {
  const auto pits = static_cast<unsigned>(options.pits);
  std::vector<unsigned> numbers = ring(before, pits);
  const unsigned mine = before.mover == Side::south ? 0 : pits + 1;
  const unsigned own_store = mine + pits;
  const unsigned other_store = (own_store + pits + 1) % (2 * pits + 2);
  unsigned at = mine + pit;
  unsigned hand = numbers[at];
  numbers[at] = 0;
  while (hand > 0) {
    at = (at + 1) % (2 * pits + 2);
    if (at == other_store) continue;
    ++numbers[at];
    --hand;
  }
  if (at >= mine && at < own_store && numbers[at] == 1) {
    const unsigned opposite = 2 * pits - at;
    if (numbers[opposite] > 0 || options.empty_capture) {
      numbers[own_store] += numbers[opposite] + 1;
      numbers[opposite] = numbers[at] = 0;
    }
  }
  return {numbers, at == own_store};
}

}  // namespace

TEST_CASE("kalah: every sowing on every size of board equals dropping seeds one by one") {
  play_games([](const Kalah& rules, const std::vector<Position>& history) {
    const Position& here = history.back();
    const Options& options = rules.options();
    const auto pits = static_cast<unsigned>(options.pits);
    if (rules.is_over(here)) return;
    for (const Kalah::Move move : rules.legal_moves(here)) {
      if (move == Kalah::swap_sides) continue;
      const Turn turn = sown_one_by_one(options, here, move % pits);
      const Position after = rules.play(here, move);
      REQUIRE(ring(after, pits) == turn.ring);
      const bool again = turn.ends_in_store && (options.first_move_again || history.size() > 1);
      REQUIRE((after.mover == here.mover) == again);
    }
  });
}

TEST_CASE("kalah: the number of seeds is constant") {
  play_games([](const Kalah& rules, const std::vector<Position>& history) {
    const Position& here = history.back();
    REQUIRE(rules.seeds(here) == 2 * rules.options().pits * rules.options().seeds);
  });
}

TEST_CASE("kalah: the swap is open as long as only one side has moved") {
  auto sets = option_sets();
  for (Options& options : sets) options.pie = Pie::swap;
  play_at_random<Kalah>(sets, random_games, [](const Kalah&, const std::vector<Position>& history) {
    bool north_was_to_move = false;
    for (std::size_t i = 0; i + 1 < history.size(); ++i)
      north_was_to_move = north_was_to_move || history[i].mover == Side::north;
    REQUIRE((history.back().swap == Swap::north) == !north_was_to_move);
    REQUIRE(history.back().swap != Swap::south);
  });
}

TEST_CASE("kalah: final scores share out all seeds, except after a majority, and name the winner") {
  play_games([](const Kalah& rules, const std::vector<Position>& history) {
    const auto outcome = rules.outcome(history);
    REQUIRE(outcome.has_value() == rules.is_over(history.back()));
    if (!outcome) return;
    const int total = 2 * rules.options().pits * rules.options().seeds;
    INFO(outcome->reason << " " << outcome->south << "-" << outcome->north);
    if (outcome->reason == "row-empty")
      REQUIRE(outcome->south + outcome->north == total);
    else
      REQUIRE(std::max(outcome->south, outcome->north) > total / 2);
    REQUIRE((outcome->kind == Outcome::Kind::south_wins) == (outcome->south > outcome->north));
    REQUIRE((outcome->kind == Outcome::Kind::north_wins) == (outcome->south < outcome->north));
  });
}
