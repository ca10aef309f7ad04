// Exact knowledge of positions without a search, for example from endgame tables.
#pragma once

#include <optional>
#include <vector>

#include "referee/rules/variant.hpp"

namespace ebiri::bots {

/// Bounds on the mover's final seeds minus the opponent's under perfect play. They hold whatever the rule of
/// repetition is.
struct Lead {
  int least = 0;
  int most = 0;

  bool decided() const { return least > 0 || most < 0 || least == most; }
};

template <rules::Variant V>
class Knowledge {
 public:
  using Position = typename V::Position;
  using Move = typename V::Move;

  virtual ~Knowledge() = default;

  /// Nothing if the position is unknown. Precondition: the game is not over.
  virtual std::optional<Lead> lead(const Position& position) const = 0;

  /// Legal moves that still guarantee the `least` of `lead`; empty if the position is unknown. A single move
  /// is safe without a search: a side that plays it, and then follows the advice, gets at least that lead.
  virtual std::vector<Move> advice(const Position& position) const = 0;
};

}  // namespace ebiri::bots
