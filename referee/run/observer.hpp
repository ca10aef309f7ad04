// What a run that is played tells, and what it is told, while it is played.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/report/standings.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// How the loop of a run stands.
struct LoopState {
  std::chrono::milliseconds elapsed{};  ///< without pauses
  int playing = 0;                      ///< games
  bool paused = false;
  bool ending = false;  ///< no game begins any more
  std::string idle;     ///< why none begins although none of the above is so, or empty
};

/// Hears of a run. All calls come from the thread of its loop; none may wait for long.
class Observer {
 public:
  virtual ~Observer() = default;

  /// A game has been finished, and is in the journal.
  virtual void game(const match::GameRecord& record) { static_cast<void>(record); }

  /// The same game, to keep. Its line begins at `begin` in the journal and ends before `end` (bytes).
  virtual void line(const match::SharedRecord& record, std::uint64_t begin, std::uint64_t end) {
    static_cast<void>(record), static_cast<void>(begin), static_cast<void>(end);
  }

  virtual void standings(const report::Standings& standings) { static_cast<void>(standings); }

  /// How a sequential test stands.
  virtual void test(const report::SprtReport& report) { static_cast<void>(report); }

  /// A sentence for the user.
  virtual void say(const std::string& sentence) { static_cast<void>(sentence); }

  /// The same of something that goes wrong.
  virtual void warn(const std::string& sentence) { static_cast<void>(sentence); }

  /// At least ten times a second. `queue` has the games that are being played.
  virtual void tick(const LoopState& state, const tournament::GameQueue& queue) {
    static_cast<void>(state), static_cast<void>(queue);
  }
};

/// Several that hear the same.
class Observers {
 public:
  Observers(std::vector<Observer*> all) : all_(std::move(all)) {}

  template <class... Parameters, class... Arguments>
  void tell(void (Observer::*what)(Parameters...), const Arguments&... arguments) const {
    for (Observer* one : all_) (one->*what)(arguments...);
  }

 private:
  std::vector<Observer*> all_;
};

/// What people want of a run that is being played.
class Control {
 public:
  virtual ~Control() = default;

  /// Descriptors that become readable when there is something to take; -1 is none.
  virtual std::vector<int> descriptors() = 0;

  struct Wishes {
    int quits = 0;       ///< the first ends the run when its running games are over, the second gives them up
    bool pause = false;  ///< exchanges pausing and playing
  };
  /// What came since the last call.
  virtual Wishes take() = 0;
};

}  // namespace ebiri::run
