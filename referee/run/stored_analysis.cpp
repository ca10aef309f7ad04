#include "referee/run/stored_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <tuple>

#include "referee/match/clock.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/record/verify.hpp"
#include "referee/rules/describe.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/inputs.hpp"
#include "referee/run/resume.hpp"
#include "referee/support/files.hpp"
#include "referee/support/parallel.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

constexpr std::size_t max_worst_moves = 12;  // of an engine, on the page

bool same_rules(const analysis::Description& analysis, const record::RunInfo& run) {
  return analysis.variant == run.variant && analysis.ruleset == run.ruleset;
}

// The analysing engine, and its limit.
std::string description_text(const analysis::Description& by) {
  std::string text = fmt::format("{}, {}", by.announced.empty() ? by.engine : by.announced, by.limit);
  if (by.table_seeds >= 0) text += fmt::format(", exact values up to {} seeds", by.table_seeds);
  return text;
}

using analysis::Analysis;
using analysis::GameAnalysis;

constexpr std::chrono::seconds save_interval{30};

bool same_settings(analysis::Description a, const analysis::Description& b) {
  a.announced = b.announced;
  return a == b;
}

template <class Games>
void sort_by_number(Games& games) {
  std::ranges::sort(games, {}, [](const auto& game) { return std::tuple{game.game, game.attempt}; });
}

// The analysis in the folder; empty if there is none. The error names the file.
Result<std::optional<Analysis>> stored_analysis(const RunFolder& folder) {
  const auto file = analysis_file(folder);
  if (!exists(status_of(file))) return std::optional<Analysis>{};
  const auto text = read_file(file);
  if (!text) return text.error();
  auto read = analysis::from_json(*text);
  if (!read) return Error{fmt::format("`{}` is not an analysis: {}", file.string(), read.error().message)};
  return std::optional{std::move(*read)};
}

// Valid as long as `games` does not change.
AnalysedGames by_number(const std::vector<GameAnalysis>& games) {
  AnalysedGames result;
  for (const auto& game : games) result[{game.game, game.attempt}] = &game;
  return result;
}

// The analysis of this game with the same moves; null if there is none.
const GameAnalysis* find(const AnalysedGames& games, const match::GameSummary& game) {
  const auto found = games.find({game.game, game.attempt});
  return found != games.end() && analysis::is_of(*found->second, game) ? found->second : nullptr;
}

// How the games of the analysis differ from those of the journal; empty if they do not.
std::string mismatch(const Analysis& analysis, const record::Digest& digest) {
  if (!same_rules(analysis.description, digest.run)) return "its games have other rules";
  const auto analysed = by_number(analysis.games);
  std::size_t missing = 0;
  for (const match::GameSummary& game : digest.games) {
    const auto found = analysed.find({game.game, game.attempt});
    if (found == analysed.end())
      ++missing;
    else if (!analysis::is_of(*found->second, game))
      return fmt::format("game {} differs from the journal", game.game);
  }
  if (missing > 0) return fmt::format("it lacks {} of {} games", missing, digest.games.size());
  if (analysis.games.size() > digest.games.size()) return "it has games that are not in the journal";
  return {};
}

}  // namespace

std::filesystem::path analysis_file(const RunFolder& folder) { return folder.path / "analysis.json"; }

JournalAnalysis::JournalAnalysis(const RunFolder& folder, const record::Digest& digest) {
  const auto unused_because = [&](const std::string& why) {
    return fmt::format("{}: not used in the tables, because {}; `ebiri analyze {}` updates it",
                       analysis_file(folder).string(), why, folder.path.string());
  };
  auto kept = stored_analysis(folder);
  if (!kept) problem_ = unused_because(kept.error().message);
  if (!kept || !*kept) return;
  if (const auto why = mismatch(**kept, digest); !why.empty()) problem_ = unused_because(why);
  if (!same_rules((*kept)->description, digest.run)) return;
  kept_ = std::move(*kept);
  if (!problem_.empty()) {
    const auto all = by_number(kept_->games);
    std::vector<analysis::GameAnalysis> there;
    for (const match::GameSummary& game : digest.games)
      if (const auto* found = find(all, game)) there.push_back(*found);
    kept_->games = std::move(there);
  }
  by_number_ = by_number(kept_->games);
}

