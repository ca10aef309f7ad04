#include "referee/report/analysis_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "referee/report/terminal.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using analysis::Sum;

std::string in_percent(const std::optional<double>& value) {
  return value ? fmt::format("{:.1f}%", *value) : std::string{"-"};
}

// The text of a value: south's lead, or the exact result.
std::string value_text(const std::optional<analysis::Value>& value) {
  if (!value) return "-";
  if (value->result && value->source == analysis::Value::Source::engine)
    return *value->result > 0 ? "S wins" : "N wins";
  return fmt::format("{:+.2f}{}", value->seeds, value->result ? "!" : "");
}

std::string moves_text(const analysis::GameAnalysis& game, const match::GameRecord& record,
                       std::string_view variant) {
  const analysis::Scale& scale = analysis::scale_of(variant);
  std::size_t width = 4;
  for (const match::Ply& ply : record.plies)
    width = std::max(width, std::min<std::size_t>(ply.move.size(), 12));
  static constexpr std::string_view results[] = {"south won", "north won", "a draw", "void"};
  std::string text = fmt::format("game {}: {} vs {}: {} ({})\n{:>5} {:<5} {:<{}}  {:>7}\n", game.game,
                                 printable(record.south, 64), printable(record.north, 64),
                                 results[static_cast<std::size_t>(record.verdict.result)],
                                 record.verdict.reason, "ply", "side", "move", width, "value");
  for (std::size_t i = 0; i < game.plies.size(); ++i) {
    const analysis::Judged& ply = game.plies[i];
    std::string line =
        fmt::format("{:>5} {:<5} {:<{}}  {:>7}", i + 1 + record.opening.moves.size(), rules::name(ply.side),
                    record.plies[i].move, width, value_text(game.positions[i + 1].value));
    if (ply.why == analysis::Judged::Why::only_move) line += "  only move";
    if (mark(ply.loss, scale) != analysis::Mark::none)
      line += fmt::format("  {}: loses {:.1f} seeds; {} was better ({})", word(mark(ply.loss, scale)),
                          ply.loss.seeds, printable(game.positions[i].best, 60),
                          value_text(game.positions[i].value));
    text += line + "\n";
  }
  text += fmt::format(
      "value: south's lead in seeds after the move; `!` marks an exact value\n"
      "a move's loss is the change in value; a lead above {0:.1f} seeds counts as {0:.1f}\n",
      analysis::largest_lead(scale));
  return text + analysis::losing_text(game, record.verdict.result, variant) + "\n";
}

// The costliest move of each engine.
std::string costliest_text(const analysis::Analysis& analysis) {
  TextRows rows{{"Engine", "Game", "Ply", "Played", "Better", "Points lost", "Seeds lost"}};
  for (const analysis::Slip& slip : analysis::worst_moves(analysis.games, analysis.description.variant, 1))
    rows.push_back({printable(slip.engine, 64), std::to_string(slip.game), std::to_string(slip.ply),
                    printable(slip.move, 20), printable(slip.better, 20),
                    fmt::format("{:.2f}", slip.loss.points), fmt::format("{:.1f}", slip.loss.seeds)});
  return rows.size() == 1 ? "" : "\ncostliest move of each engine\n" + aligned(rows, "lrrllr");
}

std::string by(const analysis::Description& description) {
  std::string text = fmt::format(
      "{} ({})", printable(description.announced.empty() ? description.engine : description.announced, 60),
      description.limit);
  if (description.table_seeds >= 0)
    text += fmt::format(", exact values up to {} seeds", description.table_seeds);
  return text;
}

}  // namespace

std::string analysis_text(const analysis::Analysis& analysis, const std::vector<match::GameRecord>& records,
                          bool move_by_move) {
  const auto& description = analysis.description;
  const analysis::Scale& scale = analysis::scale_of(description.variant);
  std::string text;
  for (const auto& game : move_by_move ? analysis.games : std::vector<analysis::GameAnalysis>{}) {
    const auto record = std::ranges::find_if(records, [&](const match::GameRecord& one) {
      return one.game == game.game && one.attempt == game.attempt;
    });
    if (record != records.end()) text += moves_text(game, *record, description.variant);
  }
  const auto sums = analysis::sums_of(analysis.games, description.variant);
  std::vector<std::pair<std::string, Sum>> engines{sums.begin(), sums.end()};
  std::ranges::stable_sort(engines, std::greater{},
                           [](const auto& engine) { return engine.second.accuracy().value_or(-1); });
  text += fmt::format("{} {}, {} judged by {}\n\n", description.variant, description.ruleset,
                      counted(analysis.games.size(), "game"), by(description));
  TextRows rows{
      {"Engine", "Accuracy", "Moves", "Unjudged", "Inaccuracies", "Mistakes", "Blunders", "Seeds/move"}};
  for (const auto& [name, sum] : engines)
    rows.push_back({printable(name, 64), in_percent(sum.accuracy()), std::to_string(sum.moves),
                    std::to_string(sum.unjudged), std::to_string(sum.marks[1]), std::to_string(sum.marks[2]),
                    std::to_string(sum.marks[3]),
                    sum.moves > 0 ? fmt::format("{:.2f}", *sum.seeds_a_move()) : "-"});
  text += aligned(rows);
  text += costliest_text(analysis);
  text += fmt::format(
      "\na move that loses at least {:g}, {:g} or {:g} seeds is an inaccuracy, mistake or blunder\n"
      "the costliest move loses the most expected points\n"
      "a move is unjudged if it is the only legal one, or if the position is lost\n",
      scale.inaccuracy, scale.mistake, scale.blunder);
  return text;
}

}  // namespace ebiri::report
