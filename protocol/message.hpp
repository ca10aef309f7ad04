// The messages between referee and engine, one struct for each. protocol/PROTOCOL.md is the normative text.
//
// Moves and positions are text, because this room does not know the rules.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ebiri::protocol {

/// A message without values.
struct Bare {
  bool operator==(const Bare&) const = default;
};

// ---- referee -> engine ------------------------------------------------------------------------

struct Hello : Bare {};    ///< `ugi`
struct IsReady : Bare {};  ///< `isready`
struct NewGame : Bare {};  ///< `uginewgame`
struct Stop : Bare {};     ///< `stop`
struct Quit : Bare {};     ///< `quit`

struct SetOption {
  std::string name;
  std::string value;

  bool operator==(const SetOption&) const = default;
};

/// A base position and the moves played since; without `base`, the variant's start position.
struct Position {
  std::optional<std::string> base;
  std::vector<std::string> moves;

  bool operator==(const Position&) const = default;
};

/// The limits of a search. Unset fields are not sent. If all are unset, `infinite` is sent.
struct Go {
  std::optional<std::chrono::milliseconds> p1time, p2time;  ///< time left on the clocks
  std::optional<std::chrono::milliseconds> p1inc, p2inc;    ///< added after each move
  std::optional<int> movestogo;                             ///< moves until the next period, >= 1
  std::optional<std::chrono::milliseconds> movetime;        ///< for this move
  std::optional<int> depth;                                 ///< plies, >= 1
  std::optional<std::uint64_t> nodes;                       ///< >= 1

  bool operator==(const Go&) const = default;
};

struct Query {
  enum class What : std::uint8_t { gameover, p1turn, result };
  What what = What::gameover;

  bool operator==(const Query&) const = default;
};

struct GameOver {
  std::string result;  ///< `p1`, `p2`, `draw` or `void`
  std::string reason;  ///< free text, may be empty

  bool operator==(const GameOver&) const = default;
};

using Request = std::variant<Hello, SetOption, IsReady, NewGame, Position, Go, Stop, Query, GameOver, Quit>;

// ---- engine -> referee ------------------------------------------------------------------------

struct Id {
  std::string field;  ///< `name` or `author`
  std::string value;

  bool operator==(const Id&) const = default;
};

struct OptionOffer {
  std::string name;
  std::string type;                     ///< check, spin, combo, button or string
  std::optional<std::string> fallback;  ///< the engine's default
  std::optional<std::string> min, max;
  std::vector<std::string> vars;

  bool operator==(const OptionOffer&) const = default;
};

struct Variants {
  std::vector<std::string> names;

  bool operator==(const Variants&) const = default;
};

struct HelloDone : Bare {};  ///< `ugiok`
struct Ready : Bare {};      ///< `readyok`

struct Score {
  enum class Unit : std::uint8_t { centipawns, seeds };
  Unit unit = Unit::seeds;
  double value = 0;  ///< from the mover's view

  double seeds() const { return unit == Unit::seeds ? value : value / 100; }
  bool operator==(const Score&) const = default;
};

struct Info {
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
  std::optional<std::chrono::milliseconds> time;
  std::optional<Score> score;
  std::vector<std::string> pv;

  bool operator==(const Info&) const = default;
};

struct BestMove {
  enum class Kind : std::uint8_t { move, resign, accept };
  Kind kind = Kind::move;
  std::string move{};  ///< for `move`
  bool offer = false;  ///< `bestmove MOVE offer`: also offers to end the game by agreement

  bool operator==(const BestMove&) const = default;
};

struct Response {
  std::string value;

  bool operator==(const Response&) const = default;
};

/// A line whose first word is unknown, or `id` with an unknown field. It is ignored.
struct Unknown : Bare {};

/// A known message with a syntax error; `why` says what was expected.
struct Malformed {
  std::string why;

  bool operator==(const Malformed&) const = default;
};

using Reply =
    std::variant<Id, OptionOffer, Variants, HelloDone, Ready, Info, BestMove, Response, Unknown, Malformed>;

/// The longest line that either side may send, newline included.
inline constexpr std::size_t max_line_bytes = 64 * 1024;

}  // namespace ebiri::protocol
