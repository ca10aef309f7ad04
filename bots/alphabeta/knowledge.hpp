// What is known of positions without searching, as from endgame tables.
#pragma once

#include <optional>
#include <vector>

#include "referee/rules/variant.hpp"

namespace ebiri::bots {

/// The mover's final seeds less the opponent's, if both play for as many as they can: within these two,
/// whatever the rules make of repetition.
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

  /// Nothing if the position is not one of those that are known. It is not over.
  virtual std::optional<Lead> lead(const Position& position) const = 0;

  /// The legal moves that lose nothing of what is known to be had; empty if nothing is known. One alone if
  /// it is enough to play such moves to get it.
  virtual std::vector<Move> advice(const Position& position) const = 0;
};

}  // namespace ebiri::bots
