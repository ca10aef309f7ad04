#include "referee/support/csv.hpp"

#include <utility>

#include "referee/support/text.hpp"

namespace ebiri {

namespace {

// Whether a spreadsheet may read the text as a formula. Leading apostrophes are ignored, and blanks too,
// because some spreadsheets skip them.
bool looks_like_formula(std::string_view text) {
  const std::size_t first = text.find_first_not_of("' \t\r\n");
  return first != text.npos && std::string_view{"=+-@"}.find(text[first]) != std::string_view::npos;
}

std::string without_apostrophe(std::string text) {
  if (text.starts_with('\'') && looks_like_formula(text)) text.erase(0, 1);
  return text;
}

}  // namespace

std::string csv_text(std::string_view text) {
  std::string result = looks_like_formula(text) ? "'" : "";
  result += text;
  if (result.find_first_of(",;\t\"\n\r") == std::string::npos && trim(result) == result) return result;
  return '"' + replaced(std::move(result), "\"", "\"\"") + '"';
}

// Takes the first separator that occurs in the first row. If none does, the table has one column, and any
// will do.
CsvReader::CsvReader(std::string_view table) : table_(table) {
  const auto header = table_.substr(0, table_.find('\n'));
  for (const char separator : {',', ';', '\t'}) {
    separator_ = separator;
    if (header.find(separator) != std::string_view::npos) break;
  }
}

std::optional<CsvReader::Row> CsvReader::next() {
  while (at_ < table_.size()) {
    Row row{.line = line_, .cells = {}};
    bool more = true;
    while (more) {
      row.cells.push_back(cell());
      more = at_ < table_.size() && table_[at_] == separator_;
      if (more) ++at_;
    }
    if (at_ < table_.size()) ++at_;  // the newline
    ++line_;
    if (unterminated_) return std::nullopt;
    if (row.cells.size() > 1 || !row.cells[0].empty()) return row;
  }
  return std::nullopt;
}

std::string CsvReader::cell() {
  if (at_ < table_.size() && table_[at_] == '"') return without_apostrophe(quoted());
  const std::size_t begin = at_;
  while (at_ < table_.size() && table_[at_] != separator_ && table_[at_] != '\n') ++at_;
  return without_apostrophe(std::string{trim(table_.substr(begin, at_ - begin))});
}

std::string CsvReader::quoted() {
  const std::size_t line = line_;
  std::string text;
  for (++at_; at_ < table_.size(); ++at_) {
    if (table_[at_] == '"') {
      if (at_ + 1 == table_.size() || table_[at_ + 1] != '"') break;
      ++at_;
    }
    if (table_[at_] == '\n') ++line_;
    text += table_[at_];
  }
  if (at_ == table_.size()) unterminated_ = line;
  while (at_ < table_.size() && table_[at_] != separator_ && table_[at_] != '\n') ++at_;
  return text;
}

}  // namespace ebiri
