// Bao la Kiswahili and la Kujifunza. README.md in this folder has the rules, their sources, the disputed
// points and the options that settle them.
#pragma once

#include "referee/rules/bao/catalogue.hpp"
#include "referee/rules/bao/position.hpp"
#include "referee/rules/bao/turn.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::rules::bao {

/// Bao under one set of options. Satisfies `Variant`. Stateless: any thread may use it.
class Bao {
 public:
  using Position = bao::Position;
  using Move = bao::Move;
  /// Sixteen pits, two directions, each with and without playing the house.
  using Moves = MoveList<Move, 64>;

  Bao() = default;
  explicit Bao(const Options& options) : options_(options) {}

  const Options& options() const { return options_; }

  Position start() const;
  Side to_move(const Position& position) const { return position.mover; }
  bool is_over(const Position& position) const { return position.ending != Ending::none; }
  Moves legal_moves(const Position& position) const;
  Position play(const Position& position, Move move) const;

  /// The seeds in that side's pits and store. Grows by the seeds that the side captures.
  int score(const Position& position, Side side) const {
    return position.ring(side).total() + position.store(side);
  }
  int seeds(const Position& position) const {
    return score(position, Side::south) + score(position, Side::north);
  }
  std::uint64_t key(const Position& position) const { return bao::key(position); }
  /// Never: `max-plies` looks back to the first move.
  bool needs_no_history(const Position&) const { return false; }

  Effect effect(const Position& position, Move move) const;

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
  /// Moves that may be legal; only sowing them to the end decides. None has `plays_house`.
  Moves candidates(const Position& position) const;
  void add_namua_takasa(const Position& position, Moves& moves) const;
  void add_mtaji_takasa(const Position& position, Moves& moves) const;

  /// Calls `look(move)` for each legal move until it returns false.
  template <class Look>
  void each_legal_move(const Position& position, Look look) const;
  Turn sown(const Position& position, const Move& move) const;

  Position after_turn(const Position& position, const Move& move, const Turn& turn) const;
  std::uint8_t pit_to_block(const Position& after) const;
  Ending ending(const Position& position) const;
  Outcome ended(const Position& position, std::string_view reason) const;
  std::string refusal(const Position& position, std::string_view text) const;

  Options options_;
};

static_assert(Variant<Bao>);
}  // namespace ebiri::rules::bao
