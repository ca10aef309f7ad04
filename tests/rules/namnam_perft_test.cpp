#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "referee/rules/variant.hpp"
#include "tests/rules/count_leaves.hpp"
#include "tests/rules/namnam_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::namnam;
using namespace ebiri::rules::namnam::tests;

namespace {

constexpr std::size_t quick_depth = EBIRI_TEST_SAMPLING != 0 ? 5 : 8;

/// Counts of a single round, from depth 1 on; a round that ended earlier counts once.
struct Table {
  const char* name;
  bool skip_origin;
  const char* owners;
  std::vector<std::uint64_t> counts;
};

std::vector<Table> tables() {
  return {
      {"default",
       true,
       "SSSSSSNNNNNN",
       {6, 32, 140, 639, 2939, 12833, 51969, 204640, 773383, 2835811, 10172797}},
      {"skip-origin=false",
       false,
       "SSSSSSNNNNNN",
       {6, 32, 140, 638, 3029, 13799, 58665, 243728, 963991, 3674809}},
      {"south owns three houses",
       true,
       "SSSNNNNNNNNN",
       {3, 24, 55, 380, 907, 5666, 11550, 65525, 124585, 659838, 1180147, 5924307}},
  };
}

void check_depths(const Table& table, std::size_t first, std::size_t last) {
  Options options;
  options.skip_origin = table.skip_origin;
  options.max_rounds = 1;
  const NamNam rules(options);
  const Position start =
      rules.parse_position(std::string("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S/") + table.owners).value();
  for (std::size_t depth = first; depth <= last; ++depth) {
    INFO(table.name << " depth " << depth);
    const Perft count = perft(rules, start, static_cast<int>(depth));
    CHECK(count.leaves + count.ended_earlier == table.counts[depth - 1]);
    CHECK(count_leaves(rules, start, static_cast<int>(depth)) == count.leaves);
  }
}

}  // namespace

TEST_CASE("namnam: perft of a single round is as recorded") {
  for (const Table& table : tables()) check_depths(table, 1, quick_depth);
}

TEST_CASE("namnam: perft of a single round is as recorded, deep", "[slow]") {
  for (const Table& table : tables()) check_depths(table, quick_depth + 1, table.counts.size());
}

namespace {

/// The first moves of second rounds that begin after exactly `depth` turns.
std::uint64_t first_moves_of_second_rounds(const NamNam& rules, const Position& position, int depth) {
  const auto moves = rules.legal_moves(position);
  if (depth == 0) return position.round == 2 && position.turns == 0 ? moves.size() : 0;
  std::uint64_t sum = 0;
  for (const NamNam::Move move : moves)
    sum += first_moves_of_second_rounds(rules, rules.play(position, move), depth - 1);
  return sum;
}

}  // namespace

TEST_CASE("namnam: perft of a match continues into the next round") {
  const NamNam match;
  const NamNam round(Options{.max_rounds = 1});
  const Position start = match.start();
  // The shortest rounds end with the fifth turn.
  CHECK(perft(round, start, 5) == Perft{2939, 4, 0});
  CHECK(perft(match, start, 5) == Perft{2939, 0, 0});
  const Perft of_round = perft(round, start, 6);
  CHECK(of_round.ended_earlier == 4);
  const std::uint64_t more = first_moves_of_second_rounds(match, start, 5);
  CHECK(more > 0);
  CHECK(perft(match, start, 6) == Perft{of_round.leaves + more, 0, 0});
}
