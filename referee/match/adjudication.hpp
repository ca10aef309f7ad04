// Ends games that their rules would let go on, as a tournament asks for it.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "referee/match/game_record.hpp"
#include "referee/match/settings.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/exact_ends.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::match {

/// The words in a verdict's `reason`.
inline constexpr std::string_view resign_rule = "resign-rule", draw_rule = "draw-rule",
                                  majority_rule = "majority", table_rule = "endgame-tables",
                                  cycle_rule = "cycle", ply_cap = "ply-cap";

/// An end from outside the rules.
struct Decision {
  std::optional<rules::Side> winner;  ///< nobody: a draw
  std::string reason;                 ///< one of the words above
  std::string detail;                 ///< one sentence with the numbers

  bool operator==(const Decision&) const = default;
};

/// Watches one game. Where several rules apply at once, the first counts, in the order majority, endgame
/// tables, resign, draw, cycle, ply cap.
class Adjudicator {
 public:
  /// `terms.majority` asks for a variant where it decides. `start` is where the players take over.
  /// `ends` are what `terms.tables` names; null if it names none.
  Adjudicator(const Adjudication& terms, const rules::Game& start,
              std::shared_ptr<const rules::ExactEnds> ends = {});

  /// To be told after every move and every stolen turn that leaves the game open: `game` as it is now, who
  /// had the turn and what it said. A score that is missing, or not in seeds, breaks the mover's row.
  std::optional<Decision> after(const rules::Game& game, rules::Side mover, const player::Thought& thought);

 private:
  // Of one side, up to its last move: own moves in a row with such a score.
  struct Rows {
    int lost = 0, won = 0, level = 0;
  };

  Rows& rows(rules::Side side) { return rows_[static_cast<std::size_t>(side)]; }
  void count(Rows& rows, const player::Thought& thought) const;
  std::optional<Decision> by_majority(const rules::Game& game) const;
  std::optional<Decision> by_tables(const rules::Game& game) const;
  std::optional<Decision> by_resign();
  std::optional<Decision> by_draw(const rules::Game& game);
  std::optional<Decision> by_cycle(const rules::Game& game);
  std::optional<Decision> by_plies(const rules::Game& game) const;
  Decision cut_off(const rules::Game& game, std::string_view reason, std::string detail) const;

  Adjudication terms_;
  std::shared_ptr<const rules::ExactEnds> ends_;
  std::array<Rows, 2> rows_{};
  std::map<std::string, int> seen_;  // position -> how often; only if cycles count
};

/// Who has more seeds; nobody if both have as many.
std::optional<rules::Side> leader(const rules::Game& game);

/// Who has captured more than half of all seeds in a game where that decides; nobody while sides can still be
/// exchanged.
std::optional<rules::Side> majority_holder(const rules::Game& game);

}  // namespace ebiri::match
