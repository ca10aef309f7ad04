// Turns of small games in turns.json. The second reader plays them too (reader_test.py).
#include <catch2/catch_test_macros.hpp>

#include "referee/described/described.hpp"
#include "tests/described/games.hpp"

namespace ebiri::described::tests {

TEST_CASE("turns of small games lead to the positions in turns.json") {
  auto cases = nlohmann::json::parse(source_file("tests/described/turns.json"));
  for (auto& turn : cases) {
    INFO(turn["title"]);
    turn["game"]["game"] = "small";
    const DescribedGame game(
        std::make_shared<const Rulebook>(rulebook_of(description_of(turn["game"].dump()))));
    const auto before = game.parse_position(turn["position"].get<std::string>());
    REQUIRE(before);
    const auto move = game.parse_move(*before, turn["move"].get<std::string>());
    REQUIRE(std::holds_alternative<Move>(move));
    CHECK(game.position_text(game.play(*before, std::get<Move>(move))) == turn["after"]);
  }
}

}  // namespace ebiri::described::tests