const analysis::GameAnalysis* JournalAnalysis::of(const match::GameRecord& record) const {
  return by_number_.contains({record.game, record.attempt}) ? find(by_number_, match::summary_of(record))
                                                            : nullptr;
}

void JournalAnalysis::add_accuracy(report::Standings& standings) const {
  if (!kept_ || !problem_.empty()) return;
  const auto sums = analysis::sums_of(kept_->games, kept_->description.variant);
  for (report::StandingsRow& row : standings.rows) {
    const auto found = sums.find(row.name);
    if (found != sums.end()) row.judged = found->second;
  }
  standings.meta.analysis = description_text(kept_->description);
}

std::optional<report::PageAnalysis> JournalAnalysis::for_page() const {
  if (!kept_ || kept_->games.empty()) return std::nullopt;
  const auto& variant = kept_->description.variant;
  return report::PageAnalysis{.by = description_text(kept_->description),
                              .games = kept_->games.size(),
                              .scale = analysis::scale_of(variant),
                              .worst = analysis::worst_moves(kept_->games, variant, max_worst_moves)};
}

Result<AnalysisJob> AnalysisJob::open(AnalysisSettings settings) {
  AnalysisJob job{std::move(settings)};
  if (const auto read = job.read_games(); !read) return read.error();
  if (!job.settings_.tables.empty()) {
    auto exact = rules::open_exact_ends(job.settings_.tables, *job.rules_);
    if (!exact) return Error{"--tables: " + exact.error().message};
    job.exact_ = std::move(*exact);
  }
  tournament::Settings all;
  all.engines = {job.settings_.engine};
  job.analysis_.description = {.engine = job.settings_.engine.name,
                               .fingerprint = fingerprints(all, job.settings_.search).front(),
                               .limit = match::describe(job.settings_.limit),
                               .table_seeds = job.exact_ ? job.exact_->max_seeds() : -1,
                               .variant = std::string{job.rules_->variant()},
                               .ruleset = rules::ruleset_text(*job.rules_)};
  job.take_over();
  return job;
}

Result<void> AnalysisJob::read_games() {
  auto input = read_input(settings_.source, Moves::needed);
  if (!input) return input.error();
  remarks_ = input->remarks;
  if (input->digest.run.variant.empty())
    return Error{fmt::format("`{}` does not name one variant for all its games", settings_.source)};
  auto rules = rules_of(input->digest.run);
  if (!rules) return rules.error();
  rules_ = std::move(*rules);
  records_ = std::move(input->games);
  const auto folder = run_folder(settings_.source);
  if (input->has_full_records && is_regular_file(status_of(folder.journal()))) folder_ = folder;
  for (const record::ForeignGame& game : input->foreign) {
    auto record = record::replayed(game, *rules_);
    if (!record) return Error{fmt::format("{}:{}: {}", settings_.source, game.line, record.error().message)};
    records_.push_back(std::move(*record));
  }
  std::erase_if(records_, [&](const match::GameRecord& record) {
    const auto found = record::contradictions(record, *rules_);
    if (found.empty()) return false;
    refuted_.push_back(record.game);
    remarks_.push_back(fmt::format("game {} is left out: {}", record.game, printable(found.front(), 500)));
    return true;
  });
  sort_by_number(records_);
  return {};
}

