// Interfaces to observe and to control a run while it is played.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// The state of a run before its first game begins.
struct Start {
  report::Standings standings;
  int pairs = 0;              ///< opening pairs of each meeting; 0: not known
  std::size_t slots = 0;      ///< games at a time in this process
  std::string address;        ///< of the run's page; empty if it is not served
  std::int64_t finished = 0;  ///< games finished before an observer joined (`ebiri watch`); otherwise 0
};

/// A game that has been finished. Its line begins at `begin` in the journal and ends before `end` (bytes).
struct FinishedGame {
  match::SharedRecord record;
  std::uint64_t begin = 0, end = 0;
};

/// The state of the loop of a run.
struct LoopState {
  std::chrono::milliseconds elapsed{};  ///< without pauses
  int playing = 0;                      ///< games
  bool paused = false;
  bool ending = false;  ///< no more games begin
  std::string idle;     ///< why no game begins although it is neither paused nor ending; or empty
};

enum class Ending : unsigned char {
  complete,     ///< the journal has every game, or all games that the test needs
  interrupted,  ///< by a signal or a key
  incomplete,   ///< some games have no record, because the system failed at every attempt, or the run ended
                ///< with an error
};

/// `complete`, `interrupted`, `incomplete`.
const char* word(Ending ending);

/// The result of a run.
struct Played {
  Ending ending = Ending::complete;
  report::Standings standings;  ///< with the accuracy of moves, if analysis.json matches the journal
  std::optional<report::SprtReport> test;  ///< of a run that has one
  /// Of a complete run with `stop`: whether it reached what `stop` demands; otherwise it ran out of openings.
  std::optional<bool> precise;
  std::string rounds;  ///< the rounds and the outcome as text; may be empty
};

/// Observes a run. The loop's thread makes all calls, and none may block for long. Their order:
///
///   1. `open`, then `started`;
///   2. if games are left: `begin`, then `game`, `standings`, `test` and `tick` in any order, then `end`;
///   3. the last `test` of a run that has one, then `finished`.
///
/// `say` and `warn` come at any time. An error that ends the run leaves out the later calls, but never `end`
/// after `begin`.
class Observer {
 public:
  virtual ~Observer() = default;

  /// The folder of the run exists and is locked; no game has begun. `left`: whether there are games to play.
  /// An error ends the run. Returns the address of the run's page, or empty.
  virtual Result<std::string> open([[maybe_unused]] bool left) { return std::string{}; }

  /// The plan is in the journal, and, if games are left, every engine was started once.
  virtual void started(const record::RunInfo&, const record::PlanInfo&,
                       [[maybe_unused]] std::size_t games_played,
                       [[maybe_unused]] std::size_t games_planned) {}

  /// The first game is about to begin.
  virtual void begin(const Start&) {}

  /// The game is in the journal.
  virtual void game(const FinishedGame&) {}

  virtual void standings(const report::Standings&) {}

  /// The state of the sequential test.
  virtual void test(const report::SprtReport&) {}

  /// A sentence for the user, which --quiet hides.
  virtual void say([[maybe_unused]] const std::string& sentence) {}

  /// A sentence for the user, which --quiet does not hide.
  virtual void warn([[maybe_unused]] const std::string& sentence) {}

  /// Called several times a second while games are played. `queue` has the running games.
  virtual void tick(const LoopState&, [[maybe_unused]] const tournament::GameQueue& queue) {}

  /// The last game has ended, and the run no longer uses the queue. The argument is `complete` only if all
  /// games are on the disk.
  virtual void end(Ending) {}

  /// The tables are written.
  virtual void finished(const Played&) {}
};

/// A list of observers that get the same calls.
class Observers {
 public:
  Observers(std::vector<Observer*> all) : all_(std::move(all)) {}

  template <class... Parameters, class... Arguments>
  void notify(void (Observer::*what)(Parameters...), const Arguments&... arguments) const {
    for (Observer* one : all_) (one->*what)(arguments...);
  }

  void say(const std::string& sentence) const { notify(&Observer::say, sentence); }
  void warn(const std::string& sentence) const { notify(&Observer::warn, sentence); }
  void warn(const std::vector<std::string>& sentences) const {
    for (const std::string& sentence : sentences) warn(sentence);
  }

  /// Opens them in order, up to the first error. Returns the first address that is not empty.
  Result<std::string> open(bool left) const;

 private:
  std::vector<Observer*> all_;
};

/// Requests of the user while a run is played. Not thread-safe.
class Control {
 public:
  virtual ~Control() = default;

  /// Called before the queue is opened and `Observer::begin`, because their threads inherit the signal mask.
  virtual void begin() {}

  /// Called after the last game.
  virtual void end() {}

  /// Descriptors that become readable when there are requests; -1 is none.
  virtual std::vector<int> descriptors() = 0;

  struct Requests {
    int quits = 0;       ///< the first ends the run after its running games, the second aborts these
    bool pause = false;  ///< toggles the pause
  };
  /// The requests since the last call.
  virtual Requests take() = 0;
};

}  // namespace ebiri::run
