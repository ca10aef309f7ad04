// Tiny: two rows of three pits, sow counter-clockwise, capture a two. README.md in this folder has the rules.
#pragma once

#include <array>

#include "referee/rules/variant.hpp"
#include "tests/exercise/tiny/catalogue.hpp"

namespace ebiri::rules::tiny {

inline constexpr int pits_per_side = 3;
inline constexpr int pit_count = 2 * pits_per_side;
inline constexpr int seed_count = 2 * pit_count;

/// Pits counter-clockwise from `A`, the stores of south and north, the side to move.
struct Position {
  std::array<int, pit_count> pits{};
  std::array<int, 2> stores{};
  Side mover = Side::south;

  bool operator==(const Position&) const = default;
};

class Tiny {
 public:
  using Position = tiny::Position;
  using Move = int;  ///< the pit that is sown, 0..5 counter-clockwise from `A`
  using Moves = MoveList<Move, pits_per_side>;

  explicit Tiny(const Options& options) : options_(options) {}

  Position start() const { return {.pits = {2, 2, 2, 2, 2, 2}}; }
  Side to_move(const Position& position) const { return position.mover; }
  bool is_over(const Position& position) const;
  Moves legal_moves(const Position& position) const;
  Position play(Position position, Move move) const;
  int score(const Position& position, Side side) const;
  Effect effect(const Position& position, Move move) const;

  int seeds(const Position& position) const;
  std::uint64_t key(const Position& position) const;
  /// Never: `max-plies` counts from the first move.
  bool needs_no_history(const Position&) const { return false; }

  std::optional<Outcome> outcome(std::span<const Position> history) const;
  Outcome agreed_end(const Position& position) const;
  bool agreed_end_allowed() const { return false; }

  std::string position_text(const Position& position) const;
  Result<Position> parse_position(std::string_view text) const;
  std::string move_text(const Position& position, Move move) const;
  std::variant<Move, MoveError> parse_move(const Position& position, std::string_view text) const;
  std::string board(const Position& position) const;

  BoardShape shape() const;
  Scene scene(const Position& position) const;
  void trace(const Position& position, Move move, const Position& after, Tracer& tracer) const;

 private:
  Options options_;
};

static_assert(Variant<Tiny>);

}  // namespace ebiri::rules::tiny
