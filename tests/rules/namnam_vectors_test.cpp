// Positions recorded from other programs, each with all its moves (tests/data/namnam/README.md).
#include <catch2/catch_test_macros.hpp>
#include <map>

#include "tests/rules/namnam_boards.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::namnam;
using namespace ebiri::rules::namnam::tests;
using nlohmann::json;

namespace {

Side side_of(const json& number) { return number == 0 ? Side::south : Side::north; }

HouseSet norths_of(const json& owners) {
  unsigned norths = 0;
  for (std::size_t house = 0; house < house_count; ++house) norths |= (owners[house] == 1 ? 1U : 0U) << house;
  return static_cast<HouseSet>(norths);
}

Position position_of(const json& line) {
  Position position;
  for (std::size_t house = 0; house < house_count; ++house)
    position.houses[house] = line["pits"][house].get<std::uint8_t>();
  position.stores = {line["store"][0].get<std::uint8_t>(), line["store"][1].get<std::uint8_t>()};
  position.norths = norths_of(line["owner"]);
  position.mover = side_of(line["player"]);
  if (line.contains("starter")) position.starter = side_of(line["starter"]);
  return position;
}

json captures_of(const std::vector<Harvest>& harvests) {
  json captures = json::array();
  for (const Harvest& harvest : harvests)
    captures.push_back({harvest.house, harvest.by == Side::south ? 0 : 1});
  return captures;
}

void check_move(const NamNam& rules, const Position& position, const json& move) {
  std::vector<Harvest> harvests;
  const Turn turn = take_turn(rules.options(), position, move["move"], &harvests);
  CHECK(json(turn.after.houses) == move["pits"]);
  CHECK(json(turn.after.stores) == move["store"]);
  CHECK(captures_of(harvests) == move["captures"]);
  CHECK(turn.laps == move["laps"]);
  CHECK(turn.endless == move.value("endless", false));
  CHECK(turn.round_over == move.value("round_over", false));
}

/// The legal moves; `going_on`: those that do not end the round within the turn.
json legal_list(const NamNam& rules, const Position& position, bool going_on) {
  json list = json::array();
  for (const NamNam::Move move : rules.legal_moves(position)) {
    if (!going_on || !take_turn(rules.options(), position, move).round_over) list.push_back(move);
  }
  return list;
}

json moves_of(const json& line) {
  json list = json::array();
  for (const json& move : line["moves"]) list.push_back(move["move"]);
  return list;
}

void check_turn(const NamNam& rules, const json& line, bool going_on) {
  const Position position = position_of(line);
  CHECK(legal_list(rules, position, going_on) == moves_of(line));
  for (const json& move : line["moves"]) check_move(rules, position, move);
}

void check_next_round(const NamNam& rules, const json& line) {
  Position finished;
  finished.stores = {line["store"][0].get<std::uint8_t>(), line["store"][1].get<std::uint8_t>()};
  finished.starter = side_of(line["starter"]);
  finished.round = line["round"].get<std::uint16_t>();
  const auto read = rules.parse_position(rules.position_text(finished));
  CHECK(static_cast<bool>(read) == !line["winner"].is_null());
  if (read) {
    const std::array<Position, 1> history{finished};
    CHECK(static_cast<int>(rules.outcome(history)->kind) == line["winner"].get<int>());
    return;
  }
  const Position next = next_round(finished, rules.options());
  CHECK(next.norths == norths_of(line["owner_next"]));
  CHECK(next.starter == side_of(line["starter_next"]));
  CHECK(next.mover == next.starter);
  CHECK(read.error().message ==
        "no turn is possible here; the next position is `" + rules.position_text(next) + "`");
}

std::size_t sampled(std::size_t lines) {
  constexpr std::size_t step = ebiri::rules::tests::sampling_step;
  return (lines + step - 1) / step;
}

}  // namespace

TEST_CASE("namnam: every recorded turn and next round of the default rules is reproduced") {
  static_assert(static_cast<int>(Outcome::Kind::south_wins) == 0 &&
                static_cast<int>(Outcome::Kind::draw) == 2);
  Options options;
  options.max_rounds = 10;
  const NamNam rules(options);
  const auto lines = ebiri::rules::tests::data_lines("namnam/default.jsonl.gz");
  CHECK(lines.size() == sampled(1500));
  for (const json& line : lines) {
    INFO(line.dump());
    if (line["kind"] == "turn") {
      check_turn(rules, line, false);
    } else {
      check_next_round(rules, line);
    }
  }
}

TEST_CASE("namnam: every turn of a program that neither skips the origin nor must feed is reproduced") {
  Options options;
  options.skip_origin = false;
  options.feed = Feed::none;
  const NamNam rules(options);
  const auto lines = ebiri::rules::tests::data_lines("namnam/no_skip_no_feed.jsonl.gz");
  CHECK(lines.size() == sampled(3000));
  for (const json& line : lines) {
    INFO(line.dump());
    check_turn(rules, line, true);
  }
}
