// The record of a finished game, as it is written to the journal.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/player/player.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::match {

/// The result of a game and its cause. `void_game` means that the rules annulled the game, or that the time
/// of a move could not be judged. A void game does not affect ratings.
struct Verdict {
  using Result = rules::Outcome::Kind;
  enum class Cause : std::uint8_t {
    rules,        ///< the game ended by its rules; `reason` is the variant's word
    fault,        ///< a fault of `loser`; evidence in `fault`
    resigned,     ///< `loser` resigned
    agreed,       ///< both sides agreed
    adjudicated,  ///< by the tournament: `reason` is the criterion, `detail` has the numbers
    machine,      ///< void: the time of a move could not be judged; `reason` and `detail` say why
  };

  Result result = Result::draw;
  Cause cause = Cause::rules;
  std::string reason;                ///< kebab-case word: `majority`, `time`, `illegal-move`, `resigned` …
  std::optional<rules::Side> loser;  ///< for `fault` and `resigned`
  std::optional<player::Fault> fault;  ///< for `fault`
  int south = 0, north = 0;  ///< of the causes `rules` and `agreed`: the seeds of the outcome; otherwise the
                             ///< scores when the game ended (`Game::score`)
  std::string detail;        ///< for `machine` and `adjudicated`: one sentence with the measurements
  std::string special;       ///< a kind of win that may count more in a tournament (`akawumbi`), or empty

  /// For a void game: the side whose engine is the likely cause, because it kept the cores busy or seemed to
  /// wait while one was idle.
  std::optional<rules::Side> caused_by = {};

  std::optional<player::TimeEvidence> time = {};  ///< for `machine`: the move that could not be judged

  bool operator==(const Verdict&) const = default;
};

/// The result in the engine protocol.
inline std::string_view result_word(const Verdict& verdict) {
  static constexpr std::string_view words[] = {"p1", "p2", "draw", "void"};
  return words[static_cast<std::size_t>(verdict.result)];
}

/// One move of one side.
struct Ply {
  rules::Side side = rules::Side::south;  ///< the mover; in some variants sides do not alternate
  std::string move;                       ///< canonical text
  player::Thought thought;

  bool operator==(const Ply&) const = default;
};

/// The start of a game: a base position and moves.
struct Opening {
  std::string name;                 ///< `17`: the number in its book; or a name
  std::optional<std::string> base;  ///< base position; empty: the variant's start position
  std::vector<std::string> moves;   ///< played before the engines move

  bool operator==(const Opening&) const = default;
};

/// The record of one attempt at a game. Numbers count from 1. A game that is replayed gets a new record with
/// the next `attempt`.
struct GameRecord {
  int game = 0;  ///< unique in the run, in schedule order
  int pair = 0;  ///< number of its pair: the games that share an opening
  int attempt = 1;
  std::string south, north;  ///< engine names
  std::string variant, ruleset;
  std::string south_limit, north_limit;  ///< `nodes 20000`, `10s+100ms`, `10s x 0.85`
  Opening opening;
  std::uint64_t seed = 0;
  std::chrono::sys_time<std::chrono::milliseconds> started{};
  std::chrono::milliseconds duration{};
  std::vector<Ply> plies;                               ///< without the opening's moves
  player::Duration south_pondered{}, north_pondered{};  ///< CPU time used in the opponent's turns
  std::string final_position;
  Verdict verdict;

  /// The number of all moves, those of the opening included.
  std::size_t move_count() const { return opening.moves.size() + plies.size(); }

  /// The move with that index, from 0: those of the opening come first.
  const std::string& move(std::size_t index) const {
    return index < opening.moves.size() ? opening.moves[index] : plies[index - opening.moves.size()].move;
  }

  bool operator==(const GameRecord&) const = default;
};

/// A record that several threads read.
using SharedRecord = std::shared_ptr<const GameRecord>;

/// Whether the game is void because the time of a move could not be judged.
inline bool aborted(const GameRecord& record) { return record.verdict.cause == Verdict::Cause::machine; }

}  // namespace ebiri::match
