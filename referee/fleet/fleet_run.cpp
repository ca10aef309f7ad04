#include "referee/fleet/fleet_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>
#include <set>

#include "referee/config/command.hpp"
#include "referee/config/effective.hpp"
#include "referee/run/host_list.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"
#include "referee/support/version.hpp"

namespace ebiri::fleet {

namespace {

namespace fs = std::filesystem;

constexpr const char* id_file = "fleet.id";  // in the run's folder: the id of the run on the server

// The id of the run in a folder; empty if there is none.
std::string id_in(const fs::path& folder) {
  std::string id;
  std::ifstream{folder / id_file} >> id;
  return id.size() == 16 && id.find_first_not_of("0123456789abcdef") == id.npos ? id : "";
}

// Deletes the runs that were set aside (NAME.old-1) from the server. Their jobs would be played first.
Result<void> forget_former(const run::RunFolder& folder, PlannerLink& link) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder.path.parent_path(), ignored)) {
    if (entry.path().stem() != folder.path.filename() || !run::is_renamed(entry.path())) continue;
    const std::string id = id_in(entry.path());
    if (id.empty()) continue;
    if (auto forgotten = link.forget(id); !forgotten) return forgotten;
    fs::remove(entry.path() / id_file, ignored);
  }
  return {};
}

// Reads the run's id from its folder, and creates one if there is none. The id keeps results of different
// runs apart.
Result<std::string> run_id(const run::RunFolder& folder, PlannerLink& link) {
  std::string id = id_in(folder.path);
  if (!id.empty()) return id;
  if (auto forgotten = forget_former(folder, link); !forgotten) return forgotten.error();
  std::random_device chance;
  id = fmt::format("{:08x}{:08x}", chance(), chance());
  if (auto written = write_file(folder.path / id_file, id + "\n"); !written) return written.error();
  return id;
}

// Splits an engine's command into words and stores its files on the server.
Result<std::vector<CommandWord>> command_for(const tournament::EngineSettings& engine,
                                             const config::SearchPath& search, PlannerLink& link) {
  const auto written = config::split_command(engine.command);
  if (!written) return written.error();
  const auto resolved = config::resolve_command(engine.command, search);
  if (!resolved) return resolved.error();
  std::vector<CommandWord> words;
  for (std::size_t i = 0; i < written->size(); ++i) {
    const std::string& word = (*written)[i];
    const fs::path file = (*resolved)[i];
    if (word.find('/') == word.npos || word.starts_with('/') || !is_regular_file(status_of(file))) {
      words.push_back({.text = word});
      continue;
    }
    const auto bytes = read_file(file);
    if (!bytes) return bytes.error();
    std::error_code ignored;
    const bool executable =
        (fs::status(file, ignored).permissions() & fs::perms::owner_exec) != fs::perms::none;
    words.push_back({.text = file.filename().string(),
                     .sha256 = sha256_hex(*bytes),
                     .bytes = bytes->size(),
                     .executable = executable});
    if (auto stored = link.store_file(words.back().sha256, *bytes); !stored) return stored.error();
  }
  return words;
}

Result<RunOrder> order_for(const std::string& run, const run::Arena& arena, PlannerLink& link) {
  RunOrder order{.run = run,
                 .ebiri = version_text(),
                 .config = config::effective_yaml(arena.settings),
                 .fingerprints = arena.fingerprints};
  for (const auto& engine : arena.settings.engines) {
    auto words = command_for(engine, arena.search, link);
    if (!words) return words.error();
    order.commands.push_back(std::move(*words));
  }
  return order;
}

// `load up to 0.3, speed 212, time limits x 0.94, Some CPU`.
std::string describe_machine(const run::MachineTally& machine) {
  std::string text = fmt::format("load up to {:.1f}", machine.load);
  if (machine.speed > 0) text += fmt::format(", speed {:.0f}", machine.speed);
  if (machine.time_scale != match::unscaled)
    text += fmt::format(", time limits x {:g}", machine.time_scale / double{match::unscaled});
  return machine.cpu.empty() ? text : text + ", " + machine.cpu;
}

// The copy of a run without the excluded games: `part` while it is written, then `excluded` until it replaces
// the run. No run's name begins with a dot.
fs::path copy_of(const run::RunFolder& run, const char* state) {
  return run.path.parent_path() / fmt::format(".{}.{}", run.path.filename().string(), state);
}
fs::path part_of(const run::RunFolder& run) { return copy_of(run, "part"); }
fs::path complete_of(const run::RunFolder& run) { return copy_of(run, "excluded"); }

