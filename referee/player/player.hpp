// The interface of players: engines, and players of `reproduce` and of tests that repeat moves. `match` uses
// only this interface.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "protocol/message.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

using Duration = std::chrono::microseconds;

/// `0.123s`
inline std::string in_seconds(Duration duration) {
  return fmt::format("{:.3f}s", std::chrono::duration<double>(duration).count());
}

/// The time measurements of one request. They prove lateness only if `lower` is over `limit`.
struct TimeEvidence {
  Duration limit{};          ///< margin included
  Duration lower{};          ///< lower bound of the engine's time: `upper` minus the two waits
  Duration upper{};          ///< wall time from the request to the answer, or to the last check for one
  Duration cpu{};            ///< CPU time of all processes of the engine
  Duration engine_wait{};    ///< time in which other processes kept the engine from a core
  Duration referee_wait{};   ///< time in which the referee waited or was stopped, and the engine did not run
  std::string cpu_source{};  ///< the source of `cpu`: a word of process/meter.hpp

  bool operator==(const TimeEvidence&) const = default;
};

/// A fault of an engine.
struct Fault {
  enum class Kind : std::uint8_t {
    failed_to_start,  ///< cannot be executed, is not ready in time, or lacks the variant or an option
    crashed,          ///< end of the process, its output or its input while it is needed
    time,             ///< no answer before the deadline
    illegal_move,     ///< a move that the rules do not allow
    malformed,        ///< an answer that cannot be parsed
    out_of_turn,      ///< an answer before `go`, or two answers
    too_talkative,    ///< a line over the limit, or too many bytes for one move
    pondering,        ///< used too much CPU time in its opponent's turn
    cores,            ///< used more cores than allowed
    evasion,          ///< used CPU time that its counter did not count
  };

  Kind kind = Kind::crashed;
  std::string detail;  ///< one sentence with the expected and the received value
  std::string line;    ///< the line that proves it (cut, non-printing bytes escaped), or empty
  std::string exit;    ///< `exit status 3`, `signal 11 (SIGSEGV)`, or empty if the process was running
  std::string errors;  ///< the last lines of its stderr, or empty
  std::string asked;   ///< the last request for a move as it was sent (cut), or empty
  std::optional<TimeEvidence> time = {};  ///< if the fault is about time, cores or the CPU counter

  bool operator==(const Fault&) const = default;
};

/// The fault for messages: its sentence, then the line and the standard error on further lines.
inline std::string evidence_of(const Fault& fault) {
  constexpr std::size_t most = 1000;  // bytes
  std::string text = printable(fault.detail, most);
  if (!fault.line.empty()) text += "\n  it wrote: " + printable(fault.line, most);
  if (!fault.errors.empty())
    text += "\n  its standard error ends with:\n" + printable_lines(trim(fault.errors), 10 * most);
  return text;
}

/// The words for records and tables, in the order of `Fault::Kind`.
inline constexpr std::array<std::string_view, 10> fault_words{
    "failed-to-start", "crashed",       "time",      "illegal-move", "malformed",
    "out-of-turn",     "too-talkative", "pondering", "cores",        "evasion"};
constexpr std::string_view word(Fault::Kind kind) { return fault_words.at(static_cast<std::size_t>(kind)); }

/// The kind with this word; nothing if there is none.
constexpr std::optional<Fault::Kind> fault_kind(std::string_view word) {
  const auto* const found = std::ranges::find(fault_words, word);
  if (found == fault_words.end()) return std::nullopt;
  return static_cast<Fault::Kind>(found - fault_words.begin());
}

/// The time that one answer took, and the engine's `info` about it.
struct Thought {
  Duration wall{};  ///< from the request to the end of the answer, without the start of a process that has no
                    ///< greeting
  Duration cpu{};   ///< CPU time of the engine and its descendants in that time
  Duration wait{};  ///< time in which other processes kept it from a core (process/meter.hpp)
  Duration lag{};   ///< time in which the referee waited or was stopped, and the engine did not run
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> score;  ///< from the mover's view
  bool score_in_seeds = true;   ///< otherwise centipawns

  bool operator==(const Thought&) const = default;
};

/// A player's answer to a request for a move.
struct Answer {
  using Kind = protocol::BestMove::Kind;
  Kind kind = Kind::move;
  std::string move;
  bool offers_end = false;
  Thought thought;
  std::string said = {};  ///< the engine's lines (cut, printable) if a dialect translated them, or empty
};

/// The answer for messages: `bestmove C`, or `2 (bestmove C)` if the engine wrote `2` in another dialect.
inline std::string evidence_of(const Answer& answer) {
  std::string text = "bestmove " + printable(answer.move, 80);
  if (answer.kind != Answer::Kind::move)
    text = answer.kind == Answer::Kind::resign ? "bestmove resign" : "bestmove accept";
  return answer.said.empty() ? text : answer.said + " (" + text + ")";
}

