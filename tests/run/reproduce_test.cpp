#include "referee/run/reproduce.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

using namespace ebiri;

TEST_CASE("reproduce: time limits are scaled to the cores") {
  record::Digest digest;
  digest.run.variant = "oware";
  match::GameRecord game;
  game.south = "a";
  game.north = "b";
  bool scaled = false;
  // Limits are scaled if a machine has half to twice this speed, so any machine scales several of them.
  for (int speed = 1; speed < 100'000 && !scaled; speed += speed / 2 + 1) {
    digest.plans = {{.config = "name: test\nlimit: {move: 500ms}\ncore-speed: " + std::to_string(speed) +
                               "\nengines:\n  - {name: a, command: /bin/true}\n"
                               "  - {name: b, command: /bin/true}\n"}};
    const auto arena = run::arena_of(".", digest, "a", "", false);
    REQUIRE(arena);
    scaled = run::setup_of(*arena, game).time_scale != match::unscaled;
  }
  CHECK(scaled);
}
