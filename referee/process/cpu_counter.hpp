// CPU time of all processes of an engine together, as one counter of the kernel has it: processes that have
// ended, that nobody waited for, or that left their session are in it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/process/descriptor.hpp"

namespace ebiri::process {

/// The counter of one engine. One thread at a time.
///
/// Both sources count a process that runs at this moment on another core: perf to the nanosecond, a control
/// group up to the last timer tick, which is 1 to 10 ms ago. What has left the core is counted exactly.
class CpuCounter {
 public:
  enum class Source : std::uint8_t {
    none,    ///< no counter is available: `cpu` is always empty
    cgroup,  ///< the engine's own control group, which it cannot leave: only in a sandbox
    /// An inherited perf event on the engine's first process, opened before its program runs. The kernel
    /// closes it without an error for a process that executes a file which it may not read (mode 0111) or
    /// which changes its rights (set-user-ID), and for whatever that process starts from then on: a counter
    /// that stands still while the engine's processes use CPU time is the sign of that. A start does not
    /// choose this source if the engine's own program is such a file.
    perf,
  };

  /// Open files of the kernel's; one that is not open is not used.
  struct Files {
    Descriptor usage;  ///< `cpu.stat` or, of version 1, `cpuacct.usage` of a group that it cannot leave
    Descriptor event;  ///< from `open_own_cpu_event`
  };

  /// Has no source.
  CpuCounter() = default;

  /// Counts by the first of `usage` and `event` that can be read: a group from now on, an event from its
  /// opening, so that it has no less than the clocks of the processes that it counts.
  explicit CpuCounter(Files files);

  Source source() const { return source_; }

  /// CPU time that was used since then; empty without a source, or when it cannot be read any
  /// more. Monotonic. A read takes less than a microsecond on an idle machine.
  std::optional<std::chrono::nanoseconds> cpu();

 private:
  using Nanoseconds = std::chrono::nanoseconds;

  std::optional<Nanoseconds> read_cpu() const;

  Source source_ = Source::none;
  Files files_;
  Nanoseconds base_{};  // of a group, when the counter was made
  Nanoseconds cpu_{};   // at the last read, less the base
};

/// The word for records and messages: `control group`, `perf`, `process tree` for none.
std::string_view word(CpuCounter::Source source);

/// A perf event that counts the CPU time of the calling process, which must have one thread, and of whatever
/// it starts from now on; -1 with `errno` where the kernel refuses. Close-on-exec. Async-signal-safe.
int open_own_cpu_event();

/// Why the kernel does not let this process open such an event: an `errno`, or 0 if it does. Tried once.
int perf_error();

}  // namespace ebiri::process
