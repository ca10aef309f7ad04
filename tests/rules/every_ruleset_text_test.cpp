// Properties of every ruleset of every variant: input from people and engines.
#include "tests/rules/every_ruleset.hpp"

using namespace ebiri;
using namespace ebiri::rules;
using namespace ebiri::rules::tests;

namespace {

constexpr int plies_read = sampled ? 10 : 50;
constexpr int slips_per_position = sampled ? 5 : 20;

// Texts that are probably no move in any variant, and all single characters.
std::vector<std::string> short_texts() {
  std::vector<std::string> texts{"",   " ",   "swap", "resign", "--", "0000", "A ", " A",
                                 "AB", "a\n", "Z9",   "\u00e9", "=",  "=,",   "=1", std::string(70000, 'A')};
  for (int byte = 0; byte < 256; ++byte) texts.emplace_back(1, static_cast<char>(byte));
  return texts;
}

// All texts of two printable characters, which include all short moves.
std::vector<std::string> pairs() {
  std::vector<std::string> texts;
  for (char first = ' '; first <= '~'; ++first)
    for (char second = ' '; second <= '~'; ++second) texts.push_back({first, second});
  return texts;
}

// Moves and positions of every variant, to make plausible mistakes from.
struct Texts {
  std::vector<std::string> moves;
  std::vector<std::string> positions;
};

Texts texts_of_all_variants() {
  std::set<std::string> moves{"=1,2,3"}, positions;
  Random random{3};
  for_every_ruleset([&](const Rules& rules) {
    int plies = 40;
    played(rules, random, plies, [&](const Game& now) {
      for (const std::string& move : now.legal_moves()) moves.insert(move);
      moves.insert(random_move(now, random));
      positions.insert(now.position());
    });
  });
  return {{moves.begin(), moves.end()}, {positions.begin(), positions.end()}};
}

const std::string& any_of(const std::vector<std::string>& texts, Random& random) {
  return texts[random.below(texts.size())];
}

}  // namespace

TEST_CASE(
    "every ruleset: a text is accepted as a move exactly if it is legal, else refused without a trace") {
  const Texts texts = texts_of_all_variants();
  for_every_ruleset([&](const Rules& rules) {
    Random random{4};
    int plies = plies_read;
    while (plies > 0) {
      played(rules, random, plies, [&](const Game& now) {
        INFO(now.position());
        for (int i = 0; i < slips_per_position; ++i) {
          const std::string& foreign = any_of(texts.moves, random);
          REQUIRE(broken_answer(now, foreign) == "");
          REQUIRE(broken_answer(now, slip(random_move(now, random), foreign, random)) == "");
        }
      });
    }
  });
}

TEST_CASE("every ruleset: of all texts of one or two characters only the legal moves are accepted") {
  const auto one = short_texts();
  const auto two = pairs();
  for_every_ruleset([&](const Rules& rules) {
    Random random{5};
    int plies = 1 + static_cast<int>(random.below(20));
    const auto game = played(rules, random, plies, [](const Game&) {});
    if (game->outcome()) return;
    INFO(game->position());
    for (const std::string& text : one) REQUIRE(broken_answer(*game, text) == "");
    for (std::size_t i = 0; i < two.size(); i += sampled ? 97 : 7)
      REQUIRE(broken_answer(*game, two[i]) == "");
  });
}

TEST_CASE("every ruleset: a position with typing errors is refused with a reason, or is a valid position") {
  const Texts texts = texts_of_all_variants();
  for_every_ruleset([&](const Rules& rules) {
    Random random{6};
    int plies = plies_read;
    while (plies > 0) {
      played(rules, random, plies, [&](const Game& now) {
        const std::string position = now.position();
        for (int i = 0; i < slips_per_position; ++i) {
          const std::string text = slip(position, any_of(texts.positions, random), random);
          INFO(text);
          REQUIRE(broken_reading(rules, text) == "");
        }
      });
    }
  });
}

TEST_CASE("every ruleset: seeds may lie anywhere, and the game can be played from there") {
  for_every_ruleset([&](const Rules& rules) {
    Random random{7};
    std::string text = rules.start()->position();
    int games = 0;
    for (int i = 0; i < 4 * plies_read; ++i) {
      const std::string next = shifted(text, random);
      INFO(next);
      REQUIRE(broken_reading(rules, next) == "");
      const auto game = rules.from_position(next);
      if (!game) continue;
      text = next;
      ++games;
      for (int ply = 0; ply < 3 && !(*game)->outcome(); ++ply)
        REQUIRE_FALSE((*game)->play(random_move(**game, random)));
      if (random.below(8) == 0 && !(*game)->outcome()) text = (*game)->position();
    }
    CHECK(games > 0);
  });
}
