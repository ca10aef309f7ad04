// Recorded games as an engine sees them, and what a folder keeps of it.
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
  std::optional<Value> value;  ///< none where an arrangement is due
  std::string best;            ///< what the engine, or the table, would play; empty where the game is over

  bool operator==(const Position&) const = default;
};

/// One ply, and what it lost, if that can be judged.
struct Judged {
  enum class Why : std::uint8_t {
    judged,
    only_move,  ///< there was no other legal one
    lost,       ///< nothing was left to lose
    unknown,    ///< an arrangement, or a stolen turn
  };

  rules::Side side = rules::Side::south;
  Why why = Why::unknown;
  Loss loss = {};  ///< nothing unless it was judged

  bool operator==(const Judged&) const = default;
};

struct GameAnalysis {
  int game = 0, attempt = 1;
  std::uint64_t sequence = 0;  ///< fingerprint of base position and moves (match/game_summary.hpp)
  std::string south, north;
  int opening = 0;                  ///< moves before those that are judged
  std::vector<std::string> moves;   ///< those, as in the record
  std::vector<Position> positions;  ///< before each of them, and the last one: one more than moves
  std::vector<Judged> plies;        ///< as many as moves

  bool operator==(const GameAnalysis&) const = default;
};

/// Who analysed, and how: what has another description is another analysis.
struct Description {
  std::string engine;       ///< as it is called
  std::string announced;    ///< what it calls itself
  std::string fingerprint;  ///< of its program, arguments and options
  std::string limit;        ///< for each position: `nodes 50000`
  int table_seeds = -1;     ///< of exact values, or -1 without a table
  std::string variant, ruleset;

  bool operator==(const Description&) const = default;
};

struct Analysis {
  Description description;
  std::vector<GameAnalysis> games;  ///< by number and attempt
};

/// Why a game could not be analysed.
struct Failure {
  std::string what;  ///< with the engine's evidence; empty after an interrupt
};

/// Asks `player` about every position, from the last to the first, so that what it learns of later ones helps
/// with earlier ones. Positions that end the game, or whose exact end `exact` (which may be null) knows, are
/// not asked about. With a player that is deterministic by itself the result depends on nothing else.
/// Precondition: the record is true to `rules`; `budget` has a limit.
std::variant<GameAnalysis, Failure> analyse(const match::GameRecord& record, const rules::Rules& rules,
                                            const rules::ExactEnds* exact, player::Player& player,
                                            const player::Budget& budget);

/// By engine, from games of one variant.
std::map<std::string, Sum> sums_of(const std::vector<GameAnalysis>& games, std::string_view variant);

/// A move that lost much.
struct Slip {
  std::string engine;
  int game = 0, attempt = 1;
  int ply = 0;               ///< from 1 on, the opening's too
  std::string move, better;  ///< what it played, and what would have lost nothing (may be empty)
  Loss loss = {};

  bool operator==(const Slip&) const = default;
};

/// Mistakes and blunders: of each engine those that lost most points, at most so many of each. Most points
/// first, then most seeds, then as they were played.
std::vector<Slip> worst_moves(const std::vector<GameAnalysis>& games, std::string_view variant,
                              std::size_t most_each);

/// Whether the analysis is of these very moves.
bool is_of(const GameAnalysis& analysis, const match::GameSummary& game);

/// `analysis.json` (results/README.md). Reading gives what was written; the error says what is wrong with the
/// text.
std::string to_json(const Analysis& analysis);
Result<Analysis> from_json(std::string_view text);

}  // namespace ebiri::analysis
