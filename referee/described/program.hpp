// A described game as tables and small instructions, which the machine runs.
//
// Pits are numbered from 0, south's first; the stores of south and north are the places 96 and 97. Neither
// this header nor the machine handles text.
#pragma once

#include <boost/describe/enum.hpp>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace ebiri::described {

inline constexpr int max_pits = 96;
inline constexpr int first_store = max_pits;  ///< south's; north's is the next
inline constexpr int places = max_pits + 2;
inline constexpr int nowhere = -1;

struct PitSet {
  std::uint64_t words[2] = {0, 0};

  bool has(int pit) const { return (words[pit >> 6] >> (pit & 63) & 1U) != 0; }
  void add(int pit) { words[pit >> 6] |= std::uint64_t{1} << (pit & 63); }
  void remove(int pit) { words[pit >> 6] &= ~(std::uint64_t{1} << (pit & 63)); }
  void set(int pit, bool in) { in ? add(pit) : remove(pit); }
  bool any() const { return (words[0] | words[1]) != 0; }
  bool holds(const PitSet& other) const {
    return (other.words[0] & ~words[0]) == 0 && (other.words[1] & ~words[1]) == 0;
  }
  void subtract(const PitSet& other) {
    words[0] &= ~other.words[0];
    words[1] &= ~other.words[1];
  }

  bool operator==(const PitSet&) const = default;
};

/// The numbers that a condition accepts: `2|4+`.
struct Counts {
  static constexpr int max_items = 8;

  struct Item {
    int low = 0;
    int high = 0;
    int step = 1;
  };

  std::uint64_t small = 0;  ///< bit n: n is accepted
  Item items[max_items] = {};
  int size = 0;

  bool has(int number) const {
    if (number < 64) return (small >> number & 1U) != 0;
    for (int i = 0; i < size; ++i) {
      if (number >= items[i].low && number <= items[i].high && (number - items[i].low) % items[i].step == 0)
        return true;
    }
    return false;
  }
};

/// The words of conditions and filters. Those up to `back` are facts: one bit of a mask each.
// clang-format off
enum class Word : std::uint8_t {
  own, opponent, inner, outer, mine, theirs, marked, touched, lifted, last, empty, occupied, store, their_store,
  some_facing, some_behind, captured, reached, mirrored, first_lap, unplayed, fresh, front, captures, back,
  // The others, by their argument: pits, counts, one number, or none.
  pit, from, took,
  makes, facing, behind, next, beyond, lap, marks, start, turn, ply, round, hits, their_hits, in_play, after,
  stored, their_stored, holds,
  repetition, plies,
  same, immobile, stuck, mover_empty, other_empty, row_empty, singles, majority,
};
// clang-format on

constexpr std::uint32_t fact(Word word) { return std::uint32_t{1} << static_cast<int>(word); }

/// One word with its argument.
struct Test {
  Word word = Word::own;
  bool negated = false;
  Counts counts;
  PitSet pits;  ///< of both sides; for `took` pit numbers of one side
  int number = 0;
};

/// Words that must all hold: facts by masks, the others by tests.
struct Group {
  std::uint32_t yes = 0;
  std::uint32_t no = 0;
  std::vector<Test> tests;
};

/// Groups, at least one of which must hold.
using Condition = std::vector<Group>;

inline bool asks_for(const Condition& condition, Word word) {
  for (const Group& group : condition) {
    for (const Test& test : group.tests) {
      if (test.word == word) return true;
    }
  }
  return false;
}

/// The tests that a pit must pass; empty is `any`.
using Filter = std::vector<Test>;

BOOST_DEFINE_FIXED_ENUM_CLASS(Recipient, std::uint8_t, mover, other, owner, marker, out, last, split, nobody)

enum class Op : std::uint8_t { take, pull, mark, shift, sweep, stop, again, judge, relay, sow };

/// The pits of an action. `take`: those that it takes from. `sow`: its origin; in `with`, the pit whose
/// seeds are added to the hand. `mark`: the pit. `relay`: `next`, or `none` for here. `shift`: the target.
BOOST_DEFINE_FIXED_ENUM_CLASS(Where, std::uint8_t, none, here, facing, next, beyond, next_facing, column,
                              back, on, gaps, every, any, lap, turn, outer, first)

