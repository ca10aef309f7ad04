#include "referee/process/meter.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/process/machine.hpp"
#include "referee/support/text.hpp"

namespace ebiri::process {

namespace {

using Nanoseconds = std::chrono::nanoseconds;

// A reading is reused up to an age of `min_age`. In an interval that is shorter than that, the age grows with
// the time between scans, up to `max_age`.
constexpr std::chrono::microseconds min_age{100}, max_age{500};
// If more CPU time than this was used by no known process, short-lived helpers ran.
constexpr std::chrono::microseconds helper_threshold{100};
constexpr std::chrono::milliseconds tick{10};  // resolution of `cutime`, and a control group's delay
constexpr std::size_t max_processes = 1024;    // bounded, so that a fork bomb cannot block the thread

// Parses `usage_usec 17…` of version 2, or `17000` of version 1.
std::optional<Nanoseconds> read_group(const Descriptor& usage) {
  constexpr std::string_view key_of_v2 = "usage_usec ";
  char bytes[64];
  const ssize_t size = ::pread(usage.get(), bytes, sizeof bytes, 0);
  if (size <= 0) return std::nullopt;
  std::string_view text{bytes, static_cast<std::size_t>(size)};
  const bool v2 = text.starts_with(key_of_v2);
  if (v2) text.remove_prefix(key_of_v2.size());
  std::int64_t number = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc{}) return std::nullopt;
  return Nanoseconds{v2 ? number * 1000 : number};
}

std::optional<Nanoseconds> read_event(const Descriptor& event) {
  std::int64_t count = 0;
  if (::read(event.get(), &count, sizeof count) != sizeof count) return std::nullopt;
  return Nanoseconds{count};
}

std::optional<std::string> text_in(const Descriptor& file) {
  char text[4095];
  const ssize_t size = ::pread(file.get(), text, sizeof text, 0);
  if (size < 0) return std::nullopt;
  return std::string(text, static_cast<std::size_t>(size));
}

// Parses the integers at the beginning of `text`.
std::vector<long long> numbers(const std::string& text) {
  std::vector<long long> result;
  const char* at = text.c_str();
  while (true) {
    char* end = nullptr;
    const long long number = std::strtoll(at, &end, 10);
    if (end == at) return result;
    result.push_back(number);
    at = end;
  }
}

// The part of a `stat` file after the process name, which may contain any character: "R 1 1 …".
std::string after_name(const std::string& stat) {
  const std::size_t end = stat.rfind(") ");
  return end == std::string::npos ? std::string{} : stat.substr(end + 2);
}

// Values of a thread's `stat` file. The comments are field numbers of proc(5).
struct Stat {
  Nanoseconds reaped{};   // cutime and cstime: 16 and 17
  long long nice = 0;     // 19
  long long threads = 0;  // 20
  long long policy = 0;   // 41
};

Stat stat_of(ProcFiles& files, pid_t process, pid_t thread) {
  // For the first thread, reads the file of the process.
  const std::string path = process == thread ? fmt::format("/proc/{}/stat", process)
                                             : fmt::format("/proc/{}/task/{}/stat", process, thread);
  const std::string fields = after_name(files.contents(path));
  const auto values = numbers(fields.size() > 2 ? fields.substr(2) : std::string{});
  const auto field = [&](std::size_t number) { return number - 4 < values.size() ? values[number - 4] : 0; };
  static const long long per_tick = 1'000'000'000 / std::max(1L, ::sysconf(_SC_CLK_TCK));
  return {Nanoseconds{(field(16) + field(17)) * per_tick}, field(19), field(20), field(41)};
}

// Reads "/autogroup-42 nice 0". The file exists if the kernel groups processes by session.
bool autogroup_has_low_priority(ProcFiles& files, pid_t process) {
  const std::string text = files.contents(fmt::format("/proc/{}/autogroup", process));
  const std::size_t last = text.rfind(' ');
  return last != std::string::npos && std::atoi(text.c_str() + last) > 0;
}

// Reads a CPU clock. Returns zero if the process has ended.
Nanoseconds time_on(clockid_t clock) {
  timespec time{};
  if (::clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds{time.tv_sec} + Nanoseconds{time.tv_nsec};
}

clockid_t clock_of(pid_t process) {
  clockid_t clock{};
  return ::clock_getcpuclockid(process, &clock) == 0 ? clock : -1;
}

std::vector<pid_t> threads_of(pid_t process) {
  std::vector<pid_t> result;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder{::opendir(fmt::format("/proc/{}/task", process).c_str()),
                                                   ::closedir};
  while (const dirent* entry = folder ? ::readdir(folder.get()) : nullptr)
    if (const pid_t number = std::atoi(entry->d_name); number > 0) result.push_back(number);
  return result;
}

void add_children(ProcFiles& files, pid_t process, pid_t thread, std::vector<pid_t>& found) {
  const std::string path = fmt::format("/proc/{}/task/{}/children", process, thread);
  const std::string list = files.contents(path);  // "17 23 42 ", perhaps cut off in the middle of a number
  for (const long long child : numbers(list.substr(0, list.rfind(' ') + 1)))
    found.push_back(static_cast<pid_t>(child));
}

template <class Items>
auto& find_or_add(Items& items, pid_t number) {
  if (auto* found = find_by(items, number, &Items::value_type::number)) return *found;
  auto& item = items.emplace_back();
  item.number = number;
  return item;
}

Duration in_microseconds(Nanoseconds time) { return std::chrono::duration_cast<Duration>(time); }

}  // namespace

CpuCounter::CpuCounter(Files files) : files_(std::move(files)) {
  if (const auto group = read_group(files_.usage)) {
    source_ = Source::cgroup;
    base_ = *group;
  } else if (read_event(files_.event)) {
    source_ = Source::perf;
  }
  if (source_ != Source::perf) files_.event.reset();
}

std::optional<Nanoseconds> CpuCounter::read_cpu() const {
  if (source_ == Source::none) return std::nullopt;
  return source_ == Source::cgroup ? read_group(files_.usage) : read_event(files_.event);
}

std::optional<Nanoseconds> CpuCounter::cpu() {
  const auto now = read_cpu();
  if (!now) return std::nullopt;
  return cpu_ = std::max(cpu_, *now - base_);
}

std::string_view word(CpuCounter::Source source) {
  if (source == CpuCounter::Source::none) return "process tree";
  return source == CpuCounter::Source::cgroup ? "control group" : "perf";
}

int open_own_cpu_event() {
  perf_event_attr attributes{};
  attributes.type = PERF_TYPE_SOFTWARE;
  attributes.size = sizeof attributes;
  attributes.config = PERF_COUNT_SW_TASK_CLOCK;
  attributes.inherit = 1;
  attributes.exclude_kernel = 1;  // ordinary users must set it; this clock includes kernel time anyway
  attributes.exclude_hv = 1;
  constexpr int self = 0, any_core = -1, no_group = -1;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, self, any_core, no_group, PERF_FLAG_FD_CLOEXEC));
}

