#include "referee/report/table.hpp"

#include <fmt/format.h>

#include "referee/report/columns.hpp"
#include "referee/report/numbers.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

std::string title(const RunMeta& meta) { return printable(meta.name, 100); }

std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char letter : text) {
    if (letter == '|' || letter == '*' || letter == '_' || letter == '`' || letter == '\\') cell += '\\';
    cell += letter;
  }
  return cell;
}

void append_markdown_header(std::string& text, std::span<const Column> columns) {
  std::string rule;
  for (const Column& column : columns) {
    text += fmt::format("| {} ", column.title);
    rule += column.align == Column::Align::left ? "| --- " : "| ---: ";
  }
  text += "|\n" + rule + "|\n";
}

std::string csv_number(const std::optional<double>& value) { return value ? decimal(*value, 6) : ""; }

std::vector<std::string> csv_fields(const StandingsRow& row) {
  const auto rated = [&](const std::string& text) { return row.rated ? text : std::string{}; };
  const auto time = [&](std::chrono::microseconds duration) {
    return row.moves > 0 ? decimal(static_cast<double>(duration.count()) / 1000, 3) : std::string{};
  };
  std::vector<std::string> fields{rated(std::to_string(row.rank.best)),
                                  rated(std::to_string(row.rank.worst)),
                                  csv_text(row.name),
                                  std::to_string(row.group + 1),
                                  rated(decimal(row.elo, 6)),
                                  rated(decimal(row.error95, 6)),
                                  rated(row.marked ? "1" : "0"),
                                  csv_number(row.superiority),
                                  std::to_string(row.games),
                                  points_text(row.points),
                                  csv_number(row.score),
                                  std::to_string(row.results[2]),
                                  std::to_string(row.results[1]),
                                  std::to_string(row.results[0]),
                                  csv_number(row.score_as_first),
                                  csv_number(row.score_as_second),
                                  csv_number(row.draws)};
  for (const std::int64_t count : row.pairs) fields.push_back(std::to_string(count));
  for (std::string& field : std::vector<std::string>{
           std::to_string(row.unique_games), csv_number(row.margin), time(row.move_time),
           time(row.move_time_p99), std::to_string(row.forfeits.time), std::to_string(row.forfeits.crash),
           std::to_string(row.forfeits.illegal), std::to_string(row.forfeits.other),
           row.place ? std::to_string(row.place->best) : "",
           row.place ? std::to_string(row.place->worst) : "", csv_number(row.margin_rating),
           csv_number(row.margin_error95)}) {
    fields.push_back(std::move(field));
  }
  return fields;
}

std::vector<std::string> csv_accuracy(const StandingsRow& row) {
  if (!row.accuracy) return {"", "", "", "", ""};
  const Accuracy& judged = *row.accuracy;
  return {csv_number(judged.percent), std::to_string(judged.moves), std::to_string(judged.inaccuracies),
          std::to_string(judged.mistakes), std::to_string(judged.blunders)};
}

constexpr std::string_view csv_header =
    "rank_best,rank_worst,engine,group,elo,error95,prior,los_next,games,points,score,wins,draws,losses,"
    "score_first,score_second,draw_rate,pairs_0,pairs_1,pairs_2,pairs_3,pairs_4,unique,margin,"
    "ms_per_move,ms_per_move_p99,forfeits_time,forfeits_crash,forfeits_illegal,forfeits_other,place_first,"
    "place_last,"
    "margin_rating,margin_error95";
constexpr std::string_view csv_accuracy_header = ",accuracy,judged_moves,inaccuracies,mistakes,blunders";

}  // namespace

std::string text_table(const Standings& standings, const Terminal& terminal) {
  const Look look = look_of(standings, terminal, 1);
  const std::vector<std::string> lines = grid(standings, final_columns(standings), terminal, look);
  std::string text;
  if (!standings.meta.name.empty()) text += fitted(title(standings.meta), terminal.width, terminal) + "\n\n";
  text += lines[0] + "\n";
  for (std::size_t row = 0; row < standings.rows.size(); ++row) {
    const std::string heading = heading_before(standings, row);
    if (!heading.empty()) text += fitted(heading, terminal.width, terminal) + "\n";
    text += lines[row + 1] + "\n";
  }
  text += "\n";
  for (const std::string& note : notes(standings, terminal)) {
    const auto column = note.substr(0, note.find(':'));
    const bool of_column = column == "Pairs" || column == "Errors";
    if (of_column && lines[0].find(column) == std::string::npos) continue;
    for (const std::string& line : wrapped(note, terminal)) text += line + "\n";
  }
  return text;
}

std::string markdown_table(const Standings& standings) {
  const Look look{.decimals = 1, .marks = false, .utf8 = true};
  const std::vector<Column> columns = final_columns(standings);
  std::string text;
  if (!standings.meta.name.empty()) text += "## " + markdown_cell(title(standings.meta)) + "\n\n";
  if (standings.rows.empty()) append_markdown_header(text, columns);
  for (std::size_t row = 0; row < standings.rows.size(); ++row) {
    const std::string heading = heading_before(standings, row);
    if (!heading.empty()) text += (row > 0 ? "\n**" : "**") + heading + "**\n\n";
    if (row == 0 || !heading.empty()) append_markdown_header(text, columns);
    for (const Column& column : columns) {
      text += "| " + markdown_cell(column.cell(standings.rows[row], look)) + " ";
    }
    text += "|\n";
  }
  text += "\n";
  for (const std::string& note : notes(standings, {})) text += "- " + markdown_cell(note) + "\n";
  return text;
}

std::string errors_table(const Standings& standings) {
  std::string text{"engine,opponent,difference,error95,superiority\n"};
  const rating::Fit& fit = standings.fit;
  for (const StandingsRow& a : standings.rows) {
    for (const StandingsRow& b : standings.rows) {
      if (a.engine == b.engine || !fit.comparable(a.engine, b.engine)) continue;
      text += fmt::format("{},{},{},{},{}\n", csv_text(a.name), csv_text(b.name), decimal(a.elo - b.elo, 6),
                          decimal(rating::z95 * fit.difference_error(a.engine, b.engine), 6),
                          decimal(fit.superiority(a.engine, b.engine), 6));
    }
  }
  return text;
}

std::string csv_table(const Standings& standings) {
  const bool judged = !standings.meta.analysis.empty();
  std::string text{csv_header};
  text += judged ? std::string{csv_accuracy_header} + "\n" : "\n";
  for (const StandingsRow& row : standings.rows) {
    text += join(csv_fields(row), ",");
    if (judged) text += "," + join(csv_accuracy(row), ",");
    text += "\n";
  }
  return text;
}

}  // namespace ebiri::report
