// A kernel counter of the CPU time of all processes of an engine, also of those that have ended, that no
// parent waited for, or that left their session.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/support/descriptor.hpp"

namespace ebiri::process {

/// The counter of one engine. One thread at a time.
///
/// Both sources include processes that are running on other cores: perf to the nanosecond, a control group up
/// to the last timer tick, 1 to 10 ms ago. Processes that are not running are counted exactly.
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

}  // namespace ebiri::process
