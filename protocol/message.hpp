// What crosses the pipe, one struct per message; protocol/PROTOCOL.md is the normative text.
//
// Moves and positions travel as text: the wire does not know any game.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ebiri::protocol {

// ---- referee -> engine ------------------------------------------------------------------------

struct Hello {};  ///< `ugi`

struct SetOption {
  std::string name;
  std::string value;
};

struct IsReady {};
struct NewGame {};

/// A base position and the moves played since; without `base`, the variant's start position.
struct Position {
  std::optional<std::string> base;
  std::vector<std::string> moves;
};

/// What the mover may spend. Unset fields are not sent; all unset means `infinite`.
struct Go {
  std::optional<std::chrono::milliseconds> p1time, p2time;  ///< what is left on the clocks
  std::optional<std::chrono::milliseconds> p1inc, p2inc;    ///< added after each move
  std::optional<int> movestogo;                             ///< moves until the next period, >= 1
  std::optional<std::chrono::milliseconds> movetime;        ///< for this move
  std::optional<int> depth;                                 ///< plies, >= 1
  std::optional<std::uint64_t> nodes;                       ///< >= 1
};

struct Stop {};

struct Query {
  enum class What : std::uint8_t { gameover, p1turn, result };
  What what = What::gameover;
};

struct GameOver {
  std::string result;  ///< `p1`, `p2`, `draw` or `void`
  std::string reason;  ///< free text, may be empty
};

struct Quit {};

using Request = std::variant<Hello, SetOption, IsReady, NewGame, Position, Go, Stop, Query, GameOver, Quit>;

// ---- engine -> referee ------------------------------------------------------------------------

struct Id {
  std::string field;  ///< `name` or `author`
  std::string value;
};

struct OptionOffer {
  std::string name;
  std::string type;                     ///< check, spin, combo, button or string
  std::optional<std::string> fallback;  ///< the engine's default
  std::optional<std::string> min, max;
  std::vector<std::string> vars;
};

struct Variants {
  std::vector<std::string> names;
};

struct HelloDone {};  ///< `ugiok`
struct Ready {};      ///< `readyok`

struct Score {
  enum class Unit : std::uint8_t { centipawns, seeds };
  Unit unit = Unit::seeds;
  double value = 0;  ///< from the mover's view

  bool operator==(const Score&) const = default;
};

struct Info {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::chrono::milliseconds> time;
  std::optional<Score> score;
  std::vector<std::string> pv;
};

struct BestMove {
  enum class Kind : std::uint8_t { move, resign, accept };
  Kind kind = Kind::move;
  std::string move;    ///< for `move`
  bool offer = false;  ///< `bestmove MOVE offer`: also offers to end the game by agreement
};

struct Response {
  std::string value;
};

/// A line that we do not know: logged and ignored.
struct Unknown {};

/// A line that we do know, written wrongly; `why` says what was expected.
struct Malformed {
  std::string why;
};

using Reply =
    std::variant<Id, OptionOffer, Variants, HelloDone, Ready, Info, BestMove, Response, Unknown, Malformed>;

/// The longest line that either side may send, newline included.
inline constexpr std::size_t max_line_bytes = 64 * 1024;

}  // namespace ebiri::protocol
