// The interpreter: legal turns, turns, ends and rounds of any described game.
//
// It uses no exceptions, threads or text, and playing allocates only one table per thread, for the states of
// long turns. A `Program` may be shared by threads; a `Machine` belongs to one.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "referee/described/program.hpp"

namespace ebiri::described {

/// A turn as its mover chooses it: a pit, a direction, and the decisions during the turn.
struct Move {
  static constexpr int max_decisions = 43;
  static constexpr std::uint8_t swap = 255;

  // Decisions; `forward` (counter-clockwise) and `backward` are also directions. `pick + n` is pit n of the
  // other side, for `take any`.
  static constexpr std::uint8_t forward = 0, backward = 1, use = 2, refuse = 3, pick = 4;

  std::uint8_t pit = 0;  ///< or `swap`
  std::uint8_t direction = 0;
  std::uint8_t count = 0;
  std::uint8_t decisions[max_decisions] = {};

  bool operator==(const Move&) const = default;
};

inline constexpr int any_preference = -1;

/// The progress of a turn, without its position.
struct TurnProgress {
  /// What comes next. `choice`: a decision is missing. `impossible`: the move is illegal.
  enum class State : std::uint8_t { sowing, at_lap_end, choice, ended, impossible };

  int used = 0;  ///< decisions so far
  State state = State::sowing;
  State resume = State::sowing;  ///< in `choice`: the state after the decision
  std::uint64_t options = 0;     ///< in `choice`: the allowed decisions, a bit each

  int mover = 0;
  int laps = 0;
  int direction = 0;      ///< of the turn's laps; in a game with `reverse`, of the first lap only
  int lap_direction = 0;  ///< of this lap
  LapKind kind = LapKind::start;
  int origin = 0;  ///< of the lap that is sown next, or was sown last
  int hand = 0;
  int lap_seeds = 0;
  int here = nowhere;
  int seeds_before = 0;  ///< seeds here before the last seed
  int fell = 0;          ///< where the last seed fell: 0 a pit, 1 the mover's store, 2 the other's
  int lap_ends = 0;      ///< how often the action `judge` has repeated `lap-end` in this lap
  /// If set, a turn with another preference becomes `impossible`, unless its first lap is reversed.
  int wanted_preference = any_preference;
  int preference = 0;  ///< index of the first condition of `prefer` that fits; their number if none
  bool last_seed = true;
  bool ended_by_dropping = false;  ///< a rule of `dropping` ended the turn, without `lap-end`
  bool captured = false;           ///< the turn has taken seeds
  int seeds_captured = 0;    ///< moved to the mover's store or out, or from the other's pits to the hand
  bool takes_since = false;  ///< a take or a `sow` happened after the last state was compared
  bool again = false;        ///< the player moves again
  bool swept = false;        ///< a `sweep`, or a grand slam under `gives-rest`, has ended the round
  bool gave_rest = false;    ///< it was that grand slam: the opponent got all remaining seeds
  bool slam = false;         ///< a grand slam
  bool endless = false;
  bool detects_cycles = false;  ///< relays compare the states of the turn
  PitSet touched;
  PitSet took;
  PitSet dropped;  ///< pits of the other player that a seed fell in
};

/// A turn being played. A plain value: a copy can take other decisions.
struct Turn : TurnProgress {
  Position now;
  Move move;
};

/// Observes every seed of a turn. Places are those of a program, `hand` or `out`.
struct Watcher {
  static constexpr int hand = places, out = places + 1;

  std::function<void(int from, int to, int seeds)> moved = [](int, int, int) {};
  std::function<void(const Rule&)> used = [](const Rule&) {};  ///< of `dropping`, `lap-end` or `turn-end`
};

/// The number that a test of `word` compares. Seeds in the hand do not count. Precondition: `word` is
/// `hits`, `their_hits`, `turn`, `ply`, `round`, `marks` or `in_play`.
int number_of(Word word, const Program& program, const Position& position);

class Machine {
 public:
  /// `program` must outlive it.
  explicit Machine(const Program& program) : program_(program) {}

  /// The largest number of turns listed for one pit and direction; others are legal too.
  static constexpr int max_listed = 4096;

  Position start();

  /// Plays `move` and settles `after`, the position after it. Returns false if the move is illegal.
  /// Precondition: not over.
  bool play(const Position& position, const Move& move, Position& after);

  /// Plays `move` to its end or to a missing decision, without checking that it is legal.
  void run(const Position& position, const Move& move, Turn& turn);

  /// The same, observed by `watcher`. Plays at most `laps` laps, because it does not detect repeated states.
  void watch(const Position& position, const Move& move, int laps, const Watcher& watcher);

  /// Calls `visit(turn)` for every listed legal turn, ended but not settled, until it returns false. A swap
  /// is a turn too.
  template <class Visit>
  void each_turn(const Position& position, Visit visit);

  bool has_turn(const Position& position);

  /// Bit 0: a turn from `pit` may go counter-clockwise; bit 1: clockwise.
  int open_directions(const Position& position, int pit) const;

