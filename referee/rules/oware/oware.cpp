#include "referee/rules/oware/oware.hpp"

#include <fmt/format.h>

#include "referee/rules/two_row.hpp"

namespace ebiri::rules::oware {

namespace {

int row_seeds(const Position& position, Side side) {
  return static_cast<int>(seeds_in(position.row(side) & pits_mask));
}

/// The outcome if each side gets its store and that number of the seeds on the board.
Outcome ended(std::string_view reason, const Position& position, int south, int north) {
  return outcome_by_seeds(reason, position.store(Side::south) + south, position.store(Side::north) + north);
}

Outcome ended_with_stores(std::string_view reason, const Position& position) {
  return ended(reason, position, 0, 0);
}

Outcome ended_with_rows(std::string_view reason, const Position& position) {
  return ended(reason, position, row_seeds(position, Side::south), row_seeds(position, Side::north));
}

/// The number of occurrences of the last position since the last capture, itself included. Stores only grow,
/// so they show where that capture was.
int occurrences(std::span<const Position> history) {
  const Position& last = history.back();
  int count = 1;
  for (std::size_t i = history.size() - 1; i-- > 0;) {
    const Position& earlier = history[i];
    if (earlier.store(Side::south) != last.store(Side::south)) break;
    if (earlier.store(Side::north) != last.store(Side::north)) break;
    if (earlier == last) ++count;
  }
  return count;
}

/// The part of `capture` that a grand slam takes. Precondition: `capture` is not 0.
Row taken_by_slam(GrandSlam rule, Row capture) {
  constexpr Row one_pit = 0xFF;
  if (rule == GrandSlam::no_capture) return 0;
  if (rule == GrandSlam::leave_last) return capture & ~(one_pit << (std::countr_zero(capture) & ~7));
  if (rule == GrandSlam::leave_first) return capture & ~(one_pit << ((63 - std::countl_zero(capture)) & ~7));
  return capture;
}

}  // namespace

bool Oware::is_slam(const Sown& sown) const {
  if (sown.capture == 0 || sown.capture != (sown.other & pits_mask)) return false;
  if (options_.grand_slam_trigger == SlamTrigger::all_seeds) return true;
  return non_empty(sown.capture) == every_pit;
}

// Called if `sown.capture`, which may be empty, has all seeds in the opponent's pits.
Position Oware::play_leaving_none(const Position& position, const Sown& sown) const {
  const bool slam = is_slam(sown);
  const Row taken = slam ? taken_by_slam(options_.grand_slam, sown.capture) : sown.capture;
  Row own = sown.own + (Row{seeds_in(taken)} << store_shift);
  Row other = sown.other - taken;
  if (slam && options_.grand_slam == GrandSlam::opponent_gets_rest) {
    other += Row{seeds_in(own & pits_mask)} << store_shift;
    own &= ~pits_mask;
  }
  return Position::after_move(position.mover(), own, other);
}

// The legal pits among `pits`. Needed only if the opponent has no seeds or a grand slam may be illegal.
Row Oware::restricted_pits(const Position& position, Row pits) const {
  Row feeding = 0;
  Row not_slams = 0;
  for (Row rest = pits; rest != 0; rest &= rest - 1) {
    const Row bit = rest & (~rest + 1);
    const unsigned pit = static_cast<unsigned>(std::countr_zero(bit)) >> 3;
    if (!is_slam(sow(position, pit))) not_slams |= bit;
    // After a move the opponent is the side to move: its pits are `own_pits`.
    if (play(position, static_cast<Move>(first_pit(position) + pit)).own_pits() != 0) feeding |= bit;
  }
  const bool in_need = position.other_pits() == 0 && options_.feed == Feed::must;
  if (in_need) {
    if (feeding != 0 || options_.cannot_feed == CannotFeed::end) return feeding;
    return options_.grand_slam == GrandSlam::illegal ? not_slams : pits;
  }
  if (options_.grand_slam == GrandSlam::illegal) return not_slams;
  if (options_.grand_slam == GrandSlam::illegal_unless_only && not_slams != 0) return not_slams;
  return pits;
}

Outcome Oware::end_by_position(const Position& position) const {
  const bool own_empty = position.own_pits() == 0;
  const bool other_empty = position.other_pits() == 0;
  if (options_.grand_slam == GrandSlam::opponent_gets_rest && own_empty && other_empty)
    return ended_with_stores("grand-slam", position);
  if (options_.majority_ends && has_majority(position)) return ended_with_stores("majority", position);
  if (own_empty && other_empty) return ended_with_stores("empty-board", position);
  if (own_empty) return ended_with_rows("no-seeds", position);
  const std::string_view reason = other_empty ? "cannot-feed" : "only-slams";
  if (options_.no_legal_move == NoLegalMove::own_side) return ended_with_rows(reason, position);
  const int all = on_board(position);
  return position.mover() == Side::south ? ended(reason, position, all, 0) : ended(reason, position, 0, all);
}

std::optional<Outcome> Oware::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (is_over(last)) return end_by_position(last);
  const int limit = options_.repetition == Repetition::second ? 2 : 3;
  if (options_.repetition != Repetition::off && occurrences(history) >= limit) {
    if (options_.on_repetition == OnRepetition::own_side) return ended_with_rows("repetition", last);
    const int half = on_board(last) / 2;
    return ended("repetition", last, half, half);
  }
  if (history.size() - 1 >= static_cast<std::size_t>(options_.max_plies)) {
    const bool captured_only = options_.on_max_plies == OnMaxPlies::captured_only;
    return captured_only ? ended_with_stores("max-plies", last) : ended_with_rows("max-plies", last);
  }
  return std::nullopt;
}