struct Action {
  Op op = Op::stop;
  Where where = Where::none;
  Where with = Where::none;  ///< `sow`: here or outer
  Recipient to = Recipient::mover;
  bool with_facing = false;
  bool reversed = false;
  int most = 1'000'000;  ///< the number after `max`, `take any` or `pull`
  Filter filter = {};
};

struct Rule {
  bool may = false;
  Condition condition;
  std::vector<Action> actions;
};

struct RuleList {
  std::vector<Rule> rules;
  std::uint32_t facts = 0;  ///< those that the rules test
};

/// An end rule: its condition, and the result.
struct Ending {
  enum class Kind : std::uint8_t { rest, win, draw, annulled };

  Kind kind = Kind::rest;
  Recipient recipient = Recipient::owner;
  Condition condition;
};

BOOST_DEFINE_FIXED_ENUM_CLASS(Direction, std::uint8_t, counter_clockwise, clockwise, choose, bind, bind_each)
BOOST_DEFINE_FIXED_ENUM_CLASS(Feed, std::uint8_t, no, must, must_if_possible, always, always_if_possible)
BOOST_DEFINE_FIXED_ENUM_CLASS(Slam, std::uint8_t, takes, takes_nothing, illegal, illegal_unless_only,
                              leave_last, leave_first, gives_rest)
BOOST_DEFINE_FIXED_ENUM_CLASS(Endless, std::uint8_t, annul, draw, loss, illegal, stop, round)
BOOST_DEFINE_FIXED_ENUM_CLASS(LapKind, std::uint8_t, start, relay, after_reverse, after_forward)

BOOST_DEFINE_FIXED_ENUM_CLASS(Refill, std::uint8_t, row, match, territory, even)
BOOST_DEFINE_FIXED_ENUM_CLASS(Remainder, std::uint8_t, store, next, spread)
BOOST_DEFINE_FIXED_ENUM_CLASS(Tie, std::uint8_t, poorer, richer, owner)
BOOST_DEFINE_FIXED_ENUM_CLASS(Begins, std::uint8_t, alternate, same, winner, loser)

struct RoundRules {
  bool given = false;  ///< the game has `rounds`; owners of pits change only then
  int max = 1;
  int seeds = 0;
  Refill refill = Refill::row;
  bool from_left = true;
  bool closes = true;
  Remainder remainder = Remainder::store;
  bool copies_facing = false;
  int share = 0;  ///< 0: none
  Tie tie = Tie::poorer;
  Begins begins = Begins::alternate;
  int goal = 0;  ///< 0: none
  int fewest = 1;
};

/// A position. At the end of the game `Machine::final_seeds` shares the seeds that are still in pits.
struct Position {
  // Values of `over`, beside the numbers of end rules.
  static constexpr std::uint8_t going_on = 0, by_sweep = 251, by_slam = 252, by_endless = 253;
  static constexpr std::uint8_t by_stuck = 247, by_goal = 248, by_fill = 249, by_rounds = 250;
  static constexpr std::uint8_t nobody = 2;  // in place of a player
  static constexpr std::uint8_t no_pit = 255;

  enum class Result : std::uint8_t { seeds, south, north, draw, annulled };

  std::uint16_t seeds[places] = {};  ///< of pits and stores
  std::uint16_t out = 0;
  std::uint16_t turns[2] = {0, 0};
  std::uint16_t hits[2] = {0, 0};
  std::uint16_t plies = 0;  ///< turns in this round; 0 in a position that is read from text
  std::uint16_t round = 1;
  std::uint8_t mover = 0;
  std::uint8_t last = 1;           ///< the player who made the last turn
  std::uint8_t began = 0;          ///< the player who began the round
  std::uint8_t back = no_pit;      ///< the start pit of the last turn; none after `again`, unused if `passed`
  std::uint8_t bound[2] = {2, 2};  ///< 0: counter-clockwise, 1: clockwise, 2: not yet
  bool swap = false;               ///< north's first turn may exchange the sides
  bool passed = false;             ///< the other player had no legal turn
  bool ended_by_turn = false;      ///< the last turn ended the round: a sweep, a grand slam or endless laps
  std::uint8_t over = going_on;    ///< how the game ended: the number of an end rule, from 1, or a constant
  Recipient rest = Recipient::nobody;  ///< the player who gets the seeds in pits at the end
  Result result = Result::seeds;
  PitSet marked;
  PitSet norths_marks;
  PitSet closed;
  PitSet norths;  ///< pits that north owns
  PitSet played;
  PitSet stale;  ///< played and not fresh
  PitSet lifted;
  PitSet took;            ///< emptied by takes of the last turn
  std::uint64_t key = 0;  ///< compared for repetition, if a rule needs it

