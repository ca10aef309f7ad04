#include "referee/fleet/worker.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <future>
#include <map>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "referee/config/load.hpp"
#include "referee/process/machine.hpp"
#include "referee/record/game_json.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/files.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::fleet {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// Of a request for a job, after which a slot checks whether it must stop.
constexpr std::chrono::milliseconds pull_timeout{500};
constexpr int max_idle = 60;  // requests for a job, after which the engines of the last one are stopped
constexpr std::chrono::milliseconds look_interval{100};
constexpr std::chrono::milliseconds after_game{250};  // the shortest time between two extensions of a lease
constexpr std::chrono::seconds after_refusal{5};      // pause after a job of a run that it cannot play
constexpr std::chrono::seconds longest_retry{60};     // of a request to the server
constexpr std::size_t room_for_game = std::size_t{64} << 10;  // bytes that a result needs for another game

void say(const std::string& sentence) { print_error("ebiri: {}\n", sentence); }

std::string processor_name() {
  std::ifstream input("/proc/cpuinfo");
  for (std::string line; std::getline(input, line);)
    if (line.starts_with("model name")) return std::string{trim(line.substr(line.find(':') + 1))};
  return "unknown";
}

// This worker, without its load.
run::Host this_host(int slots, const run::CoreSpeed& speed) {
  char name[256] = "unknown";
  ::gethostname(name, sizeof name - 1);
  return {.name = fmt::format("{}/{}", name, ::getpid()),
          .cpu = processor_name(),
          .slots = slots,
          .speed = speed.median};
}

// Repeats a request while it fails, for a time, until `leaving` reaches `stop`. `print` gets the first error.
template <class Print, class Request>
auto persist(const std::atomic<int>& leaving, int stop, Print print, Request request) {
  const auto deadline = Clock::now() + longest_retry;
  auto answer = request();
  if (!answer) print(answer.error().message + "; trying again");
  while (!answer && leaving < stop && Clock::now() < deadline) {
    std::this_thread::sleep_for(pull_timeout);
    answer = request();
  }
  return answer;
}

// Returns the path of a file in the cache, after fetching it from the server if needed. The hash is verified
// in both cases.
Result<fs::path> fetch(const CommandWord& word, const fs::path& cache, WorkerLink& link,
                       const std::atomic<int>& leaving) {
  if (!is_sha256(word.sha256) || fs::path{word.text}.filename() != word.text || word.text.empty() ||
      word.text == "." || word.text == "..")
    return Error{fmt::format("the run's order has the invalid file name `{}`", printable(word.text, 100))};
  const fs::path folder = cache / word.sha256;
  const fs::path file = folder / word.text;
  const auto mode = word.executable ? fs::perms{0555} : fs::perms{0444};
  std::error_code problem;
  const auto kept = sha256_of_file(file);
  if (kept && *kept == word.sha256) {
    fs::permissions(file, mode, fs::perm_options::add, problem);
    return file;
  }
  const auto bytes = persist(leaving, 1, say, [&] { return link.file(word.sha256, word.bytes); });
  if (!bytes) return bytes.error();
  if (!*bytes)
    return Error{
        fmt::format("the server does not have the whole file `{}`; start `ebiri run` again", word.text)};
  if (sha256_hex(**bytes) != word.sha256)
    return Error{
        fmt::format("the server's copy of `{}` is damaged; purge `ebiri.files.{}.*` on the server and start "
                    "`ebiri run` again",
                    word.text, word.sha256)};
  fs::create_directories(folder, problem);
  const fs::path part = folder / fmt::format(".{}.{}", word.text, ::getpid());
  if (auto written = write_file(part, **bytes); !written) return written.error();
  fs::permissions(part, mode, problem);
  if (!problem) fs::rename(part, file, problem);
  if (problem) return Error{fmt::format("cannot write `{}`: {}", file.string(), problem.message())};
  return file;
}

