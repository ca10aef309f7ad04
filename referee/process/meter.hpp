// Measures the CPU time of an engine's processes and their waits for a core.
//
// CPU time is measured in two ways, and the larger sum counts: a counter of the kernel (`CpuCounter`), which
// includes every process, and the clocks of the processes in the tree below the engine's supervisor. Waits
// come from the threads in that tree. A scan of the tree misses short-lived processes, and nothing counts
// their waits. These are estimated by the time in which none of the engine's cores was idle, which is their
// upper bound.
//
// A scan of the tree is slow. Between two scans only the clocks of known processes, the counter, and the wait
// of the engine's first thread are read. A reading is reused for 100 microseconds, or for up to 500 in an
// interval younger than 100 microseconds, because a new reading takes as long as a move of a very fast
// engine. What happens meanwhile may count in the next interval.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/descriptor.hpp"

namespace ebiri::process {

using Duration = std::chrono::microseconds;

/// A kernel counter of the CPU time of all processes of an engine, also of those that have ended, that no
/// parent waited for, or that left their session. One thread at a time.
///
/// Both perf and control groups include processes that are running on other cores: perf to the nanosecond, a
/// control group up to the last timer tick, 1 to 10 ms ago. Processes that are not running are counted
/// exactly.
class CpuCounter {
 public:
  enum class Source : std::uint8_t {
    none,    ///< no counter is available: `cpu` is always empty
    cgroup,  ///< the engine's control group; only in a sandbox, which the engine cannot leave
    /// An inherited perf event on the engine's first process, opened before its program runs. The kernel
    /// silently closes it for a process that executes an unreadable file (mode 0111) or a set-user-ID file,
    /// and for the later children of that process. The counter then misses their CPU time. This source is not
    /// used if the engine's own program is such a file.
    perf,
  };

  /// The kernel files to read. Files that are not open are not used.
  struct Files {
    Descriptor usage;  ///< `cpu.stat` (version 2) or `cpuacct.usage` (version 1) of the engine's group
    Descriptor event;  ///< from `open_own_cpu_event`
  };

  /// A counter without a source.
  CpuCounter() = default;

  /// Uses `usage` if it is readable, otherwise `event`. A group counts from now on. An event counts from its
  /// opening, so that it is never behind the clocks of the engine's processes.
  explicit CpuCounter(Files files);

  Source source() const { return source_; }

  /// The CPU time so far; empty without a source, or if the source is no longer readable. Monotonic. A read
  /// takes less than a microsecond on an idle machine.
  std::optional<std::chrono::nanoseconds> cpu();

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  std::optional<Nanoseconds> read_cpu() const;

  Source source_ = Source::none;
  Files files_;
  Nanoseconds base_{};  // of a group, at construction
  Nanoseconds cpu_{};   // at the last read, minus the base
};

/// The word for records and messages: `control group`, `perf`, or `process tree` for no source.
std::string_view word(CpuCounter::Source source);

/// Opens a perf event that counts the CPU time of the calling process, which must have one thread, and of its
/// later children. Returns -1 with `errno` on failure. Close-on-exec. Async-signal-safe.
int open_own_cpu_event();

/// The `errno` of `open_own_cpu_event` in this process, or 0 if it works. Only the first call tries it.
int perf_error();

/// Reads the same small files in /proc repeatedly. Keeps the first eight open, because opening takes longer
/// than reading. One thread at a time.
class ProcFiles {
 public:
  /// The first 4095 bytes of the file; empty if it is not readable.
  std::string contents(const std::string& path);

 private:
  std::map<std::string, Descriptor> open_;
};

/// The measurements of one interval of time.
struct Usage {
  Duration cpu{};      ///< CPU time of all threads of all processes
  Duration running{};  ///< estimate of the wall time in which at least one of them held a core; a lower
                       ///< bound unless short-lived helpers run in parallel

  /// Upper bound of the time in which other processes kept the engine from a core: the sum of the run queue
  /// waits of its threads, each minus the time in which the engine's other threads used the same cores. If
  /// processes or threads came or went, or one was blocked, the bound is at least the time in which none of
  /// the engine's cores was idle. Threads with lowered priority do not count.
  Duration wait{};
};

/// A stopwatch for one engine, which measures consecutive intervals. One thread at a time. `now` is the
/// current time, for callers that have read the clock already.
class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts nothing: every interval is zero.
  Meter() = default;

  /// Begins the first interval. `processors` is the number of cores that the engine may use, >= 1.
  Meter(pid_t engine, pid_t supervisor, int processors, CpuCounter counter);

  /// Ends an interval and begins the next.
  Usage lap(Clock::time_point now = Clock::now());

  /// The current interval up to now.
  Usage so_far(Clock::time_point now = Clock::now());

