// Endgame values recorded from other people's databases, checked by solving every board of up to 12 seeds.
//
// Method. The seeds still on the board are the prize; a position is one of the ways to lay n seeds on the
// board, seen by the mover. Sowing keeps n and capturing lowers it, so the boards are solved for n = 0, 1, 2
// …, and only moves inside a layer can go round in circles. For one player, call him Max, let
//     mover(p)   what Max can secure when he is to move,     = max over moves of (captured + waiting(next)),
//     waiting(p) what Max can secure when Min is to move,    = min over moves of mover(next),
// with the rows' split where there is no legal move, and an endless game worth nothing to Max. That value is
// the least fixed point of these equations (Max has to bring his seeds home in finitely many moves), which
// sweeping up from zero reaches. So `lo` = mover(p) is what the mover gets however cycles are scored, and
// `hi` = n - waiting(p), what his opponent cannot keep from him if endless games are worth everything to the
// mover. Any rule that splits the seeds of a cycle somehow gives a value between the two; where they meet,
// repetition does not matter.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <limits>
#include <vector>

#include "tests/rules/oware_boards.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;
using nlohmann::json;

namespace {

constexpr int most_seeds = EBIRI_TEST_SAMPLING != 0 ? 7 : 12;
constexpr std::size_t most_moves = pits_per_side;

/// How many ways there are to lay `seeds` seeds into `pits` pits.
constexpr auto layings = [] {
  std::array<std::array<std::uint32_t, most_seeds + 1>, pit_count + 1> table{};
  table[0][0] = 1;
  for (std::size_t pits = 1; pits <= pit_count; ++pits) {
    for (std::size_t seeds = 0; seeds <= most_seeds; ++seeds) {
      table[pits][seeds] = table[pits - 1][seeds] + (seeds > 0 ? table[pits][seeds - 1] : 0);
    }
  }
  return table;
}();

int on_board(const Position& position) {
  return static_cast<int>(seeds_in(position.own_pits()) + seeds_in(position.other_pits()));
}

/// The number of a board among those with as many seeds, seen by the mover.
std::uint32_t number_of(const Position& position) {
  std::uint32_t number = 0;
  auto left = static_cast<std::size_t>(on_board(position));
  std::size_t pits = pit_count;
  for (Row row : {position.own_pits(), position.other_pits()}) {
    for (int pit = 0; pit < pits_per_side; ++pit, row >>= 8) {
      --pits;
      for (std::size_t fewer = 0; fewer < (row & 0xFF); ++fewer) number += layings[pits][left - fewer];
      left -= row & 0xFF;
    }
  }
  return number;
}

Position numbered(std::uint32_t number, int seeds) {
  Board board;
  auto left = static_cast<std::size_t>(seeds);
  for (std::size_t pit = 0; pit < pit_count; ++pit) {
    const std::size_t pits = pit_count - 1 - pit;
    while (number >= layings[pits][left]) {
      number -= layings[pits][left--];
      ++board.pits[pit];
    }
  }
  return Position(board);
}

/// A move inside a solved database: what it captures and the board that it leads to.
struct Step {
  std::uint32_t next = 0;
  std::uint8_t captured = 0;
};

struct Value {
  std::uint8_t mover = 0;
  std::uint8_t waiting = 0;
  std::uint8_t steps = 0;
};

class Database {
 public:
  Database() {
    for (int seeds = 0; seeds <= most_seeds; ++seeds) solve(seeds);
  }

  int lo(const Position& position) const { return at(position).mover; }
  int hi(const Position& position) const { return on_board(position) - at(position).waiting; }

  /// What the mover of `position` secures with `move`.
  int secured(const Position& position, Oware::Move move) const {
    const Position next = rules_.play(position, move);
    return on_board(position) - on_board(next) + at(next).waiting;
  }

  const Oware& rules() const { return rules_; }

 private:
  static Options without_majority() {
    Options options;
    options.majority_ends = false;
    return options;
  }

  const Value& at(const Position& position) const {
    return layers_[static_cast<std::size_t>(on_board(position))][number_of(position)];
  }

  void solve(int seeds) {
    const std::uint32_t size = layings[pit_count][static_cast<std::size_t>(seeds)];
    layers_.emplace_back(size);
    std::vector<Value>& layer = layers_.back();
    std::vector<std::array<Step, most_moves>> steps(size);
    for (std::uint32_t number = 0; number < size; ++number) {
      const Position position = numbered(number, seeds);
      Value& value = layer[number];
      for (const Oware::Move move : rules_.legal_moves(position)) {
        const Position next = rules_.play(position, move);
        steps[number][value.steps++] = {number_of(next), static_cast<std::uint8_t>(seeds - on_board(next))};
      }
      if (value.steps == 0) {
        value.mover = static_cast<std::uint8_t>(seeds_in(position.own_pits()));
        value.waiting = static_cast<std::uint8_t>(seeds_in(position.other_pits()));
      }
    }
    while (sweep(seeds, steps)) continue;
  }

  /// One pass over the equations; whether anything rose.
  bool sweep(int seeds, const std::vector<std::array<Step, most_moves>>& steps) {
    std::vector<Value>& layer = layers_[static_cast<std::size_t>(seeds)];
    bool rose = false;
    for (std::size_t number = 0; number < layer.size(); ++number) {
      Value& value = layer[number];
      if (value.steps == 0) continue;
      int mover = 0;
      int waiting = std::numeric_limits<int>::max();
      for (std::size_t i = 0; i < value.steps; ++i) {
        const Step step = steps[number][i];
        const Value& next = layers_[static_cast<std::size_t>(seeds - step.captured)][step.next];
        mover = std::max(mover, step.captured + next.waiting);
        waiting = std::min<int>(waiting, next.mover);
      }
      rose = rose || mover > value.mover || waiting > value.waiting;
      value.mover = static_cast<std::uint8_t>(mover);
      value.waiting = static_cast<std::uint8_t>(waiting);
    }
    return rose;
  }

  Oware rules_{without_majority()};
  std::vector<std::vector<Value>> layers_;
};

Position position_of(const json& line) {
  Board board;
  for (std::size_t pit = 0; pit < pit_count; ++pit) board.pits[pit] = line["start"][pit].get<std::uint8_t>();
  return Position(board);
}

}  // namespace

TEST_CASE("oware: recorded endgame values hold for every way to score a cycle", "[slow]") {
  const Database database;
  std::size_t checked = 0;
  for (const json& line : ebiri::rules::tests::data_lines("oware/endgame_values.jsonl.gz")) {
    const Position position = position_of(line);
    if (on_board(position) > most_seeds) continue;
    INFO(line.dump());
    CHECK(database.lo(position) == line["lo"].get<int>());
    CHECK(database.hi(position) == line["hi"].get<int>());
    ++checked;
    if (!line.contains("guaranteeing_moves")) continue;
    json guaranteeing = json::array();
    for (const Oware::Move move : database.rules().legal_moves(position)) {
      if (database.secured(position, move) == line["lo"].get<int>()) guaranteeing.push_back(move);
    }
    CHECK(guaranteeing == line["guaranteeing_moves"]);
  }
  CHECK(checked > (EBIRI_TEST_SAMPLING != 0 ? 300 : 18900));
}
