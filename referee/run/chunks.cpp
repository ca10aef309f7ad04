#include "referee/run/chunks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <tuple>
#include <utility>

#include "referee/config/effective.hpp"
#include "referee/config/load.hpp"
#include "referee/record/follow.hpp"
#include "referee/record/seal.hpp"
#include "referee/record/verify.hpp"
#include "referee/run/reports.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view chunk_mark = ".chunk-";

// The folders of the run's chunks, without those that were renamed to `.old-1`.
std::vector<fs::path> folders_of(const fs::path& results, const std::string& name) {
  std::vector<fs::path> found;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(results, ignored))
    if (entry.path().stem() == name && entry.path().extension().string().starts_with(chunk_mark))
      found.push_back(entry.path());
  std::ranges::sort(found);
  return found;
}

// The settings in which a chunk differs from its run.
std::string different_settings(const tournament::Settings& settings, const tournament::Settings& own) {
  std::string list;
  for (const auto& difference : config::compare(settings, own))
    if (difference.change != config::Change::free && difference.key != "chunk")
      list += "\n  " + config::describe(difference);
  return list;
}

// The first engine that differs between two chunks.
std::string different_engine(const record::PlanInfo& one, const record::PlanInfo& other) {
  for (std::size_t i = 0; i < std::min(one.fingerprints.size(), other.fingerprints.size()); ++i)
    if (one.fingerprints[i] != other.fingerprints[i] && i < one.engines.size())
      return fmt::format("engine `{}` had another program or other options", one.engines[i]);
  return {};
}

// Adds the chunk in `folder` to `run`, if it has begun.
Result<void> add_chunk(ChunkedRun& run, const RunFolder& folder, const Say& say) {
  const auto digest = record::read_digest_or_empty(folder.journal());
  if (!digest) return digest.error();
  if (!digest->begun || digest->plans.empty()) {
    say({fmt::format("{} has not begun", folder.path.string())});
    return {};
  }
  const record::PlanInfo& plan = digest->plans.back();
  const auto own = config::load_text({"config.yaml", plan.config}, {}, nullptr);
  const auto refuse = [&](const std::string& why) {
    return Error{fmt::format("{} is not a chunk of this run: {}", folder.path.string(), why),
                 Error::Kind::arguments};
  };
  if (!own) return refuse("its settings cannot be read by this ebiri");
  const auto& chunk = own->chunk;
  if (!chunk) return refuse("it was played without `chunk`");
  if (run.chunks.empty()) set_default_cores(run.settings, {plan});
  if (const auto list = different_settings(run.settings, *own); !list.empty())
    return refuse("it has other settings:" + list);
  if (run.chunks.empty()) run.of = chunk->of;
  if (chunk->of != run.of)
    return refuse(fmt::format("it is one of {} chunks, but {} is one of {}", chunk->of,
                              run.chunks.front().folder.path.string(), run.of));
  if (!run.chunks.empty()) {
    const auto other = different_engine(run.chunks.front().digest.plans.back(), plan);
    if (!other.empty())
      return refuse(fmt::format("{} in {}", other, run.chunks.front().folder.path.string()));
  }
  say(describe_rejected(folder.journal(), *digest, "left out"));
  run.chunks.push_back({folder, *digest, chunk->index});
  return {};
}

// The plan of the whole run for its journal.
record::PlanInfo plan_of_whole(const ChunkedRun& run) {
  record::PlanInfo plan = run.chunks.front().digest.plans.back();
  plan.config = config::effective_yaml(run.settings);
  plan.config_hash = record::fingerprint(plan.config);
  plan.pairs = run.settings.pairs;
  return plan;
}

using Key = std::pair<int, int>;  // game and attempt

// A game in a chunk's journal.
struct Place {
  Key key;
  std::size_t chunk = 0;
  std::uint64_t offset = 0;

  auto order() const { return std::tie(key, chunk, offset); }
};

class Merge {
 public:
  Merge(ChunkedRun run, Arena arena, const Say& say)
      : run_(std::move(run)),
        arena_(std::move(arena)),
        say_(say) {}

  Result<MergedRun> operator()() {
    if (auto opened = open(); !opened) return opened.error();
    auto tournament = tournament_of(digest_.plans, {});
    if (!tournament) return tournament.error();
    schedule_ = tournament->schedule();
    auto places = find_games();
    if (!places) return places.error();
    for (const Place& place : *places)
      if (auto taken = take(place); !taken) return taken.error();
    if (auto saved = journal_->sync(); !saved) return saved.error();
    const RunState merged{std::move(digest_)};
    auto reported = write_reports(run_.folder, merged);
    if (!reported) return reported.error();
    result_.standings = std::move(reported->standings);
    result_.missing = schedule_.size() - merged.tournament()->games_over();
    return std::move(result_);
  }

