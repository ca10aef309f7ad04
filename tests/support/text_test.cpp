#include "referee/support/text.hpp"

#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdint>

using namespace ebiri;
using namespace std::chrono_literals;

TEST_CASE("text: an integer has only digits and an optional minus sign") {
  CHECK(parse_integer<std::int32_t>("42") == 42);
  CHECK(parse_integer<std::int32_t>("-7") == -7);
  CHECK(parse_integer<std::int32_t>("0") == 0);
  for (const char* bad : {"", "-", "-0", "010", "+1", " 1", "1 ", "1e3", "0x10", "4294967296", "--1"}) {
    INFO(bad);
    CHECK_FALSE(parse_integer<std::int32_t>(bad));
  }
  CHECK(parse_integer<std::uint64_t>("18446744073709551615") == UINT64_MAX);
  CHECK_FALSE(parse_integer<std::uint64_t>("-1"));
}

TEST_CASE("text: only a near candidate is suggested") {
  const std::array<std::string, 3> keys{"rounds", "pairs", "engines"};
  CHECK(suggestion("roundz", keys) == "; did you mean `rounds`?");
  CHECK(suggestion("pair", keys) == "; did you mean `pairs`?");
  CHECK(suggestion("pairs ", keys) == "; did you mean `pairs`?");
  CHECK(suggestion("PAIRS", keys) == "; did you mean `pairs`?");
  CHECK(suggestion("prais", keys).empty());  // two errors in a short word
  const std::array<std::string, 1> seed{"seed"};
  CHECK(suggestion("sede", seed) == "; did you mean `seed`?");  // neighbours swapped
  CHECK(suggestion("colour", keys).empty());
}

TEST_CASE("text: control characters and invalid UTF-8 are escaped") {
  CHECK(printable("bestmove a", 80) == "bestmove a");
  CHECK(printable(std::string_view("a\0b\x1b[31m", 8), 80) == "a\\x00b\\x1b[31m");
  CHECK(printable("caf\xc3\xa9 \xc3(", 80) == "caf\xc3\xa9 \\xc3(");
  CHECK(printable("0123456789", 4) == "0123…");
  CHECK(printable("\xc2\x9b"
                  "31m \xe2\x80\xae",
                  80) == "\\xc2\\x9b31m \\xe2\\x80\\xae");  // CSI, right-to-left override
  CHECK(printable_lines("one\ntw\x1bo\n", 80) == "one\ntw\\x1bo\n");
  CHECK(printable_lines("one\n\tat two\n", 80) == "one\n\tat two\n");
  CHECK(printable_lines("\n\none\n\ntwo", 80) == "\n\none\n\ntwo");
  CHECK(printable_lines("one\ntwo\nthree", 6) == "one\ntw…");
  CHECK(printable_lines("one\n\n\n\n", 4) == "one\n…");
  CHECK(printable_lines("\xf0\x9f\x8c\xb0\nnext", 3) == "…");  // the cut is as long as the limit
  CHECK(printable_lines("a\xf0\x9f\x8c\xb0\nnext", 4) == "a…");
  CHECK(printable("\xed\xa0\x80", 80) == "\\xed\\xa0\\x80");
}

TEST_CASE("text: durations print in the largest exact unit") {
  CHECK(format_duration(50ms) == "50ms");
  CHECK(format_duration(10s) == "10s");
  CHECK(format_duration(90s) == "90s");
  CHECK(format_duration(2min) == "2min");
  CHECK(format_duration(0ms) == "0ms");
}

TEST_CASE("text: words skips blanks, split keeps empty parts") {
  CHECK(words("  go  depth\t3 ") == std::vector<std::string_view>{"go", "depth", "3"});
  CHECK(split("4-4--S", '-') == std::vector<std::string_view>{"4", "4", "", "S"});
  CHECK(split("", ',') == std::vector<std::string_view>{""});
}
