// Parallel execution of independent work.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace ebiri {

/// The number of processors, at least 1.
inline unsigned processor_count() { return std::max(1U, std::thread::hardware_concurrency()); }

/// Calls `work(i)` once for each i in 0 … count-1, in any order, from this thread and up to `threads - 1`
/// others. Returns when all calls have returned. `work` must not throw.
template <class Work>
void parallel_for(std::size_t count, unsigned threads, const Work& work) {
  std::atomic<std::size_t> next = 0;
  const auto take = [&] {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::jthread> others;
  try {
    for (std::size_t k = 1; k < std::min<std::size_t>(threads, count); ++k) others.emplace_back(take);
  } catch (const std::system_error&) {  // continue with fewer threads
  }
  take();
}

}  // namespace ebiri
