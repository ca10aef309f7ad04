// alphabeta's knowledge of Oware, from endgame tables.
#pragma once

#include <utility>
#include <vector>

#include "bots/alphabeta/knowledge.hpp"
#include "referee/rules/oware/endgame_tables.hpp"

namespace ebiri::bots {

class OwareTables final : public Knowledge<rules::oware::Oware> {
 public:
  /// Precondition: the tables have the same rules.
  OwareTables(const rules::oware::Oware& rules, rules::oware::EndgameTables tables)
      : tables_(std::move(tables)),
        rules_(rules) {}

  std::optional<Lead> lead(const Position& position) const override {
    if (!tables_.contains(position)) return std::nullopt;
    const rules::oware::Bounds bounds = tables_.bounds(position);
    // Of the seeds on the board, the opponent gets those that the mover does not get.
    const int now = position.own_store() - position.other_store() - rules::oware::on_board(position);
    return Lead{now + 2 * bounds.lo, now + 2 * bounds.hi};
  }

  std::vector<Move> advice(const Position& position) const override {
    const auto here = lead(position);
    if (!here) return {};
    if (here->decided()) {
      if (const auto move = tables_.securing_move(position)) return {*move};
    }
    std::vector<Move> moves;
    for (const Move move : rules_.legal_moves(position))
      if (tables_.secured(position, move) == tables_.bounds(position).lo) moves.push_back(move);
    return moves;
  }

 private:
  rules::oware::EndgameTables tables_;
  rules::oware::Oware rules_;
};

}  // namespace ebiri::bots
