// Compares the machine with turns from independent programs (tests/data/family).
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/described/games.hpp"

namespace ebiri::described::tests {

namespace {

using nlohmann::json;

// The files of turns, `GAME.jsonl.gz` or `GAME.PART.jsonl.gz`.
std::vector<std::string> vector_files() {
  std::vector<std::string> names;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(EBIRI_SOURCE_DIR) + "/tests/data/family")) {
    if (file.path().extension() == ".gz") names.push_back(file.path().filename());
  }
  std::ranges::sort(names);
  return names;
}

std::vector<json> lines_of(const std::string& file) {
  std::istringstream stream(source_file("tests/data/family/" + file));
  std::vector<json> lines;
  for (std::string line; std::getline(stream, line);) {
    if (!line.empty()) lines.push_back(json::parse(line));
  }
  return lines;
}

// Seeds that the vectors do not show are out.
Position position_of(const Program& program, const json& south, const json& north, int mover) {
  Position position = program.start;
  for (int number = 0; number < program.side; ++number) {
    position.seeds[number] = south.at(static_cast<std::size_t>(number));
    position.seeds[program.side + number] = north.at(static_cast<std::size_t>(number));
  }
  position.mover = static_cast<std::uint8_t>(mover);
  position.turns[0] = position.turns[1] = 50;
  position.hits[0] = position.hits[1] = 0;
  return position;
}

json pits_of(const Program& program, const Position& position, int side) {
  json pits = json::array();
  for (int number = 0; number < program.side; ++number)
    pits.push_back(position.seeds[side * program.side + number]);
  return pits;
}

// One turn with its pits and, behind `next`, the next player.
bool agrees_with_turn(Playable& game, const json& line) {
  const int mover = line.at("mover") == "S" ? 0 : 1;
  const Position position = position_of(game.program, line.at("south"), line.at("north"), mover);
  const std::string wanted = std::to_string(line.at("move").get<int>()) +
                             (game.program.is_signed ? line.at("dir").get<std::string>() : "");
  std::set<int> legal;
  bool same = false;
  game.machine.each_turn(position, [&](Turn& turn) {
    legal.insert(turn.move.pit % game.program.side);
    if (short_text(game.program, turn.move) != wanted) return true;
    same = pits_of(game.program, turn.now, 0) == line.at("south_after") &&
           pits_of(game.program, turn.now, 1) == line.at("north_after");
    Position after = turn.now;
    game.machine.settle(after, 1);
    const int next = line.at("next") == "S" ? 0 : 1;
    same = same && (turn.now.mover == next || after.mover == next || after.is_over());
    return true;
  });
  return same && json(legal) == line.at("legal");
}

// All turns of a position, each with the pits of the mover and of the other player.
bool agrees_with_turns(Playable& game, const json& line) {
  Position position = position_of(game.program, line.at("mover"), line.at("other"), 0);
  const int ply = line.at("ply");
  position.turns[0] = static_cast<std::uint16_t>(ply / 2);
  position.turns[1] = static_cast<std::uint16_t>((ply + 1) / 2);
  std::map<std::string, json> found;
  game.machine.each_turn(position, [&](Turn& turn) {
    if (!turn.endless)
      found[short_text(game.program, turn.move)] = {pits_of(game.program, turn.now, 0),
                                                    pits_of(game.program, turn.now, 1)};
    return true;
  });
  std::map<std::string, json> wanted;
  for (const json& turn : line.at("turns")) {
    std::string text = turn.at(0);
    if (!game.program.is_signed) text.pop_back();
    wanted[text] = {turn.at(1), turn.at(2)};
  }
  return found == wanted;
}

}  // namespace

TEST_CASE("every turn of the vectors is equal") {
  std::size_t turns = 0;
  for (const std::string& file : vector_files()) {
    Playable game(file.substr(0, file.find('.')));
    std::size_t number = 0;
    for (const json& line : lines_of(file)) {
      INFO(file << ", line " << ++number << ": " << line.dump());
      if (line.contains("ruleset")) continue;
      turns += line.contains("turns") ? line["turns"].size() : 1;
      const bool equal =
          line.contains("turns") ? agrees_with_turns(game, line) : agrees_with_turn(game, line);
      CHECK(equal);
    }
  }
  CHECK(turns > 20'000);
}

}  // namespace ebiri::described::tests
