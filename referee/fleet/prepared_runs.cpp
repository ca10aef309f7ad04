#include "referee/fleet/prepared_runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "referee/config/load.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/version.hpp"

namespace ebiri::fleet {

namespace {

namespace fs = std::filesystem;

// Returns the path of a file in the cache, after fetching it from the server if needed. The hash is verified
// in both cases.
Result<fs::path> fetch(const CommandWord& word, const fs::path& cache, WorkerLink& link) {
  if (!is_sha256(word.sha256) || fs::path{word.text}.filename() != word.text || word.text.empty() ||
      word.text.starts_with('.'))
    return Error{"the run's order has an invalid file name"};
  const fs::path folder = cache / word.sha256;
  const fs::path file = folder / word.text;
  const auto kept = sha256_of_file(file);
  if (kept && *kept == word.sha256) return file;
  const auto bytes = link.file(word.sha256, word.bytes);
  if (!bytes) return bytes.error();
  if (!*bytes || sha256_hex(**bytes) != word.sha256)
    return Error{
        fmt::format("the server does not have `{}` with SHA-256 {}; start `ebiri run` again to upload it",
                    word.text, word.sha256)};
  std::error_code problem;
  fs::create_directories(folder, problem);
  const fs::path part = folder / fmt::format(".{}.{}", word.text, ::getpid());
  if (auto written = write_file(part, **bytes); !written) return written.error();
  const auto mode = fs::perms::owner_read | fs::perms::group_read | fs::perms::others_read |
                    (word.executable ? fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec
                                     : fs::perms::none);
  fs::permissions(part, mode, problem);
  if (!problem) fs::rename(part, file, problem);
  if (problem) return Error{fmt::format("cannot write `{}`: {}", file.string(), problem.message())};
  return file;
}

// The order's settings with commands for this machine. Settings that only the planner uses are removed, for
// example openings, which come with each job.
Result<tournament::Settings> settings_of(const RunOrder& order, const fs::path& cache, WorkerLink& link,
                                         int slots) {
  if (order.version != version_text())
    return Error{
        fmt::format("run {} needs ebiri {}; this is ebiri {}", order.run, order.version, version_text())};
  auto loaded = config::load_text({"config.yaml", order.config}, {}, nullptr);
  if (!loaded) return loaded.error();
  tournament::Settings& settings = *loaded;
  if (order.commands.size() != settings.engines.size() ||
      order.fingerprints.size() != settings.engines.size())
    return Error{"the number of commands in the run's order is not the number of engines"};
  for (std::size_t i = 0; i < settings.engines.size(); ++i) {
    std::string command;
    for (const CommandWord& word : order.commands[i]) {
      std::string text = word.text;
      if (!word.sha256.empty()) {
        const auto file = fetch(word, cache, link);
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

}  // namespace

Result<std::shared_ptr<const PreparedRun>> prepare_run(const RunOrder& order, const fs::path& cache,
                                                       WorkerLink& link, int slots,
                                                       const run::CoreSpeed& speed) {
  auto settings = settings_of(order, cache, link, slots);
  if (!settings) return settings.error();
  auto made = run::make_arena(std::move(*settings), config::search_path_for("config.yaml"));
  if (!made) return made.error();
  const auto arena = std::make_shared<run::Arena>(std::move(*made));
  if (auto fits = fit_time_limits(*arena, speed); !fits) return fits.error();
  auto prepared = std::make_shared<PreparedRun>();
  prepared->owner = arena;
  prepared->rules = arena->rules.get();
  prepared->hooks = run::slot_hooks(*arena);
  if (const auto shortage = run::core_shortage(arena->settings); !shortage.empty())
    fmt::print(stderr, "ebiri: warning: {}\n", shortage);
  if (auto playable = check_playable(*arena, order); !playable) return playable.error();
  prepared->task = [arena](const Job& job) { return task_of(*arena, job); };
  return std::shared_ptr<const PreparedRun>{std::move(prepared)};
}

}  // namespace ebiri::fleet
