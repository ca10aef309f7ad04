#include "referee/report/table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "referee/report/numbers.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Row = StandingsRow;
constexpr char flush_left = 'l', flush_right = 'r';

// The format of cells.
struct Look {
  int decimals = 1;    // of Elo and its error
  bool marks = false;  // a row has a `*`, and the other rows leave room for it
  bool utf8 = true;
};

struct Column {
  std::string_view title;
  char side;       // `flush_left` or `flush_right`
  int drop_order;  // the column with the highest number is dropped first; 0 stays
  std::string (*cell)(const Row& row, const Look& look);
};

std::string time_cell(const Row& row, std::chrono::microseconds time) {
  return row.moves > 0 ? in_milliseconds(time) : "-";
}

std::string rank(const Row& row, const Look&) {
  if (!row.place && !row.rated) return "-";
  const rating::RankRange& range = row.place ? *row.place : row.rank;
  return range_text(range.best, range.worst);
}

std::string elo(const Row& row, const Look& look) {
  if (!row.rated) return look.marks ? "- " : "-";
  return signed_decimal(row.elo, look.decimals) + (row.marked ? "*" : look.marks ? " " : "");
}

std::string tie_breaks(const Row& row, const Look&) {
  std::string cell;
  for (const std::optional<double>& value : row.tie_breaks)
    cell += (cell.empty() ? "" : "/") + (value ? fmt::format("{}", *value) : std::string("-"));
  return cell;
}

std::string forfeits(const Row& row, const Look&) {
  const rating::Forfeits& lost = row.forfeits;
  return fmt::format("{}/{}/{}/{}", lost.time, lost.crash, lost.illegal, lost.other);
}

std::string accuracy(const Row& row, const Look&) {
  const auto mean = row.judged ? row.judged->accuracy() : std::nullopt;
  return mean ? decimal(*mean, 1) + "%" : "-";
}

std::string move_errors(const Row& row, const Look&) {
  if (!row.judged) return "-";
  const auto& marks = row.judged->marks;
  return fmt::format("{}/{}/{}", marks[1], marks[2], marks[3]);
}

constexpr Column columns_of_tables[] = {
    {"#", flush_left, 0, rank},
    {"Engine", flush_left, 0, [](const Row& row, const Look&) { return printable(row.name, 256); }},
    {"Elo", flush_right, 0, elo},
    {"±95", flush_right, 1,
     [](const Row& row, const Look& look) { return row.rated ? decimal(row.error95, look.decimals) : "-"; }},
    {"LOS", flush_right, 6, [](const Row& row, const Look&) { return percent(row.superiority); }},
    {"Games", flush_right, 3, [](const Row& row, const Look&) { return std::to_string(row.games); }},
    {"Points", flush_right, 8, [](const Row& row, const Look&) { return points_text(row.points); }},
    {"Tie-breaks", flush_right, 0, tie_breaks},
    {"%", flush_right, 2, [](const Row& row, const Look&) { return percent(row.score); }},
    {"W-D-L", flush_right, 4, [](const Row& row, const Look&) { return results_text(row.results); }},
    {"First", flush_right, 9, [](const Row& row, const Look&) { return percent(row.score_as_first); }},
    {"Second", flush_right, 10, [](const Row& row, const Look&) { return percent(row.score_as_second); }},
    {"Draws", flush_right, 13, [](const Row& row, const Look&) { return percent(row.draws); }},
    {"Pairs", flush_right, 15,
     [](const Row& row, const Look&) { return fmt::format("{}", fmt::join(row.pairs, "/")); }},
    {"Unique", flush_right, 12, [](const Row& row, const Look&) { return std::to_string(row.unique_games); }},
    {"Margin", flush_right, 11, [](const Row& row, const Look&) { return signed_decimal(row.margin, 1); }},
    {"Seeds", flush_right, 16,
     [](const Row& row, const Look&) { return signed_decimal(row.margin_rating, 1); }},
    {"Accuracy", flush_right, 5, accuracy},
    {"Errors", flush_right, 17, move_errors},
    {"ms/move", flush_right, 7, [](const Row& row, const Look&) { return time_cell(row, row.move_time); }},
    {"p99", flush_right, 14, [](const Row& row, const Look&) { return time_cell(row, row.move_time_p99); }},
    {"Forfeits", flush_right, 5, forfeits},
};

// Columns of the table while games are played, and the order in which they are dropped.
constexpr std::pair<std::string_view, int> columns_while_playing[] = {
    {"#", 0}, {"Engine", 0}, {"Elo", 0}, {"±95", 1},    {"Games", 5},
    {"%", 2}, {"W-D-L", 4},  {"LOS", 3}, {"ms/move", 6}};