int perf_error() {
  static const int error = Descriptor{open_own_cpu_event()}.open() ? 0 : errno;
  return error;
}

std::string ProcFiles::contents(const std::string& path) {
  constexpr std::size_t most = 8;
  const auto known = open_.find(path);
  if (known != open_.end()) {
    if (auto text = text_in(known->second)) return *std::move(text);
    open_.erase(known);  // the process has ended, and another may get its number
  }
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  auto text = text_in(file);
  if (text && open_.size() < most) open_.emplace(path, std::move(file));
  return std::move(text).value_or("");
}

Meter::Meter(pid_t engine, pid_t supervisor, int processors, CpuCounter counter)
    : engine_(engine),
      supervisor_(supervisor),
      processors_(processors),
      nice_(::getpriority(PRIO_PROCESS, 0)),
      scheduler_(::open(fmt::format("/proc/{}/schedstat", engine).c_str(), O_RDONLY | O_CLOEXEC)),
      counter_(std::move(counter)),
      allowed_(process::processors_of(engine)),
      idle_{idle_times(allowed_), Clock::now()},
      idle_before_(idle_) {
  lap();
  had_unseen_waits_ = false;
}

void Meter::scan_process(pid_t number, std::vector<pid_t>& found) {
  const std::size_t processes = processes_.size();
  Process& process = find_or_add(processes_, number);
  changed_ = changed_ || processes != processes_.size();
  process.seen = true;
  if (process.clock == -1) process.clock = clock_of(number);
  process.cpu = std::max(process.cpu, time_on(process.clock));
  const bool low_priority = autogroup_has_low_priority(files_, number);
  const Stat first = stat_of(files_, number, number);
  process.reaped = first.reaped;
  for (Thread& thread : process.threads) thread.seen = false;
  for (const pid_t id : first.threads == 1 ? std::vector{number} : threads_of(number)) {
    const std::size_t threads = process.threads.size();
    Thread& thread = find_or_add(process.threads, id);
    changed_ = changed_ || threads != process.threads.size();
    const CoreTime now =
        parse_core_time(files_.contents(fmt::format("/proc/{}/task/{}/schedstat", number, id)));
    thread.seen = true;
    thread.cpu = now.cpu;
    thread.wait = now.wait;
    growth_.slices += now.slices - std::exchange(thread.slices, now.slices);
    const Stat stat = id == number ? first : stat_of(files_, number, id);
    thread.low_priority =
        low_priority || stat.nice > nice_ || stat.policy == SCHED_BATCH || stat.policy == SCHED_IDLE;
    thread.had_low_priority = thread.had_low_priority || thread.low_priority;
    thread.processors = static_cast<int>(processors_of(id).size());
    add_children(files_, number, id, found);
  }
  refine(process);
}

