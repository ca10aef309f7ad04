// The settings of isolation. capabilities.hpp says which of them this machine can enforce.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace ebiri::process {

enum class Isolation : std::uint8_t {
  none,     ///< an engine has all rights of the referee's user, but dumps no core
  limits,   ///< `none` with limits on resources
  sandbox,  ///< `limits`, without access to other files and processes and to the network
};

/// The resource limits of one engine. 0 means no limit.
struct Limits {
  std::uint64_t memory = 1'000'000'000;  ///< bytes, for all its processes together; 0, or 1 MB..1 TB
  int processes = 64;                    ///< at the same time, threads included; 0, or 1..100000
  std::chrono::milliseconds cpu{0};      ///< CPU time of each process; 0, or 1 s..1000 h

  /// Bytes in each file that it writes; in a sandbox, also in /tmp as a whole and in /dev/shm as a whole; 0,
  /// or 1 kB..1 TB.
  std::uint64_t disk = 64'000'000;

  bool operator==(const Limits&) const = default;
};

/// The limits that a config sets for one engine. An unset field takes the value of the whole run.
struct LimitChanges {
  std::optional<std::uint64_t> memory;
  std::optional<int> processes;
  std::optional<std::chrono::milliseconds> cpu;
  std::optional<std::uint64_t> disk;

  bool operator==(const LimitChanges&) const = default;
};

inline Limits changed(const Limits& limits, const LimitChanges& changes) {
  return {.memory = changes.memory.value_or(limits.memory),
          .processes = changes.processes.value_or(limits.processes),
          .cpu = changes.cpu.value_or(limits.cpu),
          .disk = changes.disk.value_or(limits.disk)};
}

}  // namespace ebiri::process
