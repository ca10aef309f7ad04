#include "referee/run/analysis_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "referee/record/verify.hpp"
#include "referee/rules/describe.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/identity.hpp"
#include "referee/run/inputs.hpp"
#include "referee/run/stored_analysis.hpp"
#include "referee/support/text.hpp"

namespace ebiri::run {

namespace {

using analysis::Analysis;
using analysis::GameAnalysis;

constexpr std::chrono::seconds save_interval{30};

bool same_work(analysis::Description a, const analysis::Description& b) {
  a.announced = b.announced;
  return a == b;
}

template <class Games>
void sort_by_number(Games& games) {
  std::ranges::sort(games, {}, [](const auto& game) { return std::tuple{game.game, game.attempt}; });
}

}  // namespace

Result<AnalysisJob> AnalysisJob::open(AnalysisSettings settings) {
  AnalysisJob job{std::move(settings)};
  if (const auto read = job.read_games(); !read) return read.error();
  if (const auto opened = job.open_tables(); !opened) return Error{"--tables: " + opened.error().message};
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
  if (input->is_journal && is_regular_file(status_of(folder.journal()))) folder_ = folder;
  for (const record::ForeignGame& game : input->foreign) {
    auto record = record::retraced(game, *rules_);
    if (!record) return Error{fmt::format("{}:{}: {}", settings_.source, game.line, record.error().message)};
    records_.push_back(std::move(*record));
  }
  std::erase_if(records_, [&](const match::GameRecord& record) {
    const auto found = record::contradictions(record, *rules_);
    if (found.empty()) return false;
    ++refuted_;
    remarks_.push_back(fmt::format("game {} is left out: {}", record.game, printable(found.front(), 500)));
    return true;
  });
  sort_by_number(records_);
  return {};
}

Result<void> AnalysisJob::open_tables() {
  if (settings_.tables.empty()) return {};
  auto exact = rules::open_exact_ends(settings_.tables, *rules_);
  if (!exact) return exact.error();
  exact_ = std::move(*exact);
  return {};
}

// Reuses the games of an earlier analysis with the same settings.
void AnalysisJob::take_over() {
  if (!folder_) return;
  std::optional<Analysis> kept;
  if (auto stored = stored_analysis(*folder_))
    kept = std::move(*stored);
  else
    remarks_.push_back(stored.error().message + "; a new analysis is made");
  const bool same = kept && same_work(kept->description, analysis_.description);
  stores_ = settings_.game == 0 || same || !kept;
  if (!stores_)
    remarks_.push_back(
        fmt::format("not stored: the folder has another analysis ({}, {}); to replace it, analyse all games",
                    kept->description.announced, kept->description.limit));
  if (!same) return;
  analysis_.description.announced = kept->description.announced;
  const auto known = by_number(kept->games);
  for (const match::GameRecord& record : records_)
    if (const auto* game = find(known, match::summary_of(record))) analysis_.games.push_back(*game);
}

Result<void> AnalysisJob::store(const std::vector<GameAnalysis>& more) const {
  if (!output_folder()) return {};
  Analysis all = analysis_;
  all.games.insert(all.games.end(), more.begin(), more.end());
  sort_by_number(all.games);
  return write_file(analysis_file(*folder_), to_json(all));
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

Result<analysis::AnalysisOutcome> AnalysisJob::work(const std::vector<const match::GameRecord*>& games,
                                                    int slots, int interrupt,
                                                    const std::function<void(std::size_t)>& progress) {
  analysis::AnalysisSettings settings{.rules = *rules_,
                                      .exact = exact_.get(),
                                      .engine = engine_setup(settings_.engine, settings_.search),
                                      .limit = settings_.limit,
                                      .slots = slots};
  settings.engine.interrupt = interrupt;
  auto saved = std::chrono::steady_clock::now();
  auto outcome = analysis::analyse_all(settings, games, [&](const std::vector<GameAnalysis>& done) {
    progress(done.size());
    if (std::chrono::steady_clock::now() - saved < save_interval) return;
    static_cast<void>(store(done));  // an error occurs again at the end, and is reported there
    saved = std::chrono::steady_clock::now();
  });
  analysis_.description.announced = printable(outcome.announced, 200);
  analysis_.games.insert(analysis_.games.end(), outcome.games.begin(), outcome.games.end());
  sort_by_number(analysis_.games);
  if (auto kept = store({}); !kept) return kept.error();
  return outcome;
}

Analysis AnalysisJob::result() const {
  Analysis shown = analysis_;
  if (settings_.game != 0)
    std::erase_if(shown.games, [&](const GameAnalysis& game) { return game.game != settings_.game; });
  return shown;
}

}  // namespace ebiri::run