Result<void> copy_games(const run::RunFolder& from, const run::RunFolder& to, const record::Digest& digest,
                        const std::vector<int>& without) {
  auto opened = record::Journal::open(to.journal());
  if (!opened) return opened.error();
  record::Journal& journal = opened->journal;
  Result<void> written = journal.append(digest.run);
  for (const auto& plan : digest.plans)
    if (written) written = journal.append(plan);
  const auto read = record::read_journal(from.journal(), [&](match::GameRecord&& game) {
    if (written && !std::ranges::binary_search(without, game.game)) written = journal.append(game);
  });
  if (!read) return read.error();
  return written ? journal.sync() : written;
}

Result<void> copy_hosts(const run::RunFolder& from, const run::RunFolder& to,
                        const std::vector<int>& without) {
  return write_file(to.path / run::host_file, [&](std::ostream& output) -> Result<void> {
    std::ifstream input(from.path / run::host_file);
    std::string line;
    if (std::getline(input, line)) output << line << '\n';  // the head
    while (std::getline(input, line)) {
      const auto game = run::game_of_line(line);
      if (game && !std::ranges::binary_search(without, *game)) output << line << '\n';
    }
    return {};
  });
}

// The games with an attempt on one of these machines, according to hosts.csv. If pairings depend on results,
// games whose pairings follow from those games are included.
Result<std::vector<int>> games_to_exclude(const run::RunFolder& run, const record::Digest& digest,
                                          const std::vector<std::string>& machines) {
  std::set<int> theirs;
  for (const auto& [attempt, game] : run::hosted_games(run.path / run::host_file))
    if (std::ranges::find(machines, game.machine) != machines.end()) theirs.insert(game.game);
  match::GameList rest;
  for (const match::GameSummary& game : digest.games)
    if (!theirs.contains(game.game)) rest.push_back(game);
  if (rest.size() == digest.games.size() || digest.plans.empty()) return std::vector<int>{};
  const auto tournament = run::tournament_of(digest.plans, rest);
  if (!tournament) return tournament.error();
  std::set<int> games;
  for (const match::GameSummary& game : digest.games)
    if (theirs.contains(game.game) || run::pairing_difference(game, tournament->schedule()))
      games.insert(game.game);
  return std::vector<int>(games.begin(), games.end());
}

// Sets the run aside unchanged and creates a new one with all its games except these (ascending). Returns the
// folder of the old run. If the process is killed meanwhile, the run is unchanged or `finish_exclusion`
// completes the step.
Result<fs::path> exclude_games(const run::RunFolder& run, const record::Digest& digest,
                               const std::vector<int>& games) {
  const run::RunFolder part{part_of(run)};
  std::error_code problem;
  fs::remove_all(part.path, problem);
  fs::create_directories(part.path, problem);
  if (problem) return Error{fmt::format("cannot create `{}`: {}", part.path.string(), problem.message())};
  if (auto copied = copy_games(run, part, digest, games); !copied) return copied.error();
  if (auto copied = copy_hosts(run, part, games); !copied) return copied.error();
  fs::rename(part.path, complete_of(run), problem);
  if (problem) return Error{fmt::format("cannot rename `{}`: {}", part.path.string(), problem.message())};
  auto aside = set_aside(run);
  if (!aside) return aside;
  fs::rename(complete_of(run), run.path, problem);
  if (problem)
    return Error{fmt::format("cannot rename `{}`: {}", complete_of(run).string(), problem.message())};
  return aside;
}

}  // namespace

std::string fleet_problem(const tournament::Settings& settings) {
  if (settings.chunk) return "workers cannot play a chunk of a run; remove `--chunk` or `--nats`";
  if (settings.adjudication && settings.adjudication->tables)
    return "`adjudication.tables` is a file that is not sent to workers; remove it or `--nats`";
  if (settings.variant.variant.ends_with(".yaml"))
    return "`variant` is a file that is not sent to workers; expected the name of a game in `configs/games` "
           "of every machine";
  for (const auto& engine : settings.engines)
    if (engine.directory)
      return fmt::format(
          "engine `{}` has a `directory`, which is not sent to workers; expected an engine in one file, or a "
          "program that is installed on every worker",
          engine.name);
  return {};
}

void finish_exclusion(const run::RunFolder& run) {
  std::error_code ignored;
  if (!fs::exists(run.path, ignored)) fs::rename(complete_of(run), run.path, ignored);
  fs::remove_all(complete_of(run), ignored);
  fs::remove_all(part_of(run), ignored);
}

