// The interface of the rules: sides, outcomes, games in progress, and the rules of a variant.
//
// The same rules have two interfaces. A *variant* is a plain value type (the concept `Variant`), which perft,
// bots and solvers use directly, without virtual calls. Those of Oware and Kalah are inline and do not
// allocate. `erase` (erased.hpp) adapts any variant to the type-erased `Rules` and `Game` below, in which
// moves and positions are text. The referee, the records and the protocol use only this interface.
//
// `Rules` is immutable, so threads may share it. A `Game` belongs to one thread at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::rules {

/// South moves first from the start position, except in a described game with `first: north`.
enum class Side : std::uint8_t { south, north };

constexpr Side opponent(Side side) { return side == Side::south ? Side::north : Side::south; }
constexpr std::string_view name(Side side) { return side == Side::south ? "south" : "north"; }

/// The result of a game that ended by its own rules.
struct Outcome {
  enum class Kind : std::uint8_t { south_wins, north_wins, draw, void_game };

  Kind kind = Kind::draw;
  std::string reason;  ///< kebab-case word of the variant: `majority`, `no-moves`, `repetition` …
  int south = 0;  ///< final seeds of south, including its share of those left on the board (Nam-Nam: after
                  ///< the last round)
  int north = 0;  ///< final seeds of north
  std::string special;  ///< a kind of win that may count more in a tournament (`akawumbi`), or empty

  /// 1 if `side` has won, -1 if it has lost, 0 otherwise.
  int sign(Side side) const {
    if (kind != Kind::south_wins && kind != Kind::north_wins) return 0;
    return (kind == Kind::south_wins) == (side == Side::south) ? 1 : -1;
  }

  bool operator==(const Outcome&) const = default;
};

constexpr Outcome::Kind win_of(Side side) {
  return side == Side::south ? Outcome::Kind::south_wins : Outcome::Kind::north_wins;
}

/// The outcome of a game in which the side with more seeds wins.
inline Outcome outcome_by_seeds(std::string_view reason, int south, int north) {
  const Outcome::Kind kind =
      south == north ? Outcome::Kind::draw : win_of(south > north ? Side::south : Side::north);
  return {.kind = kind, .reason = std::string(reason), .south = south, .north = north};
}

/// The reason why a move was refused.
struct MoveError {
  enum class Kind : std::uint8_t {
    unparsable,  ///< not a move text of this variant (`Z9`)
    illegal,     ///< well formed, but not allowed here (`a` when south is to move)
  };

  Kind kind = Kind::illegal;
  std::string message;  ///< "`b` is empty", "`c` leaves the opponent without seeds" …
};

inline MoveError unparsable(std::string message) { return {MoveError::Kind::unparsable, std::move(message)}; }
inline MoveError illegal(std::string message) { return {MoveError::Kind::illegal, std::move(message)}; }

/// An arrangement that is due: the side to move must distribute `seeds` over `pits`. The move text is `=` and
/// the numbers of seeds, separated by commas.
struct Arrangement {
  int pits = 0;
  int seeds = 0;

  bool operator==(const Arrangement&) const = default;
};

/// The effect of one move, for readers and for engine authors' tests.
struct Effect {
  int captured = 0;   ///< seeds that the mover captures with this move
  int laps = 1;       ///< sowings in this turn, 0 if nothing is sown
  std::string words;  ///< one line without a full stop: "sows 4 from C, captures 3 from b"; never empty

  bool operator==(const Effect&) const = default;
};

/// A legal move and its result.
struct Continuation {
  std::string move;
  Effect effect;
  std::string position;            ///< after the move
  Side to_move = Side::south;      ///< after the move; meaningless if there is an outcome
  std::optional<Outcome> outcome;  ///< if the move ends the game, by position or history

  bool operator==(const Continuation&) const = default;
};

struct BoardShape;  // scene.hpp
struct Scene;
struct Trace;

/// The text for a stolen turn in a list of moves. It is not a move, and no player may choose it.
inline constexpr std::string_view stolen_turn = "--";

/// A game in progress: a position and the history that repetition and ply limits need.
class Game {
 public:
  virtual ~Game() = default;
  virtual std::unique_ptr<Game> clone() const = 0;

  /// The side whose turn it is; meaningless once the game is over.
  virtual Side to_move() const = 0;

