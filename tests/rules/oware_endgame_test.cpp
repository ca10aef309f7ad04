// Endgame tables, compared with values recorded from other databases, and checked for consistency.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "referee/rules/oware/catalogue.hpp"
#include "tests/rules/oware_boards.hpp"
#include "tests/rules/oware_tables.hpp"
#include "tests/rules/vectors.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::oware;
using namespace ebiri::rules::oware::tests;
using nlohmann::json;

namespace {

constexpr int recorded_seeds = EBIRI_TEST_SAMPLING != 0 ? 7 : 12;
constexpr int few_seeds = EBIRI_TEST_SAMPLING != 0 ? 4 : 7;

Position position_of(const json& line) {
  Board board;
  for (std::size_t pit = 0; pit < pit_count; ++pit) board.pits[pit] = line["start"][pit].get<std::uint8_t>();
  return Position(board);
}

/// Calls `look(position)` for every board that the table knows.
template <class Look>
void every_board(const EndgameTables& tables, const Look& look) {
  for (int seeds = 0; seeds <= tables.max_seeds(); ++seeds) {
    for (std::uint32_t number = 0; number < layer_size(seeds); ++number) look(board_at(number, seeds));
  }
}

/// Whether securing moves suffice for the mover: every answer leaves it the secured seeds, and no line of
/// such moves repeats a board.
class GameHistory {
 public:
  GameHistory(const EndgameTables& tables, const Options& options)
      : tables_(tables),
        rules_(without_majority(options)) {
    for (int seeds = 0; seeds <= tables.max_seeds(); ++seeds) states_.emplace_back(layer_size(seeds));
  }

  /// Whether this holds from `position` on. Precondition: its stores are empty.
  bool holds(const Position& position) {
    if (tables_.bounds(position).lo == 0) return true;  // no seeds to win, with or without cycles
    State& state = states_[static_cast<std::size_t>(on_board(position))][index_of(position)];
    if (state == State::open) return false;
    if (state == State::sound) return true;
    state = State::open;
    if (const auto move = tables_.securing_move(position)) {
      if (!holds_after(rules_.play(position, *move), tables_.bounds(position).lo)) return false;
    }
    state = State::sound;
    return true;
  }

 private:
  enum class State : std::uint8_t { unseen, open, sound };

  // `next` is the position for the opponent; `due` are the seeds that were secured before the mover's move.
  bool holds_after(const Position& next, int due) {
    if (rules_.is_over(next)) {
      const auto end = *rules_.outcome(std::span(&next, 1));
      return (next.mover() == Side::south ? end.north : end.south) >= due;
    }
    for (const Oware::Move reply : rules_.legal_moves(next)) {
      const Position after = rules_.play(next, reply);
      const int still = tables_.bounds(after).lo;
      if (after.own_store() + still < due) return false;
      // A different board, or a different number of seeds to come, begins a new path.
      const bool goes_on = on_board(after) == on_board(next) && after.own_store() + still == due;
      if (goes_on && !holds(board_at(index_of(after), on_board(after)))) return false;
    }
    return true;
  }

  const EndgameTables& tables_;
  Oware rules_;
  std::vector<std::vector<State>> states_;
};

}  // namespace

TEST_CASE("oware: recorded endgame values hold for every way to score a cycle", "[slow]") {
  const BuiltTables built({}, recorded_seeds);
  const EndgameTables tables = built.open();
  const Oware rules(without_majority({}));
  std::size_t checked = 0;
  for (const json& line : ebiri::rules::tests::data_lines("oware/endgame_values.jsonl.gz")) {
    const Position position = position_of(line);
    if (on_board(position) > recorded_seeds) continue;
    INFO(line.dump());
    CHECK(tables.bounds(position).lo == line["lo"].get<int>());
    CHECK(tables.bounds(position).hi == line["hi"].get<int>());
    ++checked;
    if (!line.contains("guaranteeing_moves")) continue;
    json guaranteeing = json::array();
    for (const Oware::Move move : rules.legal_moves(position)) {
      if (tables.secured(position, move) == line["lo"].get<int>()) guaranteeing.push_back(move);
    }
    CHECK(guaranteeing == line["guaranteeing_moves"]);
  }
  CHECK(checked > (EBIRI_TEST_SAMPLING != 0 ? 300 : 18900));
}

TEST_CASE("oware: boards and their numbers correspond") {
  for (int seeds = 0; seeds <= 5; ++seeds) {
    for (std::uint32_t number = 0; number < layer_size(seeds); ++number) {
      const Position position = board_at(number, seeds);
      REQUIRE(on_board(position) == seeds);
      REQUIRE(index_of(position) == number);
    }
  }
  CHECK(layer_size(17) == 21474180);
}

TEST_CASE("oware: every value of a table follows from the values after the moves") {
  for (const auto& ruleset : catalogue().rulesets) {
    INFO(ruleset.name);
    const BuiltTables built(ruleset.options, few_seeds);
    const EndgameTables tables = built.open();
    const Oware rules(without_majority(ruleset.options));
    every_board(tables, [&](const Position& position) {
      const Bounds bounds = tables.bounds(position);
      int lo = 0, hi = 0;
      if (rules.is_over(position)) {
        lo = hi = rules.outcome(std::span(&position, 1))->south;
      } else {
        for (const Oware::Move move : rules.legal_moves(position)) {
          const Position next = rules.play(position, move);
          lo = std::max(lo, next.other_store() + on_board(next) - tables.bounds(next).hi);
          hi = std::max(hi, next.other_store() + on_board(next) - tables.bounds(next).lo);
        }
      }
      if (bounds != Bounds{static_cast<std::uint8_t>(lo), static_cast<std::uint8_t>(hi)})
        FAIL_CHECK(position << ": " << int{bounds.lo} << " to " << int{bounds.hi} << ", not " << lo << " to "
                            << hi);
    });
  }
}

TEST_CASE(
    "oware: securing moves get what a table promises, whatever the opponent does, and never go in circles") {
  for (const auto& ruleset : catalogue().rulesets) {
    INFO(ruleset.name);
    const BuiltTables built(ruleset.options, few_seeds);
    const EndgameTables tables = built.open();
    GameHistory followed(tables, ruleset.options);
    every_board(tables, [&](const Position& position) {
      if (!followed.holds(position)) FAIL_CHECK(position);
    });
  }
}
