#include "referee/rules/arrange.hpp"

#include <cassert>

namespace ebiri::rules {

std::string arrangement_text(std::span<const int> pits) {
  std::string text;
  for (const int seeds : pits) text += (text.empty() ? "=" : ",") + std::to_string(seeds);
  return text;
}

std::vector<int> even_arrangement(const Arrangement& due) {
  std::vector<int> pits(static_cast<std::size_t>(due.pits), due.seeds / due.pits);
  for (int i = 0; i < due.seeds % due.pits; ++i) ++pits[static_cast<std::size_t>(i)];
  return pits;
}

// Stars and bars: an arrangement is a row of seeds with bars between the pits, and each choice of places for
// the bars is a different arrangement. The places are drawn one by one (Knuth's selection sampling).
std::vector<int> random_arrangement(const Arrangement& due, Random& random) {
  assert(due.pits > 0 && due.seeds >= 0);
  std::vector<int> pits(1, 0);
  for (int places = due.seeds + due.pits - 1; places > 0; --places) {
    const int bars = due.pits - static_cast<int>(pits.size());
    if (random.below(static_cast<std::uint64_t>(places)) < static_cast<std::uint64_t>(bars))
      pits.push_back(0);
    else
      ++pits.back();
  }
  return pits;
}

std::string random_move(const Game& game, Random& random) {
  if (const auto due = game.arrangement()) return arrangement_text(random_arrangement(*due, random));
  const auto moves = game.legal_moves();
  return moves[random.below(moves.size())];
}

}  // namespace ebiri::rules
