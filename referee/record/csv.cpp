// Reads and writes games as a CSV table (RFC 4180).
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "referee/record/foreign.hpp"
#include "referee/record/game_table.hpp"
#include "referee/record/notation.hpp"
#include "referee/support/csv.hpp"
#include "referee/support/shell.hpp"

namespace ebiri::record {

namespace {

using match::GameRecord;
using match::Verdict;

// A column, and the tag that it fills.
struct Column {
  std::string_view name, tag;
  bool needed = false;
};
constexpr Column columns[] = {
    {"first", "South", true}, {"second", "North", true}, {"result", "Points", true},
    {"pair", "Round"},        {"variant", "Variant"},    {"ruleset", "Ruleset"},
};

std::string_view value(const CsvReader::Row& header, const CsvReader::Row& row, std::string_view name) {
  const auto found = std::ranges::find(header.cells, name);
  if (found == header.cells.end()) return "";
  return row.cells[static_cast<std::size_t>(found - header.cells.begin())];
}

// The first player's points in PGN's words; other texts unchanged.
std::string_view pgn_points(std::string_view text) {
  if (text == "1") return "1-0";
  if (text == "0") return "0-1";
  return text == "0.5" || text == "0,5" ? "1/2-1/2" : text;
}

TaggedGame game_of(const CsvReader::Row& header, const CsvReader::Row& row) {
  TaggedGame game;
  game.line = row.line;
  const auto add = [&](std::string_view tag, std::string_view text) {
    if (!text.empty()) game.tags.push_back({tag, std::string{text}});
  };
  for (const Column& column : columns) {
    const auto text = value(header, row, column.name);
    add(column.tag, column.tag == "Points" ? pgn_points(text) : text);
  }
  const auto first = value(header, row, "seeds_first"), second = value(header, row, "seeds_second");
  if (!first.empty() && !second.empty()) add("Seeds", fmt::format("{}-{}", first, second));
  const auto loser = value(header, row, "loser");
  add("Termination", fmt::format("{}{}{}", loser, loser.empty() ? "" : " ", value(header, row, "reason")));
  return game;
}

// The first player's points.
std::string_view csv_points(Verdict::Result result) {
  constexpr std::array<std::string_view, 4> points{"1", "0", "0.5", "*"};  // in the enum's order
  return points.at(static_cast<std::size_t>(result));
}

// The first columns, by their names in a database. The others follow.
constexpr std::string_view leading[] = {"game",    "pair",    "south",       "north",       "result",
                                        "variant", "ruleset", "south_seeds", "north_seeds", "loser",
                                        "reason",  "plies",   "opening",     "caused_by"};

constexpr std::pair<std::string_view, std::string_view> csv_names[] = {
    {"south", "first"}, {"north", "second"}, {"south_seeds", "seeds_first"}, {"north_seeds", "seeds_second"}};

std::vector<std::string> columns_of_games() {
  std::vector<std::string> names{std::begin(leading), std::end(leading)};
  for (const TableColumn& column : game_columns())
    if (column.in_csv && std::ranges::find(names, column.name) == names.end()) names.push_back(column.name);
  return names;
}

std::string cell(const GameRecord& game, const nlohmann::ordered_json& row, const std::string& name) {
  const Verdict& verdict = game.verdict;
  const bool counted = verdict.south != 0 || verdict.north != 0;
  if (name == "result") return std::string{csv_points(verdict.result)};
  if (name == "plies") return std::to_string(game.move_count());
  if ((name == "south_seeds" || name == "north_seeds") && !counted) return "";
  if (name == "reason") {
    Verdict end = verdict;
    end.loser.reset();  // it has its own column
    return csv_text(termination(end));
  }
  const auto column = std::ranges::find(game_columns(), name, &TableColumn::name);
  if (!row.contains(column->place)) return "";
  const auto& value = row.at(column->place);
  return value.is_string() ? csv_text(value.get_ref<const std::string&>()) : value.dump();
}

}  // namespace

Result<void> read_csv(std::string_view text, std::string_view file, const TakeTagged& take) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto bad = [&](std::size_t line, std::string_view what) {
    return Error{fmt::format("{}:{}: error: {}", file, line, what)};
  };
  CsvReader rows{text};
  const auto header = rows.next();
  if (!header) return bad(1, "expected a first line that names the columns, such as `first,second,result`");
  const std::string hint =  // the file may be an engine
      file.ends_with(".csv") ? "" : "; to rate an engine: " + as_typed("grade " + shell_word(file));
  for (const Column& column : columns)
    if (column.needed && std::ranges::find(header->cells, column.name) == header->cells.end())
      return bad(header->line, fmt::format("the column `{}` is missing{}", column.name, hint));
  while (const auto row = rows.next()) {
    if (row->cells.size() != header->cells.size())
      return bad(row->line, fmt::format("found {} cells, expected {} as in the first line", row->cells.size(),
                                        header->cells.size()));
    if (auto taken = take(game_of(*header, *row)); !taken) return taken;
  }
  if (const auto line = rows.unterminated())
    return bad(*line, "the quoted cell that begins here has no `\"` at its end");
  return {};
}

std::string to_csv(std::span<const GameRecord> games) {
  const auto columns = columns_of_games();
  std::string text;
  for (const std::string& name : columns) {
    const auto found = std::ranges::find(csv_names, name, [](const auto& pair) { return pair.first; });
    text += (text.empty() ? "" : ",") + std::string{found == std::end(csv_names) ? name : found->second};
  }
  text += '\n';
  for (const GameRecord& game : games) {
    const auto row = table_row(game);
    for (const std::string& name : columns)
      text += (&name == &columns.front() ? "" : ",") + cell(game, row, name);
    text += '\n';
  }
  return text;
}

}  // namespace ebiri::record