constexpr std::size_t name_column = 1;
constexpr int gap = 2;
constexpr int ample_name = 24;  // names are cut to this width before any column is dropped
constexpr int short_name = 12;  // names are cut to this width before the most informative columns are dropped
constexpr int shortest_name = 4;
constexpr int last_informative = 2;  // columns with a `drop_order` up to this are the most informative

// A table as text, column by column.
struct Cells {
  std::vector<Column> columns;
  TextRows lines;
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

Cells cells_of(const Standings& standings, const std::vector<Column>& columns, const Look& look) {
  Cells cells{columns, TextRows(1), {}};
  for (const Column& column : columns) {
    cells.lines[0].emplace_back(look.utf8 || column.title != "±95" ? column.title : "+-95");
  }
  for (const StandingsRow& row : standings.rows) {
    cells.lines.emplace_back();
    for (const Column& column : columns) cells.lines.back().push_back(column.cell(row, look));
  }
  cells.widths = widths_of(cells.lines);
  return cells;
}

void fit_width(Cells& cells, int width) {
  const int wanted_name = cells.widths[name_column];
  cells.widths[name_column] =
      std::min(wanted_name, std::max(ample_name, wanted_name + width - cells.width()));
  while (cells.width() > width) {
    const auto first_to_drop = std::ranges::max_element(cells.columns, {}, &Column::drop_order);
    int& name_width = cells.widths[name_column];
    if (first_to_drop->drop_order <= last_informative && name_width > short_name) {
      name_width = std::max(short_name, name_width + width - cells.width());
      continue;
    }
    if (first_to_drop->drop_order == 0) break;
    cells.drop(static_cast<std::size_t>(first_to_drop - cells.columns.begin()));
  }
  const int spare = width - cells.width();
  cells.widths[name_column] =
      std::clamp(cells.widths[name_column] + spare, std::min(shortest_name, wanted_name), wanted_name);
}

// Columns in the order of the final table; the engine's name is the second. Omits tie-breaks without values,
// and accuracy without an analysis.
std::vector<Column> final_columns(const Standings& standings) {
  std::vector<Column> columns;
  const bool tied =
      std::ranges::any_of(standings.rows, [](const Row& row) { return !row.tie_breaks.empty(); });
  for (const Column& column : columns_of_tables) {
    const bool judged = column.cell == accuracy || column.cell == move_errors;
    if (judged && standings.meta.analysis.empty()) continue;
    if (column.cell == tie_breaks && !tied) continue;
    columns.push_back(column);
  }
  return columns;
}

// The heading above a row that begins a group; groups are separate tables unless `by_places`.
std::string heading_before(const Standings& standings, std::size_t row) {
  if (standings.by_places()) return {};
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

// A cell of a Markdown table: special characters are escaped.
std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char letter : text) {
    if (letter == '|' || letter == '*' || letter == '_' || letter == '`' || letter == '\\') cell += '\\';
    cell += letter;
  }
  return cell;
}

// The block of a match in lines of at most `terminal.width` columns, in ASCII if the terminal needs that.
std::string fitted_match(const Standings& standings, const Terminal& terminal) {
  if (!standings.match) return "";
  std::string text;
  const std::string block = match_text(standings);
  for (const std::string_view line : split(block, '\n')) {
    const std::string plain = terminal.utf8 ? std::string{line} : replaced(std::string{line}, "±", "+-");
    if (display_width(plain) <= terminal.width)
      text += fitted(plain, terminal.width, terminal) + "\n";
    else
      for (const std::string& part : wrapped(plain, terminal)) text += part + "\n";
  }
  return text;
}

// A header line and one line per row. Drops columns and cuts names until lines fit `terminal.width`.
std::vector<std::string> grid(const Standings& standings, const std::vector<Column>& columns,
                              const Terminal& terminal, int decimals) {
  const bool marks =
      std::ranges::any_of(standings.rows, [](const Row& row) { return row.rated && row.marked; });
  Cells cells = cells_of(standings, columns, {decimals, marks, terminal.utf8});
  fit_width(cells, terminal.width);
  std::vector<std::string> lines;
  for (const auto& line : cells.lines) {
    std::string text;
    for (std::size_t k = 0; k < line.size(); ++k) {
      const int width = cells.widths[k];
      const std::string cell = fitted(line[k], width, terminal);
      if (k > 0) text.append(gap, ' ');
      text += cells.columns[k].side == flush_left ? padded_right(cell, width) : padded_left(cell, width);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    lines.push_back(fitted(text, terminal.width, terminal));
  }
  return lines;
}

}  // namespace

