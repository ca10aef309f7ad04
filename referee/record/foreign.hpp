// Reads games from other formats than the journal: PGN, OGN, CSV. They have less data, often only the winner.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/record/tag_pairs.hpp"

namespace ebiri::record {

/// A game from such a file; missing data are empty. Its views are valid until the game has been taken.
struct ForeignView {
  /// `game` and `pair` are numbered anew: two games of one Event and integer Round with sides exchanged
  /// are a pair. Every move counts as the opening's, as only the rules know who made it. Where the file does
  /// not say how many seeds, or how the game ended, the cause is one whose seeds mean nothing.
  match::GameSummary summary;
  std::string_view variant, ruleset, opening, reason;
  std::optional<std::string_view> base;     ///< position, or the variant's start
  std::span<const TaggedGame::Move> moves;  ///< with what they captured
  std::size_t line = 0;                     ///< where it begins in the file, from 1
  std::optional<int> opening_plies;         ///< the number of moves of the opening, if the file has it
};

/// Takes the games, one after the other.
using TakeForeign = std::function<void(const ForeignView&)>;

/// A copy of a game that owns its data.
struct ForeignGame {
  struct Move {
    std::string text;  ///< without what it captured
    std::string comment;

    bool operator==(const Move&) const = default;
  };

  match::GameRecord record;  ///< every move is in `opening.moves`; there are no plies
  std::vector<Move> moves;   ///< the same moves, with their comments
  std::size_t line = 0;
  std::optional<int> opening_plies;
};

/// Copies a game. The record has the same summary.
ForeignGame foreign_game(const ForeignView& game);

/// Passes on the games of a text, one after the other: tag pairs if it begins with `[`, otherwise a CSV
/// table. What the tags mean: South and North, or White and Black; Points, or Result as points (`1-0`) or as
/// seeds
/// (`25-23`); Seeds; Round; OpeningPlies; Variant (`Abapa` is Oware), Ruleset, FEN, Opening, Termination.
/// Errors begin with `file:line:`.
Result<void> read_foreign(std::string_view text, std::string_view file, const TakeForeign& take);

/// The rows of a CSV table below its header, as tags. Columns: `first`, `second`, `result` (the first's
/// points: 1, 0.5, 0, or as in PGN); if they are there also `pair`, `variant`, `ruleset`, `seeds_first`,
/// `seeds_second`, `loser`, `reason`; others are passed over. Commas, semicolons or tabs separate; cells may
/// be quoted.
Result<void> read_csv(std::string_view text, std::string_view file, const TakeTagged& take);

/// A CSV table of games, which `read_csv` reads again.
std::string to_csv(std::span<const match::GameRecord> games);

/// The game with its moves played by `rules`: sides, plies, final position. Moves that the opening
/// gave are its, or else those before the first comment. Fails if a move does not fit, or if neither the
/// rules nor the file tell how the game ended.
Result<match::GameRecord> retraced(const ForeignGame& game, const rules::Rules& rules);

}  // namespace ebiri::record
