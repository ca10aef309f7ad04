// Oware Abapa. README.md in this folder has the rules, their sources, the disputed points and the options
// that settle them.
#pragma once

#include "referee/rules/oware/catalogue.hpp"
#include "referee/rules/oware/position.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::rules::oware {

/// Oware under one set of options. Satisfies `Variant`. Stateless: any thread may use it.
class Oware {
 public:
  using Position = oware::Position;
  using Move = std::uint8_t;  ///< the pit that is sown, 0..11 counter-clockwise from `A`
  using Moves = MoveList<Move, pits_per_side>;

  Oware() = default;
  explicit Oware(const Options& options) : options_(options) {}

  const Options& options() const { return options_; }

  Position start() const { return Position({{4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, {0, 0}, Side::south}); }
  Side to_move(const Position& position) const { return position.mover(); }
  int score(const Position& position, Side side) const { return position.store(side); }
  int seeds(const Position& position) const;
  std::uint64_t key(const Position& position) const { return oware::key(position); }
  /// Never: repetition looks back to the last capture, and `max-plies` to the first move.
  bool needs_no_history(const Position&) const { return false; }

  bool is_over(const Position& position) const {
    return (options_.majority_ends && has_majority(position)) || legal_pits(position) == 0;
  }

  Moves legal_moves(const Position& position) const {
    Moves moves;
    const unsigned first = first_pit(position);
    for (Row pits = legal_pits(position); pits != 0; pits &= pits - 1) {
      moves.push(static_cast<Move>(first + (static_cast<unsigned>(std::countr_zero(pits)) >> 3)));
    }
    return moves;
  }

  Position play(const Position& position, Move move) const {
    const Sown sown = sow(position, move - first_pit(position));
    if (sown.capture == (sown.other & pits_mask)) [[unlikely]]
      return play_leaving_none(position, sown);
    return Position::after_move(position.mover(), sown.own + (Row{seeds_in(sown.capture)} << store_shift),
                                sown.other - sown.capture);
  }

  Effect effect(const Position& position, Move move) const;

  std::optional<Outcome> outcome(std::span<const Position> history) const;
  Outcome agreed_end(const Position& position) const;
  bool agreed_end_allowed() const { return options_.agreed_end; }

  std::string position_text(const Position& position) const;
  Result<Position> parse_position(std::string_view text) const;
  std::string move_text(const Position& position, Move move) const;
  std::variant<Move, MoveError> parse_move(const Position& position, std::string_view text) const;
  std::string board(const Position& position) const;

  BoardShape shape() const;
  Scene scene(const Position& position) const;
  void trace(const Position& position, Move move, const Position& after, Tracer& tracer) const;

 private:
  /// A sowing on the board, before the capture. `capture` has the seeds that are captured unless the rule for
  /// grand slams prevents it.
  struct Sown {
    Row own;
    Row other;
    Row capture;
  };

  static unsigned first_pit(const Position& position) {
    return position.mover() == Side::south ? 0 : pits_per_side;
  }

  static bool has_majority(const Position& position) {
    return position.own_store() > seed_count / 2 || position.other_store() > seed_count / 2;
  }

  static Sown sow(const Position& position, unsigned pit) {
    const auto seeds = static_cast<std::size_t>((position.own() >> (8 * pit)) & 0xFF);
    const Sowing& sowing = sowings[pit * sowing_stride + seeds];
    const Row other = position.other() + sowing.other;
    return {position.own() + sowing.own, other, captured(other, sowing.reach)};
  }

  /// The lowest bit of each non-empty pit of `pits`.
  static Row non_empty(Row pits) { return ((pits + (every_pit * 0x7F)) >> 7) & every_pit; }

  /// The pits that the mover may sow, as one bit in the byte of each. Ignores `majority-ends`.
  Row legal_pits(const Position& position) const {
    constexpr Row above_three = every_pit * 0xFC;
    const Row pits = non_empty(position.own_pits());
    const Row other = position.other_pits();
    // An opponent with more than three seeds in a pit can neither be starved nor need feeding.
    if ((other & above_three) != 0) return pits;
    if (other != 0 && !slams_restricted()) return pits;
    return restricted_pits(position, pits);
  }

  bool slams_restricted() const {
    return options_.grand_slam == GrandSlam::illegal || options_.grand_slam == GrandSlam::illegal_unless_only;
  }

  Row restricted_pits(const Position& position, Row pits) const;
  Position play_leaving_none(const Position& position, const Sown& sown) const;
  bool is_slam(const Sown& sown) const;
  Outcome end_by_position(const Position& position) const;
  std::string refusal(const Position& position, int pit) const;

  Options options_;
};

static_assert(Variant<Oware>);

}  // namespace ebiri::rules::oware