// If the process has one thread, replaces the thread's CPU time by that of the process, which is more exact:
// the time of a running thread lags by up to a tick. A difference that the lag does not explain comes from
// threads that have ended, which the clock of the process includes; the thread then keeps its time.
void Meter::refine(Process& process) {
  if (process.threads.size() != 1) return;
  Thread& thread = process.threads.front();
  const auto difference = process.cpu - thread.cpu;
  const auto running = [&] {
    return after_name(files_.contents(fmt::format("/proc/{}/stat", process.number))).starts_with('R');
  };
  if (difference < helper_threshold || (difference < tick && !had_unseen_waits_ && running()))
    thread.cpu = process.cpu;
}

// The time in this interval for which processes other than the engine's kept the thread waiting.
Meter::Nanoseconds Meter::wait_of(const Thread& thread) const {
  if (thread.had_low_priority) return {};
  const int processors = thread.processors > 0 ? std::min(thread.processors, processors_) : processors_;
  const auto own = thread.cpu - thread.cpu_before;
  const auto others = std::max(certain_cpu() - own, Nanoseconds::zero());
  return std::max(thread.wait - thread.wait_before - others / processors, Nanoseconds::zero());
}

void Meter::remove_ended() {
  const auto add_ended = [this](const Thread& thread) {
    ended_cpu_ += thread.cpu - thread.cpu_before;
    ended_wait_ += wait_of(thread);
    changed_ = true;
  };
  for (Process& process : processes_) {
    for (const Thread& thread : process.threads)
      if (!process.seen || !thread.seen) add_ended(thread);
    std::erase_if(process.threads, [](const Thread& thread) { return !thread.seen; });
    if (!process.seen) ended_known_ += process.cpu;
  }
  std::erase_if(processes_, [](const Process& process) { return !process.seen; });
}

void Meter::scan() {
  scanned_ = read_ = Clock::now();
  supervisor_reaped_ = stat_of(files_, supervisor_, supervisor_).reaped;
  for (Process& process : processes_) process.seen = false;
  std::vector<pid_t> found{engine_};
  add_children(files_, supervisor_, supervisor_, found);
  for (std::size_t i = 0; i < found.size() && i < max_processes; ++i)
    if (i == 0 || found[i] != engine_) scan_process(found[i], found);
  remove_ended();
}

// A process that has ended keeps its CPU time until the next scan, which finds it in its parent's `reaped`.
void Meter::read_known(Clock::time_point now) {
  read_ = now;
  for (Process& process : processes_) process.cpu = std::max(process.cpu, time_on(process.clock));
  Process& engine = processes_.front();
  if (!engine.threads.empty()) {
    Thread& first = engine.threads.front();
    const CoreTime time = core_time(scheduler_.get());
    first.wait = time.wait;
    first.cpu = time.cpu;
    growth_.slices += time.slices - std::exchange(first.slices, time.slices);
  }
  refine(engine);
  for (Process& process : processes_)  // threads of other processes are read in the next scan
    if (&process != &engine && process.threads.size() == 1) process.threads.front().cpu = process.cpu;
}