  /// The position as one token without blanks (protocol/PROTOCOL.md). It does not include the history.
  virtual std::string position() const = 0;

  /// Every legal move (of Omweso and described games at most 4096 from a pit in one direction), in canonical
  /// text, sorted, without duplicates. Empty if the game is over or an arrangement is due (often too many).
  virtual std::vector<std::string> legal_moves() const = 0;

  /// The arrangement that is due, if the next move is one.
  virtual std::optional<Arrangement> arrangement() const = 0;

  /// Plays `move`. If it is refused, returns the reason and changes nothing. Precondition: no outcome yet.
  virtual std::optional<MoveError> play(std::string_view move) = 0;

  /// The effect of `move`. Precondition: `play(move)` would be accepted.
  virtual Effect effect(std::string_view move) const = 0;

  /// Every move of `legal_moves()`, in that order, with its result; the game does not change.
  virtual std::vector<Continuation> continuations() const = 0;

  /// The position for drawing.
  virtual Scene scene() const = 0;

  /// The path of each seed in the last move, between the scenes before and after it, on a board of the rules'
  /// shape; nullopt if no move has been played or the last turn was stolen. Slow: only for drawing.
  virtual std::optional<Trace> trace(const BoardShape& shape, const Scene& before,
                                     const Scene& after) const = 0;

  /// Whether a mover whose time is up loses only its turn, not the game.
  virtual bool may_be_stolen() const = 0;

  /// Passes the turn to the opponent; counts as a ply. Precondition: `may_be_stolen()`.
  virtual void steal() = 0;

  /// The outcome, if the rules have ended the game.
  virtual std::optional<Outcome> outcome() const = 0;

  /// The outcome if both players agree to end the game here.
  virtual Outcome agreed_end() const = 0;

  /// The score of `side` so far: the seeds in its store, or as the variant defines it.
  virtual int score(Side side) const = 0;

  /// Moves played and turns stolen since the base position, with which the game began.
  virtual int plies() const = 0;

  /// All seeds: on the board, in the stores and still to be laid out. No move changes the number.
  virtual int seeds() const = 0;

  /// A hash of the position alone.
  virtual std::uint64_t hash() const = 0;

  /// Whether the rules need no earlier position from here on, so that engines may be sent the game from this
  /// position on.
  virtual bool needs_no_history() const = 0;

  /// The board as text: several lines, each ending in a newline, north on top.
  virtual std::string board() const = 0;
};

/// Counts of sequences of legal moves from a position. Ignores history: repetition, and the ply limits of
/// Oware and Bao. Published counts are `leaves` for Oware and Kalah, `leaves + ended_earlier` for others.
struct Perft {
  std::uint64_t leaves = 0;         ///< sequences of exactly `depth` plies
  std::uint64_t ended_at_leaf = 0;  ///< of these, those whose last ply ends the game
  std::uint64_t ended_earlier = 0;  ///< shorter sequences that ended the game

  bool operator==(const Perft&) const = default;
};

/// One variant under one ruleset with its options.
class Rules {
 public:
  virtual ~Rules() = default;

  virtual std::string_view variant() const = 0;  ///< `oware`
  virtual std::string_view ruleset() const = 0;  ///< `abapa`

  /// Options that differ from the ruleset, as `name=value` in the variant's order of options. In the protocol
  /// they follow the ruleset's name (`UGI_Ruleset value abapa repetition=third`).
  virtual std::vector<std::string> overrides() const = 0;

  /// The canonical description of a described game, one line of JSON; empty for any other game.
  virtual std::string description() const { return {}; }

  /// Whether the rules let both players agree to end the game.
  virtual bool agreed_end_allowed() const = 0;

  /// The form of the board.
  virtual BoardShape shape() const = 0;

  virtual std::unique_ptr<Game> start() const = 0;

  /// A game whose base position is `position`; an error says what is wrong with the text.
  virtual Result<std::unique_ptr<Game>> from_position(std::string_view position) const = 0;

  /// Perft from a position text; depth 0..30. The error says why the position cannot be counted.
  virtual Result<Perft> perft(std::string_view position, int depth) const = 0;
};

/// Plays an entry of a list of moves: a move or a stolen turn. A refusal changes nothing.
std::optional<MoveError> advance(Game& game, std::string_view move);

}  // namespace ebiri::rules
