#include "referee/described/machine.hpp"

#include <algorithm>
#include <utility>

#include "referee/described/sower.hpp"

namespace ebiri::described {

namespace {

// A turn of this many laps is replayed from its start, to detect repeated states.
constexpr int cycle_laps = 48;

void count_up(std::uint16_t& counter, int most) {
  if (counter < most) ++counter;
}

/// Exchanges the pits, stores, marks and counters of south and north; each has `side` pits.
void exchange_sides(Position& position, int side) {
  for (int pit = 0; pit < side; ++pit) std::swap(position.seeds[pit], position.seeds[pit + side]);
  std::swap(position.seeds[first_store], position.seeds[first_store + 1]);
  std::swap(position.turns[0], position.turns[1]);
  std::swap(position.hits[0], position.hits[1]);
  std::swap(position.bound[0], position.bound[1]);
  for (PitSet* set : {&position.marked, &position.norths_marks, &position.closed, &position.norths,
                      &position.played, &position.stale, &position.lifted, &position.took}) {
    for (int pit = 0; pit < side; ++pit) {
      const bool souths = set->has(pit);
      set->set(pit, set->has(pit + side));
      set->set(pit + side, souths);
    }
  }
  for (int pit = 0; pit < 2 * side; ++pit) {
    position.norths.set(pit, !position.norths.has(pit));
    position.norths_marks.set(pit, position.marked.has(pit) && !position.norths_marks.has(pit));
  }
}

}  // namespace

Position Machine::start() {
  Position position = program_.start;
  settle(position, 1);
  return position;
}

// ---- One turn

void Machine::begin_turn(const Position& position, const Move& move, Turn& turn) const {
  static_cast<TurnProgress&>(turn) = TurnProgress{};
  turn.now.copy(position, program_.pits);
  turn.move = move;
  turn.mover = position.mover;
  turn.direction = move.direction;
  turn.origin = move.pit;
  if (!program_.needs_played) return;
  turn.now.played.add(move.pit);
  turn.now.stale.add(move.pit);
}

void Machine::restart_detecting_cycles(const Position& position, Turn& turn) {
  const Move move = turn.move;
  begin_turn(position, move, turn);
  turn.detects_cycles = turn.takes_since = true;
}

// Plays on to the end of the next lap, to a decision, or to the end of the turn.
void Machine::advance_one_lap(const Position& position, Turn& turn) {
  using State = Turn::State;
  Sower sower(program_, position, turn, watcher_);
  if (turn.state == State::choice) turn.state = turn.resume;
  if (turn.state == State::at_lap_end) {
    if (program_.decides_at_lap_end) {
      const Turn before = turn;  // if a decision is missing, the turn goes back to the end of the lap
      sower.apply_lap_end();
      if (turn.state == State::choice) {
        const std::uint64_t options = turn.options;
        turn = before;
        turn.state = State::choice;
        turn.resume = State::at_lap_end;
        turn.options = options;
      }
    } else {
      sower.apply_lap_end();
    }
  }
  if (turn.state == State::sowing) sower.sow_lap();
}

void Machine::advance(const Position& position, Turn& turn) {
  using State = Turn::State;
  // All branches of a turn share the state table, so each one fills it anew after a decision.
  if (turn.detects_cycles && turn.state == State::choice) restart_detecting_cycles(position, turn);
  const int limit = std::min(cycle_laps, program_.max_laps);
  do {
    if (turn.laps == limit && !turn.detects_cycles) restart_detecting_cycles(position, turn);
    advance_one_lap(position, turn);
  } while (turn.state == State::sowing || turn.state == State::at_lap_end);
  if (turn.state == State::ended) finish(position, turn);
}

void Machine::finish(const Position& position, Turn& turn) {
  Position& now = turn.now;
  const int mover = turn.mover;
  const bool undone = turn.endless && program_.endless != Endless::stop && program_.endless != Endless::round;
  if (undone) {
    now = position;
    now.took = turn.took;
    now.last = static_cast<std::uint8_t>(mover);
    now.mover = static_cast<std::uint8_t>(1 - mover);
    now.ended_by_turn = true;
    now.over = Position::by_endless;
    turn.seeds_captured = 0;
    return;
  }
  if (turn.endless) {  // the seeds in hand go back
    now.add(turn.origin, turn.hand);
    turn.hand = 0;
  }
  if (!turn.swept && !program_.turn_end.rules.empty()) {
    Sower(program_, position, turn, watcher_).apply_turn_end();
  }
  if (program_.needs_bound) {
    const std::size_t number = std::min<std::size_t>(position.turns[mover], program_.directions.size() - 1);
    const Direction direction = program_.directions[number];
    const auto chosen = turn.move.direction;
    if (direction == Direction::bind || direction == Direction::bind_each) now.bound[mover] = chosen;
    if (direction == Direction::bind) now.bound[1 - mover] = chosen;
  }
  if (program_.needs_hits && turn.captured) count_up(now.hits[mover], program_.max_hits);
  if (program_.needs_turns) count_up(now.turns[mover], program_.max_turns);
  if (program_.asks_for(Word::took)) now.took = turn.took;
  if (program_.asks_for(Word::fresh)) now.stale.subtract(turn.dropped);
  if (program_.asks_for(Word::back)) now.back = turn.again ? Position::no_pit : turn.move.pit;
  count_up(now.plies, 65'535);
  now.last = static_cast<std::uint8_t>(mover);
  now.passed = false;
  if (!turn.again) now.mover = static_cast<std::uint8_t>(1 - mover);
  if (mover == 1) now.swap = false;
  now.ended_by_turn = turn.swept || (turn.endless && program_.endless == Endless::round);
  if (!now.ended_by_turn) return;
  now.over = turn.gave_rest ? Position::by_slam : turn.swept ? Position::by_sweep : Position::by_endless;
}

// North's first turn: the sides change places.
void Machine::exchange(const Position& position, Turn& turn) const {
  static_cast<TurnProgress&>(turn) = TurnProgress{};
  turn.move = Move{};
  turn.move.pit = Move::swap;
  turn.mover = 1;
  turn.state = Turn::State::ended;
  Position& now = turn.now;
  now = position;
  exchange_sides(now, program_.side);
  if (program_.needs_turns) count_up(now.turns[1], program_.max_turns);
  count_up(now.plies, 65'535);
  now.took = {};
  now.back = Position::no_pit;
  now.mover = 0;
  now.last = 1;
  now.passed = false;
  now.swap = false;
}

void Machine::run(const Position& position, const Move& move, Turn& turn) {
  if (move.pit == Move::swap) return exchange(position, turn);
  begin_turn(position, move, turn);
  advance(position, turn);
}

void Machine::watch(const Position& position, const Move& move, int laps, const Watcher& watcher) {
  if (move.pit == Move::swap) return;
  Turn turn;
  begin_turn(position, move, turn);
  watcher_ = &watcher;
  do {
    advance_one_lap(position, turn);
  } while (turn.laps < laps && (turn.state == Turn::State::sowing || turn.state == Turn::State::at_lap_end));
  if (turn.state == Turn::State::ended) finish(position, turn);
  watcher_ = nullptr;
}

// ---- Which turns are legal

// The first pit and the end of a range that has all pits of a player, and perhaps other pits.
std::pair<int, int> Machine::own_pits(int player) const {
  if (program_.rounds.given) return {0, program_.pits};
  return {player * program_.side, (player + 1) * program_.side};
}

// The same for the pits that may begin a player's turn.
std::pair<int, int> Machine::starts(int player) const {
  if (program_.from_own && program_.from_other) return {0, program_.pits};
  return own_pits(program_.from_own ? player : 1 - player);
}

bool Machine::may_start(const Position& position, int pit) const {
  if (position.seeds[pit] < program_.least) return false;
  if (!(position.owner(pit) == position.mover ? program_.from_own : program_.from_other)) return false;
  return !position.marked.has(pit) && !position.closed.has(pit);
}

int Machine::open_directions(const Position& position, int pit) const {
  constexpr int both = 3;
  if (program_.has_reverse) return program_.reverse_laps[0] && program_.reverse_pits.has(pit) ? both : 1;
  const std::size_t number =
      std::min<std::size_t>(position.turns[position.mover], program_.directions.size() - 1);
  Direction direction = program_.directions[number];
  if (!program_.pit_directions.empty())
    direction = program_.pit_directions[static_cast<std::size_t>(pit % program_.side)];
  if (direction == Direction::counter_clockwise) return 1;
  if (direction == Direction::clockwise) return 2;
  const int bound = position.bound[position.mover];
  return direction == Direction::choose || bound > 1 ? both : 1 << bound;
}

// Whether a player owns an unmarked pit with at least `least` seeds.
bool Machine::has_pit(const Position& position, int player, int least) const {
  const auto [first, end] = own_pits(player);
  for (int pit = first; pit < end; ++pit) {
    if (position.seeds[pit] >= least && position.owner(pit) == player && !position.marked.has(pit))
      return true;
  }
  return false;
}

bool Machine::supplies(const Turn& turn) const {
  return (turn.swept && !turn.gave_rest) || supplied(turn.now, 1 - turn.mover);
}

// The legality rules that depend on this turn only, besides `legal`.
bool Machine::is_allowed(const Turn& turn) const {
  if (turn.endless && program_.endless == Endless::illegal) return false;
  return !turn.slam || program_.slam != Slam::illegal;
}

bool Machine::keeps(const TurnFilter& filter, const Turn& turn) const {
  if (!is_allowed(turn)) return false;
  const bool prefers = filter.preference != any_preference;
  if (prefers && !is_reversed(turn) && turn.preference != filter.preference) return false;
  if (filter.must_supply && !supplies(turn)) return false;
  return !filter.no_slams || !turn.slam;
}

// The best preference of the legal turns. A turn's first lap decides its preference, so only first laps are
// played, unless the rest of a turn can make it illegal.
int Machine::best_preference(const Position& position) {
  const int no_turn = static_cast<int>(program_.prefer.size()) + 1;
  int best = no_turn;
  const auto look = [&](const Turn& turn) {
    if (!is_reversed(turn) && is_allowed(turn)) best = std::min(best, turn.preference);
    return best > 0;
  };
  const bool first_laps_decide = program_.endless != Endless::illegal && program_.slam != Slam::illegal;
  each_played(position, look, any_preference, first_laps_decide);
  return best == no_turn ? any_preference : best;
}

Machine::TurnFilter Machine::filter_of(const Position& position) {
  TurnFilter filter;
  if (!program_.prefer.empty()) filter.preference = best_preference(position);
  const auto some = [&](auto holds) {
    bool found = false;
    each_played(position, [&](Turn& turn) {
      found = keeps(filter, turn) && holds(turn);
      return !found;
    });
    return found;
  };
  if (program_.feed == Feed::no && program_.slam != Slam::illegal_unless_only) return filter;
  const bool is_supplied = supplied(position, 1 - position.mover);
  const bool always = program_.feed == Feed::always || program_.feed == Feed::always_if_possible;
  if (program_.feed != Feed::no && (always || !is_supplied)) {
    filter.must_supply = program_.feed == Feed::must || program_.feed == Feed::always ||
                         some([&](const Turn& turn) { return supplies(turn); });
  }
  if (program_.slam == Slam::illegal_unless_only && is_supplied)
    filter.no_slams = some([](const Turn& turn) { return !turn.slam; });
  return filter;
}

// Whether the rules of legality could forbid every turn, although some pit may begin one.
bool Machine::filters_turns(const Position& position) const {
  if (!program_.legal.empty() || program_.endless == Endless::illegal || program_.slam == Slam::illegal)
    return true;
  if (program_.feed == Feed::always) return true;
  return program_.feed == Feed::must && !supplied(position, 1 - position.mover);
}

bool Machine::has_turn(const Position& position) {
  if (offers_swap(position)) return true;
  bool found = false;
  const auto [first, end] = starts(position.mover);
  for (int pit = first; pit < end && !found; ++pit) found = may_start(position, pit);
  if (!found || !filters_turns(position)) return found;
  found = false;
  each_turn(position, [&](const Turn&) {
    found = true;
    return false;
  });
  return found;
}

bool Machine::play(const Position& position, const Move& move, Position& after) {
  Turn turn;
  if (move.pit == Move::swap) {
    if (!offers_swap(position)) return false;
    exchange(position, turn);
  } else {
    if (move.pit >= program_.pits || move.direction > 1 || !may_start(position, move.pit)) return false;
    if ((open_directions(position, move.pit) >> move.direction & 1) == 0) return false;
    run(position, move, turn);
    if (turn.state != Turn::State::ended || turn.used != move.count) return false;
    if (!is_allowed(turn) || !keeps(filter_of(position), turn)) return false;
  }
  after = turn.now;
  settle(after, 1);
  return true;
}

}  // namespace ebiri::described