// Adds the growth of tree and counter since the last reading, and compares them after a scan. A parent's
// times include the children that it waited for. Those that a scan saw alive are subtracted (`ended_known_`),
// because their times have been added already.
void Meter::add_growth(std::optional<Nanoseconds> counter_before_scan) {
  Nanoseconds reaped = supervisor_reaped_ - ended_known_, grown{};
  for (Process& process : processes_) {
    grown += process.cpu - process.cpu_added;
    process.cpu_added = process.cpu;
    reaped += process.reaped;
  }
  known_cpu_ += grown;
  if (reaped > missed_cpu_) grown += reaped - std::exchange(missed_cpu_, reaped);
  const auto counted = counter_.cpu();
  if (!counted) return;
  growth_.tree += grown;
  growth_.counter += *counted - counted_;
  counted_ = *counted;
  // Tree and counter can be compared if the counter is the same before and after the scan. For an honest
  // engine that starts and ends processes they were seen to differ by up to a twentieth, plus one tick in the
  // times of ended processes. A fifth is allowed, and `max_uncounted`. The tree includes the kernel's work
  // when a thread gets a core, about 10 microseconds, and perf does not: 50 are allowed.
  if (*counted != counter_before_scan) return;
  constexpr std::chrono::microseconds switching{50};
  const Nanoseconds excess = growth_.tree - growth_.counter * 6 / 5 - growth_.slices * switching;
  uncounted_ = std::max(uncounted_ + excess, Nanoseconds::zero());
  growth_ = {};
}

// CPU time that was certainly used in this interval: the larger of the counter and the tree. From the
// tree's time of ended processes one tick is subtracted, because it may belong to an earlier interval.
Meter::Nanoseconds Meter::certain_cpu() const {
  const Nanoseconds dead = std::max(missed_cpu_ - missed_cpu_before_ - tick, Nanoseconds::zero());
  return std::max(known_cpu_ - known_cpu_before_ + dead, counted_ - counted_before_);
}

// The kernel does not report the waits of short-lived helpers. They can have waited only while no core was
// idle. Without such waits, idle times are read rarely, only as a base for later readings.
void Meter::read_idle(Clock::time_point now) {
  constexpr std::chrono::seconds idle_interval{1};
  if (had_unseen_waits_ || now - idle_.at >= idle_interval) idle_ = {idle_times(allowed_), now};
}

// The longest time that helpers or a blocked thread may have waited. A thread does not wait for long while
// one of the cores is idle, nor, on a single core, while the engine itself runs.
Meter::Nanoseconds Meter::longest_wait(Nanoseconds used) const {
  Nanoseconds idle{};
  for (std::size_t i = 0; i < allowed_.size(); ++i)
    idle = std::max(idle, idle_.times[i] - idle_before_.times[i]);
  return Clock::now() - idle_before_.at - idle + tick - (allowed_.size() == 1 ? used : Nanoseconds::zero());
}

// As of the last reading: CPU time in this interval of short-lived helpers that no scan saw.
Meter::Nanoseconds Meter::helper_cpu() const {
  Nanoseconds known = ended_cpu_;
  for (const Process& process : processes_)
    for (const Thread& thread : process.threads) known += thread.cpu - thread.cpu_before;
  return certain_cpu() - known;
}

Usage Meter::measure() {
  const Nanoseconds used = certain_cpu();
  Nanoseconds wait = ended_wait_, busiest{};
  bool had_low_priority = false;
  for (const Process& process : processes_)
    for (const Thread& thread : process.threads) {
      const Nanoseconds own = thread.cpu - thread.cpu_before;
      busiest = std::max(busiest, own);
      had_low_priority = had_low_priority || thread.had_low_priority;
      wait += wait_of(thread);
    }
  const Nanoseconds helpers = helper_cpu();
  const bool unseen_waits = changed_ || blocked_ || helpers > helper_threshold;
  had_unseen_waits_ = had_unseen_waits_ || unseen_waits;
  if (!had_low_priority && unseen_waits) wait = std::max(wait, longest_wait(used));
  // Assumes that helpers run one after the other, like those of an engine that starts a thread for each move.
  const Nanoseconds running = std::max({busiest, helpers, used / processors_});
  return {in_microseconds(used), in_microseconds(running), in_microseconds(wait)};
}

