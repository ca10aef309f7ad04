// The analysis of recorded games by an engine, and its file format.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/analysis/judgement.hpp"
#include "referee/match/game_record.hpp"
#include "referee/match/game_summary.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/exact_ends.hpp"

namespace ebiri::analysis {

/// One position of a game.
struct Position {
  std::optional<Value> value;  ///< empty if an arrangement is due
  std::string best;            ///< the move of the engine or the table; empty if there is none

  bool operator==(const Position&) const = default;
};

/// One ply and its loss, if it can be judged.
struct Judged {
  enum class Why : std::uint8_t {
    judged,     ///< it has a loss; the other values are reasons why it has none
    only_move,  ///< there was only one legal move
    lost,       ///< the side had already lost (`lost` in judgement.hpp)
    unknown,    ///< an arrangement, or a stolen turn
  };

  rules::Side side = rules::Side::south;
  Why why = Why::unknown;
  Loss loss = {};  ///< zero unless it was judged

  bool operator==(const Judged&) const = default;
};

struct GameAnalysis {
  int game = 0, attempt = 1;
  std::uint64_t sequence = 0;  ///< fingerprint of base position and moves (match/game_summary.hpp)
  std::string south, north;
  int opening = 0;                  ///< number of moves in the opening, which are not judged
  std::vector<std::string> moves;   ///< the moves after the opening, as in the record
  std::vector<Position> positions;  ///< before each move and at the end, one more than `moves`
  std::vector<Judged> plies;        ///< one for each of `moves`

  bool operator==(const GameAnalysis&) const = default;
};

/// The limit of a search unless the user sets another one.
inline constexpr std::uint64_t default_nodes = 50'000;

/// The seed of engines that judge. Constant, so that engines that use random numbers judge alike again.
inline constexpr std::uint64_t judging_seed = 1;

/// Identifies an analysis: the engine, its limit and the rules. Analyses with different descriptions are not
/// mixed.
struct Description {
  std::string engine;       ///< its name in tables
  std::string announced;    ///< its `id name`
  std::string fingerprint;  ///< of its program, arguments and options
  std::string limit;        ///< for each position: `nodes 50000`
  int table_seeds = -1;     ///< largest number of seeds in the endgame tables, or -1 without tables
  std::string variant, ruleset;

  bool operator==(const Description&) const = default;
};

struct Analysis {
  Description description;
  std::vector<GameAnalysis> games;  ///< sorted by number and attempt
};

/// Asks `player` for a move in each position, from the last to the first, so that a transposition table that
/// it keeps has later positions when it searches earlier ones. Does not ask if the game is over, an
/// arrangement is due, or `exact` (may be null) knows the value. The result is reproducible if the player is
/// deterministic within `budget`. The error is the fault with its evidence, or the system error; its message
/// is empty after an interrupt. Preconditions: the record follows `rules`, and `budget` has a limit.
Result<GameAnalysis> analyse(const match::GameRecord& record, const rules::Rules& rules,
                             const rules::ExactEnds* exact, player::Player& player,
                             const player::Budget& budget);

/// A move, with the values of the positions before and after it.
struct JudgedMove {
  Position from, to;
  Judged ply;
};

/// Judges a legal move in `game`, the position after `line`, as `analyse` does. Precondition: the player has
/// begun a game with `judging_seed`.
Result<JudgedMove> judge_move(player::GameLine line, const rules::Game& game, const std::string& move,
                              const Scale& scale, player::Player& player, const player::Budget& budget);

/// The sums for each engine, from games of one variant.
std::map<std::string, Sum> sums_of(const std::vector<GameAnalysis>& games, std::string_view variant);

/// A recorded move and its loss: a mistake, a blunder or the move that lost a game.
struct Slip {
  std::string engine;
  int game = 0, attempt = 1;
  int ply = 0;               ///< from 1, the opening included
  std::string move, better;  ///< the move played, and the judge's choice (may be empty)
  Loss loss = {};

  bool operator==(const Slip&) const = default;
};

/// The mistakes and blunders that lost the most points, at most `max_each` per engine. Sorted by lost
/// points, then by lost seeds, the most first, then in playing order.
std::vector<Slip> worst_moves(const std::vector<GameAnalysis>& games, std::string_view variant,
                              std::size_t max_each);

/// The last move before which the loser of the game was still ahead or level. Nothing if the game has no
/// loser or no such move, if the loser is ahead or level at the end, or if the winner made that move: values
/// of an engine can be wrong.
std::optional<Slip> losing_move(const GameAnalysis& game, match::Verdict::Result result,
                                std::string_view variant);

/// Names the losing move and, if the same engine later lost more seeds by a move, that move; one line each.
/// Empty if there is no losing move.
std::string losing_text(const GameAnalysis& game, match::Verdict::Result result, std::string_view variant);

/// The meaning of the values of a game's moves. If they change by more than an inaccuracy although the
/// engine's own choices were played, says by how much.
std::string values_text(const GameAnalysis& game, std::string_view variant);

/// What a judged ply lost: `loses the game` or `misses a win` if that is known, otherwise `loses 3.0 seeds`.
std::string loss_text(const GameAnalysis& game, std::size_t ply);

/// Whether the analysis belongs to this game and its moves.
bool is_of(const GameAnalysis& analysis, const match::GameSummary& game);

/// Write and read `analysis.json` (results/FORMATS.md). The error says why the text is invalid.
std::string to_json(const Analysis& analysis);
Result<Analysis> from_json(std::string_view text);

}  // namespace ebiri::analysis
