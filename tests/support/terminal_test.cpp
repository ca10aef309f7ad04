#include "referee/support/terminal.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

using namespace ebiri;

TEST_CASE("terminal: the width of text depends on letters, not bytes") {
  CHECK(display_width("") == 0);
  CHECK(display_width("abc") == 3);
  CHECK(display_width("Aualé") == 5);
  CHECK(display_width("Auale\u0301") == 5);  // combining accent
  CHECK(display_width("播棋") == 4);
  CHECK(display_width("a\xC3") == 2);  // truncated within a letter
}

TEST_CASE("terminal: text that is too wide is cut and marked") {
  const Terminal terminal;
  CHECK(fitted("minimax", 7, terminal) == "minimax");
  CHECK(fitted("minimax", 6, terminal) == "minim…");
  CHECK(fitted("minimax", 6, {.utf8 = false}) == "minim~");
  CHECK(fitted("播棋棋", 4, terminal) == "播…");
  CHECK(fitted("minimax", 1, terminal) == "…");
  CHECK(fitted("minimax", 0, terminal).empty());
  CHECK(fitted("a\nb\x1b[2J", 10, terminal) == "a?b?[2J");
}

TEST_CASE("terminal: padding counts columns") {
  CHECK(padded_right("Aualé", 7) == "Aualé  ");
  CHECK(padded_left("播棋", 5) == " 播棋");
  CHECK(padded_left("long", 2) == "long");
}

TEST_CASE("terminal: a long note is broken at blanks") {
  CHECK(wrapped("one two three", {.width = 7}) == std::vector<std::string>{"one two", "  three"});
  CHECK(wrapped("incomprehensible", {.width = 7}) == std::vector<std::string>{"incomp…"});
  CHECK(wrapped("", {.width = 7}) == std::vector<std::string>{""});
}
