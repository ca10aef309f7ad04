// Everything that a bot sees of the protocol. A bot is one class with one function that must be
// written: `choose`. `run` does the talking; bots/README.md has a complete example.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message.hpp"
#include "referee/rules/registry.hpp"
#include "referee/rules/rules.hpp"

namespace ebiri::sdk {

using Clock = std::chrono::steady_clock;

/// The bot's own options as they stand: every option that its `Identity` declares has a value.
class Options {
 public:
  explicit Options(const std::vector<protocol::OptionOffer>& declared);

  /// Sets a declared option, or says why it cannot be: unknown, not in range, not among the values.
  Result<void> set(std::string_view name, std::string_view value);

  /// Precondition for both: the option is declared, for `number` as a spin.
  const std::string& text(std::string_view name) const;
  std::int64_t number(std::string_view name) const;

 private:
  std::vector<protocol::OptionOffer> declared_;
  std::map<std::string, std::string, std::less<>> values_;
};

/// A game is about to begin. Valid during the call only.
struct Setup {
  const rules::Rules& rules;
  const rules::Selection&
      selection;  ///< what `rules` was made from, for bots with a fast variant of their own
  const Options& options;
  std::uint64_t seed;                           ///< all chance of a bot must come from it (and from the game)
  std::function<void(const std::string&)> say;  ///< writes an `info string` line
};

/// What the move may cost; the clock is the mover's own. Nothing set: until `stop`.
struct Budget {
  Clock::time_point asked;                             ///< when the request arrived
  std::optional<std::chrono::milliseconds> clock;      ///< left for the game
  std::optional<std::chrono::milliseconds> increment;  ///< added after the move
  std::optional<int> moves_to_go;
  std::optional<std::chrono::milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;
};

/// One request for a move. Valid during the call only.
struct Turn {
  const rules::Game& game;                 ///< the position, not over
  const std::optional<std::string>& base;  ///< where the game began, unless at the variant's start
  const std::vector<std::string>& moves;   ///< played since then
  std::uint64_t seed;                      ///< of the game, as in `Setup`
  Budget budget;
  std::stop_token stop;  ///< set by `stop`, `quit` and the end of input: answer at once
  std::function<void(const protocol::Info&)> report;
};

class Bot {
 public:
  virtual ~Bot() = default;

  /// A new game: everything that was learnt must be forgotten, so that a game limited by nodes or depth can
  /// be repeated. Called at least once before the first `choose`.
  virtual void new_game(const Setup& setup) { static_cast<void>(setup); }

  /// A legal move of `turn.game`. Both functions are called by the thread that called `run`.
  virtual std::string choose(const Turn& turn) = 0;
};

/// What a bot says about itself.
struct Identity {
  std::string name;
  std::string author;
  std::vector<std::string> variants{};           ///< the ones it plays, best first; empty means all
  std::vector<protocol::OptionOffer> options{};  ///< its own, besides those of the protocol
};

/// Descriptors to talk over.
struct Pipes {
  int in = 0;
  int out = 1;
  int errors = 2;
};

/// Talks until `quit` or the end of input, then returns 0.
///
/// A second thread reads, so that `stop`, `quit` and `isready` work while the bot thinks. Every line is one
/// write. Lines that are not understood are named on stderr and ignored. A position or a setting that the
/// rules do not know is no reason to be silent: the reason goes to stderr and into an `info string`, and the
/// next `go` is answered with `bestmove resign`.
int run(Bot& bot, const Identity& identity, const Pipes& pipes = {});

}  // namespace ebiri::sdk
