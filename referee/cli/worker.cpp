// `ebiri worker`: plays the games of a fleet's runs.
#include <poll.h>

#include <filesystem>
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/fleet/worker.hpp"
#include "referee/process/machine.hpp"
#include "referee/support/print_error.hpp"
#include "referee/terminal/user_input.hpp"

namespace ebiri::cli {

namespace {

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
  ebiri worker --nats nats://127.0.0.1:4222 --idle 60      stop after a minute without work

Plays the games of `ebiri run CONFIG --nats URL` until it is stopped: each slot plays one job after another. Engines are
fetched once, verified by their SHA-256, and stored in the folder of --cache. A program that a config takes from PATH
must be the same here and on the machine of `ebiri run`. Workers may join and leave at any time: the jobs of a lost
worker go to another one. Ctrl-C finishes the running games, returns the results, and stops the worker; a second one
stops it at once.
Exit code 0: no work for --idle seconds; 2: invalid arguments; 3: no connection; 130: interrupted.)";

int work(const WorkerArguments& arguments) {
  constexpr int wait_ms = 200;
  const int slots =
      arguments.slots > 0 ? arguments.slots : static_cast<int>(process::allowed_processors().size());
  terminal::Signals signals;  // before any thread: threads inherit its mask
  for (const std::string& warning : fleet::warnings(arguments.access))
    print_error("ebiri: warning: {}\n", warning);
  const auto link = fleet::connect_worker(arguments.access, slots);
  if (!link) return fail(system_error, link.error());
  const auto wait_for_signals = [&] {
    pollfd watched{signals.descriptor(), POLLIN, 0};
    ::poll(&watched, 1, wait_ms);
    return signals.take();
  };
  const fleet::WorkerEnd end = fleet::work(
      **link,
      {.slots = slots,
       .cache = arguments.cache.empty() ? fleet::default_cache() : std::filesystem::path{arguments.cache},
       .idle_time = std::chrono::seconds{arguments.idle},
       .quiet = arguments.quiet,
       .wait_for_signals = wait_for_signals});
  if (end == fleet::WorkerEnd::disconnected)
    return fail(system_error, "the NATS server has rejected the login twice");
  return end == fleet::WorkerEnd::signalled ? interrupted_code : 0;
}

}  // namespace

void add_worker(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "worker", "Play games for runs of other machines", worker_footer, work);
  add_nats_options(command, arguments.access).required();
  command.add_option("--slots N", arguments.slots, "Number of games at a time; default: one per core")
      .range(1, 4096);
  command
      .add_option("--idle SECONDS", arguments.idle,
                  "Stop after this time without work, in seconds; default: never")
      .range(1, 86400);
  command
      .add_option("--cache FOLDER", arguments.cache,
                  "Folder of fetched engines; default: $XDG_CACHE_HOME/ebiri or ~/.cache/ebiri")
      .environment("EBIRI_CACHE");
  command.add_flag("-q,--quiet", arguments.quiet, "Print only warnings and errors");
}

}  // namespace ebiri::cli
