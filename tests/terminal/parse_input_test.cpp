// Input that people type, and its meaning.
#include "referee/terminal/user_input.hpp"

#include <catch2/catch_test_macros.hpp>

#include "referee/rules/registry.hpp"

using namespace ebiri;
using namespace ebiri::terminal;
using Kind = Input::Kind;

namespace {

std::unique_ptr<rules::Game> start_of(const std::string& variant) {
  auto rules = rules::make_rules({.variant = variant, .ruleset = "", .options = {}});
  REQUIRE(rules);
  auto game = (*rules)->start();
  return game->clone();
}

Input typed(const std::string& variant, std::string_view line) {
  return parse_input(line, *start_of(variant));
}

}  // namespace

TEST_CASE("input: a move may be in upper or lower case, if it is unique") {
  struct Row {
    const char *variant, *line, *move;
  };
  for (const auto& [variant, line, move] : std::initializer_list<Row>{{"oware", "F", "F"},
                                                                      {"oware", "f", "F"},
                                                                      {"oware", "  f  ", "F"},
                                                                      {"bao", "a6l", "A6L"},
                                                                      {"bao", "A6r", "A6R"},
                                                                      {"bao", "a6 r", "A6R"},
                                                                      {"kalah", "c", "C"}}) {
    CAPTURE(variant, line);
    CHECK(typed(variant, line) == Input{Kind::move, move});
  }
}

TEST_CASE("input: north's letters are lower case, and may be typed in upper case") {
  const auto game = start_of("oware");
  REQUIRE_FALSE(game->play("A"));
  CHECK(parse_input("B", *game) == Input{Kind::move, "b"});
}

TEST_CASE("input: commands are read in any case, with a file where it belongs") {
  CHECK(typed("oware", "UNDO").kind == Kind::undo);
  CHECK(typed("oware", "back").kind == Kind::undo);
  CHECK(typed("oware", "?").kind == Kind::help);
  CHECK(typed("oware", "q").kind == Kind::quit);
  CHECK(typed("oware", "save  my game.ogn ") == Input{Kind::save, "my game.ogn"});
  CHECK(typed("oware", "save") == Input{Kind::save, ""});
  CHECK(typed("oware", " \t").kind == Kind::nothing);
}

TEST_CASE("input: an illegal move is refused with the reason and the legal moves") {
  CHECK(typed("oware", "Z9") ==
        Input{Kind::refused,
              "`Z9` is not a move, expected a pit from `A` to `F` or from `a` to `f`; legal: A B C D E F"});
  const auto slip = typed("oware", "unod");
  CHECK(slip.kind == Kind::refused);
  CHECK(slip.text.ends_with("; legal: A B C D E F; did you mean `undo`?"));
  CHECK(parse_input("A6L>", *start_of("bao"), Listed::nothing) ==
        Input{Kind::refused, "`A6L` does not stop at the house, so `>` is not allowed"});
  CHECK(typed("bao", "a5 l").text.starts_with("`A5` is an owned house with six seeds or more"));
  CHECK(typed("oware", "level 2").text.find("--level 1 to 10") != std::string::npos);
  CHECK(typed("oware", "resign now").kind == Kind::refused);
  CHECK(typed("oware", "--") == Input{Kind::refused, "a turn can only be lost by time; legal: A B C D E F"});
}

TEST_CASE("input: arbitrary bytes are refused with a printable message") {
  const auto refused = typed("oware", "\x1b[2J\xff");
  CHECK(refused.kind == Kind::refused);
  CHECK(refused.text.find('\x1b') == std::string::npos);
}

TEST_CASE("input: an arrangement is read with blanks or commas, or in the notation of records") {
  const std::string twos = "=2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2";
  CHECK(typed("omweso", "2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2") == Input{Kind::move, twos});
  CHECK(typed("omweso", "2, 2, 2, 2, 2,2,2,2,2,2,2,2,2,2,2,2") == Input{Kind::move, twos});
  CHECK(typed("omweso", twos) == Input{Kind::move, twos});
  const auto short_of = typed("omweso", "2 2 2");
  CHECK(short_of.kind == Kind::refused);
  CHECK(short_of.text.find("lay out 32 seeds in your 16 pits") != std::string::npos);
  CHECK(typed("omweso", "undo").kind == Kind::undo);
}

TEST_CASE("input: after the end of the game only commands are accepted") {
  CHECK(parse_input_after_end("undo").kind == Kind::undo);
  CHECK(parse_input_after_end("save x.ogn") == Input{Kind::save, "x.ogn"});
  CHECK(parse_input_after_end("").kind == Kind::nothing);
  CHECK(parse_input_after_end("hint").kind == Kind::refused);
  CHECK(parse_input_after_end("A").text ==
        "the game is over, and `A` is not a command; commands are undo, why, rules, "
        "lesson, save FILE, board, help and quit");
  std::size_t begin = 0;
  const std::string text = help(true);
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1)
    CHECK(parse_input_after_end(text.substr(begin, text.find_first_of(" \n", begin) - begin)).kind !=
          Kind::refused);
  CHECK(help(false).ends_with(text));
}
