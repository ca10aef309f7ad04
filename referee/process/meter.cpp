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

constexpr std::chrono::microseconds freshest{100}, stalest{500};  // of a reading, which takes microseconds
constexpr std::chrono::microseconds unseen{100};  // CPU time that nobody known used: some lived too briefly
constexpr std::chrono::milliseconds tick{10};     // of what a parent waited for, and a control group's delay
constexpr std::size_t most_processes = 1024;      // a fork bomb must not hold us

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
  static const long long per_tick = 1'000'000'000 / std::max(1L, ::sysconf(_SC_CLK_TCK));
  return {Nanoseconds{(field(16) + field(17)) * per_tick}, field(19), field(20), field(41)};
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

Duration in_microseconds(Nanoseconds time) { return std::chrono::duration_cast<Duration>(time); }

}  // namespace

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
  helpers_ = false;
}

void Meter::look_at(pid_t number, std::vector<pid_t>& found) {
  const std::size_t processes = processes_.size();
  Process& process = entry(processes_, number);
  changed_ = changed_ || processes != processes_.size();
  process.seen = true;
  if (process.clock == -1) process.clock = clock_of(number);
  process.cpu = std::max(process.cpu, time_on(process.clock));
  const bool gave_way = group_gave_way(files_, number);
  const Stat first = stat_of(files_, number, number);
  process.reaped = first.reaped;
  for (Thread& thread : process.threads) thread.seen = false;
  for (const pid_t id : first.threads == 1 ? std::vector{number} : threads_of(number)) {
    const std::size_t threads = process.threads.size();
    Thread& thread = entry(process.threads, id);
    changed_ = changed_ || threads != process.threads.size();
    const CoreTime now =
        parse_core_time(files_.contents(fmt::format("/proc/{}/task/{}/schedstat", number, id)));
    thread.seen = true;
    thread.cpu = now.cpu;
    thread.wait = now.wait;
    const Stat stat = id == number ? first : stat_of(files_, number, id);
    thread.gives_way =
        gave_way || stat.nice > nice_ || stat.policy == SCHED_BATCH || stat.policy == SCHED_IDLE;
    thread.gave_way = thread.gave_way || thread.gives_way;
    thread.processors = static_cast<int>(processors_of(id).size());
    add_children(files_, number, id, found);
  }
  refine(process);
}

// The count of a running thread lags behind by up to a tick; the clock of its process does not, but it has
// also what threads used that are gone.
void Meter::refine(Process& process) {
  if (process.threads.size() != 1) return;
  Thread& thread = process.threads.front();
  const auto difference = process.cpu - thread.cpu;
  const auto running = [&] {
    return after_name(files_.contents(fmt::format("/proc/{}/stat", process.number))).starts_with('R');
  };
  if (difference < unseen || (difference < tick && !helpers_ && running())) thread.cpu = process.cpu;
}

// What a thread waited for others than its engine, in this stretch.
Meter::Nanoseconds Meter::wait_of(const Thread& thread) const {
  if (thread.gave_way) return {};
  const int processors = thread.processors > 0 ? std::min(thread.processors, processors_) : processors_;
  const auto own = thread.cpu - thread.cpu_before;
  const auto others = std::max(proven() - own, Nanoseconds::zero());
  return std::max(thread.wait - thread.wait_before - others / processors, Nanoseconds::zero());
}

void Meter::forget_the_dead() {
  const auto forget = [this](const Thread& thread) {
    dead_cpu_ += thread.cpu - thread.cpu_before;
    dead_wait_ += wait_of(thread);
    changed_ = true;
  };
  for (Process& process : processes_) {
    for (const Thread& thread : process.threads)
      if (!process.seen || !thread.seen) forget(thread);
    std::erase_if(process.threads, [](const Thread& thread) { return !thread.seen; });
    if (!process.seen) dead_ += process.cpu;
  }
  std::erase_if(processes_, [](const Process& process) { return !process.seen; });
}

void Meter::look() {
  looked_ = read_ = Clock::now();
  supervisor_reaped_ = stat_of(files_, supervisor_, supervisor_).reaped;
  for (Process& process : processes_) process.seen = false;
  std::vector<pid_t> found{engine_};
  add_children(files_, supervisor_, supervisor_, found);
  for (std::size_t i = 0; i < found.size() && i < most_processes; ++i)
    if (i == 0 || found[i] != engine_) look_at(found[i], found);
  forget_the_dead();
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
  refine(engine);
  for (Process& process : processes_)  // the others' threads are looked at again with the next look
    if (&process != &engine && process.threads.size() == 1) process.threads.front().cpu = process.cpu;
}

// Adds what the tree and the counter grew by since the last reading. Parents tell of dead processes that they
// waited for; the time of those that were seen alive is in it too.
void Meter::add_up(std::optional<Nanoseconds> counted_first) {
  Nanoseconds reaped = supervisor_reaped_ - dead_, grown{};
  for (Process& process : processes_) {
    grown += process.cpu - process.cpu_added;
    process.cpu_added = process.cpu;
    reaped += process.reaped;
  }
  living_ += grown;
  if (reaped > buried_) grown += reaped - std::exchange(buried_, reaped);
  const auto counted = counter_.cpu();
  if (!counted) return;
  grown_.tree += grown;
  grown_.counter += *counted - counted_;
  counted_ = *counted;
  // They can be compared when nothing ran between the readings. Of an honest engine the two differ by a
  // twentieth, as it starts and ends processes, and by a tick of what is told of the dead.
  if (*counted != counted_first) return;
  uncounted_ = std::max(uncounted_ + grown_.tree - grown_.counter * 6 / 5, Nanoseconds::zero());
  grown_ = {};
}