/// The player is prepared for a game.
struct Ready {};

/// There is no answer to judge, because the run was aborted, a system error occurred, or the time of the move
/// cannot be judged.
struct Interrupted {
  std::string problem = {};  ///< the cause in one sentence, or empty after an abort
  std::string reason = {};   ///< the word for the record: `busy-machine`, `referee-stopped`

  /// An upper bound of the CPU time of other processes since the limit passed; zero if that was not measured.
  /// The opponent is the cause if its processes used at least half of this bound.
  Duration others{};

  /// Whether the player is the cause: its own processes held the cores, or a core was idle that it
  /// could have used.
  bool by_player = false;

  std::optional<TimeEvidence> time = {};  ///< the measurements of that move
};

/// There was no answer in time, under rules that then pass the turn to the opponent. A late answer is
/// dropped.
struct OutOfTime {
  Thought thought;
};

using Reply = std::variant<Answer, Fault, Interrupted, OutOfTime>;

/// The limits of one move: those that are sent, and those that the referee enforces.
struct Budget {
  protocol::Go go;        ///< those that are sent; `p1` is south
  Duration hard_limit{};  ///< the limit of this request
  Duration margin{};      ///< tolerance, which `hard_limit` includes if a time limit is set; also for `cores`
  /// After `hard_limit` the reply is `OutOfTime`, not a fault, unless the engine does not read its input.
  bool turn_passes = false;

  /// The time by which waits for a core may extend the limit. After that the reply is `Interrupted`. If it is
  /// not set, waits are charged like thinking.
  std::optional<Duration> busy_limit;

  bool ponder_counts = false;  ///< whether CPU time in the opponent's turns is limited
};

/// The time that is charged for a move. It never includes the referee's delay, and it includes waits for a
/// core only without a `busy_limit`.
inline Duration charged(const Thought& thought, const Budget& budget) {
  return thought.wall - thought.lag - (budget.busy_limit ? thought.wait : Duration::zero());
}

/// Untimed moves after the start of an engine's process, so that its first game is as fast as later ones:
/// either a number of moves, or moves for a time (at least one), or none.
struct WarmUp {
  std::optional<int> moves = {};                       ///< 1..1000
  std::optional<std::chrono::milliseconds> time = {};  ///< from the first request to the last answer

  bool wanted() const { return moves || time; }
  bool operator==(const WarmUp&) const = default;
};

/// A base position and the moves played since, as sent to a player; `rules::stolen_turn` stands for a stolen
/// turn. Also keeps its text in UGI and extends it by each move: to build it for each request would take
/// quadratic time in long games.
class GameLine {
 public:
  /// Without `base`, the line starts from the variant's start position.
  GameLine(std::optional<std::string> base = {}, std::vector<std::string> moves = {});

  const std::optional<std::string>& base() const { return base_; }
  const std::vector<std::string>& moves() const { return moves_; }

  /// `position startpos moves A b`
  const std::string& in_ugi() const { return in_ugi_; }

  void add(const std::string& move);

 private:
  std::optional<std::string> base_;
  std::vector<std::string> moves_;
  std::string in_ugi_;
};

/// The game that a player is about to play.
struct GameBrief {
  const rules::Rules& rules;  ///< must outlive the game
  std::uint64_t seed = 0;     ///< for engines that announce `UGI_Seed`
};

/// The name by which to request `variant` from an engine that announces `variants`: its own name, or
/// `any_described_game`. Empty if the engine does not play it.
inline std::string name_among(const std::vector<std::string>& variants, std::string_view variant,
                              bool is_described) {
  for (const std::string_view name : {variant, rules::any_described_game}) {
    if ((name == variant || is_described) && std::ranges::find(variants, name) != variants.end())
      return std::string(name);
  }
  return {};
}

/// The default dialect. All dialects: player/dialects.
inline constexpr std::string_view native_dialect = "ugi";

/// Plays one side of one game at a time. One thread at a time.
class Player {
 public:
  virtual ~Player() = default;

  /// Prepares a new game; a fault here is scored like a fault on the first move.
  virtual std::variant<Ready, Fault, Interrupted> begin(const GameBrief& brief) = 0;

  /// Asks for a move in the position that `line` leads to.
  virtual Reply ask(const GameLine& line, const Budget& budget) = 0;

  /// The last request for a move as it was sent (cut, non-printing bytes escaped), for the evidence of a
  /// fault. Empty if the player gets no lines.
  virtual std::string asked() const { return {}; }

  /// The CPU time that the player's processes used in the opponent's turns: in all of this game, and since
  /// the last answer. Less than a millisecond in a turn counts as zero.
  virtual Duration pondered() { return {}; }
  virtual Duration pondered_this_turn() { return {}; }

  /// Tells the player the result of the game `line`: `p1`, `p2`, `draw` or `void`.
  virtual void end(const GameLine& line, std::string_view result, std::string_view reason) = 0;
};

}  // namespace ebiri::player
