// The interface of a bot. A bot is a class that implements one function, `choose`; `run` speaks the protocol.
// Example: bots/sdk/cpp/example/miser.cpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"
#include "referee/support/stop.hpp"

namespace ebiri::sdk {

using Clock = std::chrono::steady_clock;

/// The current values of the bot's own options. Every option that its `Identity` declares has a value.
class Options {
 public:
  explicit Options(const std::vector<protocol::OptionOffer>& declared);

  /// Sets a declared option. Errors: unknown option, value out of range or not in the list.
  Result<void> set(std::string_view name, std::string_view value);

  /// Precondition: the option is declared; for `number`, its type is spin.
  const std::string& text(std::string_view name) const;
  std::int64_t number(std::string_view name) const;

 private:
  std::vector<protocol::OptionOffer> declared_;
  std::map<std::string, std::string, std::less<>> values_;
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

/// One request for a move. Valid only during the call.
struct Turn {
  const rules::Game& game;                 ///< the position, not over
  const std::optional<std::string>& base;  ///< the base position, unless it is the variant's start
  const std::vector<std::string>& moves;   ///< played after it
  std::uint64_t seed;  ///< as in `Setup`; under referees that send no `moves`, the number of the move
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
/// A second thread reads, so that `stop`, `quit` and `isready` work while the bot thinks. Every line is one
/// write. Errors go to stderr. Unknown lines and invalid options are ignored. After an invalid position,
/// variant or ruleset, the answer to the next `go` is the reason in an `info string`, then `bestmove resign`.
int run(Bot& bot, const Identity& identity, const Pipes& pipes = {});

}  // namespace ebiri::sdk
