#include "referee/cli/kept_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "referee/support/text.hpp"

namespace ebiri::cli {

std::filesystem::path analysis_file(const RunFolder& folder) { return folder.path / "analysis.json"; }

Result<std::optional<analysis::Analysis>> kept_analysis(const RunFolder& folder) {
  const auto file = analysis_file(folder);
  std::error_code problem;
  if (!std::filesystem::exists(file, problem)) return std::optional<analysis::Analysis>{};
  std::ifstream input(file, std::ios::binary);
  std::ostringstream text;
  text << input.rdbuf();
  if (!input) return Error{fmt::format("cannot read `{}`", file.string())};
  auto read = analysis::from_json(text.str());
  if (!read) return Error{fmt::format("`{}` is no analysis: {}", file.string(), read.error().message)};
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

std::string misfit(const analysis::Analysis& analysis, const record::Digest& digest) {
  if (analysis.description.variant != digest.run.variant ||
      analysis.description.ruleset != digest.run.ruleset)
    return "it is of games by other rules";
  const auto analysed = by_number(analysis.games);
  std::size_t missing = 0;
  for (const match::GameSummary& game : digest.games) {
    const auto found = analysed.find({game.game, game.attempt});
    if (found == analysed.end())
      ++missing;
    else if (!analysis::is_of(*found->second, game))
      return fmt::format("game {} is another one in the journal", game.game);
  }
  if (missing > 0) return fmt::format("{} of {} games are not in it", missing, digest.games.size());
  if (analysis.games.size() > digest.games.size()) return "it has games that the journal has not";
  return {};
}

std::string add_accuracy(report::Standings& standings, const RunFolder& folder,
                         const record::Digest& digest) {
  const auto again = [&](const std::string& why) {
    return fmt::format("{}: left out of the tables, as {}; `ebiri analyze {}` makes it new",
                       analysis_file(folder).string(), why, folder.path.string());
  };
  const auto kept = kept_analysis(folder);
  if (!kept) return again(kept.error().message);
  if (!*kept) return {};
  const analysis::Analysis& analysis = **kept;
  if (const auto why = misfit(analysis, digest); !why.empty()) return again(why);
  const auto sums = analysis::sums_of(analysis.games, analysis.description.variant);
  for (report::StandingsRow& row : standings.rows) {
    const auto found = sums.find(row.name);
    if (found == sums.end()) continue;
    const analysis::Sum& sum = found->second;
    row.accuracy = report::Accuracy{.percent = sum.accuracy(),
                                    .moves = sum.moves,
                                    .inaccuracies = sum.marks[1],
                                    .mistakes = sum.marks[2],
                                    .blunders = sum.marks[3]};
  }
  const auto& by = analysis.description;
  standings.meta.analysis = fmt::format("{}, {}", by.announced.empty() ? by.engine : by.announced, by.limit);
  if (by.table_seeds >= 0)
    standings.meta.analysis += fmt::format(", exact values up to {} seeds", by.table_seeds);
  return {};
}

}  // namespace ebiri::cli
