// What an engine is to be kept from: the settings. What this machine makes of them: capabilities.hpp.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace ebiri::process {

enum class Isolation : std::uint8_t {
  none,     ///< an engine may do what the user who started the referee may do
  limits,   ///< as `none`, with limits on what it may use
  sandbox,  ///< `limits`, and it sees no files, processes or network but its own
};

/// What one engine may use. In each, 0 means no limit.
struct Limits {
  std::uint64_t memory = 1'000'000'000;  ///< bytes, of all its processes together; 0, or 1 MB..1 TB
  int processes = 64;                    ///< at a time, each thread counted; 0, or 1..100000
  std::chrono::milliseconds cpu{0};      ///< of each process from its start to its end; 0, or 1 s..1000 h

  /// Bytes in each file that it writes, and in a sandbox in all of /tmp and of /dev/shm; 0, or 1 kB..1 TB.
  std::uint64_t disk = 64'000'000;

  bool operator==(const Limits&) const = default;
};

/// One engine's own limits; what is unset is as in the `Limits` of all.
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
