// Games as a CSV table (RFC 4180), in and out.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "referee/record/foreign.hpp"
#include "referee/record/game_fields.hpp"
#include "referee/record/ogn.hpp"
#include "referee/support/csv.hpp"

namespace ebiri::record {

namespace {

using match::GameRecord;
using match::Verdict;

// A column that is read, and the tag that it fills.
struct Column {
  std::string_view name, tag;
  bool needed = false;
};
constexpr Column columns[] = {
    {"first", "South", true}, {"second", "North", true}, {"result", "Points", true},
    {"pair", "Round"},        {"variant", "Variant"},    {"ruleset", "Ruleset"},
};

// The games of a table.
class GameTable {
 public:
  GameTable(std::string_view text, std::string_view file) : rows_(text), file_(file) {}

  Result<void> run(const TakeTagged& take) {
    const auto header = rows_.next();
    if (!header) return bad(1, "expected a first line that names the columns, such as `first,second,result`");
    for (const Column& column : columns)
      if (column.needed && std::ranges::find(header->cells, column.name) == header->cells.end())
        return bad(header->line, fmt::format("the column `{}` is missing", column.name));
    while (const auto next = rows_.next()) {
      if (next->cells.size() != header->cells.size())
        return bad(next->line, fmt::format("{} cells where the first line names {} columns",
                                           next->cells.size(), header->cells.size()));
      if (const auto taken = give(*header, *next, take); !taken) return taken.error();
    }
    if (const auto line = rows_.unterminated())
      return bad(*line, "the quoted cell that begins here has no `\"` at its end");
    return {};
  }

 private:
  Error bad(std::size_t line, std::string_view what) const {
    return Error{fmt::format("{}:{}: error: {}", file_, line, what)};
  }

  static std::string_view value(const CsvReader::Row& header, const CsvReader::Row& row,
                                std::string_view name) {
    const auto found = std::ranges::find(header.cells, name);
    if (found == header.cells.end()) return "";
    return row.cells[static_cast<std::size_t>(found - header.cells.begin())];
  }

  static Result<void> give(const CsvReader::Row& header, const CsvReader::Row& row, const TakeTagged& take) {
    TaggedGame game;
    game.line = row.line;
    const auto add = [&](std::string_view tag, std::string_view text) {
      if (!text.empty()) game.tags.push_back({tag, text});
    };
    for (const Column& column : columns) {
      const auto text = value(header, row, column.name);
      add(column.tag, column.tag == "Points" ? points(text) : text);
    }
    const auto first = value(header, row, "seeds_first"), second = value(header, row, "seeds_second");
    const std::string seeds = fmt::format("{}-{}", first, second);
    if (!first.empty() && !second.empty()) add("Seeds", seeds);
    const auto loser = value(header, row, "loser");
    const std::string end =
        fmt::format("{}{}{}", loser, loser.empty() ? "" : " ", value(header, row, "reason"));
    add("Termination", end);
    return take(game);
  }

  // The first's points as PGN has them; anything else as it is.
  static std::string_view points(std::string_view text) {
    if (text == "1") return "1-0";
    if (text == "0") return "0-1";
    return text == "0.5" || text == "0,5" ? "1/2-1/2" : text;
  }

  CsvReader rows_;
  std::string_view file_;
};

std::string_view points_of_first(Verdict::Result result) {
  switch (result) {
    case Verdict::Result::south_wins:
      return "1";
    case Verdict::Result::north_wins:
      return "0";
    case Verdict::Result::draw:
      return "0.5";
    case Verdict::Result::void_game:
      break;
  }
  return "*";
}

}  // namespace

Result<void> read_csv(std::string_view text, std::string_view file, const TakeTagged& take) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return GameTable{text, file}.run(take);
}

// What was measured of a late or void move: the columns' names, and their cells, empty for other games.
struct TimeColumns {
  bool known = false;
  std::string names = {}, cells = {};

  void field(std::string_view name, const std::string& text) { add(name, csv_text(text)); }
  void field(std::string_view name, player::Duration time) { add(name, std::to_string(time.count())); }
  void add(std::string_view name, const std::string& cell) {
    names += fmt::format(",time_{}", name);
    cells += known ? "," + cell : ",";
  }
};

TimeColumns time_columns(const std::optional<player::TimeEvidence>& time) {
  const player::TimeEvidence evidence = time.value_or(player::TimeEvidence{});
  TimeColumns columns{.known = time.has_value()};
  each_field(evidence, columns);
  return columns;
}

std::string to_csv(std::span<const GameRecord> games) {
  std::string text =
      "game,pair,first,second,result,variant,ruleset,seeds_first,seeds_second,loser,reason,plies,opening,"
      "caused_by";
  text += time_columns({}).names + "\n";
  for (const GameRecord& game : games) {
    const bool seeds = game.verdict.south != 0 || game.verdict.north != 0;
    match::Verdict end = game.verdict;
    end.loser.reset();  // it has a column of its own
    const std::string reason = termination(end);
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n", game.game, game.pair,
                        csv_text(game.south), csv_text(game.north), points_of_first(game.verdict.result),
                        csv_text(game.variant), csv_text(game.ruleset),
                        seeds ? std::to_string(game.verdict.south) : "",
                        seeds ? std::to_string(game.verdict.north) : "",
                        game.verdict.loser ? rules::name(*game.verdict.loser) : "", csv_text(reason),
                        game.opening.moves.size() + game.plies.size(), csv_text(game.opening.name),
                        game.verdict.caused_by ? rules::name(*game.verdict.caused_by) : "",
                        time_columns(end.fault ? end.fault->time : end.time).cells);
  }
  return text;
}

}  // namespace ebiri::record
