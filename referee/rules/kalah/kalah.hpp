// Kalah. README.md in this folder has the rules, their sources, the disputed points and the options that
// settle them.
#pragma once

#include "referee/rules/kalah/catalogue.hpp"
#include "referee/rules/kalah/position.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::rules::kalah {

/// The difference that a sowing makes to the board.
struct Sowing {
  Row own;  ///< modulo 2^64 in each word: the lifted seeds are subtracted
  Row other;
  std::uint16_t store = 0;
};

/// The sowings of one board, by pit from the mover's left and seeds from 1 to a lap of `2 * pits + 1`.
class Sowings {
 public:
  explicit Sowings(unsigned pits);

  const Sowing& at(unsigned pit, unsigned seeds) const { return table_[pit * stride + seeds]; }

 private:
  static constexpr std::size_t stride = 32;
  std::array<Sowing, max_pits * stride> table_{};
};

/// The sowings of a board with `pits` a side, 4..12. They live as long as the program.
const Sowings& sowings(int pits);

/// Kalah under one set of options. Satisfies `Variant`. Stateless: any thread may use it.
class Kalah {
 public:
  using Position = kalah::Position;
  using Move = std::uint8_t;  ///< the pit that is sown, counter-clockwise from `A` as 0; or `swap_sides`
  using Moves = MoveList<Move, max_pits + 1>;

  static constexpr Move swap_sides = 0xFF;

  Kalah() : Kalah(Options{}) {}
  explicit Kalah(const Options& options)
      : options_(options),
        pits_(static_cast<unsigned>(options.pits)),
        sowings_(&sowings(options.pits)) {}

  const Options& options() const { return options_; }

  Position start() const;
  Side to_move(const Position& position) const { return position.mover; }
  int score(const Position& position, Side side) const { return position.store(side); }
  int seeds(const Position& position) const;
  std::uint64_t key(const Position& position) const { return kalah::key(position); }
  /// Always: only the position counts, and it includes the state of the pie rule.
  bool needs_no_history(const Position&) const { return true; }

  bool is_over(const Position& position) const {
    return row_ends(position) || (options_.majority_ends && has_majority(position));
  }

  Moves legal_moves(const Position& position) const {
    Moves moves;
    const unsigned first = first_pit(position);
    position.row(position.mover).for_each_filled([&](unsigned pit) {
      moves.push(static_cast<Move>(first + pit));
    });
    if (position.may_swap()) moves.push(swap_sides);
    return moves;
  }

  Position play(const Position& position, Move move) const {
    if (move == swap_sides) [[unlikely]]
      return swapped(position);
    const unsigned pit = move - first_pit(position);
    const unsigned seeds = position.row(position.mover)[pit];
    Position after = sown(position, pit, seeds);
    const unsigned end = end_of(pit, seeds);
    capture(after, end);
    if (position.may_swap()) after.swap = Swap::closed;
    if (end != pits_ || !moves_again(position)) after.mover = opponent(position.mover);
    return after;
  }

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
  unsigned first_pit(const Position& position) const { return position.mover == Side::south ? 0 : pits_; }

  bool row_ends(const Position& position) const {
    if (position.row(position.mover).empty()) return true;
    return options_.end == End::either_row_empty && position.row(opponent(position.mover)).empty();
  }

  bool has_majority(const Position& position) const {
    const int half = options_.pits * options_.seeds;
    return position.stores[0] > half || position.stores[1] > half;
  }

  unsigned lap() const { return 2 * pits_ + 1; }

  /// The place where the last of `seeds` from `pit` falls. Places are counted from the mover's left: own
  /// pits, store, opponent's pits.
  unsigned end_of(unsigned pit, unsigned seeds) const {
    unsigned end = pit + seeds;
    while (end >= lap()) end -= lap();
    return end;
  }

  /// The board after sowing `seeds` from the mover's `pit`, before the capture and with the same mover.
  /// Recursive: after a full lap, `seeds` is the rest.
  Position sown(const Position& board, unsigned pit, unsigned seeds) const {
    if (seeds > lap()) [[unlikely]]
      return sown(sum(board, sowings_->at(pit, lap())), pit, seeds - lap());
    return sum(board, sowings_->at(pit, seeds));
  }

  static Position sum(const Position& board, const Sowing& sowing) {
    const auto mover = static_cast<std::size_t>(board.mover);
    Position after;
    after.rows[mover] = board.rows[mover] + sowing.own;
    after.rows[1 - mover] = board.rows[1 - mover] + sowing.other;
    after.stores[mover] = static_cast<std::uint16_t>(board.stores[mover] + sowing.store);
    after.stores[1 - mover] = board.stores[1 - mover];
    after.mover = board.mover;
    after.swap = board.swap;
    return after;
  }

  /// Moves the seeds that a last seed at `end` captures into the mover's store, and returns their number.
  unsigned capture(Position& board, unsigned end) const {
    const auto mover = static_cast<std::size_t>(board.mover);
    if (end >= pits_ || board.rows[mover][end] != 1) return 0;
    const unsigned opposite = pits_ - 1 - end;
    const unsigned taken = board.rows[1 - mover][opposite];
    if (taken == 0 && !options_.empty_capture) return 0;
    board.rows[1 - mover].remove(opposite, taken);
    board.rows[mover].remove(end, 1);
    board.stores[mover] = static_cast<std::uint16_t>(board.stores[mover] + taken + 1);
    return taken + 1;
  }

  /// Whether a last seed in the store earns another move.
  bool moves_again(const Position& before) const {
    return options_.first_move_again || !is_untouched(before);
  }

  bool is_untouched(const Position& position) const;
  static Position swapped(const Position& position);

  Options options_;
  unsigned pits_;  ///< `options_.pits`
  const Sowings* sowings_;
};

static_assert(Variant<Kalah>);

}  // namespace ebiri::rules::kalah
