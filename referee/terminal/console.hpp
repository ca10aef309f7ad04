// Progress output of a run, and its control by keys and signals. Also a progress line for other work, and the
// pager.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "referee/run/observer.hpp"
#include "referee/run/progress.hpp"
#include "referee/support/descriptor.hpp"
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
    const bool earliest = !first_forfeit_ || game.record->game < first_forfeit_->game;
    const bool forfeit = earliest && game.record->verdict.fault && game.record->verdict.loser;
    if (forfeit) first_forfeit_ = game.record;
    print_game(*game.record, forfeit);
  }

  /// With `lines`, prints the game's line if `always`, or if there are 10 % more games since the last line.
  void print_game(const match::GameRecord& record, bool always = true);

  /// Shows an earlier game as the last one. Does not count it or print its line.
  void recall(const match::GameRecord& record);

  /// The game with the lowest number that an engine lost by a fault, or null.
  const match::SharedRecord& first_forfeit() const { return first_forfeit_; }

  void standings(const report::Standings& standings) override { state_.start.standings = standings; }

  /// Stores the report. With `lines`, prints a line for every tenth pair until the verdict.
  void test(const report::SprtReport& report) override;

  /// Prints a sentence above the live view.
  void say(const std::string& sentence) override;

  /// Prints a sentence even if `quiet`.
  void warn(const std::string& sentence) override;

  /// Redraws the live view, with a hint about keys or signals.
  void tick(const run::LoopState& state, const tournament::GameQueue& queue) override;

  /// Sets the reader of keys, or null. While it reads keys, the hint of `tick` names keys, otherwise signals.
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
  void redraw(std::chrono::milliseconds elapsed);

 private:
  void erase();
  int rows_on_screen() const;

  Verbosity verbosity_;
  Keys* keys_ = nullptr;
  terminal::LiveState state_;
  match::SharedRecord first_forfeit_;
  std::chrono::steady_clock::time_point drawn_{};
  std::int64_t tens_ = 0;       // pairs / 10 at the last call of `test`
  std::int64_t next_line_ = 0;  // the number of games at which the next line is due
  std::vector<int> widths_;     // of the lines on the screen, in columns
};

/// Controls a run: a signal, the key q or the time limit ends it; p pauses and resumes it; t prints the
/// table. Signals are handled from `begin` until destruction, keys between `begin` and `end`.
class Controls final : public run::Control {
 public:
  /// `console` must outlive this object. `limit` is for the time without pauses. `console` measures that
  /// time, so with a limit `console` must observe the run.
  explicit Controls(Console& console, std::optional<std::chrono::seconds> limit = std::nullopt)
      : console_(console),
        limit_(limit) {}

  void begin() override {
    signals_.emplace();
    keys_.emplace(console_.live());
    console_.set_keys(&*keys_);
  }

  void end() override {
    console_.set_keys(nullptr);
    keys_.reset();
  }

  std::vector<int> descriptors() override { return {signals_->descriptor(), keys_->descriptor()}; }

  Requests take() override {
    Requests requests{.quits = signals_->take()};
    for (const char key : keys_->take()) {
      if (key == 'q') ++requests.quits;
      if (key == 't') console_.table();
      if (key == 'p') requests.pause = !requests.pause;
    }
    if (limit_ && requests.quits == 0 && console_.elapsed() >= *limit_) {
      time_over_ = true;
      requests.quits = 1;
    }
    if (requests.quits > 0) limit_.reset();  // a second request would abort the running games
    return requests;
  }

  /// Whether the time limit has ended the run.
  bool time_over() const { return time_over_; }

 private:
  Console& console_;
  std::optional<std::chrono::seconds> limit_;
  bool time_over_ = false;
  std::optional<Signals> signals_;
  std::optional<Keys> keys_;
};

/// Whether the descriptor is a terminal that can overwrite text.
bool can_redraw(int descriptor);

/// The terminal of a descriptor, with the settings of the environment: TERM, NO_COLOR, the locale, and
/// CLICOLOR_FORCE, which overrides the first two. The default if it is not a terminal.
Terminal terminal_of(int descriptor);

/// Prints to standard output. If that is a terminal on which the text does not fit, the text goes through the
/// command in PAGER, by default `less -R`. An empty PAGER prints the text at once. `less` shows `prompt`, if
/// it is not empty, below each page; it may contain letters and blanks.
void print_paged(const std::string& text, const std::string& prompt = "");

/// A progress line on standard error, if that is a terminal and the work takes longer than a second. While it
/// exists, SIGINT, SIGTERM and SIGHUP delete unfinished files and end the process with the given exit code.
/// Only one may exist at a time; create it before any thread.
class ProgressLine final : public run::Progress {
 public:
  explicit ProgressLine(int interrupted_code);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() override;

  std::atomic<std::uint64_t>* reading(const std::filesystem::path& file) override;
  void doing(std::string what) override;

  /// Removes the line from the screen for at least a second.
  void make_room() override;

 private:
  void watch();
  void draw();

  Signals signals_{CtrlZ::stops};
  Descriptor end_;  // an eventfd
  const bool shown_;
  const int exit_code_;

  std::mutex mutex_;  // guards the next four members, and the output
  std::chrono::steady_clock::time_point quiet_since_ = std::chrono::steady_clock::now();
  std::string what_;
  std::uint64_t total_ = 0;  // bytes; 0: unknown
  bool drawn_ = false;

  std::atomic<std::uint64_t> done_ = 0;
  std::thread thread_;
};

}  // namespace ebiri::terminal
