#include "referee/process/meter.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/process/machine.hpp"

namespace ebiri::process {

namespace {

using Nanoseconds = std::chrono::nanoseconds;

constexpr std::chrono::microseconds good_for{100};  // of a reading, as reading takes a microsecond or two
constexpr std::size_t most_processes = 1024;        // a fork bomb must not hold us

// The whole numbers that `text` begins with.
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

CoreTime core_time_of(ProcFiles& files, pid_t process, pid_t thread) {
  const auto values = numbers(files.contents(fmt::format("/proc/{}/task/{}/schedstat", process, thread)));
  return values.size() < 2 ? CoreTime{} : CoreTime{Nanoseconds{values[0]}, Nanoseconds{values[1]}};
}

// What follows the name in a `stat` file: "R 1 1 …"; the name may hold anything.
std::string after_name(const std::string& stat) {
  const std::size_t end = stat.rfind(") ");
  return end == std::string::npos ? std::string{} : stat.substr(end + 2);
}

// Of a thread and its process, by the numbers of the fields in proc(5).
struct Stat {
  Nanoseconds reaped{};   // cutime and cstime: 16 and 17
  long long nice = 0;     // 19
  long long threads = 0;  // 20
  long long policy = 0;   // 41
};

Stat stat_of(ProcFiles& files, pid_t process, pid_t thread) {
  // Of the first thread the process's own file is read: only there are the children's times.
  const std::string path = process == thread ? fmt::format("/proc/{}/stat", process)
                                             : fmt::format("/proc/{}/task/{}/stat", process, thread);
  const std::string fields = after_name(files.contents(path));
  const auto values = numbers(fields.size() > 2 ? fields.substr(2) : std::string{});
  const auto field = [&](std::size_t number) { return number - 4 < values.size() ? values[number - 4] : 0; };
  static const long long tick = 1'000'000'000 / std::max(1L, ::sysconf(_SC_CLK_TCK));
  return {Nanoseconds{(field(16) + field(17)) * tick}, field(19), field(20), field(41)};
}

// "/autogroup-42 nice 0", where the kernel groups processes by session.
bool group_gave_way(ProcFiles& files, pid_t process) {
  const std::string text = files.contents(fmt::format("/proc/{}/autogroup", process));
  const std::size_t last = text.rfind(' ');
  return last != std::string::npos && std::atoi(text.c_str() + last) > 0;
}

// A clock of a process that is gone cannot be read.
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
  for (const long long child : numbers(files.contents(path))) found.push_back(static_cast<pid_t>(child));
}

template <class Items>
auto& entry(Items& items, pid_t number) {
  const auto found =
      std::find_if(items.begin(), items.end(), [&](auto& item) { return item.number == number; });
  if (found != items.end()) return *found;
  auto& item = items.emplace_back();
  item.number = number;
  return item;
}

template <class Items>
void forget_unseen(Items& items) {
  std::erase_if(items, [](const auto& item) { return !item.seen; });
}

Duration in_microseconds(Nanoseconds time) { return std::chrono::duration_cast<Duration>(time); }

}  // namespace

Meter::Meter(pid_t engine, pid_t warden, int processors, CpuCounter counter)
    : engine_(engine),
      warden_(warden),
      processors_(processors),
      counter_(std::move(counter)),
      nice_(::getpriority(PRIO_PROCESS, 0)),
      scheduler_(::open(fmt::format("/proc/{}/schedstat", engine).c_str(), O_RDONLY | O_CLOEXEC)) {
  lap();
}

void Meter::look_at(pid_t number, std::vector<pid_t>& found) {
  Process& process = entry(processes_, number);
  process.seen = true;
  if (process.clock == -1) process.clock = clock_of(number);
  process.cpu = time_on(process.clock);
  const bool gave_way = group_gave_way(files_, number);
  const Stat first = stat_of(files_, number, number);
  process.reaped = first.reaped;
  for (Thread& thread : process.threads) thread.seen = false;
  for (const pid_t id : first.threads == 1 ? std::vector{number} : threads_of(number)) {
    Thread& thread = entry(process.threads, id);
    const CoreTime now = core_time_of(files_, number, id);
    thread.seen = true;
    thread.cpu = now.cpu;
    thread.wait = now.wait;
    const Stat stat = id == number ? first : stat_of(files_, number, id);
    thread.gave_way =
        gave_way || stat.nice > nice_ || stat.policy == SCHED_BATCH || stat.policy == SCHED_IDLE;
    add_children(files_, number, id, found);
  }
  forget_unseen(process.threads);
  refine(process);
}