Result<void> FleetRun::exclude(run::Arena& arena, const run::Observers& observers) const {
  if (arguments_.excluded.empty() || !exists(status_of(folder_.journal()))) return {};
  const auto digest = record::read_digest(folder_.journal());
  if (!digest) return digest.error();
  if (auto fit = run::may_continue(folder_, *digest, arena); !fit) return fit;
  const auto machines = run::machines_of(folder_.path / run::host_file);
  for (const std::string& name : arguments_.excluded)
    if (std::ranges::find(machines, name, &run::MachineTally::machine) == machines.end())
      observers.warn(fmt::format("machine `{}` played no game of this run", name));
  const auto games = games_to_exclude(folder_, *digest, arguments_.excluded);
  if (!games) return games.error();
  if (games->empty()) return {};
  const auto aside = exclude_games(folder_, *digest, *games);
  if (!aside) return aside.error();
  observers.warn(fmt::format("the old run is now in {}", aside->string()));
  observers.warn(fmt::format("{} of excluded machines will be played again", counted(games->size(), "game")));
  return {};
}

Result<std::shared_ptr<tournament::GameQueue>> FleetRun::open_queue(const run::Arena& arena,
                                                                    const tournament::Tournament& tournament,
                                                                    const run::Observers& observers) {
  for (const std::string& warning : fleet::warnings(arguments_.access)) observers.warn("warning: " + warning);
  auto link = connect_planner(arguments_.access);
  if (!link) return link.error();
  const auto id = run_id(folder_, **link);
  if (!id) return id.error();
  const auto order = order_for(*id, arena, **link);
  if (!order) return order.error();
  if (auto announced = (*link)->announce(*id, to_text(*order)); !announced) return announced.error();
  // Withdraws the jobs of an earlier planner; their games are published again.
  if (auto withdrawn = (*link)->withdraw(*id, PlannerLink::no_prefix); !withdrawn) return withdrawn.error();
  const auto hosts = std::make_shared<run::HostList>(folder_.path / run::host_file);
  const auto now = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
  const auto over = std::make_shared<tournament::Results>(tournament.results());
  FleetSettings settings{
      .run = *id,
      .session = fmt::format("{:x}", now.time_since_epoch().count()),
      .max_replays = arena.settings.max_replays,
      .job_pairs = arguments_.job_pairs,
      .excluded = {arguments_.excluded.begin(), arguments_.excluded.end()},
      .invitation =
          fmt::format("start workers with `{}` and, if the server needs one, a worker's login",
                      as_typed("worker --nats " + shell_word(without_token(arguments_.access.url)))),
      .core_speed = run::scales_time(arena.settings) ? arena.settings.core_speed : std::nullopt,
      .restore = [&arena, id = *id, text = to_text(*order), link = link->get()]() -> Result<void> {
        if (auto created = link->create_streams(); !created) return created;
        if (auto announced = link->announce(id, text); !announced) return announced;
        (void)order_for(id, arena, *link);  // stores the files; the order stays that of the run's start
        return {};
      },
      .seed = [&arena](int game, int attempt) { return run::game_seed(arena.settings, game, attempt); },
      .counted = [hosts](const match::GameRecord& record, const run::Host& host,
                         int time_scale) { hosts->add(record, host, time_scale); },
      .rejected = [this](const std::string& machine) { ++rejected_[machine]; },
      .over = [over](int game) { return over->contains(game); },
  };
  run_ = *id;
  link_ = std::move(*link);
  queue_ = make_queue(*link_, *arena.rules, std::move(settings));
  return queue_;
}

void FleetRun::end(run::Ending ending) {
  if (!queue_) return;
  queue_.reset();
  auto machines = run::machines_of(folder_.path / run::host_file);
  for (const auto& [name, count] : rejected_)
    if (std::ranges::find(machines, name, &run::MachineTally::machine) == machines.end())
      machines.push_back({.machine = name});
  for (const run::MachineTally& machine : machines) {
    const bool bad = run::has_too_many_voids(machine, machines);
    const bool warn = bad || rejected_[machine.machine] > 0;
    if (quiet_ && !warn) continue;
    print_error("ebiri: {}{}: {} games, {} void{}, {} results rejected; {}\n", warn ? "warning: " : "",
                machine.machine, machine.games, machine.voids, bad ? ", far too often" : "",
                rejected_[machine.machine], describe_machine(machine));
    if (warn)
      print_error(
          "ebiri: the same command with `--exclude-host {}` removes the games of this machine and "
          "plays them again\n",
          machine.machine);
  }
  if (ending == run::Ending::complete) (void)link_->forget(run_);
}

}  // namespace ebiri::fleet