// Reads clocks and counters unless the last reading is recent enough. Returns whether it read.
bool Meter::read(Clock::time_point now) {
  const bool scan_due = processes_.empty() || now - scanned_ >= scan_interval_;
  // A very short interval reuses an older reading; its CPU time then counts in the next interval.
  const bool short_interval = now - lap_start_ < min_age;
  const auto good_for =
      short_interval ? std::clamp<Duration>(scan_interval_ / 100, min_age, max_age) : Duration{min_age};
  if (!scan_due && now - read_ < good_for) return false;
  if (!scan_due) {
    read_known(now);
    add_growth(std::nullopt);
  }
  // Only a scan shows which thread of a process used the CPU time.
  if (scan_due || (helper_cpu() > helper_threshold && now - scanned_ >= finest)) {
    const auto counter_before_scan = counter_.cpu();
    scan();
    add_growth(counter_before_scan);
  }
  read_idle(now);
  return true;
}

void Meter::set_accuracy(Duration accuracy) {
  scan_interval_ = std::clamp<Duration>(accuracy, finest, coarsest);
}

Usage Meter::lap(Clock::time_point now) {
  const Usage usage = so_far(now);
  lap_start_ = now;
  if (!std::exchange(read_since_lap_, false)) return usage;  // there is nothing to reset
  usage_ = {};
  // CPU time that the counter of a group reports late must not be counted twice.
  const Nanoseconds behind = known_cpu_ - known_cpu_before_ - (counted_ - counted_before_);
  counted_before_ = counted_ + std::clamp<Nanoseconds>(behind, Nanoseconds::zero(), tick);
  known_cpu_before_ = known_cpu_;
  missed_cpu_before_ = missed_cpu_;
  idle_before_ = idle_;
  changed_ = blocked_ = false;
  ended_cpu_ = ended_wait_ = {};
  for (Process& process : processes_)
    for (Thread& thread : process.threads) {
      thread.cpu_before = thread.cpu;
      thread.wait_before = thread.wait;
      thread.had_low_priority = thread.low_priority;
      thread.ran_at_check = Nanoseconds{-1};
    }
  return usage;
}

Usage Meter::so_far(Clock::time_point now) {
  if (supervisor_ >= 0 && read(now)) {
    usage_ = measure();
    read_since_lap_ = true;
  }
  return usage_;
}

Meter::State Meter::state() {
  bool ready = false;
  for (Process& process : processes_)
    for (Thread& thread : process.threads) {
      if (thread.had_low_priority) continue;
      const std::string stat =
          after_name(files_.contents(fmt::format("/proc/{}/task/{}/stat", process.number, thread.number)));
      blocked_ = blocked_ || stat.starts_with('D');
      if (may_be_waiting(thread, stat.starts_with('R'))) ready = true;
    }
  return ready ? State::ready : blocked_ ? State::blocked : State::undisturbed;
}

// Whether other processes may be keeping a ready thread from a core. They are not if the thread was ready at
// the last check too, and it and the engine's other threads used its core for at least 3/4 of the time since
// then: the thread then runs, or waits for those threads.
bool Meter::may_be_waiting(Thread& thread, bool ready) const {
  const bool was_ready = thread.ran_at_check >= Nanoseconds::zero();
  const auto now = Clock::now();
  const Nanoseconds own = thread.cpu - thread.cpu_before;
  const Nanoseconds ran = own + std::max(certain_cpu() - own, Nanoseconds::zero()) / processors_;
  const Nanoseconds passed = now - thread.checked_at;
  const bool waiting = ready && (!was_ready || ran - thread.ran_at_check < passed * 3 / 4);
  thread.ran_at_check = ready ? ran : Nanoseconds{-1};
  thread.checked_at = now;
  return waiting;
}

}  // namespace ebiri::process
