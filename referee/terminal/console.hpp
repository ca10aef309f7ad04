// What people see while games are played: a live view on a terminal, one line per game elsewhere.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/run/observer.hpp"
#include "referee/terminal/keys.hpp"
#include "referee/terminal/live_view.hpp"

namespace ebiri::terminal {

enum class Verbosity : unsigned char { quiet, lines, live };

/// Writes to standard error only, and never waits for whoever reads it: what does not fit at once is
/// dropped. One thread.
class Console final : public run::Observer {
 public:
  /// Falls back from `live` to `lines` if standard error is no terminal.
  explicit Console(Verbosity verbosity);

  /// Takes the live view off the screen.
  ~Console() override;
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// From now on there is a live view, if there is to be one.
  void begin(const run::Start& start) override;

  void game(const run::FinishedGame& game) override { this->game(*game.record); }
  void game(const match::GameRecord& record);

  /// A game that was finished before: the view may show it, but it is not counted and has no line.
  void recall(const match::GameRecord& record);

  void standings(const report::Standings& standings) override { state_.standings = standings; }

  /// A line for every tenth pair where there is no live view.
  void test(const report::SprtReport& report) override;

  /// Above the live view.
  void say(const std::string& sentence) override;

  /// `quiet` does not hide it.
  void warn(const std::string& sentence) override;

  /// The live view with what the keys, or signals, would do.
  void tick(const run::LoopState& state, const tournament::GameQueue& queue) override;

  /// From now on the keys that `tick` names; null: none are read.
  void set_keys(Keys* keys) { keys_ = keys; }

  /// Takes the live view off the screen.
  void end(run::Ending) override { erase(); }

  /// Whether there is to be a live view.
  bool live() const { return verbosity_ == Verbosity::live; }

  /// From now on the right end of the live view's first line.
  void hint(std::string hint) { state_.hint = std::move(hint); }

  /// The table as it is at the end of a run, above the live view, where it stays.
  void table();

  /// Redraws the live view, at most ten times a second.
  void tick(std::chrono::milliseconds elapsed);

 private:
  void erase();
  int rows_on_screen() const;

  Verbosity verbosity_;
  Keys* keys_ = nullptr;
  terminal::LiveState state_;
  std::chrono::steady_clock::time_point drawn_{};
  std::int64_t tens_ = 0;    // of pairs that a line was written about
  std::vector<int> widths_;  // of the lines of the frame on the screen, in columns
};

/// Writes to standard error; what does not fit at once is dropped.
void write_error(std::string_view text);

/// The terminal behind a descriptor, as the environment describes it (NO_COLOR, CLICOLOR_FORCE, the
/// locale); the default one if there is none.
report::Terminal terminal_of(int descriptor);

}  // namespace ebiri::terminal
