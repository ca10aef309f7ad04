// Invented games: their texts describe the same games.
#include "referee/described/invention.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/described/games.hpp"

namespace ebiri::described::tests {

TEST_CASE("the text of an invented game describes it") {
  Description kalah = description_of(game_text("kalah"));
  kalah.title = "Kalah: the author's game";
  CHECK(description_of(description_text(kalah)).title == kalah.title);
  const Mutator mutator({kalah, description_of(game_text("igisoro"))});
  Random random{5};
  int changed = 0;
  for (int i = 0; i < 300; ++i) {
    const auto game = mutator.change(kalah, random);
    if (!game) continue;
    ++changed;
    const std::string text = description_text(*game);
    INFO(text);
    REQUIRE(description_of(text).hash() == game->hash());
  }
  CHECK(changed > 275);
}

}  // namespace ebiri::described::tests
