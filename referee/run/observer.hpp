// Who hears of a run while it is played, and who controls it.
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

/// How a run stands when its first game is about to begin.
struct Start {
  report::Standings standings;
  int pairs = 0;              ///< opening pairs of every meeting; 0: not known
  std::size_t slots = 0;      ///< games at a time in this process
  std::string address;        ///< of the run's page; empty if it is not served
  std::int64_t finished = 0;  ///< games that were finished since the referee began
};

/// A game that has been finished. Its line begins at `begin` in the journal and ends before `end` (bytes).
struct FinishedGame {
  match::SharedRecord record;
  std::uint64_t begin = 0, end = 0;
};

/// How the loop of a run stands.
struct LoopState {
  std::chrono::milliseconds elapsed{};  ///< without pauses
  int playing = 0;                      ///< games
  bool paused = false;
  bool ending = false;  ///< no game begins any more
  std::string idle;     ///< why no game begins although it is neither paused nor ending; or empty
};

enum class Ending : unsigned char {
  complete,     ///< every game is in the journal, or all that the test needs
  interrupted,  ///< by a signal or a key
  incomplete,   ///< some games stayed void after all replays
};

/// `complete`, `interrupted`, `incomplete`.
const char* word(Ending ending);

/// What became of a run.
struct Played {
  Ending ending = Ending::complete;
  report::Standings standings;             ///< with accuracy, if there is an analysis that fits
  std::optional<report::SprtReport> test;  ///< of a run that has one
  std::string rounds;                      ///< for people; empty if the format has no rounds
};

/// Hears of a run. All calls come from the thread of its loop, in the order in which they stand here; none
/// may wait for long.
class Observer {
 public:
  virtual ~Observer() = default;

  /// The folder of the run is there and locked; no game has begun. `left`: whether there are games to play.
  /// An error ends the run. The value is the address where the run is shown, or empty.
  virtual Result<std::string> open(bool left) {
    static_cast<void>(left);
    return std::string{};
  }

  /// The plan is in the journal, and the engines have been greeted.
  virtual void started(const record::RunInfo& run, const record::PlanInfo& plan, std::size_t games_played,
                       std::size_t games_planned) {
    static_cast<void>(run), static_cast<void>(plan);
    static_cast<void>(games_played), static_cast<void>(games_planned);
  }

  /// The first game is about to begin.
  virtual void begin(const Start& start) { static_cast<void>(start); }

  /// The game is in the journal.
  virtual void game(const FinishedGame& game) { static_cast<void>(game); }

  virtual void standings(const report::Standings& standings) { static_cast<void>(standings); }

  /// How a sequential test stands.
  virtual void test(const report::SprtReport& report) { static_cast<void>(report); }

  /// A sentence for the user. At any time.
  virtual void say(const std::string& sentence) { static_cast<void>(sentence); }

  /// The same of something that goes wrong.
  virtual void warn(const std::string& sentence) { static_cast<void>(sentence); }

  /// At least ten times a second while games are played. `queue` has the running games.
  virtual void tick(const LoopState& state, const tournament::GameQueue& queue) {
    static_cast<void>(state), static_cast<void>(queue);
  }

  /// No game is played any more; `complete` only if all of them are on the disk. The queue is gone.
  virtual void end(Ending ending) { static_cast<void>(ending); }

  /// The tables are written.
  virtual void finished(const Played& played) { static_cast<void>(played); }
};

/// Several that hear the same.
class Observers {
 public:
  Observers(std::vector<Observer*> all) : all_(std::move(all)) {}

  void add(Observer& one) { all_.push_back(&one); }

  template <class... Parameters, class... Arguments>
  void notify(void (Observer::*what)(Parameters...), const Arguments&... arguments) const {
    for (Observer* one : all_) (one->*what)(arguments...);
  }

  void say(const std::string& sentence) const { notify(&Observer::say, sentence); }
  void warn(const std::string& sentence) const { notify(&Observer::warn, sentence); }
  void warn(const std::vector<std::string>& sentences) const {
    for (const std::string& sentence : sentences) warn(sentence);
  }

  /// Opens them in order, up to the first error. The value is the first address that is not empty.
  Result<std::string> open(bool left) const;

 private:
  std::vector<Observer*> all_;
};

/// What people want of a run while it is played. One thread.
class Control {
 public:
  virtual ~Control() = default;

  /// Games are about to be played; no thread of theirs has begun.
  virtual void begin() {}

  /// No game is played any more.
  virtual void end() {}

  /// Descriptors that become readable when there is something to take; -1 is none.
  virtual std::vector<int> descriptors() = 0;

  struct Requests {
    int quits = 0;       ///< the first ends the run after its running games, the second gives these up
    bool pause = false;  ///< exchanges pausing and playing
  };
  /// What has been asked for since the last call.
  virtual Requests take() = 0;
};

}  // namespace ebiri::run
