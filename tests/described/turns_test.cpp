// Turns of small games. The second reader plays those in turns.json too (reader_test.py).
#include <catch2/catch_test_macros.hpp>

#include "referee/described/described.hpp"
#include "tests/described/games.hpp"

namespace ebiri::described::tests {

namespace {

DescribedGame game_of(const std::string& text) {
  return DescribedGame(std::make_shared<const Rulebook>(rulebook_of(description_of(text))));
}

rules::Effect effect_of(const std::string& text, const std::string& position, const std::string& move) {
  const DescribedGame game = game_of(text);
  const auto before = game.parse_position(position);
  REQUIRE(before);
  return game.effect(*before, std::get<Move>(game.parse_move(*before, move)));
}

}  // namespace

TEST_CASE("turns of small games lead to the positions in turns.json") {
  auto cases = nlohmann::json::parse(source_file("tests/described/turns.json"));
  for (auto& turn : cases) {
    INFO(turn["title"]);
    turn["game"]["game"] = "small";
    const DescribedGame game = game_of(turn["game"].dump());
    const auto before = game.parse_position(turn["position"].get<std::string>());
    REQUIRE(before);
    const auto move = game.parse_move(*before, turn["move"].get<std::string>());
    REQUIRE(std::holds_alternative<Move>(move));
    CHECK(game.position_text(game.play(*before, std::get<Move>(move))) == turn["after"]);
  }
}

TEST_CASE("a single seed that is swept from the hand counts as captured") {
  CHECK(effect_of(game_text("namnam-fast"), "0,0,0,0,2,3/0,0,0,3,0,0/20,20/S", "4").captured == 8);
}

TEST_CASE("captures count in every lap of a turn") {
  const std::string text =
      "game: small\nboard: {columns: 3}\nstart: {south: [3, 8, 7], north: [4, 5, 11]}\n"
      "lap-end: ['occupied -> relay', 'own, empty -> take facing']\n";
  CHECK(effect_of(text, "3,8,7/4,5,11/0,0/S", "0").words == "sows 3 from 0, captures 6, 297 laps");
}

TEST_CASE("an endless turn that changes nothing captures nothing") {
  const std::string text =
      "game: small\nboard: {columns: 3}\nstart: {south: [1, 1, 0], north: [0, 2, 0]}\n"
      "lap-end: ['occupied, facing -> take facing, relay']\nlimits: {laps: 1, endless: ";
  CHECK(effect_of(text + "stop}\n", "1,1,0/0,2,0/0,0/S", "0").captured == 2);
  CHECK(effect_of(text + "annul}\n", "1,1,0/0,2,0/0,0/S", "0").captured == 0);
}

}  // namespace ebiri::described::tests