// The order's settings with commands for this machine. Settings that only the planner uses are removed, for
// example openings, which come with each job.
Result<tournament::Settings> settings_of(const RunOrder& order, const fs::path& cache, WorkerLink& link,
                                         const std::atomic<int>& leaving, int slots) {
  if (order.ebiri != version_text())
    return Error{
        fmt::format("run {} needs ebiri {}; this is ebiri {}", order.run, order.ebiri, version_text())};
  auto loaded = config::load_text({"config.yaml", order.config}, {}, nullptr);
  if (!loaded) return loaded.error();
  tournament::Settings& settings = *loaded;
  if (order.commands.size() != settings.engines.size() ||
      order.fingerprints.size() != settings.engines.size())
    return Error{fmt::format("run {}: the planner sent {} commands and {} fingerprints for {} engines",
                             order.run, order.commands.size(), order.fingerprints.size(),
                             settings.engines.size())};
  for (std::size_t i = 0; i < settings.engines.size(); ++i) {
    std::string command;
    for (const CommandWord& word : order.commands[i]) {
      std::string text = word.text;
      if (!word.sha256.empty()) {
        const auto file = fetch(word, cache, link, leaving);
        if (!file) return file.error();
        text = file->string();
      }
      command += (command.empty() ? "" : " ") + shell_word(text);
    }
    settings.engines[i].command = std::move(command);
    settings.engines[i].directory.reset();
  }
  settings.openings = {};
  settings.format = {};
  settings.starter = tournament::Starter::paired;
  settings.sprt.reset();
  settings.chunk.reset();
  settings.pairs = 1;
  settings.slots = slots;
  return loaded;
}

// Checks that this machine can play the run.
Result<void> check_playable(run::Arena& arena, const RunOrder& order) {
  const auto missing = find_missing_isolation(arena);
  if (!missing.empty() && arena.settings.isolation_required) return Error{missing.front()};
  for (std::size_t i = 0; i < order.fingerprints.size(); ++i)
    if (arena.fingerprints[i] != order.fingerprints[i])
      return Error{fmt::format(
          "engine `{}` differs on this machine: fingerprint {}, expected {}; install the same version on "
          "every machine",
          arena.settings.engines[i].name, arena.fingerprints[i].empty() ? "none" : arena.fingerprints[i],
          order.fingerprints[i])};
  const auto checks = run::check_engines(arena);
  const bool stop = arena.settings.on_failed_start == tournament::FailedStart::stop;
  for (const std::string& problem : checks.problems)
    if (stop && !problem.empty()) return Error{problem};
  return {};
}

Result<tournament::Task> task_of(const run::Arena& arena, const Job& job) {
  const auto known = [&](const std::string& name) {
    return std::ranges::any_of(arena.settings.engines,
                               [&](const auto& engine) { return engine.name == name; });
  };
  tournament::Task task;
  for (const match::GameSetup& game : job.games) {
    if (!known(game.south.name) || !known(game.north.name))
      return Error{fmt::format("game {} names an unknown engine", game.game)};
    const auto opened = match::open_game(*arena.rules, game.opening);
    if (!opened) return Error{fmt::format("game {}: {}", game.game, opened.error().message)};
    if ((*opened)->outcome()) return Error{fmt::format("game {}: its opening ends the game", game.game)};
    task.push_back(setup_of(arena,
                            {.game = game.game,
                             .pair = game.pair,
                             .opening = 1,
                             .south = game.south.name,
                             .north = game.north.name},
                            game.attempt));
    task.back().opening = game.opening;  // in place of the arena's first one
  }
  return task;
}

