#include "referee/report/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "referee/report/numbers.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Row = StandingsRow;
constexpr auto flush_left = Column::Align::left;
constexpr auto flush_right = Column::Align::right;

std::string share_cell(const std::optional<double>& share) { return share ? percent(*share) : "-"; }

std::string rank(const Row& row, const Look&) {
  if (!row.place && !row.rated) return "-";
  const rating::RankRange& range = row.place ? *row.place : row.rank;
  if (range.best == range.worst) return fmt::format("{}", range.best);
  return fmt::format("{}-{}", range.best, range.worst);
}

std::string name(const Row& row, const Look&) { return printable(row.name, 256); }

std::string elo(const Row& row, const Look& look) {
  if (!row.rated) return look.marks ? "- " : "-";
  return signed_decimal(row.elo, look.decimals) + (row.marked ? "*" : look.marks ? " " : "");
}

std::string error(const Row& row, const Look& look) {
  return row.rated ? decimal(row.error95, look.decimals) : "-";
}

std::string superiority(const Row& row, const Look&) { return share_cell(row.superiority); }
std::string games(const Row& row, const Look&) { return fmt::format("{}", row.games); }
std::string points(const Row& row, const Look&) { return points_text(row.points); }

std::string tie_breaks(const Row& row, const Look&) {
  std::string cell;
  for (const std::optional<double>& value : row.tie_breaks)
    cell += (cell.empty() ? "" : "/") + (value ? fmt::format("{}", *value) : std::string("-"));
  return cell;
}

std::string score(const Row& row, const Look&) { return share_cell(row.score); }

std::string results(const Row& row, const Look&) {
  return fmt::format("{}-{}-{}", row.results[2], row.results[1], row.results[0]);
}

std::string first(const Row& row, const Look&) { return share_cell(row.score_as_first); }
std::string second(const Row& row, const Look&) { return share_cell(row.score_as_second); }
std::string draws(const Row& row, const Look&) { return share_cell(row.draws); }

std::string pentanomial(const Row& row, const Look&) {
  const rating::Pentanomial& pairs = row.pairs;
  return fmt::format("{}/{}/{}/{}/{}", pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]);
}
std::string unique(const Row& row, const Look&) { return fmt::format("{}", row.unique_games); }
std::string margin(const Row& row, const Look&) { return row.margin ? signed_decimal(*row.margin, 1) : "-"; }

std::string seeds(const Row& row, const Look&) {
  return row.margin_rating ? signed_decimal(*row.margin_rating, 1) : "-";
}

std::string time(const Row& row, const Look&) { return row.moves > 0 ? in_milliseconds(row.move_time) : "-"; }

std::string time_p99(const Row& row, const Look&) {
  return row.moves > 0 ? in_milliseconds(row.move_time_p99) : "-";
}

std::string forfeits(const Row& row, const Look&) {
  const rating::Forfeits& lost = row.forfeits;
  return fmt::format("{}/{}/{}/{}", lost.time, lost.crash, lost.illegal, lost.other);
}

std::string accuracy(const Row& row, const Look&) {
  return row.accuracy && row.accuracy->percent ? decimal(*row.accuracy->percent, 1) + "%" : "-";
}

std::string errors(const Row& row, const Look&) {
  if (!row.accuracy) return "-";
  return fmt::format("{}/{}/{}", row.accuracy->inaccuracies, row.accuracy->mistakes, row.accuracy->blunders);
}

constexpr std::array<Column, 22> columns_of_tables{{{"#", "#", flush_left, 0, rank},
                                                    {"Engine", "Engine", flush_left, 0, name},
                                                    {"Elo", "Elo", flush_right, 0, elo},
                                                    {"±95", "+-95", flush_right, 1, error},
                                                    {"LOS", "LOS", flush_right, 6, superiority},
                                                    {"Games", "Games", flush_right, 3, games},
                                                    {"Points", "Points", flush_right, 8, points},
                                                    {"Tie-breaks", "Tie-breaks", flush_right, 0, tie_breaks},
                                                    {"%", "%", flush_right, 2, score},
                                                    {"W-D-L", "W-D-L", flush_right, 4, results},
                                                    {"First", "First", flush_right, 9, first},
                                                    {"Second", "Second", flush_right, 10, second},
                                                    {"Draws", "Draws", flush_right, 13, draws},
                                                    {"Pairs", "Pairs", flush_right, 15, pentanomial},
                                                    {"Unique", "Unique", flush_right, 12, unique},
                                                    {"Margin", "Margin", flush_right, 11, margin},
                                                    {"Seeds", "Seeds", flush_right, 16, seeds},
                                                    {"Accuracy", "Accuracy", flush_right, 5, accuracy},
                                                    {"Errors", "Errors", flush_right, 17, errors},
                                                    {"ms/move", "ms/move", flush_right, 7, time},
                                                    {"p99", "p99", flush_right, 14, time_p99},
                                                    {"Forfeits", "Forfeits", flush_right, 5, forfeits}}};

constexpr std::array<Column, 9> live{{{"#", "#", flush_left, 0, rank},
                                      {"Engine", "Engine", flush_left, 0, name},
                                      {"Elo", "Elo", flush_right, 0, elo},
                                      {"±95", "+-95", flush_right, 1, error},
                                      {"Games", "Games", flush_right, 5, games},
                                      {"Score", "Score", flush_right, 2, score},
                                      {"W-D-L", "W-D-L", flush_right, 4, results},
                                      {"LOS", "LOS", flush_right, 3, superiority},
                                      {"ms/move", "ms/move", flush_right, 6, time}}};

