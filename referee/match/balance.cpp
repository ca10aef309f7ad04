#include "referee/match/balance.hpp"

#include <algorithm>
#include <limits>

namespace ebiri::match {

namespace {

using rules::Side;

// What south (low) and north (high) have already elsewhere.
struct Window {
  int low = std::numeric_limits<int>::min();
  int high = std::numeric_limits<int>::max();
};

int best(const rules::Game& game, int plies, Window window) {
  if (const auto outcome = game.outcome()) return outcome->south - outcome->north;
  if (plies == 0 || game.arrangement()) return game.score(Side::south) - game.score(Side::north);
  const bool south_moves = game.to_move() == Side::south;
  for (const std::string& move : game.legal_moves()) {
    const auto next = game.clone();
    next->play(move);
    const int value = best(*next, plies - 1, window);
    if (south_moves)
      window.low = std::max(window.low, value);
    else
      window.high = std::min(window.high, value);
    if (window.low >= window.high) break;
  }
  return south_moves ? window.low : window.high;
}

}  // namespace

int lead(const rules::Game& game, int plies) { return best(game, plies, {}); }

}  // namespace ebiri::match