  /// Sets the time between two scans, and so the largest error for the CPU time of new processes: clamped to
  /// [2 ms, 50 ms], initially 2 ms. If many games share a core, frequent scans would cost more than playing.
  void set_accuracy(Duration accuracy);

  /// Makes the next call scan the whole tree, so that its result is no older than this call.
  void force_scan() { scanned_ = {}; }

  /// Whether it measures an engine.
  bool counts() const { return supervisor_ >= 0; }

  /// The number of cores that the engine may use.
  int processors() const { return processors_; }

  /// The source of CPU time beside the process tree.
  CpuCounter::Source source() const { return counter_.source(); }
  CpuCounter& counter() { return counter_; }

  /// Whether the engine has escaped from the counter: the process tree shows CPU time that the counter
  /// misses. Never true for a control group.
  bool evaded() const { return counter_.source() == CpuCounter::Source::perf && uncounted_ > max_uncounted; }

  /// The CPU time that the counter missed.
  Duration uncounted() const { return std::chrono::duration_cast<Duration>(uncounted_); }

  enum class State : unsigned char {
    ready,    ///< a thread may be waiting for a core; the kernel counts a wait only when it is over
    blocked,  ///< no thread is ready, but in this interval one waited for a disk or for a kernel lock, whose
              ///< holder may be waiting for a core
    undisturbed,  ///< neither: each thread sleeps, or the engine itself uses its core
  };

  /// Checks the current state of the engine's threads. After `blocked`, `Usage::wait` of the interval
  /// includes all time in which no core was idle.
  State state();

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  static constexpr std::chrono::milliseconds finest{2}, coarsest{50};
  static constexpr std::chrono::milliseconds max_uncounted{30};

  struct Thread {
    pid_t number = -1;
    int processors = 0;  // number of cores that it may use; 0: unknown
    Nanoseconds cpu{}, wait{};
    Nanoseconds cpu_before{}, wait_before{};  // at the beginning of the interval
    long long slices = 0;                     // how often it got a core
    // At the last call of `state`: the time for which the thread and the engine's other threads on its core
    // had run in this interval; -1: the thread was not ready, or there was no call.
    Nanoseconds ran_at_check{-1};
    Clock::time_point checked_at{};  // time of the last call
    bool low_priority = false;       // lowered its priority: its waits do not count
    bool had_low_priority = false;   // lowered its priority in this interval
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
  void scan();
  void scan_process(pid_t process, std::vector<pid_t>& found);
  void remove_ended();
  void refine(Process& process);
  Nanoseconds wait_of(const Thread& thread) const;
  void read_known(Clock::time_point now);
  bool read(Clock::time_point now);
  void add_growth(std::optional<Nanoseconds> counter_before_scan);
  Nanoseconds certain_cpu() const;
  Nanoseconds helper_cpu() const;
  void read_idle(Clock::time_point now);
  Nanoseconds longest_wait(Nanoseconds used) const;
  Usage measure();

  pid_t engine_ = -1, supervisor_ = -1;
  int processors_ = 1;
  int nice_ = 0;          // the nice value that engines start with
  Descriptor scheduler_;  // the open `schedstat` of the engine's first thread
  CpuCounter counter_;
  ProcFiles files_;
  std::vector<Process> processes_;
  Nanoseconds supervisor_reaped_{};
  Nanoseconds ended_known_{};                       // CPU time of known processes that have ended
  Nanoseconds known_cpu_{}, known_cpu_before_{};    // CPU time of processes that a scan saw
  Nanoseconds missed_cpu_{}, missed_cpu_before_{};  // of those that no scan saw, from parents that waited
  Nanoseconds counted_{}, counted_before_{};        // CPU time by the counter
  struct {
    Nanoseconds tree{}, counter{};
    long long slices = 0;    // how often a known thread got a core
  } growth_;                 // since the last comparison of tree and counter
  Nanoseconds uncounted_{};  // growth in the tree that the counter missed
  // Whether processes or threads, also unseen ones, came or went since the first lap, or one was blocked.
  bool had_unseen_waits_ = false;
  bool changed_ = false;                    // whether processes or threads came or went in this interval
  bool blocked_ = false;                    // whether a thread was blocked in this interval
  Nanoseconds ended_cpu_{}, ended_wait_{};  // CPU time and waits in this interval of threads that ended in it
  struct Idle {
    std::vector<Nanoseconds> times;  // of each allowed processor
    Clock::time_point at{};
  };
  std::vector<int> allowed_;  // processors that the engine may use
  Idle idle_, idle_before_;
  Clock::time_point scanned_{}, read_{};
  Clock::time_point lap_start_{};  // at the beginning of the interval
  Usage usage_;                    // the result of the last reading
  bool read_since_lap_ = false;
  Duration scan_interval_ = finest;
};

}  // namespace ebiri::process
