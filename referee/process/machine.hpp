// This machine's processors, waits for them, and the priority, memory and descriptors of this process.
#pragma once

#include <sched.h>
#include <sys/types.h>

#include <chrono>
#include <string_view>
#include <vector>

namespace ebiri::process {

/// The processors that the calling thread may use, ascending. Never empty.
std::vector<int> allowed_processors();

/// The processors that another process may use; empty if it does not exist.
std::vector<int> processors_of(pid_t process);

/// Pins the calling thread, and processes that it starts later, to `processors`, which are not empty. Returns
/// false on failure.
bool pin_thread(const std::vector<int>& processors);
inline bool pin_thread(int processor) { return pin_thread(std::vector{processor}); }

/// The processors as a `cpu_set_t`.
cpu_set_t set_of(const std::vector<int>& processors);

/// Sets the order in which `processors_for` takes processors in the calling thread. Processors that the
/// thread may not use are skipped.
void prefer_processors(std::vector<int> order);

/// The processors for an engine that the calling thread starts now: the first `cores` in the preferred order,
/// or fewer if there are no more. All that the thread may use if `cores` is 0. Never empty.
std::vector<int> processors_for(int cores);

/// Asks the kernel to run the calling thread soon after it wakes up, for short time slices. Children do not
/// inherit this. Kernels before 6.12 ignore it.
void request_short_slices();

/// Lowers the priority of the calling thread and of processes that it starts later.
void lower_priority();

/// Returns free memory to the system now, and large blocks as soon as they are freed. glibc would keep them
/// for reuse. Later threads share one arena per processor instead of glibc's eight per processor, because one
/// arena cannot use free memory of another.
void return_free_memory();

/// The CPU time of a thread, its time in the run queue, and how often it got a core.
struct CoreTime {
  std::chrono::nanoseconds cpu{}, wait{};
  long long slices = 0;
};

/// From the text of a `schedstat` file, "cpu_ns wait_ns slices"; zeros if unknown.
CoreTime parse_core_time(std::string_view text);

/// From a thread's open `schedstat` file.
CoreTime core_time(int schedstat);

/// The time that the calling thread has spent in the run queue since its start; zero if unknown. The value
/// may be 100 microseconds old.
std::chrono::microseconds thread_wait(
    std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now());

/// The idle time of each of these processors since boot, in steps of 10 ms; zero if unknown. The value may be
/// 1 ms old.
std::vector<std::chrono::nanoseconds> idle_times(const std::vector<int>& processors);

/// Prepares this process for engines. Call it once, before any thread starts. Ignores SIGPIPE, because a dead
/// engine must not kill the referee. Makes sure that descriptors 0 to 2 are open. Raises the limit of
/// descriptors to the maximum, because a slot needs up to thirty, and a web server one for each connection.
void prepare_process();

}  // namespace ebiri::process