constexpr std::size_t name_column = 1;
constexpr int gap = 2;
constexpr int ample_name = 24;
constexpr int short_name = 12;  // the most telling columns are worth that much
constexpr int shortest_name = 4;
constexpr int telling_weight = 2;

// A table as text, column by column.
struct Cells {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> lines;  // header first
  std::vector<int> widths;

  int width() const {
    int sum = gap * (static_cast<int>(columns.size()) - 1);
    for (const int column : widths) sum += column;
    return sum;
  }
  void drop(std::size_t column) {
    const auto at = static_cast<std::ptrdiff_t>(column);
    columns.erase(columns.begin() + at);
    widths.erase(widths.begin() + at);
    for (auto& line : lines) line.erase(line.begin() + at);
  }
};

Cells cells_of(const Standings& standings, std::span<const Column> columns, const Look& look) {
  Cells cells{{columns.begin(), columns.end()}, {{}}, std::vector<int>(columns.size())};
  for (const Column& column : columns) {
    cells.lines[0].emplace_back(look.utf8 ? column.title : column.ascii_title);
  }
  for (const StandingsRow& row : standings.rows) {
    cells.lines.emplace_back();
    for (const Column& column : columns) cells.lines.back().push_back(column.cell(row, look));
  }
  for (const auto& line : cells.lines) {
    for (std::size_t k = 0; k < line.size(); ++k) {
      cells.widths[k] = std::max(cells.widths[k], display_width(line[k]));
    }
  }
  return cells;
}

void fit_width(Cells& cells, int width) {
  const int wanted_name = cells.widths[name_column];
  cells.widths[name_column] =
      std::min(wanted_name, std::max(ample_name, wanted_name + width - cells.width()));
  while (cells.width() > width) {
    const auto heaviest = std::max_element(cells.columns.begin(), cells.columns.end(),
                                           [](const auto& a, const auto& b) { return a.weight < b.weight; });
    int& name_width = cells.widths[name_column];
    if (heaviest->weight <= telling_weight && name_width > short_name) {
      name_width = std::max(short_name, name_width + width - cells.width());
      continue;
    }
    if (heaviest->weight == 0) break;
    cells.drop(static_cast<std::size_t>(heaviest - cells.columns.begin()));
  }
  const int spare = width - cells.width();
  cells.widths[name_column] =
      std::clamp(cells.widths[name_column] + spare, std::min(shortest_name, wanted_name), wanted_name);
}

}  // namespace

std::vector<Column> final_columns(const Standings& standings) {
  std::vector<Column> columns;
  for (const Column& column : columns_of_tables) {
    const bool judged = column.cell == accuracy || column.cell == errors;
    if (judged && standings.meta.analysis.empty()) continue;
    if (column.cell == tie_breaks && standings.meta.scoring.rank_by != rating::RankBy::points) continue;
    columns.push_back(column);
  }
  return columns;
}

std::span<const Column> live_columns() { return live; }

std::string points_text(double points) {
  const double tenths = points * 10;
  return decimal(points, std::abs(tenths - std::round(tenths)) < 1e-6 ? 1 : 3);
}

Look look_of(const Standings& standings, const Terminal& terminal, int decimals) {
  const bool marks = std::any_of(standings.rows.begin(), standings.rows.end(),
                                 [](const StandingsRow& row) { return row.rated && row.marked; });
  return {.decimals = decimals, .marks = marks, .utf8 = terminal.utf8};
}

std::vector<std::string> grid(const Standings& standings, std::span<const Column> columns,
                              const Terminal& terminal, const Look& look) {
  Cells cells = cells_of(standings, columns, look);
  fit_width(cells, terminal.width);
  std::vector<std::string> lines;
  for (const auto& line : cells.lines) {
    std::string text;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const int width = cells.widths[k];
      const std::string cell = fitted(line[k], width, terminal);
      if (k > 0) text.append(gap, ' ');
      text += cells.columns[k].align == flush_left ? padded_right(cell, width) : padded_left(cell, width);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    lines.push_back(fitted(text, terminal.width, terminal));
  }
  return lines;
}

std::string heading_before(const Standings& standings, std::size_t row) {
  if (standings.meta.scoring.rank_by == rating::RankBy::points) return {};
  const std::vector<rating::Group>& groups = standings.fit.groups;
  if (groups.size() < 2) return {};
  const std::size_t group = standings.rows[row].group;
  const auto unplayed = [&](std::size_t k) {
    return groups[standings.rows[k].group].method == rating::Group::Method::unplayed;
  };
  if (unplayed(row)) return row > 0 && unplayed(row - 1) ? "" : "without games";
  if (row > 0 && standings.rows[row - 1].group == group) return {};
  return fmt::format("group {}", group + 1);
}

std::string forfeits_text(const rating::Forfeits& forfeits) {
  std::vector<std::string> parts;
  const auto list = [&](std::int64_t count, std::string_view kind) {
    if (count > 0) parts.push_back(fmt::format("{} {}", count, kind));
  };
  list(forfeits.time, "time");
  list(forfeits.crash, "crash");
  list(forfeits.illegal, "illegal");
  list(forfeits.other, "other");
  return parts.empty() ? "none" : join(parts, ", ");
}

}  // namespace ebiri::report