  /// Tests the end rules after a turn. The position occurs for the `repetition`-th time.
  void settle(Position& position, int repetition);

  /// The key by which positions are compared for repetition. After a pass it is that of the position before
  /// the pass.
  std::uint64_t key_of(const Position& position) const;

  /// A hash of everything in the text of a position.
  std::uint64_t full_key(const Position& position) const;

  /// The seeds of both players; at the end including their shares of the seeds in pits.
  void final_seeds(const Position& position, int (&seeds)[2]) const;

 private:
  /// What `prefer`, `feed` and `grand-slam` require of a turn, in view of all turns of the position.
  struct TurnFilter {
    int preference = any_preference;
    bool must_supply = false;
    bool no_slams = false;
  };

  bool offers_swap(const Position& position) const { return position.swap && position.mover == 1; }
  bool may_start(const Position& position, int pit) const;
  std::pair<int, int> own_pits(int player) const;
  std::pair<int, int> starts(int player) const;
  bool has_pit(const Position& position, int player, int least) const;
  bool supplied(const Position& position, int player) const {
    return has_pit(position, player, program_.least);
  }
  bool supplies(const Turn& turn) const;
  bool is_allowed(const Turn& turn) const;
  bool is_reversed(const Turn& turn) const { return program_.has_reverse && turn.move.direction == 1; }
  bool keeps(const TurnFilter& filter, const Turn& turn) const;
  TurnFilter filter_of(const Position& position);
  int best_preference(const Position& position);
  bool filters_turns(const Position& position) const;

  template <class Visit>
  bool branch(const Position& position, Turn& turn, int& left, Visit& visit);
  template <class Visit>
  bool each_played(const Position& position, Visit visit, int wanted = any_preference,
                   bool first_laps_only = false);

  void begin_turn(const Position& position, const Move& move, Turn& turn) const;
  void advance(const Position& position, Turn& turn);
  void advance_one_lap(const Position& position, Turn& turn);
  void restart_detecting_cycles(const Position& position, Turn& turn);
  void finish(const Position& position, Turn& turn);
  void exchange(const Position& position, Turn& turn) const;

  bool ends(const Position& position, const Condition& condition, int repetition);
  bool test_end(const Position& position, const Test& test, int repetition);
  void end_round(Position& position, std::uint8_t over, Ending::Kind kind, Recipient recipient);
  void next_round(Position& position);
  void settle_endless(Position& position);

  const Program& program_;
  const Watcher* watcher_ = nullptr;
};

// Plays `turn` on with every possible decision, and visits each turn that ends, at most `left` of them.
// Returns false if `visit` does.
template <class Visit>
bool Machine::branch(const Position& position, Turn& turn, int& left, Visit& visit) {
  advance(position, turn);
  if (turn.state == Turn::State::impossible) return true;
  if (turn.state == Turn::State::ended) return --left >= 0 ? visit(turn) : true;
  for (std::uint64_t options = turn.options; options != 0 && left > 0; options &= options - 1) {
    Turn decided = turn;
    decided.move.decisions[decided.move.count++] = static_cast<std::uint8_t>(__builtin_ctzll(options));
    if (!branch(position, decided, left, visit)) return false;
  }
  return true;
}

// Visits the turns of every pit that may begin one, except `impossible` ones, which break `legal` or
// `wanted`, or whose reversed first lap captures nothing. The other rules of legality are left to `keeps`.
// With `first_laps_only`, it plays only the first lap of each and, in games with `reverse`, only
// counter-clockwise ones.
template <class Visit>
bool Machine::each_played(const Position& position, Visit visit, int wanted, bool first_laps_only) {
  Turn turn;
  const auto [first, end] = starts(position.mover);
  for (int pit = first; pit < end; ++pit) {
    if (!may_start(position, pit)) continue;
    const int open = open_directions(position, pit);
    for (int direction = 0; direction < (first_laps_only && program_.has_reverse ? 1 : 2); ++direction) {
      if ((open >> direction & 1) == 0) continue;
      int left = max_listed;
      Move move;
      move.pit = static_cast<std::uint8_t>(pit);
      move.direction = static_cast<std::uint8_t>(direction);
      begin_turn(position, move, turn);
      turn.wanted_preference = wanted;
      if (first_laps_only) {
        advance_one_lap(position, turn);
        if (turn.state != Turn::State::impossible && !visit(turn)) return false;
      } else if (!branch(position, turn, left, visit)) {
        return false;
      }
    }
  }
  return true;
}

template <class Visit>
void Machine::each_turn(const Position& position, Visit visit) {
  if (offers_swap(position)) {
    Turn turn;
    exchange(position, turn);
    if (!visit(turn)) return;
  }
  const TurnFilter filter = filter_of(position);
  const auto visit_kept = [&](Turn& turn) { return !keeps(filter, turn) || static_cast<bool>(visit(turn)); };
  each_played(position, visit_kept, filter.preference);
}

}  // namespace ebiri::described
