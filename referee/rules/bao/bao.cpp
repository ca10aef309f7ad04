#include "referee/rules/bao/bao.hpp"

#include <algorithm>
#include <bit>

namespace ebiri::rules::bao {

namespace {

using Kind = Move::Kind;

constexpr std::array both_directions{Direction::counter_clockwise, Direction::clockwise};

constexpr unsigned bit(int pit) { return 1U << static_cast<unsigned>(pit); }

/// Whether sowing a kichwa in that direction leaves the front row.
constexpr bool leaves_front_row(int pit, Direction direction) {
  return (pit == left_kichwa && direction == Direction::counter_clockwise) ||
         (pit == right_kichwa && direction == Direction::clockwise);
}

bool is_immobile(const Position& position, Side side) {
  return position.store(side) == 0 && !position.ring(side).can_sow();
}

Move move_of(int pit, Direction direction, Kind kind) {
  return {static_cast<std::uint8_t>(pit), direction, kind, false};
}

void add_both_ways(int pit, Kind kind, Bao::Moves& moves) {
  for (const Direction direction : both_directions) moves.push(move_of(pit, direction, kind));
}

/// Captures by a seed from the store. Seeds captured at the two outer pits of an end are sown from that end.
void add_namua_captures(const Position& position, Bao::Moves& moves) {
  const Ring& own = position.ring(position.mover);
  const Ring& other = position.ring(opponent(position.mover));
  for (int pit = right_kichwa; pit <= left_kichwa; ++pit) {
    if (!introduction_captures(own, other, pit)) continue;
    if (pit < left_kichwa - 1) moves.push(move_of(pit, Direction::counter_clockwise, Kind::namua_capture));
    if (pit > right_kichwa + 1) moves.push(move_of(pit, Direction::clockwise, Kind::namua_capture));
  }
}

void add_mtaji_captures(const Position& position, Bao::Moves& moves) {
  const Ring& own = position.ring(position.mover);
  const Ring& other = position.ring(opponent(position.mover));
  for (int pit = 0; pit < ring_pits; ++pit) {
    for (const Direction direction : both_directions) {
      const int captured = first_capture(own, other, pit, direction);
      if (captured == no_pit || (position.forced != no_pit && captured != position.forced)) continue;
      moves.push(move_of(pit, direction, Kind::mtaji_capture));
    }
  }
}

}  // namespace

Position Bao::start() const {
  Position position;
  if (options_.setup == Setup::kujifunza) {
    position.rings.fill(Ring({2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}));
  } else {
    position.rings.fill(Ring({0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 6, 0, 0, 0, 0}));
    position.stores = {22, 22};
    position.owns = {true, true};
  }
  position.ending = ending(position);
  return position;
}

Bao::Moves Bao::candidates(const Position& position) const {
  Moves moves;
  if (position.is_namua()) {
    add_namua_captures(position, moves);
    if (moves.empty()) add_namua_takasa(position, moves);
  } else {
    add_mtaji_captures(position, moves);
    if (moves.empty()) add_mtaji_takasa(position, moves);
  }
  return moves;
}

void Bao::add_namua_takasa(const Position& position, Moves& moves) const {
  const Ring& own = position.ring(position.mover);
  const bool owns = position.owns_house(position.mover);
  const int new_seed = options_.tax_threshold == Threshold::after ? 1 : 0;
  const bool house_is_exempt = owns && own.seeds(house) + new_seed >= functional_seeds;
  const unsigned occupied = front_pits(own, 1);
  if (std::has_single_bit(occupied)) {
    const int pit = std::countr_zero(occupied);
    for (const Direction direction : both_directions) {
      if (leaves_front_row(pit, direction)) continue;
      moves.push(move_of(pit, direction, pit == house && house_is_exempt ? Kind::tax : Kind::namua_takasa));
    }
    return;
  }
  const bool functional_house = owns && own.seeds(house) >= functional_seeds;
  const bool may_start_from_one =
      front_pits(own, 2) == 0 || (options_.singleton_house == HouseState::owned ? owns : functional_house);
  const unsigned allowed = front_pits(own, may_start_from_one ? 1 : 2) & ~(house_is_exempt ? bit(house) : 0U);
  for (unsigned left = allowed; left != 0; left &= left - 1)
    add_both_ways(std::countr_zero(left), Kind::namua_takasa, moves);
}

void Bao::add_mtaji_takasa(const Position& position, Moves& moves) const {
  const Ring& own = position.ring(position.mover);
  const bool one_occupied = std::has_single_bit(front_pits(own, 1));
  const bool from_front = front_pits(own, 2) != 0;
  const int first = from_front ? right_kichwa : 0;
  for (int pit = first; pit < first + row_pits; ++pit) {
    if (own.seeds(pit) < 2 || pit == position.blocked) continue;
    for (const Direction direction : both_directions) {
      if (one_occupied && leaves_front_row(pit, direction)) continue;
      moves.push(move_of(pit, direction, Kind::mtaji_takasa));
    }
  }
}

template <class Look>
void Bao::each_legal_move(const Position& position, Look look) const {
  for (Move move : candidates(position)) {
    Turn turn(options_, position, move);
    if (!turn.is_endless() && !look(move)) return;
    if (turn.state() != Turn::State::at_house) continue;
    turn.play_house();
    move.plays_house = true;
    if (!turn.is_endless() && !look(move)) return;
  }
}

Bao::Moves Bao::legal_moves(const Position& position) const {
  Moves moves;
  each_legal_move(position, [&](const Move& move) {
    moves.push(move);
    return true;
  });
  return moves;
}

Turn Bao::sown(const Position& position, const Move& move) const {
  Turn turn(options_, position, move);
  if (move.plays_house) turn.play_house();
  return turn;
}

Position Bao::play(const Position& position, Move move) const {
  return after_turn(position, move, sown(position, move));
}

Position Bao::after_turn(const Position& position, const Move& move, const Turn& turn) const {
  const auto mover = static_cast<std::size_t>(position.mover);
  Position next;
  next.rings[mover] = turn.own();
  next.rings[1 - mover] = turn.other();
  next.stores = position.stores;
  if (move.is_namua()) --next.stores[mover];
  next.owns[mover] = turn.owns();
  next.owns[1 - mover] = turn.other_owns();
  next.mover = opponent(position.mover);
  if (options_.takasia && !move.captures() && (!move.is_namua() || options_.takasia_after_namua))
    next.blocked = pit_to_block(next);
  if (options_.takasia_forced_capture && position.blocked != no_pit && !next.is_namua() &&
      (first_captures(next.rings[1 - mover], next.rings[mover]) & bit(position.blocked)) != 0)
    next.forced = position.blocked;
  next.ending = ending(next);
  return next;
}

// The pit that takasia blocks for the side to move, after a takasa of the opponent.
std::uint8_t Bao::pit_to_block(const Position& after) const {
  if (after.stores[0] != 0 || after.stores[1] != 0) return no_pit;
  const Ring& own = after.ring(after.mover);
  const Ring& other = after.ring(opponent(after.mover));
  if (first_captures(own, other) != 0) return no_pit;
  const unsigned threatened = first_captures(other, own);
  if (!std::has_single_bit(threatened)) return no_pit;
  const int pit = std::countr_zero(threatened);
  const bool exempt_house =
      pit == house && after.owns_house(after.mover) &&
      (options_.takasia_house_exempt == HouseState::owned || own.seeds(house) >= functional_seeds);
  const bool exempt_singleton = options_.takasia_singleton_exempt && own.seeds(pit) == 1;
  if (exempt_house || exempt_singleton) return no_pit;
  if (front_pits(own, 1) == bit(pit) || front_pits(own, 2) == bit(pit)) return no_pit;
  return static_cast<std::uint8_t>(pit);
}

Ending Bao::ending(const Position& position) const {
  const Side mover = position.mover;
  const bool at_once = options_.immobile_loss == ImmobileLoss::immediate;
  if (is_front_row_empty(position.ring(mover))) return Ending::front_row;
  if (is_front_row_empty(position.ring(opponent(mover)))) return Ending::opponent_front_row;
  if (is_immobile(position, mover)) return Ending::immobile;
  if (at_once && is_immobile(position, opponent(mover))) return Ending::opponent_immobile;
  bool can_move = false;
  each_legal_move(position, [&](const Move&) {
    can_move = true;
    return false;
  });
  return can_move ? Ending::none : Ending::no_moves;
}

std::optional<Outcome> Bao::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (is_over(last)) {
    Outcome outcome = ended(last, words_of(last.ending).reason);
    outcome.kind = win_of(mover_wins(last.ending) ? last.mover : opponent(last.mover));
    return outcome;
  }
  if (options_.repetition == Repetition::third && std::count(history.begin(), history.end(), last) >= 3)
    return ended(last, "repetition");
  if (history.size() > static_cast<std::size_t>(options_.max_plies)) return ended(last, "max-plies");
  return std::nullopt;
}

Outcome Bao::agreed_end(const Position& position) const { return ended(position, "agreed"); }

Outcome Bao::ended(const Position& position, std::string_view reason) const {
  return {.reason = std::string(reason),
          .south = score(position, Side::south),
          .north = score(position, Side::north)};
}

}  // namespace ebiri::rules::bao
