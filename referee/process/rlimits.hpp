// The limits that the kernel keeps for each process, and that a process sets for itself.
#pragma once

#include <cstdint>

namespace ebiri::process {

/// In each, 0 means no limit.
struct Rlimits {
  std::uint64_t data = 0;       ///< bytes of writable private memory
  std::uint64_t processes = 0;  ///< of the user, in the user namespace; means nothing to root
  std::uint64_t cpu = 0;        ///< seconds
  std::uint64_t file = 0;       ///< bytes

  /// Limits the calling process and what it starts; no core dumps either. Returns whether the kernel agreed,
  /// and keeps `errno` if not. Async-signal-safe.
  bool apply() const;
};

}  // namespace ebiri::process
