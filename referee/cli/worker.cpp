// `ebiri worker`: plays the games of a fleet's runs.
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "referee/cli/commands.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/common/fleet_options.hpp"
#include "referee/fleet/worker_stage.hpp"
#include "referee/process/machine.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/signals.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

struct WorkerArguments {
  fleet::NatsAccess access;
  int slots = 0;
  int idle = 0;  // seconds
  std::string cache;
  bool quiet = false;
};

constexpr const char* worker_footer = R"(Examples:
  ebiri worker --nats nats://planner:4222 --nats-login worker.login
  ebiri worker --nats tls://planner:4222 --nats-ca ca.pem --nats-login worker.login --slots 8
  ebiri worker --nats nats://127.0.0.1:4222 --idle 60      leaves after a minute without work

Plays what `ebiri run CONFIG --nats URL` plans, a job per slot, until it is told to leave. Engines are fetched once, verified by
their SHA-256, and kept in FOLDER; a program that a config takes from PATH must be the same here as there. Workers come and go as
they like: what one of them had is played by another. Ctrl-C finishes the running games, gives back what is played, and leaves; a
second one leaves at once.
Exit code 0: nothing to do for --idle seconds; 2: the command is wrong; 3: no connection; 130: told to leave.)";

std::string first_match(const char* file, std::string_view begin) {
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);)
    if (line.starts_with(begin)) return std::string{trim(line.substr(line.find(':') + 1))};
  return "unknown";
}

fs::path default_cache() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder == '/')
    return fs::path{folder} / "ebiri";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path{home} / ".cache/ebiri";
  return fs::temp_directory_path() / fmt::format("ebiri-{}", ::getuid());
}

run::Host this_host(int slots, const run::CoreSpeed& speed) {
  char name[256] = "unknown";
  ::gethostname(name, sizeof name - 1);
  double load[1] = {0};
  ::getloadavg(load, 1);
  return {.name = fmt::format("{}/{}", name, ::getpid()),
          .cpu = first_match("/proc/cpuinfo", "model name"),
          .load = load[0],
          .slots = slots,
          .speed = speed.usual};
}

class Worker {
 public:
  Worker(const WorkerArguments& arguments, fleet::WorkerLink& link, int slots)
      : arguments_(arguments),
        speed_(run::measure_core_speed({.slots = slots, .processors = process::allowed_processors()})),
        stages_(link, fs::absolute(arguments.cache.empty() ? default_cache() : fs::path{arguments.cache}),
                slots, speed_),
        host_(this_host(slots, speed_)) {
    hooks_.stage = [this](const std::string& run) { return stages_.stage(run); };
    hooks_.host = [this] {
      run::Host host = host_;
      double load[1] = {host.load};
      ::getloadavg(load, 1);
      host.load = load[0];
      return host;
    };
    hooks_.say = [this](const std::string& sentence) {
      const std::lock_guard lock{mutex_};
      fmt::print(stderr, "ebiri: {}\n", sentence);
    };
    for (int number = 0; number < slots; ++number) slots_.emplace_back(link, hooks_, leaving_, number);
  }

  int operator()(terminal::Signals& signals) {
    if (!arguments_.quiet)
      fmt::print(stderr, "ebiri: {} works, slots: {}, speed: {}\n", host_.name, slots_.size(),
                 core_speed_text(speed_));
    working_ = static_cast<int>(slots_.size());
    std::vector<std::thread> threads;
    for (fleet::WorkerSlot& slot : slots_)
      threads.emplace_back([this, &slot] {
        slot.work();
        --working_;
      });
    const int code = stay(signals);
    for (std::thread& thread : threads) thread.join();
    if (!arguments_.quiet) fmt::print(stderr, "ebiri: {} leaves, games played: {}\n", host_.name, games());
    return code;
  }

 private:
  // Until it is to leave, and has left.
  int stay(terminal::Signals& signals) {
    constexpr int step_ms = 200;
    int code = 0, played = 0;
    auto busy = std::chrono::steady_clock::now();
    while (working_ > 0) {
      pollfd watched{signals.descriptor(), POLLIN, 0};
      ::poll(&watched, 1, step_ms);
      for (int count = signals.take(); count > 0; --count) {
        if (++leaving_.wish == 1 && !arguments_.quiet)
          fmt::print(stderr, "ebiri: finishing the running games; once more to give them up\n");
        code = interrupted_code;
      }
      const bool works = std::exchange(played, games()) != played || busy_slots() > 0;
      if (works) busy = std::chrono::steady_clock::now();
      if (arguments_.idle > 0 &&
          std::chrono::steady_clock::now() - busy > std::chrono::seconds{arguments_.idle})
        leaving_.wish = std::max(1, leaving_.wish.load());
    }
    return code;
  }

  int games() const {
    int games = 0;
    for (const fleet::WorkerSlot& slot : slots_) games += slot.games();
    return games;
  }

  int busy_slots() const {
    return static_cast<int>(std::ranges::count_if(slots_, [](const auto& slot) { return slot.busy(); }));
  }

  const WorkerArguments& arguments_;
  const run::CoreSpeed speed_;
  fleet::WorkerStages stages_;
  const run::Host host_;
  fleet::WorkerHooks hooks_;
  fleet::Leaving leaving_;
  std::mutex mutex_;  // of standard error
  std::deque<fleet::WorkerSlot> slots_;
  std::atomic<int> working_ = 0;
};

int work(const WorkerArguments& arguments) {
  const int slots =
      arguments.slots > 0 ? arguments.slots : static_cast<int>(process::allowed_processors().size());
  terminal::Signals signals;  // before any thread, which takes its mask over
  for (const std::string& warning : fleet::warnings(arguments.access))
    fmt::print(stderr, "ebiri: warning: {}\n", warning);
  const auto link = fleet::connect_worker(arguments.access, slots);
  if (!link) return fail(machine_error, link.error().message);
  return Worker{arguments, **link, slots}(signals);
}

}  // namespace

void add_worker(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("worker", "Play games for runs of other machines");
  const auto arguments = std::make_shared<WorkerArguments>();
  add_nats_options(*command, arguments->access)->required();
  command->add_option("--slots", arguments->slots, "Games at a time; otherwise one per core")
      ->type_name("N")
      ->check(CLI::Range(1, 4096));
  command->add_option("--idle", arguments->idle, "Leave after so many seconds without work")
      ->type_name("SECONDS")
      ->check(CLI::Range(1, 86400));
  command->add_option("--cache", arguments->cache, "Where engines are kept; otherwise in ~/.cache/ebiri")
      ->type_name("FOLDER")
      ->envname("EBIRI_CACHE");
  command->add_flag("-q,--quiet", arguments->quiet, "Only what goes wrong");
  command->footer(worker_footer);
  command->callback([arguments, &exit_code] { exit_code = work(*arguments); });
}

}  // namespace ebiri::cli