std::vector<std::string> live_table(const Standings& standings, const Terminal& terminal) {
  std::vector<Column> columns;
  for (const auto& [title, drop_order] : columns_while_playing) {
    columns.push_back(*std::ranges::find(columns_of_tables, title, &Column::title));
    columns.back().drop_order = drop_order;
    if (title == "%") columns.back().title = "Score";
  }
  return grid(standings, columns, terminal, 0);
}

std::string markdown_rows(const TextRows& rows, std::string_view sides) {
  std::string text;
  for (const auto& row : rows) {
    text += "|";
    for (const std::string& cell : row) text += " " + markdown_cell(cell) + " |";
    text += "\n";
    if (&row != &rows.front()) continue;
    text += "|";
    for (std::size_t k = 0; k < row.size(); ++k)
      text += sides[std::min(k, sides.size() - 1)] == 'l' ? " --- |" : " ---: |";
    text += "\n";
  }
  return text;
}

std::string points_text(double points) {
  const double tenths = points * 10;
  return decimal(points, std::abs(tenths - std::round(tenths)) < 1e-6 ? 1 : 3);
}

std::string results_text(const rating::Trinomial& results) {
  return fmt::format("{}-{}-{}", results[2], results[1], results[0]);
}

std::string forfeits_text(const rating::Forfeits& forfeits) {
  const std::pair<std::int64_t, const char*> kinds[] = {{forfeits.time, "time"},
                                                        {forfeits.crash, "crash"},
                                                        {forfeits.illegal, "illegal"},
                                                        {forfeits.other, "other"}};
  std::vector<std::string> parts;
  for (const auto& [count, kind] : kinds)
    if (count > 0) parts.push_back(fmt::format("{} {}", count, kind));
  return parts.empty() ? "none" : join(parts, ", ");
}

std::string text_table(const Standings& standings, const Terminal& terminal) {
  const std::vector<std::string> lines = grid(standings, final_columns(standings), terminal, 1);
  std::string text;
  if (!standings.meta.name.empty())
    text += fitted(printable(standings.meta.name, 100), terminal.width, terminal) + "\n\n";
  text += fitted_match(standings, terminal);
  text += lines[0] + "\n";
  for (std::size_t row = 0; row < standings.rows.size(); ++row) {
    const std::string heading = heading_before(standings, row);
    if (!heading.empty()) text += fitted(heading, terminal.width, terminal) + "\n";
    text += lines[row + 1] + "\n";
  }
  text += "\n";
  for (const std::string& note : notes(standings, terminal)) {
    const auto column = note.substr(0, note.find(':'));
    const bool of_column = column == "Pairs" || column == "Accuracy" || column == "Errors";
    if (of_column && lines[0].find(column) == std::string::npos) continue;
    for (const std::string& line : wrapped(note, terminal)) text += line + "\n";
  }
  return text;
}

std::string markdown_table(const Standings& standings) {
  const std::vector<Column> columns = final_columns(standings);
  const TextRows cells = cells_of(standings, columns, {.decimals = 1, .marks = false, .utf8 = true}).lines;
  std::string text, sides;
  for (const Column& column : columns) sides += column.side;
  if (!standings.meta.name.empty())
    text += "## " + markdown_cell(printable(standings.meta.name, 100)) + "\n\n";
  if (standings.match) text += "```text\n" + match_text(standings) + "```\n\n";
  TextRows group{cells.front()};
  for (std::size_t row = 0; row < standings.rows.size(); ++row) {
    if (const std::string heading = heading_before(standings, row); !heading.empty()) {
      if (row > 0) text += markdown_rows(group, sides) + "\n";
      text += "**" + heading + "**\n\n";
      group.resize(1);
    }
    group.push_back(cells[row + 1]);
  }
  text += markdown_rows(group, sides) + "\n";
  for (const std::string& note : notes(standings, {})) text += "- " + markdown_cell(note) + "\n";
  return text;
}

std::string differences_table(const Standings& standings) {
  std::string text{"engine,opponent,difference,error95,superiority,low,high,format\n"};
  const rating::Fit& fit = standings.fit;
  for (const StandingsRow& a : standings.rows) {
    for (const StandingsRow& b : standings.rows) {
      if (a.engine == b.engine || !fit.comparable(a.engine, b.engine)) continue;
      const rating::Interval interval = fit.difference_interval(a.engine, b.engine);
      text += fmt::format("{},{},{},{},{},{},{},ebiri-errors/2\n", csv_text(a.name), csv_text(b.name),
                          decimal(a.elo - b.elo, 6), decimal((interval.high - interval.low) / 2, 6),
                          decimal(fit.superiority(a.engine, b.engine), 6), decimal(interval.low, 6),
                          decimal(interval.high, 6));
    }
  }
  return text;
}

}  // namespace ebiri::report
