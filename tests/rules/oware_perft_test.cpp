#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <map>

#include "referee/rules/variant.hpp"
#include "tests/rules/count_leaves.hpp"
#include "tests/rules/oware_boards.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;
using nlohmann::json;

namespace {

constexpr int deepest = EBIRI_TEST_SAMPLING != 0 ? 7 : 9;

const std::map<std::string, GrandSlam> rule_names{{"no_capture", GrandSlam::no_capture},
                                                  {"illegal", GrandSlam::illegal},
                                                  {"illegal_unless_only", GrandSlam::illegal_unless_only},
                                                  {"capture_all", GrandSlam::capture_all},
                                                  {"leave_last", GrandSlam::leave_last},
                                                  {"opp_gets_remaining", GrandSlam::opponent_gets_rest}};

Oware recorded_rules(const std::string& name) {
  Options options;
  options.grand_slam = rule_names.at(name);
  if (name == "illegal_unless_only") options.cannot_feed = CannotFeed::play_on;
  return Oware(options);
}

Position recorded_position(const json& numbers) {
  Board board;
  for (std::size_t pit = 0; pit < pit_count; ++pit) board.pits[pit] = numbers[pit].get<std::uint8_t>();
  board.stores = {numbers[12].get<std::uint8_t>(), numbers[13].get<std::uint8_t>()};
  board.mover = numbers[14] == 0 ? Side::south : Side::north;
  return Position(board);
}

}  // namespace

TEST_CASE("oware: perft from the start is the same under every grand-slam rule") {
  const auto slam = GENERATE(GrandSlam::no_capture, GrandSlam::illegal, GrandSlam::illegal_unless_only,
                             GrandSlam::capture_all, GrandSlam::leave_last, GrandSlam::leave_first,
                             GrandSlam::opponent_gets_rest);
  constexpr std::array<std::uint64_t, 10> leaves{1, 6, 36, 190, 1014, 5219, 27332, 139157, 711414, 3592872};
  const Oware rules = with_slam(slam);
  for (int depth = 0; depth <= deepest; ++depth) {
    INFO("depth " << depth);
    const Perft count = perft(rules, rules.start(), depth);
    CHECK(count == Perft{leaves[static_cast<std::size_t>(depth)], 0, 0});
    CHECK(count_leaves(rules, rules.start(), depth) == count.leaves);
  }
}

TEST_CASE("oware: perft of positions that distinguish the grand-slam rules") {
  const json tables = json::parse(ebiri::rules::tests::data_file("oware/perft.json"));
  CHECK(tables.size() == 60);
  for (const json& table : tables) {
    const Oware rules = recorded_rules(table["rule"]);
    const Position position = recorded_position(table["position"]);
    for (std::size_t depth = 1; depth <= table["leaves"].size(); ++depth) {
      if (static_cast<int>(depth) > deepest) break;
      INFO(table["rule"] << " " << table["position"].dump() << " depth " << depth);
      const Perft count = perft(rules, position, static_cast<int>(depth));
      CHECK(count.leaves == table["leaves"][depth - 1].get<std::uint64_t>());
      CHECK(count.ended_at_leaf == table["terminal_leaves"][depth - 1].get<std::uint64_t>());
      CHECK(count_leaves(rules, position, static_cast<int>(depth)) == count.leaves);
    }
  }
}

TEST_CASE("oware: perft counts a game that ends early once and never extends it") {
  // F makes three in `a`: a grand slam, so nothing is taken. North's only seeds reach d, so it cannot feed.
  const Position position = drawn(R"(
    N  0  0  0  0  0  2  | 21
    S  0  0  0  0  0  1  | 24 *)");
  const Oware rules;
  CHECK(perft(rules, position, 0) == Perft{1, 0, 0});
  CHECK(perft(rules, position, 1) == Perft{1, 1, 0});
  CHECK(perft(rules, position, 2) == Perft{0, 0, 1});
  CHECK(perft(rules, position, 3) == Perft{0, 0, 1});
}

TEST_CASE("oware: perft of a position that is over counts it once") {
  const Position won = drawn(R"(
    N  0  1  0  0  0  1  | 20
    S  0  0  0  0  0  1  | 25 *)");
  const Oware rules;
  CHECK(perft(rules, won, 0) == Perft{1, 1, 0});
  CHECK(perft(rules, won, 1) == Perft{0, 0, 1});
  CHECK(count_leaves(rules, won, 1) == 0);
}
