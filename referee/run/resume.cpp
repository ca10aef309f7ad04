#include "referee/run/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <utility>

#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/record/seal.hpp"

namespace ebiri::run {

namespace {

namespace fs = std::filesystem;

// Compares the first line of the journal with the config.
Result<void> same_run(const record::RunInfo& old, const record::RunInfo& now) {
  std::string list;
  const auto compare = [&](const char* key, const auto& before, const auto& after) {
    if (before != after) list += fmt::format("\n  `{}` was `{}` and is now `{}`", key, before, after);
  };
  compare("name", old.name, now.name);
  compare("variant", old.variant, now.variant);
  compare("ruleset", old.ruleset, now.ruleset);
  compare("seed", old.seed, now.seed);
  compare("limit", old.limit, now.limit);
  compare("openings", old.openings, now.openings);
  if (list.empty()) return {};
  return Error{"the run began with other settings:" + list};
}

Result<void> same_config(const record::Digest& digest, const tournament::Settings& now) {
  const auto old = config::load_text({"config.yaml", digest.plans.back().config}, {}, nullptr);
  if (!old)
    return Error{fmt::format("it was started by ebiri {}, and this version cannot read its settings:\n{}",
                             digest.run.version, old.error().message)};
  std::string list;
  bool grows = false;
  for (const auto& difference : config::compare(*old, now)) {
    if (difference.change != config::Change::new_run) continue;
    list += "\n  " + config::describe(difference);
    if (difference.key == "pairs" && now.pairs < old->pairs) list += "; it can only grow";
    grows = grows || difference.key == "pairs" || difference.key.starts_with("engines.");
  }
  if (list.empty()) return {};
  if (grows && depends_on_results(plan_of(now)))
    list += now.stop ? "\nA run with `stop` can be extended by its `max-pairs`, but not by engines."
                     : "\nThe pairings or the sides depend on results, so this run cannot be extended.";
  return Error{"the run began with other settings:" + list};
}

Result<void> same_games(const record::Digest& digest, const Arena& arena) {
  auto plans = digest.plans;
  plans.push_back(plan_info(arena));
  const auto tournament = tournament_of(plans, digest.games);
  if (!tournament) return tournament.error();
  const tournament::Schedule& schedule = tournament->schedule();
  std::vector<std::uint64_t> fingerprints;
  for (std::size_t i = 0; i < arena.openings.size(); ++i)
    fingerprints.push_back(match::fingerprint(arena.openings[i]));
  for (const match::GameSummary& game : digest.games) {
    // The schedule ends before a game whose pairing depends on a lost result.
    const bool unscheduled = game.game > static_cast<int>(schedule.size());
    if (unscheduled && !tournament->course().determined) continue;
    if (const auto other = pairing_difference(game, schedule))
      return Error{fmt::format("game {} is {} vs {}, pair {}, but {}{}", game.game, game.south, game.north,
                               game.pair, *other,
                               digest.plan_lost() ? "; an invalid line may have been a plan" : "")};
    // An earlier plan may have had more openings.
    const auto opening = static_cast<std::size_t>(schedule.find(game.game)->opening);
    if (opening > fingerprints.size() || fingerprints[opening - 1] != game.opening)
      return Error{fmt::format("game {} began with an opening that the config no longer has", game.game)};
  }
  return {};
}

constexpr std::uintmax_t max_bytes = std::uintmax_t{64} << 20U;

// The fingerprint of a file's bytes, at most `max_bytes`; nothing if the file cannot be read.
std::optional<std::string> file_fingerprint(const fs::path& file) {
  std::error_code problem;
  if (!fs::is_regular_file(file, problem)) return std::nullopt;
  const auto size = fs::file_size(file, problem);
  if (problem) return std::nullopt;
  auto print = record::file_fingerprint(file, std::min(size, max_bytes));
  if (print && size > max_bytes) *print += fmt::format("+{}", size);
  return print;
}

// The fingerprints of files; each file is read once.
using FilePrints = std::map<std::string, std::optional<std::string>>;

std::string fingerprint_of(const tournament::EngineSettings& engine, const config::SearchPath& search,
                           FilePrints& prints) {
  auto words = config::resolve_command(engine.command, search);
  if (!words) return "";
  const std::string program = fs::path(words->front()).filename().string();
  if ((program == "python3" || program == "node") && config::script_at(*words) == 1)
    words->erase(words->begin());  // `python3 bot.py` is the same engine as `./bot.py`
  const fs::path folder = engine.directory ? config::resolve_path(*engine.directory, search) : search.working;
  std::string identity;
  for (const std::string& word : *words) {
    const auto [file, is_new] = prints.try_emplace((folder / word).string());
    if (is_new) file->second = file_fingerprint(file->first);
    identity += file->second ? "file " + *file->second : "word " + word;
    identity += '\0';
  }
  for (const auto& [name, value] : engine.options)
    identity += fmt::format("option {}={}{}", name, value, '\0');
  return record::fingerprint(identity);
}

}  // namespace

void set_default_cores(tournament::Settings& settings, const std::vector<record::PlanInfo>& plans) {
  if (!sandboxed_without_cores(settings)) return;
  if (!plans.empty()) {
    const auto old = config::load_text({"config.yaml", plans.back().config}, {}, nullptr);
    if (old && sandboxed_without_cores(*old)) return;
  }
  settings.cores = 1;
}

Result<void> check_resumable(const record::Digest& digest, Arena& arena) {
  set_default_cores(arena.settings, digest.plans);
  auto same =
      digest.plans.empty() ? same_run(digest.run, run_info(arena)) : same_config(digest, arena.settings);
  if (!same) return same;
  return same_games(digest, arena);
}

Result<void> may_continue(const RunFolder& folder, const record::Digest& digest, Arena& arena) {
  auto fit = check_resumable(digest, arena);
  if (fit) return fit;
  return Error{fmt::format("{} cannot be resumed: {}\nChoose another name (`--name NEW`, or `--set name=NEW` "
                           "for `ebiri run`), or add --force-new to rename the old run's folder.",
                           folder.path.string(), fit.error().message),
               Error::Kind::arguments};
}

Result<std::filesystem::path> rename_old(const std::filesystem::path& path) {
  std::error_code problem;
  fs::path name;
  for (int number = 1; name.empty() || fs::exists(name, problem); ++number)
    name = path.string() + fmt::format(".old-{}", number);
  fs::rename(path, name, problem);
  if (problem) return Error{fmt::format("cannot rename `{}`: {}", path.string(), problem.message())};
  return name;
}

bool is_renamed(const std::filesystem::path& path) {
  const std::string ending = path.extension().string();
  return ending.starts_with(".old-") && ending.find_last_not_of("0123456789") == 4;
}

Result<std::filesystem::path> set_aside(const RunFolder& run) {
  std::error_code problem;
  std::optional<record::Lock> lock;  // no other process may write to the journal
  if (fs::exists(run.journal(), problem)) {
    auto taken = record::Lock::take(run.journal());
    if (!taken) return taken.error();
    lock.emplace(std::move(*taken));
  }
  auto aside = rename_old(run.path);
  if (aside) fs::remove(*aside / (run.journal().filename().string() + ".lock"), problem);
  return aside;
}

Result<record::Journal::Opened> open_run(const RunFolder& folder, record::SyncInterval sync,
                                         const std::function<Result<void>(const record::Digest&)>& check,
                                         const Say& say, std::string_view consequence) {
  std::error_code problem;
  fs::create_directories(folder.path, problem);
  if (problem) return Error{fmt::format("cannot create `{}`: {}", folder.path.string(), problem.message())};
  auto run = record::Journal::open(folder.journal(), sync);
  if (!run) return run;
  if (run->digest)
    if (auto checked = check(*run->digest); !checked) return checked.error();
  if (auto repaired = run->journal.repair(); !repaired) return repaired.error();
  if (run->digest)
    say(describe_rejected(
        folder.journal(), *run->digest,
        fmt::format("moved to {}{}", record::rejected_file(folder.journal()).string(), consequence)));
  return run;
}

std::vector<std::string> fingerprints(const tournament::Settings& settings,
                                      const config::SearchPath& search) {
  FilePrints prints;
  return mapped(settings.engines, [&](const auto& engine) { return fingerprint_of(engine, search, prints); });
}

std::vector<ChangedEngine> changed_engines(const std::vector<record::PlanInfo>& plans) {
  std::vector<ChangedEngine> changes;
  for (const auto member : {&record::PlanInfo::fingerprints, &record::PlanInfo::announced}) {
    const bool announced = member == &record::PlanInfo::announced;
    std::map<std::string, std::string> known;
    for (const record::PlanInfo& plan : plans) {
      for (std::size_t i = 0; i < (plan.*member).size(); ++i) {
        const std::string& now = (plan.*member)[i];
        if (now.empty()) continue;
        const auto [found, is_new] = known.try_emplace(plan.engines[i], now);
        if (!is_new && found->second != now)
          changes.push_back({plan.engines[i], found->second, now, announced});
        found->second = now;
      }
    }
  }
  return changes;
}

std::vector<std::string> describe_changes(const std::vector<record::PlanInfo>& plans) {
  std::vector<std::string> sentences;
  for (const ChangedEngine& change : changed_engines(plans))
    sentences.push_back(
        change.announced ? fmt::format("warning: engine `{}` reports the name `{}`; it was `{}`", change.name,
                                       change.now, change.before)
                         : fmt::format("warning: engine `{}` has changed: its fingerprint is {}, and was {}",
                                       change.name, change.now, change.before));
  if (!sentences.empty())
    sentences.emplace_back(
        "all versions share one rating; to rate the changed program separately, give it another name, or "
        "begin a new run with --force-new");
  return sentences;
}

}  // namespace ebiri::run
