// The seam between a game and whoever plays it: an engine behind a pipe, a script in a test, later
// a person. `match` knows nothing below this file.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "referee/rules/rules.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

using Duration = std::chrono::microseconds;

/// What was measured of a request that ended late or not at all. Time is lost only if `lower` is over
/// `limit`.
struct TimeEvidence {
  Duration limit{};          ///< margin included
  Duration lower{};          ///< the engine took at least that: `upper` less the two waits
  Duration upper{};          ///< wall time from the request to the verdict
  Duration cpu{};            ///< CPU time of all processes of the engine
  Duration engine_wait{};    ///< others kept the engine from a core
  Duration referee_wait{};   ///< the referee was kept from a core, or stopped, while the engine did not run
  std::string cpu_source{};  ///< what counted `cpu`: a word of process/cpu_counter.hpp

  bool operator==(const TimeEvidence&) const = default;
};

/// What an engine can do wrong. `illegal_move` is found by the match, the others by the player.
struct Fault {
  enum class Kind : std::uint8_t {
    failed_to_start,  ///< cannot be executed, or no `ugiok`/`readyok` within the start limit
    crashed,          ///< end of file or death while it had to answer
    time,             ///< no answer before the deadline
    illegal_move,     ///< a move that the rules do not allow
    malformed,        ///< an answer that cannot be read
    out_of_turn,      ///< an answer before `go`, or two answers
    too_talkative,    ///< a line over the limit, or too many bytes for one move
    pondering,        ///< used the cores in its opponent's time: found by the match
    cores,            ///< used more cores than it may
    evasion,          ///< left the counter of its CPU time
  };

  Kind kind = Kind::crashed;
  std::string detail;  ///< one sentence: expected and received
  std::string line;    ///< the raw line that proves it (cut, non-printing bytes escaped), or empty
  std::string exit;    ///< `exit status 3`, `signal 11 (SIGSEGV)`, or empty while it lives
  std::string errors;  ///< the last lines of its stderr, or empty
  std::string asked;   ///< the question for a move that it was sent last, line by line (cut), or empty
  std::optional<TimeEvidence> time = {};  ///< for `time`, `cores` and `evasion`: what was measured

  bool operator==(const Fault&) const = default;
};

/// The words that stand in records and tables.
inline constexpr std::array<std::pair<Fault::Kind, std::string_view>, 10> fault_words{{
    {Fault::Kind::failed_to_start, "failed-to-start"},
    {Fault::Kind::crashed, "crashed"},
    {Fault::Kind::time, "time"},
    {Fault::Kind::illegal_move, "illegal-move"},
    {Fault::Kind::malformed, "malformed"},
    {Fault::Kind::out_of_turn, "out-of-turn"},
    {Fault::Kind::too_talkative, "too-talkative"},
    {Fault::Kind::pondering, "pondering"},
    {Fault::Kind::cores, "cores"},
    {Fault::Kind::evasion, "evasion"},
}};
constexpr std::string_view word(Fault::Kind kind) {
  return std::ranges::find(fault_words, kind, &decltype(fault_words)::value_type::first)->second;
}

/// The kind that `word` names.
constexpr std::optional<Fault::Kind> fault_kind(std::string_view word) {
  for (const auto& [kind, its_word] : fault_words)
    if (its_word == word) return kind;
  return std::nullopt;
}

/// What one answer cost and what the engine said about it.
struct Thought {
  Duration wall{};  ///< from the moment of asking to the newline of the answer
  Duration cpu{};   ///< CPU time of the engine and whatever it started, in that time
  Duration wait{};  ///< how long others kept it waiting for a core meanwhile (process/meter.hpp)
  Duration lag{};   ///< how long the referee was kept from a core, or stopped, while the engine did not run
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<double> score;  ///< from the mover's view
  bool score_in_seeds = true;   ///< otherwise centipawns

  bool operator==(const Thought&) const = default;
};

struct Answer {
  enum class Kind : std::uint8_t { move, resign, accept };
  Kind kind = Kind::move;
  std::string move;
  bool offers_end = false;
  Thought thought;
  std::string said =
      {};  ///< the engine's own words (cut, printable) where a dialect translated them, or empty
};

/// `bestmove C`, with the engine's own words before it if those were others: `2 (bestmove C)`.
inline std::string evidence_of(const Answer& answer) {
  std::string text = "bestmove " + printable(answer.move, 80);
  if (answer.kind != Answer::Kind::move)
    text = answer.kind == Answer::Kind::resign ? "bestmove resign" : "bestmove accept";
  return answer.said.empty() ? text : answer.said + " (" + text + ")";
}

/// Prepared for a game.
struct Ready {};

/// The run was aborted while the player was thinking, or the machine failed us: nothing is to be
/// concluded about the player.
struct Interrupted {
  std::string machine = {};  ///< what the machine did, one sentence, or empty after an abort
  std::string reason = {};   ///< its kebab-case word for the record: `busy-machine`, `referee-stopped`

