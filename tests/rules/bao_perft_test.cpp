// Counts of move sequences from known positions (tests/data/bao/perft.json). A game that is over counts once.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "referee/rules/variant.hpp"
#include "tests/rules/bao_boards.hpp"
#include "tests/rules/count_leaves.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::bao;
using namespace ebiri::rules::bao::tests;
using nlohmann::json;

namespace {

struct Row {
  const char* name;
  Bao rules;
  Position start;
  int quick;  ///< depths up to here are quick
  int deepest;
};

std::vector<Row> rows() {
  const Bao kiswahili;
  const Bao no_takasia = with({"takasia=false"});
  const Bao kujifunza = ruleset("bao-kujifunza");
  const Bao kujifunza_takasia = ruleset("bao-kujifunza", {"takasia=true"});
  const Position e30 = from_donkers(
      "[ 0 1 2 1 4 8 2 2 | 10 0 0 10 2 1 0 1 | 0 2 0 0 1 1 0 0 | 0 0 2 2 0 2 6 4 | 0 0 | F F | 3 | 1 ]");
  return {
      {"bao kiswahili", kiswahili, kiswahili.start(), 6, 9},
      {"bao kiswahili takasia off", no_takasia, no_takasia.start(), 6, 9},
      {"bao kujifunza", kujifunza_takasia, kujifunza_takasia.start(), 5, 8},
      {"bao kujifunza, takasia off", kujifunza, kujifunza.start(), 5, 7},
      {"bao E30 (a4 blocked, North to move)", kiswahili, e30, 7, 10},
  };
}

void check(const Row& row, int from, int to) {
  const json counts = json::parse(ebiri::rules::tests::data_file("bao/perft.json"))[row.name];
  for (int depth = from; depth <= to; ++depth) {
    INFO(row.name << " depth " << depth);
    const Perft count = perft(row.rules, row.start, depth);
    CHECK(count.leaves + count.ended_earlier == counts[static_cast<std::size_t>(depth) - 1]);
    CHECK(count_leaves(row.rules, row.start, depth) == count.leaves);
  }
}

}  // namespace

TEST_CASE("bao: perft of known positions is reproduced") {
  for (const Row& row : rows()) check(row, 1, EBIRI_TEST_SAMPLING != 0 ? 4 : row.quick);
}

TEST_CASE("bao: perft of known positions is reproduced, deeper", "[slow]") {
  for (const Row& row : rows()) check(row, row.quick + 1, EBIRI_TEST_SAMPLING != 0 ? row.quick : row.deepest);
}
