// This machine: its processors, and this process's signals.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <chrono>
#include <string_view>
#include <vector>

namespace ebiri::process {

/// The processors that this process may use (the affinity mask that it was given), ascending.
std::vector<int> allowed_processors();

/// The same of another process; empty if it is gone.
std::vector<int> processors_of(pid_t process);

/// Pins the calling thread, and the processes that it spawns from now on, to these processors, at least one.
/// Returns whether the kernel agreed.
bool pin_thread(const std::vector<int>& processors);
inline bool pin_thread(int processor) { return pin_thread(std::vector{processor}); }

/// As the calls of the system want them.
cpu_set_t set_of(const std::vector<int>& processors);

/// In which order processors are given to engines that the calling thread starts and that may not use all.
/// Those that it may not use itself are passed over.
void prefer_processors(std::vector<int> order);

/// The processors of an engine that the calling thread starts now: the first `cores` of those that it
/// prefers, or fewer if there are no more; all that it may use if `cores` is 0. Never empty.
std::vector<int> processors_for(int cores);

/// Asks the kernel to let the calling thread run soon after it wakes, for a short while, in place of later
/// and longer; its children do not inherit that. A wish: kernels before 6.12 do not know it.
void ask_for_quick_turns();

/// From now on the calling thread, and what it starts, gives way to others that want its core.
void stand_back();

/// From now on the calling thread runs only where a core has nothing else to do. There may be no way back.
void run_when_idle();

/// Gives free memory back to the system: what is free now, and from now on every large piece, of which glibc
/// would keep some for the next one. And threads that begin from now on have one heap in common with some
/// others, of which there are as many as processors: glibc would make eight times as many, and what is free
/// in one is of no use to the others. For those who run long beside others.
void give_memory_back();

/// What a thread had of the cores, and how long it stood in the run queue.
struct CoreTime {
  std::chrono::nanoseconds cpu{}, wait{};
};

/// From the text of a `schedstat` file, "cpu_ns wait_ns slices"; zeros if unknown.
CoreTime parse_core_time(std::string_view text);

/// From a thread's open `schedstat` file.
CoreTime core_time(int schedstat);

/// How long the calling thread has stood in the run queue since it began, as it was in the last 100
/// microseconds; zero if unknown.
std::chrono::microseconds thread_wait(
    std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now());

/// The time in which each of these processors was idle since the start of the machine, in steps of 10 ms;
/// zero if unknown.
std::vector<std::chrono::nanoseconds> idle_times(const std::vector<int>& processors);

/// Once, at start-up, before any thread: ignores SIGPIPE (a dead engine must not kill the referee),
/// makes sure that descriptors 0 to 2 are open, and allows as many descriptors as the system lets us
/// have (a slot needs up to thirty).
void prepare_process();

}  // namespace ebiri::process
