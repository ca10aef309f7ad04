// Fills the pits for the next round, and decides matches of several rounds.
#include <algorithm>
#include <utility>

#include "referee/described/machine.hpp"

namespace ebiri::described {

namespace {

// Fills the board of the next round.
class Filling {
 public:
  Filling(const Program& program, const Position& before, const int (&seeds)[2], Position& board)
      : rules_(program.rounds),
        side_(program.side),
        before_(before),
        board_(board),
        poorer_(seeds[0] < seeds[1] ? 0 : 1),
        seeds_{seeds[0], seeds[1]} {}

  void fill() {
    const bool equal = seeds_[0] == seeds_[1];
    if (rules_.refill == Refill::territory) return divide_territory();
    if (rules_.refill == Refill::row || (rules_.refill == Refill::match && equal)) {
      fill_row(0);
      fill_row(1);
    } else {
      if (rules_.refill == Refill::match) {
        complete_pit_of_poorer();
        fill_row(poorer_);
      } else {
        spread_evenly();
      }
      copy();
    }
    for (int pit = 0; pit < 2 * side_; ++pit) {
      if (board_.seeds[pit] > 0) ++filled[pit / side_];
      if (rules_.closes && board_.seeds[pit] == 0) board_.closed.add(pit);
    }
  }

  int filled[2] = {0, 0};  ///< the number of filled pits of each player

 private:
  // The n-th pit that a player fills, from 0.
  int nth_pit(int player, int n) const { return player * side_ + (rules_.from_left ? n : side_ - 1 - n); }

  void fill_row(int player) {
    int seeds = seeds_[player];
    const int full = std::min(side_, seeds / rules_.seeds);
    for (int n = 0; n < full; ++n) board_.add(nth_pit(player, n), rules_.seeds);
    seeds -= full * rules_.seeds;
    if (full < side_ && rules_.remainder == Remainder::next) {
      board_.add(nth_pit(player, full), seeds);
      seeds = 0;
    }
    if (rules_.remainder == Remainder::spread) {
      for (int n = full; n < side_ && seeds > 0; ++n, --seeds) board_.add(nth_pit(player, n), 1);
    }
    board_.give(player, seeds);
  }

  // The richer player gives the missing seeds.
  void complete_pit_of_poorer() {
    const int full = seeds_[poorer_] / rules_.seeds;
    const int rest = seeds_[poorer_] % rules_.seeds;
    if (rules_.share == 0 || full >= side_ || rest < rules_.share) return;
    seeds_[poorer_] += rules_.seeds - rest;
    seeds_[1 - poorer_] -= rules_.seeds - rest;
  }

  void spread_evenly() {
    const int seeds = seeds_[poorer_];
    for (int n = 0; n < side_; ++n)
      board_.add(nth_pit(poorer_, n), seeds / side_ + (n < seeds % side_ ? 1 : 0));
  }

  void copy() {
    const int richer = 1 - poorer_;
    for (int number = 0; number < side_; ++number) {
      const int from = rules_.copies_facing ? side_ - 1 - number : number;
      const int seeds = std::min<int>(board_.seeds[poorer_ * side_ + from], seeds_[richer]);
      board_.add(richer * side_ + number, seeds);
      seeds_[richer] -= seeds;
    }
    board_.give(richer, seeds_[richer]);
  }

  // Decides the owners of the pits in the next round.
  void divide_territory() {
    const int k = rules_.seeds;
    filled[0] = seeds_[0] / k;
    filled[1] = seeds_[1] / k;
    if (filled[0] + filled[1] < 2 * side_) ++filled[owner_of_leftover_pit()];
    for (int pit = 0; pit < 2 * side_; ++pit) board_.add(pit, k);
    if (filled[0] == filled[1]) return;
    const int fewer = filled[0] < filled[1] ? 0 : 1;
    // The other player also owns the remaining pits of this player's side.
    for (int n = filled[fewer]; n < side_; ++n) board_.norths.set(nth_pit(fewer, n), fewer == 0);
  }

  int owner_of_leftover_pit() const {
    const int rest[2] = {seeds_[0] % rules_.seeds, seeds_[1] % rules_.seeds};
    if (rest[0] != rest[1]) {
      const int more = rest[0] > rest[1] ? 0 : 1;
      return rest[more] >= rules_.share ? more : 1 - more;
    }
    const int fewer = filled[0] < filled[1] ? 0 : 1;
    if (rules_.tie == Tie::poorer) return fewer;
    if (rules_.tie == Tie::richer) return 1 - fewer;
    return before_.owner(nth_pit(fewer, filled[fewer]));
  }

  const RoundRules& rules_;
  int side_;
  const Position& before_;
  Position& board_;
  int poorer_;
  int seeds_[2];
};

// The player who begins the next round; `winner` is `nobody` if it was drawn.
int beginner(Begins begins, int began, int winner) {
  if (begins == Begins::same) return began;
  if (begins == Begins::alternate || winner == Position::nobody) return 1 - began;
  return begins == Begins::winner ? winner : 1 - winner;
}

int richer_of(const int (&numbers)[2]) {
  if (numbers[0] == numbers[1]) return Position::nobody;
  return numbers[0] > numbers[1] ? 0 : 1;
}

}  // namespace

void Machine::next_round(Position& position) {
  const RoundRules& rules = program_.rounds;
  using Result = Position::Result;
  const Result result = std::exchange(position.result, Result::seeds);
  if (result != Result::seeds) position.rest = Recipient::owner;
  int seeds[2];
  final_seeds(position, seeds);
  const int richer = richer_of(seeds);
  int winner = richer;
  if (result == Result::south) winner = 0;
  if (result == Result::north) winner = 1;

  Position board = program_.start;
  for (int place = 0; place < places; ++place) board.seeds[place] = 0;
  board.marked = {};
  board.norths_marks = {};
  Filling filling(program_, position, seeds, board);
  filling.fill();
  const auto [least, most] = std::minmax(filling.filled[0], filling.filled[1]);
  const int ahead = richer_of(filling.filled);

  const auto end = [&](std::uint8_t over, int won) {
    position.over = over;
    position.result = Position::won_by(won);
  };
  // If both players reach the goal, or both have too few pits, the one with more seeds wins.
  if (rules.goal > 0 && most >= rules.goal)
    return end(Position::by_goal, least >= rules.goal ? richer : ahead);
  if (least < rules.fewest) return end(Position::by_fill, most < rules.fewest ? richer : ahead);
  if (position.round >= rules.max) return end(Position::by_rounds, richer);

  board.out = static_cast<std::uint16_t>(program_.total - seeds[0] - seeds[1]);
  board.round = static_cast<std::uint16_t>(position.round + 1);
  board.mover = static_cast<std::uint8_t>(beginner(rules.begins, position.began, winner));
  board.began = board.mover;
  board.last = static_cast<std::uint8_t>(1 - board.mover);
  position = board;
  settle(position, 1);
}

}  // namespace ebiri::described
