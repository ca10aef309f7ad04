// Omweso and Hus. README.md in this folder has the rules, their sources, the disputed points and the options
// that settle them.
#pragma once

#include <vector>

#include "referee/rules/omweso/catalogue.hpp"
#include "referee/rules/omweso/position.hpp"
#include "referee/rules/omweso/turn.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::rules::omweso {

/// Omweso under one set of options. Satisfies `Arranges` and `StealsTurns`. Stateless: any thread may use it.
class Omweso {
 public:
  using Position = omweso::Position;
  using Move = omweso::Move;

  Omweso() = default;
  explicit Omweso(const Options& options) : options_(options) {}

  const Options& options() const { return options_; }

  Position start() const;
  Side to_move(const Position& position) const { return position.mover; }
  bool is_over(const Position& position) const { return position.ending != Ending::none; }

  /// The arrangement that is due, if any; `legal_moves` is then empty.
  std::optional<Arrangement> arrangement(const Position& position) const;

  /// At most 4096 for each pit. If a turn has more combinations of directions, the others are legal but not
  /// listed.
  std::vector<Move> legal_moves(const Position& position) const;

  Position play(const Position& position, const Move& move) const;

  /// Seeds in that side's pits.
  int score(const Position& position, Side side) const { return position.ring(side).total(); }
  int seeds(const Position& position) const;
  std::uint64_t key(const Position& position) const { return omweso::key(position); }
  /// True while an arrangement is due. Afterwards never: repetition looks back to the first sowing.
  bool needs_no_history(const Position& position) const { return !position.all_laid_out(); }

  Effect effect(const Position& position, const Move& move) const;

  std::optional<Outcome> outcome(std::span<const Position> history) const;
  Outcome agreed_end(const Position& position) const;
  bool agreed_end_allowed() const { return false; }

  /// Whether a mover whose time is up would lose only its turn, under `timeout` = `steal`: it has not lost
  /// `max-steals` turns in a row, and the opponent can move.
  bool may_be_stolen(std::span<const Position> history) const;
  Position stolen(const Position& position) const;

  std::string position_text(const Position& position) const;
  Result<Position> parse_position(std::string_view text) const;
  std::string move_text(const Position& position, const Move& move) const;
  std::variant<Move, MoveError> parse_move(const Position& position, std::string_view text) const;
  std::string board(const Position& position) const;

  BoardShape shape() const;
  Scene scene(const Position& position) const;
  void trace(const Position& position, const Move& move, const Position& after, Tracer& tracer) const;

 private:
  Ending special_win(const Turn& turn) const;
  bool allows(const Turn& turn) const;
  bool can_move(const Position& position) const;
  Position after_turn(const Position& position, const Turn& turn) const;
  Ending ending(const Position& after, const Turn& turn) const;
  Ending quiet_ending(const Position& position) const;
  Position laid_out(const Position& position, const Ring& ring) const;

  Result<Position> parse_setup(const std::vector<std::string_view>& fields) const;
  Result<Position> parse_boards(const std::vector<std::string_view>& fields) const;
  std::variant<Move, MoveError> parse_arrangement(const Position& position, std::string_view text) const;
  std::variant<Move, MoveError> parse_sowing(const Position& position, std::string_view text) const;

  Options options_;
};

static_assert(Arranges<Omweso> && StealsTurns<Omweso>);

}  // namespace ebiri::rules::omweso
