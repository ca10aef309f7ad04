// Settles a position after a turn: the end rules, passes, rounds.
#include <algorithm>
#include <cstring>

#include "referee/described/machine.hpp"

namespace ebiri::described {

namespace {

int player_of(Recipient recipient, const Position& position) {
  if (recipient == Recipient::last) return position.last;
  return recipient == Recipient::mover ? position.mover : 1 - position.mover;
}

bool has_singles_only(const Program& program, const Position& position) {
  for (int pit = 0; pit < program.pits; ++pit) {
    if (position.seeds[pit] > 1 && !position.marked.has(pit)) return false;
  }
  return true;
}

class Mixer {
 public:
  void operator()(std::uint64_t word) {
    hash_ = (hash_ ^ word) * 0x9E3779B97F4A7C15U;
    hash_ ^= hash_ >> 29;
  }
  void operator()(const PitSet& set) {
    (*this)(set.words[0]);
    (*this)(set.words[1]);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0x51ED270B27B1D9F5U;
};

// Hashes everything that repetition compares, for the player `mover`.
void mix_board(Mixer& mix, const Program& program, const Position& position, int mover) {
  for (int pit = 0; pit < program.pits; pit += 4) {
    std::uint64_t seeds = 0;
    std::memcpy(&seeds, position.seeds + pit, sizeof seeds);
    mix(seeds);
  }
  mix(static_cast<std::uint64_t>(position.store(0)) << 24 |
      static_cast<std::uint64_t>(position.store(1)) << 8 |
      static_cast<std::uint64_t>(mover << 4 | position.bound[0] << 2 | position.bound[1]));
  for (const PitSet* set : {&position.marked, &position.norths_marks, &position.closed, &position.norths})
    mix(*set);
}

}  // namespace

int number_of(Word word, const Program& program, const Position& position) {
  const int mover = position.mover;
  if (word == Word::hits) return position.hits[mover];
  if (word == Word::their_hits) return position.hits[1 - mover];
  if (word == Word::turn) return position.turns[mover] + 1;
  if (word == Word::ply) return position.turns[0] + position.turns[1] + 1;
  if (word == Word::round) return position.round;
  int marks = 0, seeds = 0;
  for (int pit = 0; pit < program.pits; ++pit) {
    if (!position.marked.has(pit))
      seeds += position.seeds[pit];
    else if (position.norths_marks.has(pit) == (mover == 1))
      ++marks;
  }
  return word == Word::marks ? marks : seeds;  // `in_play`
}

std::uint64_t Machine::key_of(const Position& position) const {
  Mixer mix;
  mix_board(mix, program_, position, position.passed ? 1 - position.mover : position.mover);
  return mix.value();
}

std::uint64_t Machine::full_key(const Position& position) const {
  Mixer mix;
  mix_board(mix, program_, position, position.mover);
  mix(static_cast<std::uint64_t>(position.out) << 8 | (position.swap ? 2U : 0U) |
      (program_.rounds.given ? position.began : 0U));
  if (program_.needs_turns) mix(static_cast<std::uint64_t>(position.turns[0]) << 16 | position.turns[1]);
  if (program_.needs_hits) mix(static_cast<std::uint64_t>(position.hits[0]) << 16 | position.hits[1]);
  if (program_.needs_played) mix(position.played);
  if (program_.asks_for(Word::fresh)) mix(position.stale);
  if (program_.asks_for(Word::lifted)) mix(position.lifted);
  if (program_.asks_for(Word::back)) mix(position.passed ? Position::no_pit : position.back);
  if (program_.needs_round) mix(position.round);
  return mix.value();
}

bool Machine::test_end(const Position& position, const Test& test, int repetition) {
  const int mover = position.mover;
  switch (test.word) {
    case Word::immobile:
      return !has_turn(position);
    case Word::stuck: {
      if (has_turn(position)) return false;
      Position other = position;
      other.mover = static_cast<std::uint8_t>(1 - mover);
      return !has_turn(other);
    }
    case Word::mover_empty:
      return !has_pit(position, mover, 1);
    case Word::other_empty:
      return !has_pit(position, 1 - mover, 1);
    case Word::row_empty:
      return !has_pit(position, 0, 1) || !has_pit(position, 1, 1);
    case Word::singles:
      return has_singles_only(program_, position);
    case Word::majority:
      return 2 * std::max(position.store(0), position.store(1)) > program_.total;
    case Word::stored:
      return test.counts.has(position.store(mover));
    case Word::their_stored:
      return test.counts.has(position.store(1 - mover));
    case Word::took:
      for (int number = 0; number < program_.side; ++number) {
        const int pit = (1 - position.last) * program_.side + number;
        if (test.pits.has(number) && !position.took.has(pit)) return false;
      }
      return true;
    case Word::repetition:
      return repetition >= test.number;
    case Word::plies:
      return position.plies >= test.number;
    default:
      return test.counts.has(number_of(test.word, program_, position));
  }
}

bool Machine::ends(const Position& position, const Condition& condition, int repetition) {
  return std::any_of(condition.begin(), condition.end(), [&](const Group& group) {
    return std::all_of(group.tests.begin(), group.tests.end(), [&](const Test& test) {
      return test_end(position, test, repetition) != test.negated;
    });
  });
}

void Machine::settle(Position& position, int repetition) {
  if (position.ended_by_turn) {
    if (position.over == Position::by_endless && program_.endless != Endless::round)
      return settle_endless(position);
    return end_round(position, position.over, Ending::Kind::rest, Recipient::owner);
  }
  // A repeated position is settled twice (`DescribedGame::settled`). A pass by the first call is undone.
  if (position.passed) position.mover = static_cast<std::uint8_t>(1 - position.mover);
  position.passed = false;
  std::uint8_t number = 0;
  for (const Ending& ending : program_.endings) {
    ++number;
    if (ends(position, ending.condition, repetition))
      return end_round(position, number, ending.kind, ending.recipient);
  }
  if (has_turn(position)) return;
  position.mover = static_cast<std::uint8_t>(1 - position.mover);
  position.passed = true;
  if (!has_turn(position)) end_round(position, Position::by_stuck, Ending::Kind::rest, Recipient::owner);
}

// Settles a position after an endless turn, which has left the board unchanged.
void Machine::settle_endless(Position& position) {
  std::uint8_t number = 0;
  for (const Ending& ending : program_.endings) {
    ++number;
    if (asks_for(ending.condition, Word::took) && ends(position, ending.condition, 1))
      return end_round(position, number, ending.kind, ending.recipient);
  }
  if (program_.endless == Endless::draw)
    return end_round(position, Position::by_endless, Ending::Kind::draw, Recipient::nobody);
  position.over = Position::by_endless;
  position.result =
      program_.endless == Endless::loss ? Position::won_by(1 - position.last) : Position::Result::annulled;
}

void Machine::end_round(Position& position, std::uint8_t over, Ending::Kind kind, Recipient recipient) {
  position.over = over;
  position.rest = kind == Ending::Kind::rest ? recipient : Recipient::nobody;
  position.result = Position::Result::seeds;
  if (kind == Ending::Kind::win) position.result = Position::won_by(player_of(recipient, position));
  if (kind == Ending::Kind::draw) position.result = Position::Result::draw;
  if (kind == Ending::Kind::annulled) position.result = Position::Result::annulled;
  if (program_.rounds.given && kind != Ending::Kind::annulled) next_round(position);
}

void Machine::final_seeds(const Position& position, int (&seeds)[2]) const {
  seeds[0] = position.store(0);
  seeds[1] = position.store(1);
  if (!position.shares_out_seeds()) return;
  int shared = 0;
  for (int pit = 0; pit < program_.pits; ++pit) {
    const int here = position.seeds[pit];
    if (position.marked.has(pit)) {
      seeds[position.norths_marks.has(pit) ? 1 : 0] += here;
    } else if (position.rest == Recipient::owner) {
      seeds[position.owner(pit)] += here;
    } else {
      shared += here;
    }
  }
  if (position.rest == Recipient::owner || position.rest == Recipient::nobody) return;
  if (position.rest == Recipient::split) {
    seeds[0] += shared / 2;
    seeds[1] += shared / 2;
  } else {
    seeds[player_of(position.rest, position)] += shared;
  }
}

}  // namespace ebiri::described
