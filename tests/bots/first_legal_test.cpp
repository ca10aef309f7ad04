// The Python engine: all lines at once, then the end of input.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "play.hpp"
#include "tests/new_folder.hpp"

using namespace ebiri;

namespace {

/// The output of the engine for `input`; its exit status must be 0.
std::vector<std::string> answers(const std::string& input) {
  const testing::NewFolder folder;
  const std::string file = folder.path / "lines";
  std::ofstream(file) << input;
  const std::string command = "python3 -B '" EBIRI_SOURCE_DIR "/bots/first_legal.py' < '" + file + "'";
  FILE* pipe = popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::vector<std::string> lines;
  std::array<char, 512> buffer;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) {
    lines.emplace_back(buffer.data());
    lines.back().pop_back();
  }
  CHECK(pclose(pipe) == 0);
  return lines;
}

std::string position_line(const tests::Played& game) {
  std::string line = "position " + (game.base ? "fen " + *game.base : std::string("startpos"));
  if (!game.moves.empty()) line += " moves";
  for (const std::string& move : game.moves) line += " " + move;
  return line + "\n";
}

}  // namespace

TEST_CASE("first_legal.py: plays the first legal move of every position") {
  std::string input;
  std::vector<std::string> expected;
  const auto games = tests::random_positions(31, 600);
  for (const auto& game : games) {
    input += position_line(game) + "go movetime 100\n";
    input += position_line(tests::from(game.board->position())) + "go movetime 100\n";
    expected.insert(expected.end(), 2, "bestmove " + game.board->legal_moves().front());
  }
  CHECK(answers(input) == expected);
}

TEST_CASE("first_legal.py: feeds, and knows when a capture would take everything") {
  struct Row {
    std::string position;
    std::string move;
    std::string reason;
  };
  const std::vector<Row> rows{
      {"1-0-0-0-2-1-0-0-0-0-0-0-22-22-S", "E", "A feeds nobody"},
      {"1-0-0-0-0-2-1-1-0-0-0-0-22-21-S moves F", "a", "a grand slam captures nothing, so north can move"},
      {"1-0-0-0-0-0-0-0-0-0-1-1-22-23-N", "e", "north to move"},
      {"13-0-0-0-0-0-0-0-0-0-0-1-17-17-S moves A", "a", "thirteen seeds skip the pit they came from"},
  };
  std::string input;
  std::vector<std::string> expected;
  for (const Row& row : rows) {
    const auto space = row.position.find(' ');
    std::vector<std::string> moves;
    if (space != std::string::npos) moves.push_back(row.position.substr(row.position.size() - 1));
    const auto game = tests::from(row.position.substr(0, space), moves);
    INFO(row.reason << "\n" << game.board->board());
    CHECK(game.board->legal_moves().front() == row.move);
    input += "position fen " + row.position + "\ngo\n";
    expected.push_back("bestmove " + row.move);
  }
  CHECK(answers(input) == expected);
}

TEST_CASE("first_legal.py: greets, answers isready, ignores unknown lines, and quits") {
  CHECK(answers("ugi\r\nisready\n\nhello\nsetoption name Hash value 1\nuginewgame\nstop\nquery gameover\n"
                "go\nquit\ngo\n") == std::vector<std::string>{"id name First legal",
                                                              "id author the Ebiri authors", "variants oware",
                                                              "ugiok", "readyok", "bestmove A"});
  CHECK(answers("").empty());
  CHECK(answers("isready") == std::vector<std::string>{"readyok"});
}

TEST_CASE("first_legal.py: is short") {
  std::ifstream file(EBIRI_SOURCE_DIR "/bots/first_legal.py");
  REQUIRE(file);
  int lines = 0;
  for (std::string line; std::getline(file, line);) ++lines;
  CHECK(lines < 60);
}
