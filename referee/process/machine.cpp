#include "referee/process/machine.hpp"

#include <fcntl.h>
#include <malloc.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <mutex>
#include <string>
#include <utility>

#include "referee/support/descriptor.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

thread_local std::vector<int> preferred;  // the order of processors for the engines of this thread

// Reads the processor lines of /proc/stat, at most once a millisecond for all threads. A read costs more than
// 10 us, and the times are in ticks of 10 ms.
std::string processor_lines() {
  static std::mutex guard;
  static std::chrono::steady_clock::time_point read{};
  static std::string lines;
  const std::scoped_lock lock{guard};
  const auto now = std::chrono::steady_clock::now();
  if (now - read < std::chrono::milliseconds{1}) return lines;
  lines.clear();
  std::ifstream stat("/proc/stat");
  for (std::string line; std::getline(stat, line) && line.starts_with("cpu");) lines += line + "\n";
  read = now;
  return lines;
}

}  // namespace

std::vector<int> processors_of(pid_t process) {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> processors;
  if (::sched_getaffinity(process, sizeof set, &set) == 0)
    for (int processor = 0; processor < CPU_SETSIZE; ++processor)
      if (CPU_ISSET(static_cast<std::size_t>(processor), &set)) processors.push_back(processor);
  return processors;
}

std::vector<int> allowed_processors() {
  auto processors = processors_of(0);
  if (processors.empty()) processors.push_back(0);
  return processors;
}

bool pin_thread(const std::vector<int>& processors) {
  const cpu_set_t set = set_of(processors);
  return ::sched_setaffinity(0, sizeof set, &set) == 0;
}

cpu_set_t set_of(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &set);
  return set;
}

void prefer_processors(std::vector<int> order) { preferred = std::move(order); }

std::vector<int> processors_for(int cores) {
  std::vector<int> allowed = allowed_processors();
  if (cores == 0) return allowed;
  std::vector<int> chosen = preferred;
  std::erase_if(chosen, [&](int one) { return std::ranges::find(allowed, one) == allowed.end(); });
  if (chosen.empty()) chosen = std::move(allowed);
  if (chosen.size() > static_cast<std::size_t>(cores)) chosen.resize(static_cast<std::size_t>(cores));
  return chosen;
}

void request_short_slices() {
  struct {  // sched_attr of sched_setattr(2), which glibc 2.36 does not declare
    std::uint32_t size = 48, policy = SCHED_OTHER;
    std::uint64_t flags = 1;  // SCHED_FLAG_RESET_ON_FORK
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime_ns = 100'000, deadline_ns = 0, period_ns = 0;
  } attributes;
  attributes.nice = ::getpriority(PRIO_PROCESS, 0);
  ::syscall(SYS_sched_setattr, 0, &attributes, 0U);
}

void lower_priority() { ::setpriority(PRIO_PROCESS, static_cast<id_t>(::syscall(SYS_gettid)), 10); }

void return_free_memory() {
  ::mallopt(M_MMAP_THRESHOLD, 128 * 1024);
  ::mallopt(M_ARENA_MAX, static_cast<int>(processor_count()));
  ::malloc_trim(0);
}

CoreTime parse_core_time(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  long long values[3] = {};
  for (long long& value : values) {
    const auto parsed = std::from_chars(at, end, value);
    if (parsed.ec != std::errc{}) return {};
    at = std::min(parsed.ptr + 1, end);
  }
  return {std::chrono::nanoseconds{values[0]}, std::chrono::nanoseconds{values[1]}, values[2]};
}

CoreTime core_time(int schedstat) {
  char text[128];
  const ssize_t size = ::pread(schedstat, text, sizeof text, 0);
  return parse_core_time({text, static_cast<std::size_t>(std::max<ssize_t>(size, 0))});
}

std::chrono::microseconds thread_wait(std::chrono::steady_clock::time_point now) {
  constexpr std::chrono::microseconds good_for{100};
  thread_local const Descriptor file{::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)};
  thread_local std::chrono::steady_clock::time_point read{};
  thread_local std::chrono::microseconds wait{};
  if (now - read >= good_for) {
    wait = std::chrono::duration_cast<std::chrono::microseconds>(core_time(file.get()).wait);
    read = now;
  }
  return wait;
}

// Lines of /proc/stat: `cpu0 user nice system idle iowait …`, in ticks.
std::vector<std::chrono::nanoseconds> idle_times(const std::vector<int>& processors) {
  static const long long tick = 1'000'000'000 / std::max(1L, ::sysconf(_SC_CLK_TCK));
  std::vector<std::chrono::nanoseconds> times(processors.size());
  const std::string lines = processor_lines();
  for (const std::string_view line : split(trim(lines), '\n')) {
    const auto fields = words(line);
    if (fields.size() < 6) continue;
    const auto place = std::ranges::find(processors, parse_integer<int>(fields[0].substr(3)).value_or(-1));
    if (place == processors.end()) continue;
    for (const std::size_t field : {4U, 5U})
      times[static_cast<std::size_t>(place - processors.begin())] +=
          std::chrono::nanoseconds{parse_integer<std::int64_t>(fields[field]).value_or(0) * tick};
  }
  return times;
}

void prepare_process() {
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // report a file size limit as an error instead of dying
  int fd = ::open("/dev/null", O_RDWR);
  while (fd >= 0 && fd <= 2) fd = ::open("/dev/null", O_RDWR);
  if (fd > 2) ::close(fd);
  rlimit descriptors{};
  if (::getrlimit(RLIMIT_NOFILE, &descriptors) != 0) return;
  descriptors.rlim_cur = descriptors.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &descriptors);
}

}  // namespace ebiri::process