  static Result won_by(int player) {
    return player == nobody ? Result::draw : player == 0 ? Result::south : Result::north;
  }
  bool is_over() const { return over != going_on; }
  /// Whether the game is over, and the players share the seeds in pits. After a match `result` says who won
  /// (`by_goal`, `by_fill`, `by_rounds`), but the seeds are shared too.
  bool shares_out_seeds() const {
    return is_over() && (result == Result::seeds || (over >= by_goal && over <= by_rounds));
  }
  int owner(int pit) const { return norths.has(pit) ? 1 : 0; }
  void add(int place, int number) { seeds[place] = static_cast<std::uint16_t>(seeds[place] + number); }
  void give(int player, int number) { add(first_store + player, number); }
  int store(int player) const { return seeds[first_store + player]; }

  /// Copies `from`, whose board has `pits` pits. Precondition: in `*this` the pits from number `pits` on
  /// are empty.
  void copy(const Position& from, int pits) {
    const std::size_t pits_size = (static_cast<std::size_t>(pits) * sizeof seeds[0] + 31) / 32 * 32;
    std::memcpy(seeds, from.seeds, pits_size);
    constexpr std::size_t stores_at = max_pits * sizeof seeds[0];
    std::memcpy(reinterpret_cast<char*>(this) + stores_at, reinterpret_cast<const char*>(&from) + stores_at,
                sizeof(Position) - stores_at);
  }

  bool operator==(const Position&) const = default;
};

/// A compiled game. Most members are named after keys of descriptions (configs/games/FORMAT.md).
struct Program {
  // The board.
  int rows = 2;
  int columns = 6;
  int side = 6;  ///< pits on the home side of a player
  int pits = 12;
  bool has_stores = false;
  std::uint8_t next[2][2][places];    ///< by mover and direction: the place after a place
  std::uint8_t pit_after[2][places];  ///< by direction: the pit after a pit
  std::uint8_t facing[max_pits][2];
  std::uint8_t facing_count[max_pits];
  std::uint8_t behind[max_pits];  ///< 255: nothing
  std::uint8_t outer[max_pits];
  std::uint32_t row[max_pits];  ///< the fact `inner` or `outer`, on four rows

  // Turns.
  Position start;
  int total = 0;
  bool from_own = true;
  bool from_other = false;
  int least = 1;
  std::vector<Direction> directions;      ///< by the mover's turn in the round
  std::vector<Direction> pit_directions;  ///< by pit number, if not empty
  bool has_reverse = false;
  PitSet reverse_pits;        ///< of both sides
  bool reverse_laps[4] = {};  ///< by LapKind
  bool is_signed = false;     ///< moves name their direction, `+` or `-`
  Condition legal;            ///< empty: every first lap is allowed
  std::vector<Condition> prefer;
  std::uint32_t first_lap_facts = 0;
  bool first_origin = false;
  bool skip_origin = false;
  std::vector<Filter> skip;
  RuleList dropping;
  RuleList lap_end;
  RuleList turn_end;
  Feed feed = Feed::no;
  Slam slam = Slam::takes;
  std::vector<Ending> endings;
  RoundRules rounds;
  int max_laps = 10'000;
  Endless endless = Endless::annul;

  // The state that the rules read.
  std::uint64_t words = 0;  ///< bit n: a rule has the word number n
  bool needs_played = false;
  bool needs_turns = false;
  bool needs_hits = false;
  bool needs_round = false;
  bool needs_bound = false;
  bool tracks_seeds = false;                      ///< a rule reads `touched`, `reached` or `fresh`
  bool decides_at_lap_end = false;                ///< a `may` or a `take any`
  bool counts_pits = false;                       ///< scores include the seeds in own pits
  bool drops_on_marks_only = false;               ///< dropping does nothing while no pit is marked
  std::uint64_t drop_counts = ~std::uint64_t{0};  ///< bit n: dropping may react in a pit with n seeds
  int max_turns = 0;                              ///< the counter of turns stops here
  int max_hits = 0;

  bool asks_for(Word word) const { return (words >> static_cast<int>(word) & 1U) != 0; }
};

}  // namespace ebiri::described
