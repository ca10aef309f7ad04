// How an engine is spoken to: the seam behind which every language of the wire stands.
//
// A dialect turns what the referee wants into lines and lines into what the engine says. It never judges: the
// referee keeps the rules and the clock whatever is spoken. One object serves one engine; one thread at a
// time.
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

/// What a line means, and what must be written back at once, in whole lines.
struct Interpreted {
  protocol::Reply reply;
  std::string answer = {};
  std::string said = {};  ///< of an answer that several lines make up: all of them; otherwise empty
};

class Dialect {
 public:
  virtual ~Dialect() = default;

  /// Whether the engine greets after `Hello`, answers `IsReady`, and plays another game in the same process.
  virtual bool greets() const { return true; }

  /// A new process has been started.
  virtual void restart() {}

  /// The next game.
  virtual void begin(const GameBrief& brief) { static_cast<void>(brief); }

  /// `request` in whole lines; empty where the dialect has no such thing.
  virtual std::string encode(const protocol::Request& request) = 0;

  /// The question for a move, in whole lines.
  virtual std::string question(const Line& line, const Budget& budget) = 0;

  /// Any line of the engine, without its end.
  virtual Interpreted interpret(std::string_view line) = 0;

  /// How long after the question the engine's latest word counts although it says more; nothing: its answer
  /// is final. `settle` then says what to write, and the answer if there is one.
  virtual std::optional<Duration> settles_after(const Budget& budget) const {
    static_cast<void>(budget);
    return std::nullopt;
  }
  virtual std::optional<Interpreted> settle() { return std::nullopt; }

  /// What to write at the end of a game that led to `line`, beside `GameOver`.
  virtual std::string conclusion(const Line& line) {
    static_cast<void>(line);
    return {};
  }
};

/// What is known of a dialect before anybody speaks it: a line of the table of all dialects.
struct DialectTraits {
  std::string_view word;  ///< in configs: `uci-oware`
  std::unique_ptr<Dialect> (*make)();
  std::string_view variant = {};  ///< that it is for; empty: every one
  bool has_swap = true;           ///< it has a word for Kalah's swap

  /// The first question begins the game, which must be at the start of the variant: nothing can be asked
  /// before, as a warm-up does, and nothing be taken back.
  bool from_start_only = false;

  std::string_view wrapper = {};  ///< a program beside the referee that runs the engine, or empty
};

/// Of a word of the table.
const DialectTraits& dialect(std::string_view word);

/// All words; `ugi` comes first.
std::vector<std::string> dialect_words();

/// Why games of `rules` cannot be played in that dialect: it has other games, or another board. Empty if they
/// can.
std::string dialect_problem(const DialectTraits& dialect, const rules::Rules& rules);

/// How long to think where only a time for one move can be told: that time, a share of the mover's clock, or
/// one second where no time is set.
std::chrono::milliseconds time_for_move(const Budget& budget, rules::Side mover);

/// The rules of a game that was announced. Precondition: the brief is one of the referee's own.
std::unique_ptr<rules::Rules> rules_of(const GameBrief& brief);

/// The game that `line` leads to. Precondition: it is one of the referee's own.
std::unique_ptr<rules::Game> game_at(const rules::Rules& rules, const Line& line);

/// A two-row position taken apart, as the side `own` sees it.
struct TwoRows {
  std::vector<int> own, other;  ///< pits, each in its owner's sowing order
  int own_store = 0, other_store = 0;
};
TwoRows two_rows(std::string_view position, rules::Side own);

/// `4 4 4`, or with another separator.
std::string joined(const std::vector<int>& numbers, std::string_view separator);

/// The pit of `side` that is `number`th in its sowing order, from 0: `A`, `b`.
std::string pit_letter(rules::Side side, int number);

}  // namespace ebiri::player
