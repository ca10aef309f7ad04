// Adjudication: ends a game early by a tournament's criteria.
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

/// The values of `Verdict::reason` for adjudicated games.
inline constexpr std::string_view resign_rule = "resign-rule", draw_rule = "draw-rule",
                                  majority_rule = "majority", table_rule = "endgame-tables",
                                  cycle_rule = "cycle", ply_cap = "ply-cap";

/// An adjudicated result.
struct Decision {
  std::optional<rules::Side> winner;  ///< empty for a draw
  std::string reason;                 ///< one of the words above
  std::string detail;                 ///< one sentence with the numbers

  bool operator==(const Decision&) const = default;
};

/// Applies the criteria to one game. If several apply at once, the first of this list counts: majority,
/// endgame tables, resign, draw, cycle, ply cap.
class Adjudicator {
 public:
  /// `criteria.majority` requires a variant in which a majority decides. `start` is the position after the
  /// opening. `ends` are the tables of `criteria.tables`, or null.
  Adjudicator(const Adjudication& criteria, const rules::Game& start,
              std::shared_ptr<const rules::ExactEnds> ends = {});

  /// Call it after every move and every stolen turn that does not end the game. `game` is the game after the
  /// turn, `mover` the side that had the turn. A missing score, or one in another unit than seeds, ends the
  /// mover's streaks.
  std::optional<Decision> after(const rules::Game& game, rules::Side mover, const player::Thought& thought);

 private:
  // How many of a side's latest moves in a row had a lost, a won and a level score.
  struct Streaks {
    int lost = 0, won = 0, level = 0;
  };

  Streaks& streaks(rules::Side side) { return streaks_[static_cast<std::size_t>(side)]; }
  void count(Streaks& streaks, const player::Thought& thought) const;
  std::optional<Decision> by_majority(const rules::Game& game) const;
  std::optional<Decision> by_tables(const rules::Game& game) const;
  std::optional<Decision> by_resign();
  std::optional<Decision> by_draw(const rules::Game& game);
  std::optional<Decision> by_cycle(const rules::Game& game);
  std::optional<Decision> by_plies(const rules::Game& game) const;
  Decision cut_off(const rules::Game& game, std::string_view reason, std::string detail) const;

  Adjudication criteria_;
  std::shared_ptr<const rules::ExactEnds> ends_;
  std::array<Streaks, 2> streaks_{};
  std::map<std::string, int> seen_;  // position -> occurrences; only with `cycle`
};

/// The side with more seeds; empty if both have the same number.
std::optional<rules::Side> leader(const rules::Game& game);

/// The side that has captured more than half of all seeds; empty while the sides can still be swapped.
std::optional<rules::Side> majority_holder(const rules::Game& game);

}  // namespace ebiri::match
