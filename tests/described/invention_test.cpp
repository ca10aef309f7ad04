// Invented games: their texts describe the same games.
#include "referee/described/invention.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/described/games.hpp"

namespace ebiri::described::tests {

TEST_CASE("the text of an invented game describes it") {
  Description kalah = description_of(game_text("kalah"));
  kalah.title = "Kalah: the author's game";
  CHECK(description_of(description_text(kalah)).title == kalah.title);
  const auto known = rules_by_list({kalah, description_of(game_text("igisoro"))});
  Random random{5};
  int games = 0;
  for (int i = 0; i < 300; ++i) {
    const auto game = changed(kalah, known, random);
    if (!game) continue;
    ++games;
    const std::string text = description_text(*game);
    INFO(text);
    REQUIRE(description_of(text).hash() == game->hash());
  }
  CHECK(games > 275);
}

}  // namespace ebiri::described::tests
