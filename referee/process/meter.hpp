// What one engine's processes use of the cores, and how long others keep them from one.
//
// The kernel tells both for each thread; which threads are the engine's follows from the process tree below
// its warden, so helpers that it starts count, wherever they hide. Of processes that have ended it only tells
// what their parent waited for, in steps of 10 ms; one that its parent does not wait for is seen as long as
// it lives. Looking through the tree takes a while, so that between two looks only the clocks of the
// processes that are known and the wait of the engine's first thread are read. What processes used that began
// since the last look may be counted in a later stretch, of no more than the time between two looks; the sum
// of all is never wrong. Reading takes as long as an instant engine thinks, so that a reading is good for 100
// microseconds: what happens in them may be counted in the next stretch.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <vector>

#include "referee/process/cpu_counter.hpp"
#include "referee/process/descriptor.hpp"
#include "referee/process/proc_files.hpp"

namespace ebiri::process {

/// Of one stretch of time.
struct Usage {
  Duration cpu{};  ///< CPU time of all threads of all processes

  /// How long others than the engine itself kept it from a core: the longest wait in the run queue of any of
  /// its threads, less what its other threads used of the cores meanwhile. Zero where the kernel does not
  /// say.
  Duration wait{};
};

/// Measures stretches of time of one engine, one after the other. One thread at a time. `now` is what the
/// clock says, for callers who have asked it already.
class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts nothing: every stretch is zero.
  Meter() = default;

  /// The engine and its warden; `processors` is how many cores the engine may use, >= 1. Begins a stretch.
  Meter(pid_t engine, pid_t warden, int processors, CpuCounter counter);

  /// Ends a stretch and begins the next.
  Usage lap(Clock::time_point now = Clock::now());

  /// The stretch up to now.
  Usage so_far(Clock::time_point now = Clock::now());

  /// How far wrong a stretch may be for what new helpers used, from now on: clamped to [2 ms, 50 ms]. Where
  /// many games share a core, looking for helpers more often costs more than playing. At first it is 2 ms.
  void set_accuracy(Duration accuracy);

  bool counts() const { return warden_ >= 0; }

  /// What counts all of the engine's processes together.
  CpuCounter::Source source() const { return counter_.source(); }
  CpuCounter& counter() { return counter_; }

  /// How many cores the engine may use.
  int processors() const { return processors_; }

  /// Of the engine's own process, and its first thread's wait, since they began; nothing without a warden.
  Usage of_process(Clock::time_point now = Clock::now());

  /// Whether a thread of the engine may be waiting for a core at this moment: it is ready to run, and since
  /// the last call there is time in which it neither ran nor had waited. The kernel counts a wait when it is
  /// over.
  bool may_be_waiting();

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  static constexpr std::chrono::milliseconds finest{2}, coarsest{50};

  struct Thread {
    pid_t number = -1;
    Nanoseconds cpu{}, wait{};
    Nanoseconds cpu_before{}, wait_before{};  // when the stretch began
    Nanoseconds checked{-1};                  // both together, when `may_be_waiting` was asked last …
    Clock::time_point checked_at{};           // … which was then
    bool gave_way = false;  // of its own will it is served after others: its waits are its own
    bool seen = true;
  };
  struct Process {
    pid_t number = -1;
    std::vector<Thread> threads;
    Nanoseconds cpu{};     // of all its threads, dead ones too
    Nanoseconds reaped{};  // of the children that it waited for
    clockid_t clock = -1;  // which counts `cpu`; -1 is no clock
    bool seen = true;
  };

  void look();
  void look_at(pid_t process, std::vector<pid_t>& found);
  static void refine(Process& process);
  void read_known(Clock::time_point now);
  void read(Clock::time_point now);
  Usage stretch();

  pid_t engine_ = -1, warden_ = -1;
  int processors_ = 1;
  CpuCounter counter_;
  int nice_ = 0;          // of a process that did not change it
  Descriptor scheduler_;  // the open `schedstat` of the engine's first thread
  ProcFiles files_;
  std::vector<Process> processes_;
  Nanoseconds warden_reaped_{};
  Nanoseconds gone_{};  // used by processes that nobody waited for
  Nanoseconds total_{}, total_before_{};
  Clock::time_point looked_{}, read_{};
  Duration between_looks_ = finest;
};

}  // namespace ebiri::process
