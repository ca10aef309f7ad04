// Games as a CSV table (RFC 4180), in and out.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "referee/record/foreign.hpp"
#include "referee/record/ogn.hpp"
#include "referee/record/time_fields.hpp"
#include "referee/support/text.hpp"

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

struct CsvRow {
  std::size_t line = 0;
  std::vector<std::string> cells;
};

class CsvReader {
 public:
  CsvReader(std::string_view text, std::string_view file) : text_(text), file_(file) {
    const auto header = text_.substr(0, text_.find('\n'));
    for (const char c : {',', ';', '\t'}) {
      separator_ = c;
      if (header.find(c) != std::string_view::npos) break;
    }
  }

  Result<void> run(const TakeTagged& take) {
    const auto header = row();
    if (!header) return bad(1, "expected a first line that names the columns, such as `first,second,result`");
    for (const Column& column : columns)
      if (column.needed && std::ranges::find(header->cells, column.name) == header->cells.end())
        return bad(header->line, fmt::format("the column `{}` is missing", column.name));
    while (const auto next = row()) {
      if (next->cells.size() != header->cells.size())
        return bad(next->line, fmt::format("{} cells where the first line names {} columns",
                                           next->cells.size(), header->cells.size()));
      if (const auto taken = give(*header, *next, take); !taken) return taken.error();
    }
    if (unterminated_) return bad(*unterminated_, "the quoted cell that begins here has no `\"` at its end");
    return {};
  }

 private:
  Error bad(std::size_t line, std::string_view what) const {
    return Error{fmt::format("{}:{}: error: {}", file_, line, what)};
  }

  // The next line that is not empty.
  std::optional<CsvRow> row() {
    while (at_ < text_.size()) {
      CsvRow result{.line = line_, .cells = {}};
      bool more = true;
      while (more) {
        result.cells.push_back(cell());
        more = at_ < text_.size() && text_[at_] == separator_;
        if (more) ++at_;
      }
      if (at_ < text_.size()) ++at_;  // the newline
      ++line_;
      if (unterminated_) return std::nullopt;
      if (result.cells.size() > 1 || !result.cells[0].empty()) return result;
    }
    return std::nullopt;
  }

  std::string cell() {
    if (at_ < text_.size() && text_[at_] == '"') return quoted();
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') ++at_;
    return std::string{trim(text_.substr(begin, at_ - begin))};
  }

  std::string quoted() {
    const std::size_t line = line_;
    std::string value;
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '"') {
        if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') break;
        ++at_;
      }
      if (text_[at_] == '\n') ++line_;
      value += text_[at_];
    }
    if (at_ == text_.size()) unterminated_ = line;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') ++at_;
    return value;
  }

  static std::string_view value(const CsvRow& header, const CsvRow& row, std::string_view name) {
    const auto found = std::ranges::find(header.cells, name);
    if (found == header.cells.end()) return "";
    return row.cells[static_cast<std::size_t>(found - header.cells.begin())];
  }

  static Result<void> give(const CsvRow& header, const CsvRow& row, const TakeTagged& take) {
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

  std::string_view text_, file_;
  char separator_ = ',';
  std::size_t at_ = 0, line_ = 1;
  std::optional<std::size_t> unterminated_;
};

std::string cell(std::string_view text) {
  if (text.find_first_of(",;\t\"\n\r") == std::string_view::npos && trim(text) == text)
    return std::string{text};
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string{"\"\""} : std::string(1, c);
  return quoted + "\"";
}

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
  return CsvReader{text, file}.run(take);
}

// What was measured of a late or void move: empty cells for other games.
std::string time_cells(const match::Verdict& end) {
  const auto& time = end.fault ? end.fault->time : end.time;
  std::string text = fmt::format(",{}", end.caused_by ? rules::name(*end.caused_by) : "");
  for (const auto& [name, field] : time_fields)
    text += time ? fmt::format(",{}", ((*time).*field).count()) : ",";
  return text + "," + (time ? time->cpu_source : "");
}

std::string to_csv(std::span<const GameRecord> games) {
  std::string text =
      "game,pair,first,second,result,variant,ruleset,seeds_first,seeds_second,loser,reason,plies,opening,"
      "caused_by";
  for (const auto& [name, field] : time_fields) text += fmt::format(",time_{}", name);
  text += ",time_cpu_source\n";
  for (const GameRecord& game : games) {
    const bool seeds = game.verdict.south != 0 || game.verdict.north != 0;
    match::Verdict end = game.verdict;
    end.loser.reset();  // it has a column of its own
    const std::string reason = termination(end);
    text += fmt::format(
        "{},{},{},{},{},{},{},{},{},{},{},{},{}{}\n", game.game, game.pair, cell(game.south),
        cell(game.north), points_of_first(game.verdict.result), cell(game.variant), cell(game.ruleset),
        seeds ? std::to_string(game.verdict.south) : "", seeds ? std::to_string(game.verdict.north) : "",
        game.verdict.loser ? rules::name(*game.verdict.loser) : "", cell(reason),
        game.opening.moves.size() + game.plies.size(), cell(game.opening.name), time_cells(game.verdict));
  }
  return text;
}

}  // namespace ebiri::record