  /// Of a move that was given up because others held the cores: the CPU time that an opponent who did not
  /// move must have used meanwhile to be the one who held them; zero otherwise.
  Duration others{};

  /// The player's own processes held the cores, or it only seemed to wait for one.
  bool by_player = false;

  std::optional<TimeEvidence> time = {};  ///< of that move
};

/// No answer in time where the rules let the turn pass to the opponent: the player was told to stop, and
/// an answer that still comes is dropped.
struct OutOfTime {
  Thought thought;
};

using Reply = std::variant<Answer, Fault, Interrupted, OutOfTime>;

/// What is sent with `go`, and how long the answer may take.
struct Budget {
  std::optional<Duration> south_time, north_time;
  std::optional<Duration> south_increment, north_increment;
  std::optional<int> moves_to_go;
  std::optional<Duration> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  Duration hard_limit{};     ///< of this request, margin included
  Duration margin{};         ///< the part of it that is the margin
  bool turn_passes = false;  ///< at that limit the reply is `OutOfTime`, not a fault

  /// How long the wait for a core may move that limit; when that is over the reply is `Interrupted`. Nothing:
  /// not at all, and waiting is charged like thinking.
  std::optional<Duration> busy_limit;

  bool ponder_counts = false;  ///< whether use of CPU time in the opponent's turns has consequences
};

/// What a move costs its clock: the referee's own delay never, and the wait for a core not if `budget` lets
/// it move the limit.
inline Duration charged(const Thought& thought, const Budget& budget) {
  return thought.wall - thought.lag - (budget.busy_limit ? thought.wait : Duration::zero());
}

/// Untimed moves that an engine is asked for when its process has started, so that its first game finds it as
/// quick as all others: a number of moves, or as many as fit into a time, at least one; or none.
struct WarmUp {
  std::optional<int> moves = {};                       ///< 1..1000
  std::optional<std::chrono::milliseconds> time = {};  ///< from the first question to the last answer

  bool wanted() const { return moves || time; }
  bool operator==(const WarmUp&) const = default;
};

/// Moves one after the other, as a list and as one text, so that nobody joins them anew for every move.
class MoveList {
 public:
  MoveList() = default;
  MoveList(std::vector<std::string> moves)  // NOLINT: a list of moves is one
      : moves_(std::move(moves)) {
    for (const std::string& move : moves_) add_text(move);
  }

  MoveList(std::initializer_list<std::string> moves) : MoveList(std::vector<std::string>{moves}) {}

  void push_back(std::string move) {
    add_text(move);
    moves_.push_back(std::move(move));
  }

  operator const std::vector<std::string>&() const { return moves_; }  // NOLINT
  std::size_t size() const { return moves_.size(); }
  bool empty() const { return moves_.empty(); }
  auto begin() const { return moves_.begin(); }
  auto end() const { return moves_.end(); }

  /// Blanks between.
  std::string_view text() const { return text_; }

  bool operator==(const MoveList& other) const { return moves_ == other.moves_; }

 private:
  void add_text(const std::string& move) {
    if (!text_.empty()) text_ += ' ';
    text_ += move;
  }

  std::vector<std::string> moves_;
  std::string text_;
};

/// A game as it is told to a player.
struct Line {
  std::optional<std::string> base;  ///< base position, or the variant's start
  MoveList moves;                   ///< since then; `rules::stolen_turn` stands for a stolen turn

  bool operator==(const Line&) const = default;
};

/// The game that a player is about to play.
struct GameBrief {
  std::string variant;     ///< `oware`
  std::string ruleset;     ///< `abapa repetition=third`
  std::uint64_t seed = 0;  ///< for engines that announce `UGI_Seed`
};

/// How engines are spoken to that do not say otherwise; all dialects: player/dialects.
inline constexpr std::string_view native_dialect = "ugi";

/// Plays one side of one game at a time. One thread at a time.
class Player {
 public:
  virtual ~Player() = default;

  /// Prepares a new game; a fault here is scored like a fault on the first move.
  virtual std::variant<Ready, Fault, Interrupted> begin(const GameBrief& brief) = 0;

  /// Asks for a move in the position that `line` leads to.
  virtual Reply ask(const Line& line, const Budget& budget) = 0;

  /// The last question as it was sent, line by line (cut, non-printing bytes escaped); empty if it was put in
  /// another way. For the evidence of a fault.
  virtual std::string asked() const { return {}; }

  /// CPU time that it and whatever it started used in its opponent's time: in this game, and since it
  /// answered last. What is below a millisecond counts as none.
  virtual Duration pondered() { return {}; }
  virtual Duration pondered_this_turn() { return {}; }

  /// Tells how the game that `line` led to ended (`p1`, `p2`, `draw`, `void`).
  virtual void end(const Line& line, std::string_view result, std::string_view reason) = 0;
};

}  // namespace ebiri::player