// Makes a run playable here: fetches and verifies its engines, and starts each once.
// `cache` is the folder of the engines' files, each under its SHA-256. `slots` and `speed` describe this
// worker. The error says why this machine cannot play the run.
Result<std::shared_ptr<const PreparedRun>> prepare_run(const RunOrder& order, const fs::path& cache,
                                                       WorkerLink& link, const std::atomic<int>& leaving,
                                                       int slots, const run::CoreSpeed& speed) {
  auto settings = settings_of(order, cache, link, leaving, slots);
  if (!settings) return settings.error();
  auto made = run::make_arena(std::move(*settings), config::search_path_for("config.yaml"));
  if (!made) return made.error();
  const auto arena = std::make_shared<run::Arena>(std::move(*made));
  if (auto fits = scale_time_limits(*arena, speed); !fits) return fits.error();
  auto prepared = std::make_shared<PreparedRun>();
  prepared->owner = arena;
  prepared->rules = arena->rules.get();
  prepared->hooks = run::slot_hooks(*arena);
  if (const auto shortage = run::core_shortage(arena->settings); !shortage.empty())
    print_error("ebiri: warning: {}\n", shortage);
  if (auto playable = check_playable(*arena, order); !playable) return playable.error();
  prepared->task = [arena](const Job& job) { return task_of(*arena, job); };
  return std::shared_ptr<const PreparedRun>{std::move(prepared)};
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
      ::getloadavg(&host.load, 1);
      return host;
    };
    hooks_.say = say;
    for (int number = 0; number < settings.slots; ++number)
      slots_.emplace_back(link, hooks_, leaving_, number);
  }

  WorkerEnd operator()() {
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
    const WorkerEnd end = stay();
    for (std::thread& thread : threads) thread.join();
    if (!settings_.quiet) say(fmt::format("{} stopped, games played: {}", host_.name, games()));
    return end;
  }

 private:
  // Prepares a run when its first job comes; null if the run is over. Any thread.
  Result<std::shared_ptr<const PreparedRun>> prepare(const std::string& run) {
    const auto text = persist(leaving_, 1, say, [&] { return link_.order(run); });
    if (!text) return text.error();
    if (!*text) return std::shared_ptr<const PreparedRun>{};
    const std::lock_guard lock{preparing_};
    auto& [known_order, known] = runs_[run];
    if (known_order == **text) return known;
    const auto order = order_from(**text);
    if (!order) return Error{fmt::format("cannot read the order of run {}: {}", run, order.error().message)};
    auto prepared = prepare_run(*order, cache_, link_, leaving_, settings_.slots, speed_);
    if (!prepared) return prepared;
    known_order = **text;
    known = *prepared;
    return prepared;
  }

  // Waits for the end, then for all slots.
  WorkerEnd stay() {
    WorkerEnd end = WorkerEnd::idle;
    int played = 0;
    auto last_busy = Clock::now();
    while (working_ > 0) {
      for (int count = settings_.wait_for_signals(); count > 0; --count) {
        if (++leaving_ == 1 && !settings_.quiet)
          say("finishing the running games; a second signal aborts them");
        end = WorkerEnd::signalled;
      }
      if (link_.closed()) {
        leaving_ = 2;  // no result can be stored
        end = WorkerEnd::disconnected;
      }
      const int played_before = std::exchange(played, games());
      if (played != played_before || std::ranges::any_of(slots_, &WorkerSlot::busy)) last_busy = Clock::now();
      if (settings_.idle_time.count() > 0 && Clock::now() - last_busy > settings_.idle_time)
        leaving_ = std::max(1, leaving_.load());
    }
    return end;
  }

  int games() const {
    int games = 0;
    for (const WorkerSlot& slot : slots_) games += slot.games();
    return games;
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
  std::atomic<int> leaving_ = 0;
  std::deque<WorkerSlot> slots_;
  std::atomic<int> working_ = 0;
};

}  // namespace

void WorkerSlot::work() {
  int idle = 0;  // requests without a job
  while (leaving_ == 0) {
    const auto lease = link_.lease(number_, pull_timeout);
    if (!lease) {
      warn(lease.error().message + "; trying again");
      wait(pull_timeout);
      continue;
    }
    if (!*lease) {
      if (++idle == max_idle) runner_.reset();
      continue;
    }
    idle = 0;
    busy_ = true;
    take_on(**lease);
    busy_ = false;
  }
  runner_.reset();
}

void WorkerSlot::take_on(const Lease& lease) {
  if (lease.deliveries > 1) {
    const auto known = link_.has_result(lease.run, lease.job);
    if (known && *known)
      return link_.acknowledge(lease);  // a worker stored the result and died before it acknowledged the job
  }
  const auto job = job_from(lease.text);
  const int taken = lease.deliveries - 1 + (job ? job->taken : 0);
  if (taken >= max_taken)
    return refuse(lease, fmt::format("it was taken {} times without a result", max_taken), taken);
  auto preparing = std::async(hooks_.prepare, lease.run);
  while (preparing.wait_for(hooks_.heartbeat) == std::future_status::timeout) link_.extend(lease);
  const auto prepared = preparing.get();
  if (!prepared && leaving_ > 0) return link_.give_back(lease);
  if (!prepared) {
    warn(prepared.error().message);
    refuse(lease, fmt::format("{} cannot play it: {}", hooks_.host().name, prepared.error().message), taken);
    return wait(after_refusal);
  }
  if (*prepared == nullptr) return link_.acknowledge(lease);  // the run is over
  auto task = job ? (*prepared)->task(*job) : Result<tournament::Task>{job.error()};
  if (!task)
    return refuse(lease, fmt::format("{} cannot read it: {}", hooks_.host().name, task.error().message), {});
  if (prepared_ != *prepared) runner_.reset();
  prepared_ = *prepared;
  std::string lines;
  const JobResult result = play(lease, *prepared_, std::move(*task), lines);
  if (lines.empty() && result.trouble.empty()) return link_.give_back(lease);
  deliver(lease, result, lines);
}

