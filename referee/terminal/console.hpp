// The output while games are played: a live view on a terminal, otherwise one line per game. Also functions
// for other output to a terminal.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/run/observer.hpp"
#include "referee/terminal/live_view.hpp"
#include "referee/terminal/user_input.hpp"

namespace ebiri::terminal {

enum class Verbosity : unsigned char { quiet, lines, live };

/// Prints the progress of a run to standard error. It never blocks: text that cannot be written at once is
/// dropped. Not thread-safe.
class Console final : public run::Observer {
 public:
  /// `live` becomes `lines` if standard error is not a terminal.
  explicit Console(Verbosity verbosity);

  /// Removes the live view from the screen.
  ~Console() override;
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// Stores what the live view shows about the run.
  void begin(const run::Start& start) override;

  void game(const run::FinishedGame& game) override {
    if (game.record->verdict.fault && game.record->verdict.loser) last_forfeit_ = game.record;
    this->game(*game.record);
  }
  void game(const match::GameRecord& record);

  /// Shows an earlier game as the last one. Does not count it or print its line.
  void recall(const match::GameRecord& record);

  /// The last game that an engine lost by a fault, or null.
  const match::SharedRecord& last_forfeit() const { return last_forfeit_; }

  void standings(const report::Standings& standings) override { state_.standings = standings; }

  /// Stores the report. With `lines`, prints a line for every tenth pair until the verdict.
  void test(const report::SprtReport& report) override;

  /// Prints a sentence above the live view.
  void say(const std::string& sentence) override;

  /// Prints a sentence even if `quiet`.
  void warn(const std::string& sentence) override;

  /// Redraws the live view, with a hint about keys or signals.
  void tick(const run::LoopState& state, const tournament::GameQueue& queue) override;

  /// Sets the reader of keys, whose keys `tick` shows as a hint; null: none.
  void set_keys(Keys* keys) { keys_ = keys; }

  /// Removes the live view from the screen.
  void end(run::Ending) override { erase(); }

  /// Whether the verbosity is `live`.
  bool live() const { return verbosity_ == Verbosity::live; }

  /// The time of playing at the last `tick`, without pauses.
  std::chrono::milliseconds elapsed() const { return state_.elapsed; }

  /// Sets the right end of the live view's first line.
  void hint(std::string hint) { state_.hint = std::move(hint); }

  /// Prints the complete table permanently, above the live view.
  void table();

  /// Redraws the live view, at most ten times a second.
  void tick(std::chrono::milliseconds elapsed);

 private:
  void erase();
  int rows_on_screen() const;

  Verbosity verbosity_;
  Keys* keys_ = nullptr;
  terminal::LiveState state_;
  match::SharedRecord last_forfeit_;
  std::chrono::steady_clock::time_point drawn_{};
  std::int64_t tens_ = 0;    // a tenth of the number of pairs at the last call of `test`
  std::vector<int> widths_;  // of the lines on the screen, in columns
};

/// Writes to standard error without blocking. Drops text that cannot be written at once.
void write_error(std::string_view text);

/// Whether the descriptor is a terminal that can overwrite text.
bool can_redraw(int descriptor);

/// The terminal of a descriptor, with the settings of the environment (NO_COLOR, CLICOLOR_FORCE, the locale);
/// the default if it is not a terminal.
report::Terminal terminal_of(int descriptor);

/// Prints to standard output. If that is a terminal on which the text does not fit, the text goes through the
/// command in PAGER, by default `less -R`. An empty PAGER prints the text at once.
void print_paged(const std::string& text);

}  // namespace ebiri::terminal
