// The interface of dialects: the protocols that engines speak.
//
// A dialect encodes requests as lines and decodes the engine's lines. It does not check rules or clocks. One
// object serves one engine. One thread at a time.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message.hpp"
#include "referee/player/player.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::player {

/// A decoded line of an engine.
struct Interpreted {
  protocol::Reply reply;
  std::string answer = {};  ///< whole lines to write immediately, or empty
  std::string said = {};    ///< if the reply consists of several lines, these lines; otherwise empty
};

/// The codec of one dialect.
class Dialect {
 public:
  virtual ~Dialect() = default;

  /// Whether the engine answers `Hello` and `IsReady`. Otherwise a process plays one game.
  virtual bool greets() const { return true; }

  /// Call it when a new process has been started.
  virtual void restart() {}

  /// Call it before each game. An override calls this one first.
  virtual void begin(const GameBrief& brief) { rules_ = &brief.rules; }

  /// `request` in whole lines; empty if the dialect has no such request.
  virtual std::string encode(const protocol::Request& request) = 0;

  /// The request for a move, in whole lines.
  virtual std::string question(const GameLine& line, const Budget& budget) = 0;

  /// Decodes any line of the engine. `line` has no line end.
  virtual Interpreted interpret(std::string_view line) = 0;

  /// For dialects in which an engine may improve its answer: the time after the request at which the latest
  /// answer becomes final; nothing if the first answer is final. `settle` then returns the latest answer, if
  /// there is one.
  virtual std::optional<Duration> settles_after(const Budget&) const { return std::nullopt; }
  virtual std::optional<Interpreted> settle() { return std::nullopt; }

  /// Lines to write at the end of a game, in addition to `GameOver`.
  virtual std::string conclusion(const GameLine&) { return {}; }

 protected:
  /// The game after `line`. Preconditions: `begin` was called, and `line` comes from the referee.
  std::unique_ptr<rules::Game> game_at(const GameLine& line) const;

  const rules::Rules* rules_ = nullptr;  ///< of the current game
};

/// The static properties of a dialect.
struct DialectTraits {
  std::string_view word;  ///< its name in configs: `uci-oware`
  std::unique_ptr<Dialect> (*make)();
  std::string_view variant = {};  ///< the only variant that it supports; empty: all
  std::string_view ruleset = {};  ///< the ruleset of the dialect's own referee; empty: the variant's default
  bool has_swap = true;           ///< whether it supports Kalah's swap
  bool has_depth = false;         ///< whether it can limit the depth instead of the time

  /// Whether each process plays one game from the variant's start position. Then neither openings nor a
  /// warm-up are possible.
  bool from_start_only = false;

  std::string_view wrapper = {};  ///< a program beside the referee that runs the engine, or empty
};

// Factories of the dialects other than `ugi`. Each of these dialects has its own file.
std::unique_ptr<Dialect> make_codingame();
std::unique_ptr<Dialect> make_kgp();
std::unique_ptr<Dialect> make_mankalah();
std::unique_ptr<Dialect> make_uci_oware();

/// The dialect with this name. Precondition: `dialect_words` has it.
const DialectTraits& dialect(std::string_view word);

/// The names of all dialects, `ugi` first.
std::vector<std::string> dialect_words();

/// Why the dialect does not support `rules`; empty if it does.
std::string dialect_problem(const DialectTraits& dialect, const rules::Rules& rules);

/// The thinking time for dialects that have only a time per move: the move time, a share of the mover's
/// clock, or one second without a time limit.
std::chrono::milliseconds time_for_move(const Budget& budget, rules::Side mover);

/// The pits and stores of a two-row board, from the view of the side `own`.
struct TwoRowNumbers {
  std::vector<int> own, other;  ///< pits, each in its owner's sowing order
  int own_store = 0, other_store = 0;
};
TwoRowNumbers two_rows(const rules::Game& game, rules::Side own);

/// The letter of pit `number` of `side`, counted from 0 in sowing order: `A`, `b`.
std::string pit_letter(rules::Side side, int number);

}  // namespace ebiri::player
