// Single moves recorded from other programs, one file per capture rule (tests/data/kalah/README.md).
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "referee/rules/variant.hpp"
#include "tests/rules/count_leaves.hpp"
#include "tests/rules/kalah_boards.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::kalah;
using namespace ebiri::rules::kalah::tests;
using ebiri::rules::tests::sampling_step;
using nlohmann::json;

namespace {

constexpr unsigned pits = 6;

Side side(const json& number) { return number == 0 ? Side::south : Side::north; }

Position position_of(const json& numbers, const json& stores, Side mover) {
  Position position;
  for (unsigned pit = 0; pit < 2 * pits; ++pit)
    position.rows[pit / pits].add(pit % pits, numbers[pit].get<unsigned>());
  position.stores = {stores[0].get<std::uint16_t>(), stores[1].get<std::uint16_t>()};
  position.mover = mover;
  return position;
}

/// Pits 0..5 from the mover's left.
json legal_list(const Kalah& rules, const Position& position) {
  json list = json::array();
  for (const Kalah::Move move : rules.legal_moves(position)) list.push_back(move % pits);
  return list;
}

void check_line(const Kalah& rules, const json& line) {
  const Position start = position_of(line["start"], line["stores"], side(line["to_move"]));
  CHECK(legal_list(rules, start) == line["legal"]);
  const unsigned pit = line["move"].get<unsigned>() + (start.mover == Side::south ? 0 : pits);
  const Position reached = rules.play(start, static_cast<Kalah::Move>(pit));
  const bool over = line["over"];
  const Side next = over ? reached.mover : side(line["next"]);  // irrelevant if the game is over
  CHECK(reached == position_of(line["after"], line["stores_after"], next));
  const auto outcome = rules.outcome({&reached, 1});
  CHECK(rules.is_over(reached) == over);
  REQUIRE(outcome.has_value() == over);
  if (outcome) CHECK(json{outcome->south, outcome->north} == line["scores"]);
}

struct File {
  const char* name;
  bool empty_capture;
  std::size_t lines;
};

/// Compares the recorded counts of depths `from` to `to`.
void check_perft(int from, int to) {
  const json file = json::parse(ebiri::rules::tests::data_file("kalah/perft.json"));
  CHECK(file["positions"].size() == 9);
  const Kalah rules;
  for (const json& table : file["positions"]) {
    const Position start = position_of(table["start"], table["stores"], side(table["to_move"]));
    for (const json& row : table["perft"]) {
      const int depth = row[0];
      if (depth < from || depth > to) continue;
      INFO(table["start"].dump() << " depth " << depth);
      const Perft count = perft(rules, start, depth);
      CHECK(count.leaves == row[1].get<std::uint64_t>());
      CHECK(count.ended_at_leaf == row[2].get<std::uint64_t>());
      CHECK(count_leaves(rules, start, depth) == count.leaves);
    }
  }
}

constexpr int quick_depth = sampling_step > 1 ? 6 : 8;
constexpr int deepest = sampling_step > 1 ? 7 : 11;

}  // namespace

TEST_CASE("kalah: every recorded move of other programs is reproduced, under either capture rule") {
  const auto file = GENERATE(File{"kalah", false, 9937}, File{"kalah_empty_capture", true, 9866});
  Options options;
  options.empty_capture = file.empty_capture;
  const Kalah rules(options);
  const auto lines = ebiri::rules::tests::data_lines(std::string("kalah/") + file.name + ".jsonl.gz");
  CHECK(lines.size() == (file.lines + sampling_step - 1) / sampling_step);
  for (const json& line : lines) {
    INFO(line.dump());
    REQUIRE(line["empty_capture"] == file.empty_capture);
    check_line(rules, line);
  }
}

TEST_CASE("kalah: perft of nine positions is as other programs count it") { check_perft(1, quick_depth); }

TEST_CASE("kalah: perft of nine positions is as other programs count it, deeper", "[slow]") {
  check_perft(quick_depth + 1, deepest);
}

TEST_CASE("kalah: perft counts a game that ends early once and never extends it") {
  const Position position = drawn(R"(
    N  0  0  0  0  0  2  | 21
    S  0  0  0  0  1  1  | 23 *)");
  const Kalah rules;
  // F moves again, and E then captures all that north has. Only E adds a seed to F. After that, `a` continues
  // the game, and F ends it.
  CHECK(perft(rules, position, 0) == Perft{1, 0, 0});
  CHECK(perft(rules, position, 1) == Perft{2, 0, 0});
  CHECK(perft(rules, position, 2) == Perft{2, 1, 0});
  CHECK(perft(rules, position, 3) == Perft{1, 1, 1});
  CHECK(perft(rules, position, 4) == Perft{0, 0, 2});
}
