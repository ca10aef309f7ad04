#include "referee/fleet/worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "referee/fleet/prepared_runs.hpp"
#include "referee/process/machine.hpp"
#include "referee/support/text.hpp"

namespace ebiri::fleet {

namespace {

namespace fs = std::filesystem;

std::string processor_name() {
  std::ifstream input("/proc/cpuinfo");
  for (std::string line; std::getline(input, line);)
    if (line.starts_with("model name")) return std::string{trim(line.substr(line.find(':') + 1))};
  return "unknown";
}

double load_now(double otherwise) {
  double load[1] = {otherwise};
  ::getloadavg(load, 1);
  return load[0];
}

run::Host this_host(int slots, const run::CoreSpeed& speed) {
  char name[256] = "unknown";
  ::gethostname(name, sizeof name - 1);
  return {.name = fmt::format("{}/{}", name, ::getpid()),
          .cpu = processor_name(),
          .load = load_now(0),
          .slots = slots,
          .speed = speed.median};
}

class Worker {
 public:
  Worker(WorkerLink& link, const WorkerSettings& settings)
      : link_(link),
        settings_(settings),
        speed_(
            run::measure_core_speed({.slots = settings.slots, .processors = process::allowed_processors()})),
        host_(this_host(settings.slots, speed_)) {
    hooks_.prepare = [this](const std::string& run) { return prepare(run); };
    hooks_.host = [this] {
      run::Host host = host_;
      host.load = load_now(host.load);
      return host;
    };
    hooks_.say = [this](const std::string& sentence) { say(sentence); };
    for (int number = 0; number < settings.slots; ++number)
      slots_.emplace_back(link, hooks_, leaving_, number);
  }

  bool operator()() {
    if (!settings_.quiet)
      say(fmt::format("{} started, slots: {}, speed: {}", host_.name, slots_.size(),
                      core_speed_text(speed_)));
    working_ = static_cast<int>(slots_.size());
    std::vector<std::thread> threads;
    for (WorkerSlot& slot : slots_)
      threads.emplace_back([this, &slot] {
        slot.work();
        --working_;
      });
    const bool signalled = stay();
    for (std::thread& thread : threads) thread.join();
    if (!settings_.quiet) say(fmt::format("{} stopped, games played: {}", host_.name, games()));
    return signalled;
  }

 private:
  void say(const std::string& sentence) {
    const std::lock_guard lock{mutex_};
    settings_.say(sentence);
  }

  // Prepares a run when its first job comes; null if the run is over. Any thread.
  Result<std::shared_ptr<const PreparedRun>> prepare(const std::string& run) {
    const auto text = link_.order(run);
    if (!text) return text.error();
    if (!*text) return std::shared_ptr<const PreparedRun>{};
    const std::lock_guard lock{preparing_};
    auto& [known_order, known] = runs_[run];
    if (known_order == **text) return known;
    const auto order = order_from(**text);
    if (!order) return Error{fmt::format("cannot read the order of run {}: {}", run, order.error().message)};
    auto prepared = prepare_run(*order, cache_, link_, settings_.slots, speed_);
    if (!prepared) return prepared;
    known_order = **text;
    known = *prepared;
    return prepared;
  }

  // Waits for a signal or for the idle time, then for all slots.
  bool stay() {
    bool signalled = false;
    int played = 0;
    auto last_busy = std::chrono::steady_clock::now();
    while (working_ > 0) {
      for (int count = settings_.wait_for_signals(); count > 0; --count) {
        if (++leaving_.level == 1 && !settings_.quiet)
          say("finishing the running games; a second signal aborts them");
        signalled = true;
      }
      const bool works = std::exchange(played, games()) != played || any_busy();
      if (works) last_busy = std::chrono::steady_clock::now();
      if (settings_.idle_time.count() > 0 &&
          std::chrono::steady_clock::now() - last_busy > settings_.idle_time)
        leaving_.level = std::max(1, leaving_.level.load());
    }
    return signalled;
  }

  int games() const {
    int games = 0;
    for (const WorkerSlot& slot : slots_) games += slot.games();
    return games;
  }

  bool any_busy() const {
    return std::ranges::any_of(slots_, [](const WorkerSlot& slot) { return slot.busy(); });
  }

  WorkerLink& link_;
  const WorkerSettings& settings_;
  const fs::path cache_ = fs::absolute(settings_.cache);
  const run::CoreSpeed speed_;
  std::mutex preparing_;  // guards the following member
  // The prepared runs, by their ids, each with its order.
  std::map<std::string, std::pair<std::string, std::shared_ptr<const PreparedRun>>> runs_;
  const run::Host host_;
  WorkerHooks hooks_;
  StopRequest leaving_;
  std::mutex mutex_;  // guards `settings_.say`
  std::deque<WorkerSlot> slots_;
  std::atomic<int> working_ = 0;
};

}  // namespace

fs::path default_cache() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder == '/')
    return fs::path{folder} / "ebiri";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path{home} / ".cache/ebiri";
  return fs::temp_directory_path() / fmt::format("ebiri-{}", ::getuid());
}

bool work(WorkerLink& link, const WorkerSettings& settings) { return Worker{link, settings}(); }

}  // namespace ebiri::fleet