 private:
  Result<void> open() {
    auto opened = open_run(
        run_.folder, run_.settings.sync,
        [this](const record::Digest& digest) { return check_resumable(digest, arena_); }, say_, "");
    if (!opened) return opened.error();
    journal_.emplace(std::move(opened->journal));
    const record::PlanInfo plan = plan_of_whole(run_);
    if (opened->digest) {
      digest_ = std::move(*opened->digest);
      auto plans = digest_.plans;
      plans.push_back(plan_info(arena_));
      say_(describe_changes(plans));
    } else {
      digest_.run = run_.chunks.front().digest.run;
      if (auto saved = journal_->append(digest_.run); !saved) return saved;
    }
    if (digest_.plans.empty() || digest_.plans.back() != plan) {
      if (auto saved = journal_->append(plan); !saved) return saved;
      digest_.plans.push_back(plan);
    }
    for (const match::GameSummary& game : digest_.games) there_.insert({game.game, game.attempt});
    return {};
  }

  // Sorted in the order of the schedule, in which the merged journal is read fastest.
  Result<std::vector<Place>> find_games() const {
    std::vector<Place> places;
    for (std::size_t chunk = 0; chunk < run_.chunks.size(); ++chunk) {
      record::JournalFollower follower{run_.chunks[chunk].folder.journal()};
      for (bool more = true; more;) {
        const auto news = follower.poll();
        if (!news) return news.error();
        for (const record::FollowedGame& game : news->games)
          places.push_back({{game.record->game, game.record->attempt}, chunk, game.offset});
        more = news->more;
      }
    }
    std::ranges::sort(places, {}, &Place::order);
    return places;
  }

  Result<void> take(const Place& place) {
    if (there_.contains(place.key)) {
      ++result_.known;
      return {};
    }
    const RunFolder& folder = run_.chunks[place.chunk].folder;
    const auto game = record::read_game_at(folder.journal(), place.offset);
    if (!game) return game.error();
    auto problems = record::contradictions(*game, *arena_.rules);
    if (auto other = schedule_difference(*game, arena_, schedule_)) problems.push_back(std::move(*other));
    if (!problems.empty()) {
      result_.refused.push_back(
          fmt::format("game {} of {} is refused: {}", game->game, folder.path.string(), problems.front()));
      return {};
    }
    if (auto saved = journal_->append(*game); !saved) return saved;
    digest_.add(*game);
    there_.insert(place.key);
    ++result_.added;
    return {};
  }

  ChunkedRun run_;
  Arena arena_;
  const Say& say_;
  std::optional<record::Journal> journal_;
  record::Digest digest_;
  tournament::Schedule schedule_;
  std::set<Key> there_;
  MergedRun result_;
};

}  // namespace

std::string folder_name(const tournament::Settings& settings) {
  if (!settings.chunk) return settings.name;
  return fmt::format("{}{}{}-of-{}", settings.name, chunk_mark, settings.chunk->index, settings.chunk->of);
}

Result<ChunkedRun> read_chunked_run(const ChunkArguments& arguments, const Say& say) {
  ChunkedRun run;
  run.search = config::search_path_for(arguments.config);
  auto loaded = config::load_file(arguments.config, arguments.overrides, run.search);
  if (!loaded) return Error{loaded.error().message, Error::Kind::arguments};
  run.settings = std::move(*loaded);
  run.settings.chunk.reset();
  run.folder = {fs::path{arguments.results} / run.settings.name};
  std::vector<fs::path> folders = folders_of(arguments.results, run.settings.name);
  folders.insert(folders.end(), arguments.folders.begin(), arguments.folders.end());
  for (const fs::path& folder : folders)
    if (auto added = add_chunk(run, run_folder(folder), say); !added) return added.error();
  if (run.chunks.empty())
    return Error{fmt::format("no chunk of `{}` found in `{}`; `ebiri run {} --chunk 1/10` plays one",
                             run.settings.name, arguments.results, arguments.config)};
  std::ranges::stable_sort(run.chunks, {}, &ChunkRun::index);
  return run;
}

Result<std::vector<tournament::Pairing>> ChunkedRun::missing() const {
  auto tournament = tournament_of({plan_of_whole(*this)}, {});
  if (!tournament) return tournament.error();
  const auto take = [&](const record::Digest& digest) {
    for (const match::GameSummary& game : digest.games)
      if (!pairing_difference(game, tournament->schedule())) tournament->take(game);
  };
  if (exists(status_of(folder.journal()))) {
    const auto whole = record::read_digest_or_empty(folder.journal());
    if (!whole) return whole.error();
    take(*whole);
  }
  for (const ChunkRun& chunk : chunks) take(chunk.digest);
  std::vector<tournament::Pairing> left;
  for (const tournament::Pairing& pairing : tournament->schedule())
    if (!tournament->results().contains(pairing.game)) left.push_back(pairing);
  return left;
}

Result<MergedRun> merge_chunks(ChunkedRun run, Arena arena, const Say& say) {
  return Merge{std::move(run), std::move(arena), say}();
}

}  // namespace ebiri::run