Outcome Oware::agreed_end(const Position& position) const { return ended_with_rows("agreed", position); }

int Oware::seeds(const Position& position) const {
  return position.own_store() + position.other_store() + on_board(position);
}

Effect Oware::effect(const Position& position, Move move) const {
  const Side mover = position.mover();
  const Position after = play(position, move);
  Effect effect;
  effect.captured = after.store(mover) - position.store(mover);
  effect.words = fmt::format("sows {} from {}", position.seeds(move), pit_letter(move, pits_per_side));
  if (effect.captured > 0) effect.words += fmt::format(", captures {}", effect.captured);
  if (is_slam(sow(position, move - first_pit(position))))
    effect.words += effect.captured > 0 ? ", a grand slam" : ", a grand slam that captures nothing";
  if (const int given = after.store(opponent(mover)) - position.store(opponent(mover)); given > 0)
    effect.words += fmt::format(", {} gets the other {}", name(opponent(mover)), given);
  return effect;
}

std::string Oware::position_text(const Position& position) const { return two_row_text(scene(position)); }

Result<Position> Oware::parse_position(std::string_view text) const {
  const auto read = parse_two_rows(text, {pits_per_side, seed_count});
  if (!read) return read.error();
  const auto seeds = [&](std::size_t cell) { return static_cast<std::uint8_t>(read->cells[cell]); };
  Board board{.stores = {seeds(pit_count), seeds(pit_count + 1)}, .mover = read->mover};
  for (std::size_t pit = 0; pit < pit_count; ++pit) board.pits[pit] = seeds(pit);
  return Position(board);
}

std::string Oware::move_text(const Position&, Move move) const { return {pit_letter(move, pits_per_side)}; }

std::variant<Oware::Move, MoveError> Oware::parse_move(const Position& position,
                                                       std::string_view text) const {
  const auto parsed = parse_pit(text, pits_per_side);
  const int* pit = std::get_if<int>(&parsed);
  if (pit == nullptr) return std::get<MoveError>(parsed);
  const int place = *pit - static_cast<int>(first_pit(position));
  const bool own = place >= 0 && place < pits_per_side;
  if (own && ((legal_pits(position) >> (8 * place)) & 1) != 0) return static_cast<Move>(*pit);
  return illegal(refusal(position, *pit));
}

std::string Oware::refusal(const Position& position, int pit) const {
  const char letter = pit_letter(pit, pits_per_side);
  const Side owner = pit < pits_per_side ? Side::south : Side::north;
  if (owner != position.mover())
    return fmt::format("`{}` is {}'s pit and {} is to move", letter, name(owner), name(position.mover()));
  if (position.seeds(pit) == 0) return fmt::format("`{}` is empty", letter);
  const std::string_view starved = name(opponent(position.mover()));
  if (slams_restricted() && is_slam(sow(position, static_cast<unsigned>(pit) - first_pit(position))))
    return fmt::format("`{}` would capture all seeds of {}, a grand slam", letter, starved);
  return fmt::format("{} has no seeds, and `{}` gives it none", starved, letter);
}

std::string Oware::board(const Position& position) const { return draw_two_rows(scene(position)); }

BoardShape Oware::shape() const { return two_row_shape(pits_per_side, SowingTrack::pits_only); }

Scene Oware::scene(const Position& position) const {
  Cells pits;
  for (int pit = 0; pit < pit_count; ++pit) pits.push_back(position.seeds(pit));
  const std::array stores{position.store(Side::south), position.store(Side::north)};
  return two_row_scene(pits, stores, position.mover());
}

void Oware::trace(const Position& position, Move move, const Position& after, Tracer& tracer) const {
  const BoardShape& form = tracer.shape();
  tracer.lift(move);
  int last = move;
  while (tracer.in_hand() > 0) {
    last = (last + 1) % pit_count;
    if (last != move) tracer.drop(last);
  }
  if (after.own_store() + after.other_store() == position.own_store() + position.other_store()) return;
  // The seeds that left the board were captured, or a grand slam gave them to the opponent.
  for (int back = 0; back < pit_count; ++back) {
    const int pit = (last + pit_count - back) % pit_count;
    const Side owner = pit < pits_per_side ? Side::south : Side::north;
    tracer.move(pit, form.store(opponent(owner)), tracer.at(pit) - after.seeds(pit));
  }
}

}  // namespace ebiri::rules::oware