// In this stretch: by the tree, less a tick of what is told of the dead, which may belong to an earlier
// stretch; or by the counter, if that is more.
Meter::Nanoseconds Meter::proven() const {
  const Nanoseconds dead = std::max(buried_ - buried_before_ - tick, Nanoseconds::zero());
  return std::max(living_ - living_before_ + dead, counted_ - counted_before_);
}

// Helpers, whose waits nobody counts, can have waited only while a core was not idle. As long as there are
// none, it is enough to know from when on.
void Meter::read_idle(Clock::time_point now) {
  constexpr std::chrono::seconds seldom{1};
  if (helpers_ || now - idle_.at >= seldom) idle_ = {idle_times(allowed_), now};
}

// How long helpers, or a thread that is blocked, may have waited at most: nobody waits for long while one of
// the cores is idle, and on a single core not while the engine itself runs.
Meter::Nanoseconds Meter::longest_wait(Nanoseconds used) const {
  Nanoseconds idle{};
  for (std::size_t i = 0; i < allowed_.size(); ++i)
    idle = std::max(idle, idle_.times[i] - idle_before_.times[i]);
  return Clock::now() - idle_before_.at - idle + tick - (allowed_.size() == 1 ? used : Nanoseconds::zero());
}

// What those used in this stretch who lived too briefly to be seen, as far as the last reading tells.
Meter::Nanoseconds Meter::used_unseen() const {
  Nanoseconds known = dead_cpu_;
  for (const Process& process : processes_)
    for (const Thread& thread : process.threads) known += thread.cpu - thread.cpu_before;
  return proven() - known;
}

Usage Meter::stretch() {
  const Nanoseconds used = proven();
  Nanoseconds wait = dead_wait_, busiest{};
  bool gave_way = false;
  for (const Process& process : processes_)
    for (const Thread& thread : process.threads) {
      const Nanoseconds own = thread.cpu - thread.cpu_before;
      busiest = std::max(busiest, own);
      gave_way = gave_way || thread.gave_way;
      wait += wait_of(thread);
    }
  const Nanoseconds helpers = used_unseen();
  const bool helped = changed_ || blocked_ || helpers > unseen;
  helpers_ = helpers_ || helped;
  if (!gave_way && helped) wait = std::max(wait, longest_wait(used));
  // They are taken to run one after the other, as a search in a thread of its own for each move does.
  const Nanoseconds running = std::max({busiest, helpers, used / processors_});
  return {in_microseconds(used), in_microseconds(running), in_microseconds(wait)};
}

// Whether anything was read anew.
bool Meter::read(Clock::time_point now) {
  const bool look_around = processes_.empty() || now - looked_ >= between_looks_;
  // A longer stretch is not to hold what was used in the one before.
  const bool short_stretch = now - lapped_ < freshest;
  const auto good_for =
      short_stretch ? std::clamp<Duration>(between_looks_ / 100, freshest, stalest) : Duration{freshest};
  if (!look_around && now - read_ < good_for) return false;
  if (!look_around) {
    read_known(now);
    add_up(std::nullopt);
  }
  // Of processes with several threads only a look tells which of them it was.
  if (look_around || (used_unseen() > unseen && now - looked_ >= finest)) {
    const auto counted_first = counter_.cpu();
    look();
    add_up(counted_first);
  }
  read_idle(now);
  return true;
}

void Meter::set_accuracy(Duration accuracy) {
  between_looks_ = std::clamp<Duration>(accuracy, finest, coarsest);
}

Usage Meter::lap(Clock::time_point now) {
  const Usage usage = so_far(now);
  lapped_ = now;
  if (!std::exchange(read_since_lap_, false)) return usage;  // nothing moved
  usage_ = {};
  // What the counter of a group has not yet is not to be counted twice.
  const Nanoseconds behind = living_ - living_before_ - (counted_ - counted_before_);
  counted_before_ = counted_ + std::clamp<Nanoseconds>(behind, Nanoseconds::zero(), tick);
  living_before_ = living_;
  buried_before_ = buried_;
  idle_before_ = idle_;
  changed_ = blocked_ = false;
  dead_cpu_ = dead_wait_ = {};
  for (Process& process : processes_)
    for (Thread& thread : process.threads) {
      thread.cpu_before = thread.cpu;
      thread.wait_before = thread.wait;
      thread.gave_way = thread.gives_way;
      thread.checked = Nanoseconds{-1};
    }
  return usage;
}

Usage Meter::so_far(Clock::time_point now) {
  if (supervisor_ >= 0 && read(now)) {
    usage_ = stretch();
    read_since_lap_ = true;
  }
  return usage_;
}

Meter::State Meter::state() {
  bool ready = false;
  for (Process& process : processes_)
    for (Thread& thread : process.threads) {
      if (thread.gave_way) continue;
      const std::string stat =
          after_name(files_.contents(fmt::format("/proc/{}/task/{}/stat", process.number, thread.number)));
      blocked_ = blocked_ || stat.starts_with('D');
      if (may_be_waiting(thread, stat.starts_with('R'))) ready = true;
    }
  return ready ? State::ready : blocked_ ? State::blocked : State::asleep;
}

// It is not others that keep a thread waiting while the engine's own threads run.
bool Meter::may_be_waiting(Thread& thread, bool ready) const {
  const bool known = thread.checked >= Nanoseconds::zero();
  const auto now = Clock::now();
  const Nanoseconds own = thread.cpu - thread.cpu_before;
  const Nanoseconds ran = own + std::max(proven() - own, Nanoseconds::zero()) / processors_;
  const Nanoseconds passed = now - thread.checked_at;
  const bool waiting = ready && (!known || ran - thread.checked < passed * 3 / 4);
  thread.checked = ready ? ran : Nanoseconds{-1};
  thread.checked_at = now;
  return waiting;
}

}  // namespace ebiri::process
