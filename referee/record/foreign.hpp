// Reads games from other formats than the journal: PGN, OGN, CSV. They have less data, often only the winner.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/record/tag_pairs.hpp"

namespace ebiri::record {

/// A view of a game in such a file. Missing data are empty. The view is valid until `TakeForeign` returns.
struct ForeignView {
  /// `game` and `pair` are new numbers. Two games with the same Event, the same integer Round and exchanged
  /// sides are a pair. The cause is `rules` if the file gives seeds and no loser, otherwise `resigned`,
  /// because tables ignore the seeds of resigned games. Termination can name another cause: a fault, an
  /// adjudication, or an aborted game.
  match::GameSummary summary;
  std::string_view variant, ruleset, opening, reason;
  std::optional<std::string_view> base;     ///< base position; empty: the variant's start position
  std::span<const TaggedGame::Move> moves;  ///< with the number of captured seeds: `F+3`
  std::size_t line = 0;                     ///< the line where the game begins, from 1

  /// The number of moves of the opening. If the file has no OpeningPlies, these are the moves before the
  /// first comment; without comments there are none.
  std::size_t opening_plies = 0;
  bool opening_known = true;  ///< false without OpeningPlies, comments, Opening and FEN
  std::chrono::sys_time<std::chrono::milliseconds> started{};  ///< the date of the game; 0: unknown
};

/// Receives the games one after the other.
using TakeForeign = std::function<void(const ForeignView&)>;

/// A copy of a game that owns its data.
struct ForeignGame {
  match::GameRecord record;  ///< the movers of its plies are unknown; only the rules can tell them
  std::size_t line = 0;
};

/// Copies a game. The copy's record has the same summary.
ForeignGame foreign_game(const ForeignView& game);

/// Reads all games of a text: tag pairs if its first line that is not a comment begins with `[`, otherwise a
/// CSV table. It understands these tags: South and North, or White and Black; Points, or Result as points
/// (`1-0`) or as seeds (`25-23`); Seeds; Date; Event; Round; OpeningPlies; Variant (`Abapa` is Oware);
/// Ruleset; FEN; Opening; Termination. Errors begin with `file:line:`.
Result<void> read_foreign(std::string_view text, std::string_view file, const TakeForeign& take);

/// Reads the rows of a CSV table as tags. Required columns: `first`, `second`, and `result`, which is the
/// points of the first player (1, 0.5 or 0) or a result of PGN. Optional columns: `pair`, `variant`,
/// `ruleset`, `seeds_first`, `seeds_second`, `loser`, `reason`. Others are ignored. Commas, semicolons or
/// tabs separate cells, which may be quoted.
Result<void> read_csv(std::string_view text, std::string_view file, const TakeTagged& take);

/// A CSV table of games, which `read_csv` can read.
std::string to_csv(std::span<const match::GameRecord> games);

/// Plays the moves of a game under `rules` and returns its record with movers and final position. Fails if a
/// move is illegal, or if the rules and the file contradict each other or leave the result open.
Result<match::GameRecord> replayed(const ForeignGame& game, const rules::Rules& rules);

}  // namespace ebiri::record
