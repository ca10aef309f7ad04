// Random descriptions: they are refused, or they can be played and keep their seeds.
#include <catch2/catch_test_macros.hpp>

#include "referee/described/described.hpp"
#include "referee/support/random.hpp"
#include "tests/described/games.hpp"

namespace ebiri::described::tests {

namespace {

constexpr int rounds = EBIRI_TEST_SAMPLING != 0 ? 200 : 3000;

template <class T>
const T& one_of(const std::vector<T>& list, Random& random) {
  return list[random.below(list.size())];
}

// The rules of all games, by list.
nlohmann::json all_rules() {
  nlohmann::json all = nlohmann::json::object();
  for (const std::string& name : game_names()) {
    const Description game = description_of(game_text(name));
    for (const char* list : {"dropping", "lap-end", "turn-end", "end"}) {
      for (const auto& rule : game.rules[list]) all[list].push_back(rule);
    }
    for (const char* key : {"board", "turn", "sow", "feed", "grand-slam", "rounds", "start"})
      all[key].push_back(game.rules[key]);
  }
  return all;
}

// The keys of one game as a random mixture; JSON is YAML too.
std::string mixture(const nlohmann::json& all, Random& random) {
  const auto pick = [&](const char* key) { return all[key][random.below(all[key].size())]; };
  nlohmann::json game{{"game", "mixture"}};
  game["board"] = pick("board");
  game["start"] = 1 + random.below(4);
  game["turn"] = pick("turn");
  if (game["turn"]["reverse"].is_null()) game["turn"].erase("reverse");
  game["sow"] = pick("sow");
  game["feed"] = pick("feed");
  game["grand-slam"] = pick("grand-slam");
  game["swap"] = random.below(4) == 0;
  const std::vector<std::string> endless{"annul", "draw", "loss", "illegal", "stop", "round"};
  game["limits"] = {{"laps", 1 + random.below(100)}, {"endless", one_of(endless, random)}};
  if (random.below(3) == 0) {
    const std::vector<std::string> refills{"row", "match", "territory", "even"};
    game["rounds"] = {{"max", 3}, {"refill", one_of(refills, random)}};
  }
  for (const char* list : {"dropping", "lap-end", "turn-end", "end"}) {
    game[list] = nlohmann::json::array();
    for (std::uint64_t i = random.below(4); i > 0; --i) game[list].push_back(pick(list));
  }
  return game.dump();
}

std::string damaged(std::string text, Random& random) {
  for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
    const std::size_t at = random.below(text.size());
    switch (random.below(4)) {
      case 0:
        text[at] = static_cast<char>(random.below(128));
        break;
      case 1:
        text.erase(at, random.below(12));
        break;
      case 2:
        text.insert(at, text.substr(random.below(text.size()), random.below(20)));
        break;
      default:
        text[at] = static_cast<char>('0' + random.below(10));
    }
    if (text.empty()) return "x";
  }
  return text;
}

// Plays some turns of a valid game.
void play_a_little(const Description& game, Random& random) {
  Description limited = game;
  limited.rules["limits"]["laps"] = std::min(limited.rules["limits"]["laps"].get<int>(), 60);
  Playable playable(limited);
  Position position = playable.machine.start();
  for (int ply = 0; ply < 12 && !position.is_over(); ++ply) {
    std::vector<Move> moves;
    playable.machine.each_turn(position, [&](const Turn& turn) {
      moves.push_back(turn.move);
      return moves.size() < 200;
    });
    REQUIRE_FALSE(moves.empty());
    const Move move = one_of(moves, random);
    Position after;
    REQUIRE(playable.machine.play(position, move, after));
    REQUIRE(all_seeds(after) == playable.program.total);
    position = after;
  }
}

// Whether the text is a valid game.
bool try_text(const std::string& text, Random& random) {
  const auto read = read_description({"fuzz.yaml", text});
  if (!read) {
    CHECK_FALSE(read.error().message.empty());
    return false;
  }
  INFO(text);
  play_a_little(*read, random);
  return true;
}

}  // namespace

TEST_CASE("random bytes are not a description") {
  Random random{11};
  for (int i = 0; i < rounds; ++i) {
    std::string bytes;
    for (std::uint64_t length = random.below(200); length > 0; --length)
      bytes += static_cast<char>(random.below(i % 2 == 0 ? 256 : 128));
    CHECK_FALSE(try_text(bytes, random));
  }
}

TEST_CASE("damaged descriptions are refused or can be played") {
  Random random{12};
  std::vector<std::string> texts;
  for (const std::string& name : game_names()) texts.push_back(game_text(name));
  int played = 0;
  for (int i = 0; i < rounds; ++i) played += try_text(damaged(one_of(texts, random), random), random) ? 1 : 0;
  CHECK(played > rounds / 20);
}

TEST_CASE("mixtures of all games are refused or can be played") {
  Random random{13};
  const nlohmann::json all = all_rules();
  int played = 0;
  for (int i = 0; i < rounds; ++i) played += try_text(mixture(all, random), random) ? 1 : 0;
  CHECK(played > rounds / 20);
}

}  // namespace ebiri::described::tests
