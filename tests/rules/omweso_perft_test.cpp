// Counts of move sequences, from a slow implementation of the written rules. A finished game counts as one.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "referee/rules/variant.hpp"
#include "tests/rules/omweso_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::omweso;
using namespace ebiri::rules::omweso::tests;

namespace {

struct Row {
  const char* ruleset;
  std::vector<std::string> settings;
  std::vector<std::uint64_t> sequences;  // of 1, 2, 3 … moves
};

const std::vector<Row> rows{
    {"omweso", {"setup=fixed-outer4"}, {8, 64, 420, 2773, 21793, 166791, 1326751}},
    {"omweso", {"setup=fixed-outer4", "reverse=start"}, {8, 64, 419, 2742, 20634, 151180, 1092090}},
    {"omweso", {"setup=fixed-outer4", "reverse=off"}, {8, 64, 416, 2695, 18952, 130983, 876277, 5551546}},
    {"omweso", {"setup=two-each"}, {46, 289, 3535, 19741, 181532, 1228879}},
    {"omweso", {"setup=two-each", "reverse=off"}, {16, 129, 1194, 7579, 57984, 355814, 2504460}},
    {"omweso",
     {"setup=fixed-outer4", "reverse=off", "emitwe=false", "akakyala=false"},
     {8, 64, 416, 2695, 18952, 131477, 899789}},
    {"hus8", {}, {12, 144, 1244, 11350, 77110, 577027, 3479083}},
};

void check_depths(std::size_t from, std::size_t to) {
  for (const Row& row : rows) {
    const Omweso rules(options_of(row.ruleset, row.settings));
    for (std::size_t depth = from; depth <= std::min(to, row.sequences.size()); ++depth) {
      INFO(row.ruleset << " " << (row.settings.empty() ? "" : row.settings.back()) << " depth " << depth);
      const Perft count = perft(rules, rules.start(), static_cast<int>(depth));
      CHECK(count.leaves + count.ended_earlier == row.sequences[depth - 1]);
    }
  }
}

constexpr std::size_t quick = EBIRI_TEST_SAMPLING != 0 ? 4 : 6;

}  // namespace

TEST_CASE("omweso: perft of the start positions is as recorded") { check_depths(1, quick); }

TEST_CASE("omweso: perft of the start positions is as recorded, to the end of the table", "[slow]") {
  check_depths(quick + 1, EBIRI_TEST_SAMPLING != 0 ? 5 : 8);
}

TEST_CASE("omweso: an arrangement is not counted, and a game that ended is counted once") {
  CHECK(Omweso().legal_moves(Omweso().start()).empty());
  const Omweso rules = rules_with({"reverse=off"});
  const Position last_turns = drawn(R"(
    N  0 0 0 0 0 0 0 0
    N  0 0 0 0 0 0 0 2
    S  0 0 0 2 2 0 0 0 *
    S  0 0 0 0 0 0 0 0)");
  CHECK(perft(rules, last_turns, 1) == Perft{2, 0, 0});
  CHECK(perft(rules, last_turns, 2) == Perft{2, 0, 0});
  CHECK(perft(rules, last_turns, 3) == Perft{2, 2, 0});
  CHECK(perft(rules, last_turns, 4) == Perft{0, 0, 2});
}
