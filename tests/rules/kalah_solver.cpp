#include "tests/rules/kalah_solver.hpp"

#include <algorithm>

namespace ebiri::rules::kalah::tests {

namespace {

/// A move with what it leads to.
struct Child {
  Kalah::Move move = 0;
  int gain = 0;     ///< seeds put into the mover's store
  int promise = 0;  ///< the most promising child is searched first
  Position position;
};

MoveList<Child, max_pits + 1> children(const Kalah& rules, const Position& position, Kalah::Move best) {
  MoveList<Child, max_pits + 1> all;
  for (const Kalah::Move move : rules.legal_moves(position)) {
    Child child{move, 0, move, rules.play(position, move)};
    child.gain = child.position.store(position.mover);
    child.position.stores = {0, 0};
    child.promise += 16 * child.gain;
    if (child.position.mover == position.mover) child.promise += 1000;
    if (move == best) child.promise += 10000;
    all.push(child);
  }
  std::sort(all.begin(), all.end(), [](const Child& a, const Child& b) { return a.promise > b.promise; });
  return all;
}

}  // namespace

int Solver::search(const Position& position, int bound) {
  const auto mine = static_cast<int>(position.row(position.mover).total());
  const auto others = static_cast<int>(position.row(opponent(position.mover)).total());
  if (rules_.is_over(position)) return mine - others;
  const int most = mine + others;
  if (most < bound) return most;
  if (-most >= bound) return -most;
  const std::uint64_t key = rules_.key(position);
  Known& slot = table_[key % table_size];
  Known known{key, static_cast<std::int16_t>(-most), static_cast<std::int16_t>(most)};
  if (slot.key == key) known = slot;
  if (known.highest < bound) return known.highest;
  if (known.lowest >= bound) return known.lowest;
  int reached = -most;
  Known found = known;
  for (const Child& child : children(rules_, position, known.best)) {
    const int value = child.position.mover == position.mover
                          ? child.gain + search(child.position, bound - child.gain)
                          : child.gain - search(child.position, child.gain - bound + 1);
    if (value > reached) {
      reached = value;
      found.best = child.move;
    }
    if (reached >= bound) break;
  }
  (reached >= bound ? found.lowest : found.highest) = static_cast<std::int16_t>(reached);
  slot = found;
  return reached;
}

int Solver::value(Position position) {
  position.stores = {0, 0};
  int lowest = -rules_.seeds(position);
  int highest = rules_.seeds(position);
  int guess = 0;
  while (lowest < highest) {
    const int bound = std::max(guess, lowest + 1);
    guess = search(position, bound);
    (guess >= bound ? lowest : highest) = guess;
  }
  return lowest;
}

}  // namespace ebiri::rules::kalah::tests
