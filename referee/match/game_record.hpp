// A finished game, as it stands in the journal for ever.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/player/player.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::match {

/// Who won and why. `void_game` (the rules annulled the game, or a move could not be judged) leaves no trace
/// in any rating.
struct Verdict {
  enum class Result : std::uint8_t { south_wins, north_wins, draw, void_game };
  enum class Cause : std::uint8_t {
    rules,        ///< the variant's own end; `reason` is its word
    fault,        ///< a fault of `loser`; evidence in `fault`
    resigned,     ///< `loser` resigned
    agreed,       ///< both sides agreed
    adjudicated,  ///< by the tournament: `reason` is its rule, `detail` has the numbers
    machine,      ///< void: a move could not be judged, as the cores were busy; `reason` and `detail` say why
  };

  Result result = Result::draw;
  Cause cause = Cause::rules;
  std::string reason;                ///< kebab-case word: `majority`, `time`, `illegal-move`, `resigned` …
  std::optional<rules::Side> loser;  ///< for `fault` and `resigned`
  std::optional<player::Fault> fault;  ///< for `fault`
  int south = 0, north = 0;            ///< seeds at the end; after a fault, as they stood in the stores
  std::string detail;   ///< for `machine` and `adjudicated`: one sentence with what was measured
  std::string special;  ///< a win that a tournament may weigh (`akawumbi`), or empty
  std::optional<rules::Side> caused_by =
      {};  ///< of a void game: whose engine kept the cores busy, or seemed to
  std::optional<player::TimeEvidence> time = {};  ///< for `machine`: of the move that could not be judged

  bool operator==(const Verdict&) const = default;
};

/// One half move.
struct Ply {
  rules::Side side = rules::Side::south;  ///< who moved: not every variant alternates
  std::string move;                       ///< canonical text
  player::Thought thought;

  bool operator==(const Ply&) const = default;
};

/// Where a game starts, apart from the variant's own start position.
struct Opening {
  std::string name;                 ///< `17` or the name in the opening file
  std::optional<std::string> base;  ///< base position, or the variant's start
  std::vector<std::string> moves;   ///< played before the engines are asked

  bool operator==(const Opening&) const = default;
};

/// Numbers count from 1. A record is immutable: a game that is played again is a new record with the
/// next `attempt`.
struct GameRecord {
  int game = 0;  ///< unique in the run, in schedule order
  int pair = 0;  ///< the opening pair it belongs to: both of its games have the same number
  int attempt = 1;
  std::string south, north;  ///< engine names
  std::string variant, ruleset;
  std::string south_limit, north_limit;  ///< `nodes 20000`, `10s+100ms`, `10s x 0.85`
  Opening opening;
  std::uint64_t seed = 0;
  std::chrono::sys_time<std::chrono::milliseconds> started{};
  std::chrono::milliseconds duration{};
  std::vector<Ply> plies;                               ///< without the opening's moves
  player::Duration south_pondered{}, north_pondered{};  ///< CPU time used in the opponent's time
  std::string final_position;
  Verdict verdict;

  bool operator==(const GameRecord&) const = default;
};

/// A record that several parts of the program, and several threads, look at.
using SharedRecord = std::shared_ptr<const GameRecord>;

/// A move could not be judged, so the game is void: it is played again, with the next attempt, as often as
/// the settings allow.
inline bool aborted(const GameRecord& record) { return record.verdict.cause == Verdict::Cause::machine; }

}  // namespace ebiri::match