// The count of a running thread lags behind by up to a tick; the clock of its process does not, but it has
// also what threads used that are gone.
void Meter::refine(Process& process) {
  constexpr std::chrono::milliseconds ticks{10};
  if (process.threads.size() == 1 && process.cpu - process.threads[0].cpu < ticks)
    process.threads[0].cpu = process.cpu;
}

void Meter::look() {
  looked_ = read_ = Clock::now();
  warden_reaped_ = stat_of(files_, warden_, warden_).reaped;
  for (Process& process : processes_) process.seen = false;
  std::vector<pid_t> found{engine_};
  add_children(files_, warden_, warden_, found);
  for (std::size_t i = 0; i < found.size() && i < most_processes; ++i)
    if (i == 0 || found[i] != engine_) look_at(found[i], found);
  forget_unseen(processes_);
}

// A process that has ended keeps what it used until the next look, which finds it with its parent.
void Meter::read_known(Clock::time_point now) {
  read_ = now;
  for (Process& process : processes_) process.cpu = std::max(process.cpu, time_on(process.clock));
  Process& engine = processes_.front();
  if (!engine.threads.empty()) {
    Thread& first = engine.threads.front();
    const CoreTime time = core_time(scheduler_.get());
    first.wait = time.wait;
    first.cpu = time.cpu;
  }
  for (Process& process : processes_) refine(process);
}

Usage Meter::stretch() {
  Nanoseconds total = warden_reaped_ + gone_;
  for (const Process& process : processes_) total += process.cpu + process.reaped;
  if (total < total_) gone_ += total_ - total;
  total_ = std::max(total, total_);

  const Nanoseconds used = total_ - total_before_;
  Nanoseconds wait{};
  for (const Process& process : processes_)
    for (const Thread& thread : process.threads) {
      if (thread.gave_way) continue;
      const auto others = std::max(used - (thread.cpu - thread.cpu_before), Nanoseconds::zero());
      wait = std::max(wait, thread.wait - thread.wait_before - others / processors_);
    }
  return {in_microseconds(used), in_microseconds(wait)};
}

void Meter::read(Clock::time_point now) {
  if (processes_.empty() || now - looked_ >= between_looks_)
    look();
  else if (now - read_ >= good_for)
    read_known(now);
}

void Meter::set_accuracy(Duration accuracy) {
  between_looks_ = std::clamp<Duration>(accuracy, finest, coarsest);
}

Usage Meter::of_process(Clock::time_point now) {
  if (processes_.empty()) return {};
  if (now - read_ >= good_for) read_known(now);
  const Process& engine = processes_.front();
  return {in_microseconds(engine.cpu),
          in_microseconds(engine.threads.empty() ? Nanoseconds{} : engine.threads.front().wait)};
}

Usage Meter::lap(Clock::time_point now) {
  if (warden_ < 0) return {};
  read(now);
  const Usage usage = stretch();
  total_before_ = total_;
  for (Process& process : processes_)
    for (Thread& thread : process.threads) {
      thread.cpu_before = thread.cpu;
      thread.wait_before = thread.wait;
    }
  return usage;
}

Usage Meter::so_far(Clock::time_point now) {
  if (warden_ < 0) return {};
  read(now);
  return stretch();
}

bool Meter::may_be_waiting() {
  bool waiting = false;
  for (Process& process : processes_)
    for (Thread& thread : process.threads) {
      if (thread.gave_way) continue;
      const std::string stat =
          after_name(files_.contents(fmt::format("/proc/{}/task/{}/stat", process.number, thread.number)));
      const bool ready = stat.starts_with('R');
      const bool known = thread.checked >= Nanoseconds::zero();
      const auto now = Clock::now();
      // Nor is it others that keep it waiting while the engine's own threads run.
      const Nanoseconds counted = thread.cpu + thread.wait + (total_ - thread.cpu) / processors_;
      const Nanoseconds passed = now - thread.checked_at;
      waiting = waiting || (ready && (!known || counted - thread.checked < passed * 3 / 4));
      thread.checked = ready ? counted : Nanoseconds{-1};
      thread.checked_at = now;
    }
  return waiting;
}

}  // namespace ebiri::process
