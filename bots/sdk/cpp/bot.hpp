// The interface of a bot. A bot is a class that implements one function, `choose`; `run` speaks the protocol.
// Example: bots/sdk/cpp/example/miser.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/random.hpp"
#include "referee/support/stop.hpp"

namespace ebiri::sdk {

using Clock = std::chrono::steady_clock;

/// Random numbers that are the same on every machine and compiler, unlike the distributions of <random>.
/// Streams of one seed are independent of each other. If the stream is the number of moves played, a bot
/// draws the same numbers even if it was restarted during the game.
class Random : public ebiri::Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream)
      : ebiri::Random(ebiri::Random{seed}.next() + stream * 0xD1342543DE82EF95) {}
};

/// The current values of the bot's own options. Every option that its `Identity` declares has a value.
class Options {
 public:
  explicit Options(const std::vector<protocol::OptionOffer>& declared);

  /// Sets a declared option. Errors: unknown option, value out of range or not in the list.
  Result<void> set(std::string_view name, std::string_view value);

  /// Precondition: the option is declared; for `number`, its type is spin, without a max above 2^63 - 1.
  const std::string& text(std::string_view name) const;
  std::int64_t number(std::string_view name) const;

 private:
  std::vector<protocol::OptionOffer> options_;  // each with its current value as `fallback`
};

/// The setup of a game that is about to begin. Valid only during the call.
struct Setup {
  const rules::Rules& rules;
  const Options& options;
  std::uint64_t seed;  ///< a bot's random choices depend only on this and on the game
  std::function<void(const std::string&)> say;  ///< writes an `info string`; under other referees, to stderr
};

/// The limits of a move; the clock is the mover's. Nothing set: think until `stop`.
struct Budget {
  Clock::time_point asked;                             ///< when the request arrived
  std::optional<std::chrono::milliseconds> clock;      ///< left on the clock
  std::optional<std::chrono::milliseconds> increment;  ///< added after the move
  std::optional<int> moves_to_go;
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
};

/// Deadlines for one move. Unset: no time limit.
struct TimePlan {
  std::optional<Clock::time_point> comfortable;  ///< start no long computation after it
  std::optional<Clock::time_point> latest;       ///< answer at the latest
};

/// The time that one move should take. With a fixed time per move, both are that time minus 10 ms (or a
/// quarter, if less).
///
/// With a clock, `comfortable` is the clock divided by the moves to go, plus three quarters of the increment,
/// and `latest` is four times as much. More than 25 moves to go, or an unknown number, count as 25. Both are
/// at most a third of the clock plus half the increment; the last move before a new time control may use the
/// whole clock. 20 ms (or half the clock, if less) are never used.
///
/// With a fixed time and a clock, the earlier deadline applies.
TimePlan plan(const Budget& budget);

/// One request for a move. Valid only during the call.
struct Turn {
  const rules::Game& game;                 ///< the position, not over
  const std::optional<std::string>& base;  ///< the base position, unless it is the variant's start
  const std::vector<std::string>& moves;   ///< played after it
  std::uint64_t seed;  ///< as in `Setup`; in dialects that send no moves, the number of the bot's move
  Budget budget;
  StopToken stop;  ///< set by `stop`, `quit` and the end of input: answer at once
  std::function<void(const protocol::Info&)> report;
};

class Bot {
 public:
  virtual ~Bot() = default;

  /// Starts a new game. The bot must forget everything, so that a game limited by nodes or depth can be
  /// repeated. Called at least once before the first `choose`.
  virtual void new_game(const Setup& setup) { static_cast<void>(setup); }

  /// Returns a legal move of `turn.game`. The thread that called `run` calls both functions.
  virtual std::string choose(const Turn& turn) = 0;
};

/// The name and the capabilities that a bot announces.
struct Identity {
  std::string name;
  std::string author;
  std::vector<std::string> variants{};           ///< the variants that it plays; empty means all
  std::vector<protocol::OptionOffer> options{};  ///< its own options, besides those of the protocol
};

/// The descriptors of the connection.
struct Pipes {
  int in = 0;
  int out = 1;
  int errors = 2;
};

/// Speaks the protocol until `quit` or the end of input, then returns 0.
///
/// A second thread reads, so that `stop`, `quit` and `isready` work while the bot thinks. Lines are
/// whole. Errors go to stderr. Unknown lines and invalid options are ignored. After an invalid position,
/// variant or ruleset, the answer to the next `go` is the reason in an `info string`, then `bestmove resign`.
int run(Bot& bot, const Identity& identity, const Pipes& pipes = {});

/// Calls `run`, or with the argument `--dialect codingame` or `--dialect mankalah` speaks the protocol of
/// that referee (protocol/DIALECTS.md) until the end of the game or of input. There, `--movetime MS` sets the
/// time for each move; the default is 50 ms for CodinGame (the first move: one second), and one second for
/// ManKalah. Returns the exit status of the program: 0, 1 (invalid line or position) or 2 (invalid
/// arguments), the last two after a message on stderr.
int run(Bot& bot, const Identity& identity, int argc, char** argv);

}  // namespace ebiri::sdk
