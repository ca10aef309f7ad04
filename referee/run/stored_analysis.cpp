#include "referee/run/stored_analysis.hpp"

#include <fmt/format.h>

#include "referee/support/files.hpp"

namespace ebiri::run {

namespace {

constexpr std::size_t max_worst_moves = 12;  // of an engine, on the page

bool same_rules(const analysis::Description& analysis, const record::RunInfo& run) {
  return analysis.variant == run.variant && analysis.ruleset == run.ruleset;
}

// The analysing engine, and its limit.
std::string words_of(const analysis::Description& by) {
  std::string words = fmt::format("{}, {}", by.announced.empty() ? by.engine : by.announced, by.limit);
  if (by.table_seeds >= 0) words += fmt::format(", exact values up to {} seeds", by.table_seeds);
  return words;
}

}  // namespace

std::filesystem::path analysis_file(const RunFolder& folder) { return folder.path / "analysis.json"; }

Result<std::optional<analysis::Analysis>> stored_analysis(const RunFolder& folder) {
  const auto file = analysis_file(folder);
  if (!exists(status_of(file))) return std::optional<analysis::Analysis>{};
  const auto text = read_file(file);
  if (!text) return text.error();
  auto read = analysis::from_json(*text);
  if (!read) return Error{fmt::format("`{}` is not an analysis: {}", file.string(), read.error().message)};
  return std::optional{std::move(*read)};
}

AnalysedGames by_number(const std::vector<analysis::GameAnalysis>& games) {
  AnalysedGames result;
  for (const auto& game : games) result[{game.game, game.attempt}] = &game;
  return result;
}

const analysis::GameAnalysis* find(const AnalysedGames& games, const match::GameSummary& game) {
  const auto found = games.find({game.game, game.attempt});
  return found != games.end() && analysis::is_of(*found->second, game) ? found->second : nullptr;
}

std::string mismatch(const analysis::Analysis& analysis, const record::Digest& digest) {
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

JournalAnalysis::JournalAnalysis(const RunFolder& folder, const record::Digest& digest) {
  const auto again = [&](const std::string& why) {
    return fmt::format("{}: not used in the tables, because {}; `ebiri analyze {}` updates it",
                       analysis_file(folder).string(), why, folder.path.string());
  };
  auto kept = stored_analysis(folder);
  if (!kept) problem_ = again(kept.error().message);
  if (!kept || !*kept) return;
  if (const auto why = mismatch(**kept, digest); !why.empty()) problem_ = again(why);
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
  standings.meta.analysis = words_of(kept_->description);
}

std::optional<report::PageAnalysis> JournalAnalysis::for_page() const {
  if (!kept_ || kept_->games.empty()) return std::nullopt;
  const auto& variant = kept_->description.variant;
  return report::PageAnalysis{.by = words_of(kept_->description),
                              .games = kept_->games.size(),
                              .scale = analysis::scale_of(variant),
                              .worst = analysis::worst_moves(kept_->games, variant, max_worst_moves)};
}

}  // namespace ebiri::run
