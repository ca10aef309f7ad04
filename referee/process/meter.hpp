// Measures the CPU time of an engine's processes and their waits for a core.
//
// CPU time comes from two sources, and the larger sum counts: a counter of the kernel (cpu_counter.hpp),
// which includes every process, and the clocks of the processes in the tree below the engine's supervisor.
// Waits come from the threads in that tree. A scan of the tree misses short-lived processes, and nothing
// counts their waits. They can have waited only while none of the engine's cores was idle.
//
// A scan of the tree is slow. Between two scans only the clocks of known processes, the counter, and the wait
// of the engine's first thread are read. A reading is reused for 100 to 500 microseconds, because it takes as
// long as an instant engine thinks. Events in that time may be counted in the next stretch.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

#include "referee/process/cpu_counter.hpp"
#include "referee/process/descriptor.hpp"
#include "referee/process/proc_files.hpp"

namespace ebiri::process {

/// The measurements of one stretch of time.
struct Usage {
  Duration cpu{};      ///< CPU time of all threads of all processes
  Duration running{};  ///< least wall time in which one of them held a core

  /// The longest time in which other processes kept the engine from a core: the run queue waits of its
  /// threads, each minus the use of the same cores by the engine's other threads. If processes or threads
  /// came and went, it includes the time in which others held those cores. Zero if the kernel does not report
  /// waits. Threads with lowered priority have no such wait.
  Duration wait{};
};

/// Measures consecutive stretches of time of one engine. One thread at a time. `now` is the current time, for
/// callers that have read the clock already.
class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts nothing: every stretch is zero.
  Meter() = default;

  /// Begins the first stretch. `processors` is the number of cores that the engine may use, >= 1.
  Meter(pid_t engine, pid_t supervisor, int processors, CpuCounter counter);

  /// Ends a stretch and begins the next.
  Usage lap(Clock::time_point now = Clock::now());

  /// The stretch up to now.
  Usage so_far(Clock::time_point now = Clock::now());

  /// Sets the largest error of a stretch for CPU time of new helpers, clamped to [2 ms, 50 ms]; initially 2
  /// ms. If many games share a core, more frequent scans for helpers would cost more than playing.
  void set_accuracy(Duration accuracy);

  /// Lets the next call scan the whole tree, so that its result is no older than this call.
  void look_again() { looked_ = {}; }

  bool counts() const { return supervisor_ >= 0; }

  /// The number of cores that the engine may use.
  int processors() const { return processors_; }

  /// The source of CPU time besides the process tree.
  CpuCounter::Source source() const { return counter_.source(); }
  CpuCounter& counter() { return counter_; }

  /// Whether the engine left the counter: the process tree shows CPU time that the counter does not count.
  /// Never true for a control group.
  bool evaded() const { return counter_.source() == CpuCounter::Source::perf && uncounted_ > most_uncounted; }

  /// The CPU time that the counter missed.
  Duration uncounted() const { return std::chrono::duration_cast<Duration>(uncounted_); }

  enum class State : unsigned char {
    ready,    ///< a thread may be waiting for a core; the kernel counts a wait when it is over
    blocked,  ///< none is, but in this stretch one waited for a disk or for a kernel lock, whose holder may
              ///< be waiting for a core
    asleep,   ///< neither
  };

  /// The current state of the engine's threads. After `blocked`, the wait of the stretch is at most the time
  /// in which no core was idle.
  State state();

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  static constexpr std::chrono::milliseconds finest{2}, coarsest{50};
  static constexpr std::chrono::milliseconds most_uncounted{30};

  struct Thread {
    pid_t number = -1;
    int processors = 0;  // number of cores that it may use; 0: unknown
    Nanoseconds cpu{}, wait{};
    Nanoseconds cpu_before{}, wait_before{};  // at the beginning of the stretch
    Nanoseconds checked{-1};         // running time of the thread, or of the engine, at the last check
    Clock::time_point checked_at{};  // time of the last check
    bool gives_way = false;          // lowered its priority: its waits do not count
    bool gave_way = false;           // lowered its priority in this stretch
    bool seen = true;
  };
  struct Process {
    pid_t number = -1;
    std::vector<Thread> threads;
    Nanoseconds cpu{};        // of all its threads, dead ones included
    Nanoseconds cpu_added{};  // the part that was added to the sums
    Nanoseconds reaped{};     // CPU time of children that it waited for
    clockid_t clock = -1;     // the clock of `cpu`; -1: none
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
  int nice_ = 0;          // the nice value that engines start with
  Descriptor scheduler_;  // the open `schedstat` of the engine's first thread
  CpuCounter counter_;
  ProcFiles files_;
  std::vector<Process> processes_;
  Nanoseconds supervisor_reaped_{};
  Nanoseconds dead_{};                        // CPU time of known processes that have ended
  Nanoseconds living_{}, living_before_{};    // CPU time of processes while they were known
  Nanoseconds buried_{}, buried_before_{};    // CPU time of other processes, reported by a waiting parent
  Nanoseconds counted_{}, counted_before_{};  // CPU time by the counter
  struct {
    Nanoseconds tree{}, counter{};
  } grown_;                               // growth since the last comparison
  Nanoseconds uncounted_{};               // growth in the tree that the counter missed
  bool helpers_ = false;                  // whether the engine has short-lived processes or threads
  bool changed_ = false;                  // whether processes or threads came or went in this stretch
  bool blocked_ = false;                  // whether a thread was blocked in this stretch
  Nanoseconds dead_cpu_{}, dead_wait_{};  // CPU time and waits in this stretch of those that went
  struct Idle {
    std::vector<Nanoseconds> times;  // of each allowed processor
    Clock::time_point at{};
  };
  std::vector<int> allowed_;  // processors that the engine may use
  Idle idle_, idle_before_;
  Clock::time_point looked_{}, read_{};
  Clock::time_point lapped_{};  // at the beginning of the stretch
  Usage usage_;                 // the result of the last reading
  bool read_since_lap_ = false;
  Duration between_looks_ = finest;
};

}  // namespace ebiri::process
