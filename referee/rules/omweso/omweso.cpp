#include "referee/rules/omweso/omweso.hpp"

#include <algorithm>
#include <cassert>

namespace ebiri::rules::omweso {

namespace {

constexpr std::size_t max_listed = 4096;  // moves that start from one pit

/// The pits of each player by `Setup`.
constexpr Ring start_rings[] = {
    Ring(),
    Ring({4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0}),
    Ring({2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}),
    Ring({2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0}),
    Ring({0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4}),
};

auto& captured_in(auto& position, Side side) { return position.captured_in[static_cast<std::size_t>(side)]; }

bool same_pits_and_mover(const Position& a, const Position& b) {
  return a.rings == b.rings && a.mover == b.mover && a.all_laid_out() == b.all_laid_out();
}

Outcome ended(const Position& last, std::string_view reason) {
  return {.reason = std::string(reason),
          .south = last.ring(Side::south).total(),
          .north = last.ring(Side::north).total()};
}

/// The outcome of a position whose `ending` is not `none`.
Outcome end_by_position(const Position& last) {
  Outcome outcome = ended(last, words_of(last.ending).reason);
  if (last.ending <= Ending::no_moves) outcome.kind = win_of(opponent(last.mover));
  if (last.ending == Ending::endless_loss) outcome.kind = win_of(last.mover);
  if (last.ending == Ending::endless_annulled) outcome.kind = Outcome::Kind::void_game;
  if (last.ending == Ending::akawumbi) outcome.special = outcome.reason;
  return outcome;
}

}  // namespace

Position Omweso::start() const {
  Position position;
  position.rings.fill(start_rings[static_cast<std::size_t>(options_.setup)]);
  if (options_.setup == Setup::free)
    position.laid_out = {false, false};
  else
    position.ending = quiet_ending(position);
  return position;
}

std::optional<Arrangement> Omweso::arrangement(const Position& position) const {
  if (position.is_laid_out(position.mover)) return std::nullopt;
  return Arrangement{ring_pits, seeds_to_lay_out};
}

int Omweso::seeds(const Position& position) const {
  int sum = 0;
  for (const Side side : {Side::south, Side::north})
    sum += position.is_laid_out(side) ? position.ring(side).total() : seeds_to_lay_out;
  return sum;
}

Ending Omweso::special_win(const Turn& turn) const {
  constexpr unsigned every_column = 0xFF;
  constexpr unsigned end_columns = 0x81;
  const unsigned columns = turn.captured_columns();
  if (options_.akawumbi == Akawumbi::all16 && columns == every_column) return Ending::akawumbi;
  if (options_.akawumbi == Akawumbi::clear && columns != 0 && turn.other().total() == 0)
    return Ending::akawumbi;
  if (options_.emitwe && (columns & end_columns) == end_columns) return Ending::emitwe;
  return Ending::none;
}

// A special win counts even if its sowing never ends.
bool Omweso::allows(const Turn& turn) const {
  return options_.endless != Endless::illegal || !turn.is_endless() || special_win(turn) != Ending::none;
}

std::vector<Move> Omweso::legal_moves(const Position& position) const {
  std::vector<Move> moves;
  if (!position.is_laid_out(position.mover)) return moves;
  std::size_t left = 0;  // how many more turns from one pit may be listed
  // Lists the ways to continue `turn`, which is at its choice number `choice`, reached by `move`.
  const auto list = [&](const auto& list_on, Turn turn, const Move& move, std::size_t choice) -> void {
    for (; turn.state() == Turn::State::running; ++choice) {
      if (left == 0) return;
      if (turn.may_go_clockwise() && choice < max_signs) {
        Turn other = turn;
        other.sow(Direction::clockwise);
        const Move clockwise{move.pit, move.clockwise | std::uint64_t{1} << choice, {}};
        list_on(list_on, other, clockwise, choice + 1);
      }
      turn.sow(Direction::counter_clockwise);
    }
    if (left == 0) return;
    --left;
    if (allows(turn)) moves.push_back(move);
  };
  const bool every_start_is_one_move =
      options_.reverse == Reverse::off && options_.endless != Endless::illegal;
  for (int pit = 0; pit < ring_pits; ++pit) {
    if (position.ring(position.mover).seeds(pit) < 2) continue;
    const Move move{static_cast<std::uint8_t>(pit), 0, {}};
    left = max_listed;
    if (every_start_is_one_move)
      moves.push_back(move);
    else
      list(list, Turn(options_, position, pit), move, 0);
  }
  return moves;
}

bool Omweso::can_move(const Position& position) const {
  const Ring& own = position.ring(position.mover);
  if (options_.endless != Endless::illegal) return own.can_sow();
  for (int pit = 0; pit < ring_pits; ++pit) {  // nearly always finds one
    if (own.seeds(pit) < 2) continue;
    Turn turn(options_, position, pit);
    turn.sow_on(0);
    if (allows(turn)) return true;
  }
  return !legal_moves(position).empty();
}

Position Omweso::play(const Position& position, const Move& move) const {
  if (move.arrangement) return laid_out(position, *move.arrangement);
  Turn turn(options_, position, move.pit);
  turn.sow_on(move.clockwise);
  return after_turn(position, turn);
}

Position Omweso::laid_out(const Position& position, const Ring& ring) const {
  assert(arrangement(position) && ring.total() == seeds_to_lay_out);
  Position next = position;
  next.ring(position.mover) = ring;
  next.laid_out[static_cast<std::size_t>(position.mover)] = true;
  next.mover = opponent(position.mover);
  if (next.all_laid_out()) next.ending = quiet_ending(next);
  return next;
}

// An endless sowing leaves the pits as they were before it.
Position Omweso::after_turn(const Position& position, const Turn& turn) const {
  const Side mover = position.mover;
  Position next = position;
  ++next.turns;
  next.mover = opponent(mover);
  if (!turn.is_endless()) {
    next.ring(mover) = turn.own();
    next.ring(next.mover) = turn.other();
    if (!turn.captures().empty()) ++captured_in(next, mover);
  }
  next.ending = ending(next, turn);
  return next;
}

Ending Omweso::ending(const Position& after, const Turn& turn) const {
  if (const Ending special = special_win(turn); special != Ending::none) return special;
  if (turn.is_endless()) {
    // By `Endless`; under `illegal` such a turn is not played.
    constexpr Ending endings[] = {Ending::endless_annulled, Ending::endless_draw, Ending::endless_loss};
    return endings[static_cast<std::size_t>(options_.endless)];
  }
  const int captured = captured_in(after, opponent(after.mover));
  if (options_.akakyala && captured >= 2 && captured_in(after, after.mover) == 0) return Ending::akakyala;
  return quiet_ending(after);
}

// Endings that do not depend on captures.
Ending Omweso::quiet_ending(const Position& position) const {
  if (!can_move(position)) return Ending::no_moves;
  return position.turns >= options_.max_plies ? Ending::max_plies : Ending::none;
}

std::optional<Outcome> Omweso::outcome(std::span<const Position> history) const {
  const Position& last = history.back();
  if (is_over(last)) return end_by_position(last);
  if (options_.repetition == Repetition::third && last.all_laid_out() &&
      std::count_if(history.begin(), history.end(),
                    [&](const Position& earlier) { return same_pits_and_mover(earlier, last); }) >= 3)
    return ended(last, "repetition");
  return std::nullopt;
}

Outcome Omweso::agreed_end(const Position& position) const { return ended(position, "agreed"); }

bool Omweso::may_be_stolen(std::span<const Position> history) const {
  const Position& last = history.back();
  if (options_.timeout != Timeout::steal || !last.all_laid_out() || is_over(last)) return false;
  if (!can_move(stolen(last))) return false;
  int lost_in_a_row = 0;
  for (std::size_t i = history.size() - 1; i > 0; --i) {
    if (history[i - 1].mover != last.mover) continue;
    if (history[i] != stolen(history[i - 1])) break;
    ++lost_in_a_row;
  }
  return lost_in_a_row < options_.max_steals;
}

Position Omweso::stolen(const Position& position) const {
  Position passed = position;
  passed.mover = opponent(position.mover);
  return passed;
}

}  // namespace ebiri::rules::omweso