// Stores a result that says why the job was not played. `give_back` would count as one more time that the job
// was taken without a result.
void WorkerSlot::refuse(const Lease& lease, std::string why, std::optional<int> taken) {
  deliver(lease, {.host = hooks_.host(), .trouble = std::move(why), .taken = taken}, "");
}

JobResult WorkerSlot::play(const Lease& lease, const PreparedRun& prepared, tournament::Task task,
                           std::string& lines) {
  if (!runner_) {
    tournament::SlotHooks hooks = prepared.hooks;
    hooks.enter = [enter = prepared.hooks.enter, number = number_](int) { enter(number); };
    runner_ = std::make_unique<tournament::Runner>(*prepared.rules, 1, std::move(hooks));
  }
  JobResult result;
  const std::size_t asked_for = task.size();
  std::size_t over = 0;  // games that need no further attempt
  bool leaves = false, stopped = false, full = false;
  auto extended = Clock::now();
  std::chrono::milliseconds extend_after = after_game;
  runner_->add({std::move(task)});
  while (true) {
    runner_->acknowledge();
    const bool ended = runner_->ended(), idle = runner_->idle();
    for (const match::GameRecord& record : runner_->take()) {
      const std::string line = record::line_of(record) + "\n";
      if (lines.size() + line.size() > link_.max_bytes()) leaves = full = true;
      if (full && lines.empty() && result.trouble.empty())
        result.trouble = fmt::format("game {} has {} bytes, but a result may have at most {}", record.game,
                                     line.size(), link_.max_bytes());
      if (full) break;  // the planner publishes this game and later ones again
      lines += line;
      over += match::aborted(record) && record.attempt <= prepared.hooks.max_replays ? 0U : 1U;
      ++games_;
      extend_after = after_game;
    }
    if (idle || ended) break;
    if (Clock::now() - extended >= extend_after) {
      link_.extend(lease);
      extended = Clock::now();
      extend_after = hooks_.heartbeat;
    }
    leaves = leaves || leaving_ > 0 || link_.withdrawn(lease.run, lease.job) ||
             (!lines.empty() && lines.size() + room_for_game > link_.max_bytes());
    if (leaves && !std::exchange(stopped, true)) runner_->finish();
    if (leaving_ > 1) runner_->abort();
    pollfd watched{runner_->ready(), POLLIN, 0};
    ::poll(&watched, 1, static_cast<int>(look_interval.count()));
  }
  if (stopped) runner_.reset();  // stops its engines
  result.host = hooks_.host();
  if (!leaves && over < asked_for)
    result.trouble = fmt::format("cannot play {} of {} games on {}: the engines could not be started",
                                 asked_for - over, asked_for, result.host.name);
  return result;
}

// The first result of a job counts. The job is acknowledged even if another worker stored it. When a run is
// over, its order and results are deleted; a result that comes later would never be deleted.
void WorkerSlot::deliver(const Lease& lease, const JobResult& result, const std::string& lines) {
  const std::string text = head_of(result) + lines;
  const auto print = [this](const std::string& sentence) { warn(sentence); };
  const auto stored = persist(leaving_, 2, print, [&]() -> Result<bool> {
    const auto order = link_.order(lease.run);
    if (!order) return order.error();
    if (!*order) return false;
    return link_.store_result(lease.run, lease.job, text);
  });
  if (!stored)
    return warn(fmt::format("gave up storing the result of job {}; it will be played again", lease.job));
  link_.acknowledge(lease);
}

// Returns early if the slot must stop.
void WorkerSlot::wait(std::chrono::milliseconds time) const {
  for (const auto until = Clock::now() + time; Clock::now() < until;
       std::this_thread::sleep_for(look_interval))
    if (leaving_ > 0) return;
}

// Does not repeat the last sentence.
void WorkerSlot::warn(const std::string& sentence) {
  if (std::exchange(said_, sentence) != sentence) hooks_.say(sentence);
}

fs::path default_cache() {
  if (const char* folder = std::getenv("XDG_CACHE_HOME"); folder != nullptr && *folder == '/')
    return fs::path{folder} / "ebiri";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path{home} / ".cache/ebiri";
  return fs::temp_directory_path() / fmt::format("ebiri-{}", ::getuid());
}

WorkerEnd work(WorkerLink& link, const WorkerSettings& settings) { return Worker{link, settings}(); }

}  // namespace ebiri::fleet
