#include "referee/support/csv.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

using namespace ebiri;

namespace {

std::string_view as_a_spreadsheet_sees_it(std::string_view cell) {
  if (cell.starts_with('"')) cell.remove_prefix(1);
  return cell.substr(std::min(cell.find_first_not_of(" \t\r\n"), cell.size()));
}

bool is_a_formula(std::string_view cell) {
  const auto seen = as_a_spreadsheet_sees_it(cell);
  return !seen.empty() && std::string_view{"=+-@"}.find(seen[0]) != std::string_view::npos;
}

// All texts of these letters with at most `longest` letters.
std::vector<std::string> every_text(std::string_view letters, std::size_t longest) {
  std::vector<std::string> texts{""};
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (texts[i].size() < longest)
      for (const char letter : letters) texts.push_back(texts[i] + letter);
  return texts;
}

}  // namespace

TEST_CASE("csv: an apostrophe precedes a text that a spreadsheet would read as a formula") {
  struct Case {
    const char *text, *cell;
  };
  const Case cases[] = {
      {"alphabeta", "alphabeta"},
      {"=1+1", "'=1+1"},
      {"+a", "'+a"},
      {"-a", "'-a"},
      {"@SUM(A1)", "'@SUM(A1)"},
      {" =1", "' =1"},  // some spreadsheets skip blanks
      {"a=1", "a=1"},   // not at the beginning
      {"'a", "'a"},     // not a formula after the apostrophe
      {"'=1", "''=1"},  // otherwise the reader would return `=1`
      {"=\"a\",b", "\"'=\"\"a\"\",b\""},
  };
  for (const Case& one : cases) {
    CAPTURE(one.text);
    CHECK(csv_text(one.text) == one.cell);
  }
}

TEST_CASE("csv: no text becomes a formula, and every text is read as it was written") {
  for (const std::string& text : every_text("='+ \"a,\n", 5)) {
    const std::string cell = csv_text(text);
    if (is_a_formula(cell)) FAIL_CHECK("a formula: " << cell);
    const std::string table = "first,second\n" + cell + ",-1\n";
    CsvReader reader{table};
    reader.next();
    const auto row = reader.next();
    if (!row || row->cells != std::vector<std::string>{text, "-1"})
      FAIL_CHECK("the reader changed it: " << cell);
  }
}
