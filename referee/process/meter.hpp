// What one engine's processes use of the cores, and how long others keep them from one.
//
// CPU time comes from two sources, of which the larger sum counts: a counter of the kernel (cpu_counter.hpp),
// which has every process, and the clocks of the processes in the tree below the engine's supervisor. Waits
// come from the threads in that tree. Of processes that live for a short time only, which a look through the
// tree does not find, nobody counts the waits: they can have waited only while the engine's cores were not
// idle.
//
// Looking through the tree takes a while. Between two looks only the clocks of the known processes, the
// counter, and the wait of the engine's first thread are read. A reading is good for 100 to 500 microseconds,
// as it takes as long as an instant engine thinks: what happens in them may be counted in the next stretch.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "referee/process/cpu_counter.hpp"
#include "referee/process/descriptor.hpp"
#include "referee/process/proc_files.hpp"

namespace ebiri::process {

/// Of one stretch of time.
struct Usage {
  Duration cpu{};      ///< CPU time of all threads of all processes
  Duration running{};  ///< wall time in which at least one of them held a core, at least that much

  /// How long others than the engine kept it from a core, at most: the waits in the run queue of its threads,
  /// each less what the engine's other threads used meanwhile of the cores that this thread may use. Where
  /// processes or threads came and went, also the time in which others held those cores. Zero where the
  /// kernel does not say. A thread that asked to be served after others has no such wait.
  Duration wait{};
};

/// Measures stretches of time of one engine, one after the other. One thread at a time. `now` is what the
/// clock says, for callers who have asked it already.
class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts nothing: every stretch is zero.
  Meter() = default;

  /// The engine and its supervisor; `processors` is how many cores the engine may use, >= 1. Begins a
  /// stretch.
  Meter(pid_t engine, pid_t supervisor, int processors, CpuCounter counter);

  /// Ends a stretch and begins the next.
  Usage lap(Clock::time_point now = Clock::now());

  /// The stretch up to now.
  Usage so_far(Clock::time_point now = Clock::now());

  /// How far wrong a stretch may be for what new helpers used, from now on: clamped to [2 ms, 50 ms]. Where
  /// many games share a core, looking for helpers more often costs more than playing. At first it is 2 ms.
  void set_accuracy(Duration accuracy);

  /// Lets the next call look through the whole tree: what it says is then no older than this call.
  void look_again() { looked_ = {}; }

  bool counts() const { return supervisor_ >= 0; }

  /// How many cores the engine may use.
  int processors() const { return processors_; }

  /// What counts CPU time, besides the process tree.
  CpuCounter::Source source() const { return counter_.source(); }
  CpuCounter& counter() { return counter_; }

  /// The counter no longer counts what the process tree shows to be used: the engine left it. Never true of a
  /// control group.
  bool evaded() const { return counter_.source() == CpuCounter::Source::perf && uncounted_ > most_uncounted; }

  /// CPU time that the counter missed.
  Duration uncounted() const { return std::chrono::duration_cast<Duration>(uncounted_); }

  enum class State : unsigned char {
    ready,    ///< a thread may be waiting for a core: the kernel counts a wait when it is over
    blocked,  ///< none is, but one waited in this stretch for a disk, or for a lock of the kernel whose
              ///< holder may be waiting for a core
    asleep,   ///< neither
  };

  /// What the engine's threads do at this moment. After `blocked` the stretch has as a wait, at most, the
  /// time in which the cores were not idle.
  State state();

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  static constexpr std::chrono::milliseconds finest{2}, coarsest{50};
  static constexpr std::chrono::milliseconds most_uncounted{30};

  struct Thread {
    pid_t number = -1;
    int processors = 0;  // that it may use; 0 is unknown
    Nanoseconds cpu{}, wait{};
    Nanoseconds cpu_before{}, wait_before{};  // when the stretch began
    Nanoseconds checked{-1};                  // for how long it, or the engine, had run at the last check …
    Clock::time_point checked_at{};           // … which was then
    bool gives_way = false;                   // it asked to be served after others: its waits are its own …
    bool gave_way = false;                    // … in this stretch
    bool seen = true;
  };
  struct Process {
    pid_t number = -1;
    std::vector<Thread> threads;
    Nanoseconds cpu{};        // of all its threads, dead ones too …
    Nanoseconds cpu_added{};  // … as far as it was added up
    Nanoseconds reaped{};     // of the children that it waited for
    clockid_t clock = -1;     // which counts `cpu`; -1 is no clock
    bool seen = true;
  };

  bool may_be_waiting(Thread& thread, bool ready) const;
  void look();
  void look_at(pid_t process, std::vector<pid_t>& found);
  void forget_the_dead();
  void refine(Process& process);
  Nanoseconds wait_of(const Thread& thread) const;
  void read_known(Clock::time_point now);
  bool read(Clock::time_point now);
  void add_up(std::optional<Nanoseconds> counted_first);
  Nanoseconds proven() const;
  Nanoseconds used_unseen() const;
  void read_idle(Clock::time_point now);
  Nanoseconds longest_wait(Nanoseconds used) const;
  Usage stretch();

  pid_t engine_ = -1, supervisor_ = -1;
  int processors_ = 1;
  int nice_ = 0;          // of a process that did not change it
  Descriptor scheduler_;  // the open `schedstat` of the engine's first thread
  CpuCounter counter_;
  ProcFiles files_;
  std::vector<Process> processes_;
  Nanoseconds supervisor_reaped_{};
  Nanoseconds dead_{};                        // used by processes that were known and are dead
  Nanoseconds living_{}, living_before_{};    // by processes while they were known …
  Nanoseconds buried_{}, buried_before_{};    // … by others that somebody waited for …
  Nanoseconds counted_{}, counted_before_{};  // … and by all that the counter has
  struct {
    Nanoseconds tree{}, counter{};
  } grown_;                               // since they were compared last
  Nanoseconds uncounted_{};               // grew in the tree and not in the counter
  bool helpers_ = false;                  // some of its processes or threads live for a short time only …
  bool changed_ = false;                  // … or came or went in this stretch, …
  bool blocked_ = false;                  // one was blocked in this stretch
  Nanoseconds dead_cpu_{}, dead_wait_{};  // … and those that went had used and waited so much in it
  struct Idle {
    std::vector<Nanoseconds> times;  // of each of them
    Clock::time_point at{};
  };
  std::vector<int> allowed_;  // processors that the engine may use
  Idle idle_, idle_before_;
  Clock::time_point looked_{}, read_{};
  Clock::time_point lapped_{};  // when the stretch began
  Usage usage_;                 // as the last reading has it
  bool read_since_lap_ = false;
  Duration between_looks_ = finest;
};

}  // namespace ebiri::process