// Reuses the games of an earlier analysis with the same settings. A single game does not replace another
// analysis, or one that cannot be read.
void AnalysisJob::take_over() {
  if (!folder_) return;
  const auto stored = stored_analysis(*folder_);
  if (stored && !*stored) return;
  if (!stored || !same_settings((*stored)->description, analysis_.description)) {
    const std::string other =
        stored ? fmt::format("the folder has another analysis ({})", description_text((*stored)->description))
               : stored.error().message;
    stores_ = settings_.game == 0;
    if (stores_)
      other_ = other;
    else
      remarks_.push_back(fmt::format("not stored: {}; to replace it, analyse all games", other));
    return;
  }
  analysis_.description.announced = (*stored)->description.announced;
  const auto known = by_number((*stored)->games);
  for (const match::GameRecord& record : records_)
    if (const auto* game = find(known, match::summary_of(record))) analysis_.games.push_back(*game);
}

Result<void> AnalysisJob::store() {
  sort_by_number(analysis_.games);
  if (!folder_ || !stores_ || (!other_.empty() && analysis_.games.empty())) return {};
  if (!other_.empty()) {
    const auto renamed = rename_old(analysis_file(*folder_));
    if (!renamed) return renamed.error();
    renamed_ = fmt::format("{}; renamed to {}", std::exchange(other_, {}), renamed->string());
  }
  return write_file(analysis_file(*folder_), to_json(analysis_));
}

std::vector<const match::GameRecord*> AnalysisJob::games_left() const {
  const auto known = by_number(analysis_.games);
  std::vector<const match::GameRecord*> left;
  for (const match::GameRecord& record : records_) {
    const bool wanted = settings_.game == 0 || record.game == settings_.game;
    if (wanted && find(known, match::summary_of(record)) == nullptr) left.push_back(&record);
  }
  return left;
}

Result<AnalysisOutcome> AnalysisJob::work(const std::vector<const match::GameRecord*>& games, int slots,
                                          int interrupt, const std::function<void(std::size_t)>& progress) {
  auto setup = engine_setup(settings_.engine, settings_.search);
  setup.interrupt = interrupt;
  AnalysisOutcome outcome;
  std::string announced;
  std::size_t next = 0;
  auto saved = std::chrono::steady_clock::now();
  std::mutex mutex;  // of outcome, announced, next, saved and analysis_
  // Starts an engine and analyses games until none is left or one has failed.
  const auto analyse_some = [&](std::size_t) {
    player::EnginePlayer engine{setup};
    const match::Clock clock{{.limit = settings_.limit}};
    const auto budget = match::budget(clock, clock, rules::Side::south);
    std::unique_lock lock{mutex};
    while (next < games.size() && !outcome.interrupted && outcome.failure.empty()) {
      const match::GameRecord& record = *games[next++];
      lock.unlock();
      auto done = analysis::analyse(record, *rules_, exact_.get(), engine, budget);
      lock.lock();
      if (!engine.announced_name().empty()) announced = engine.announced_name();
      if (done) {
        analysis_.games.push_back(*std::move(done));
        progress(++outcome.games);
        if (std::chrono::steady_clock::now() - saved < save_interval) continue;
        static_cast<void>(store());  // an error occurs again at the end, and is reported there
        saved = std::chrono::steady_clock::now();
      } else if (done.error().message.empty()) {  // the error of an interrupt
        outcome.interrupted = true;
      } else if (outcome.failure.empty()) {
        outcome.failure = fmt::format("game {}: {}", record.game, done.error().message);
      }
    }
  };
  slots = std::clamp(static_cast<int>(games.size()), 1, slots);
  progress(0);
  parallel_for(static_cast<std::size_t>(slots), static_cast<unsigned>(slots), analyse_some);
  if (!announced.empty()) analysis_.description.announced = printable(announced, 200);
  if (auto kept = store(); !kept) return kept.error();
  outcome.renamed = renamed_;
  return outcome;
}

Analysis AnalysisJob::result() const {
  Analysis shown = analysis_;
  if (settings_.game != 0)
    std::erase_if(shown.games, [&](const GameAnalysis& game) { return game.game != settings_.game; });
  return shown;
}

}  // namespace ebiri::run
