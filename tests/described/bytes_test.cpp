#include <catch2/catch_test_macros.hpp>

#include "referee/described/described.hpp"
#include "referee/rules/variant.hpp"
#include "tests/described/games.hpp"

namespace ebiri::described::tests {

TEST_CASE("a game written as bytes is read as the same game") {
  const std::vector<std::string> names = game_names();
  for (std::size_t i = 0; i < names.size(); i += sampling_step) {
    const Description description = description_of(game_text(names[i]));
    const std::string bytes = to_bytes(rulebook_of(description));
    const auto read = from_bytes(bytes);
    INFO(names[i]);
    REQUIRE(read);
    CHECK(to_bytes(*read) == bytes);
    CHECK(read->reasons.size() == read->program.endings.size());
    const DescribedGame game(std::make_shared<const Rulebook>(*read));
    const std::size_t depth = std::min<std::size_t>(description.perft.size(), 4);
    if (depth == 0) continue;
    const auto counts = rules::perft(game, game.start(), static_cast<int>(depth));
    CHECK(counts.leaves + counts.ended_earlier == description.perft[depth - 1]);
  }
}

TEST_CASE("damaged and truncated bytes are refused") {
  const std::string bytes = to_bytes(rulebook_of(description_of(game_text("tuz"))));
  for (std::size_t i = 0; i < bytes.size(); i += 7) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    CHECK(!from_bytes(damaged));
    CHECK(!from_bytes(bytes.substr(0, i)));
  }
}

}  // namespace ebiri::described::tests
