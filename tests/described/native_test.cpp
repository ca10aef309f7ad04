// DescribedGame games against the native variants: counts, and games in lockstep.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <sstream>

#include "referee/described/described.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/random.hpp"
#include "tests/described/games.hpp"

namespace ebiri::described::tests {

namespace {

// A native game, and the described one as changes of a file: lines that replace those of the same key.
struct Twin {
  std::string native;                          // variant, ruleset, options
  std::string game;                            // in configs/games
  std::map<std::string, std::string> changes;  // by key of the first level
  int depth = 5;                               // of perft
};

std::vector<Twin> twins() {
  const std::string rest = "[majority -> rest nobody, immobile -> rest owner, ";
  const std::string seconds = rest + "repetition 2 -> rest owner, plies 1000 -> rest owner]";
  return {
      {"oware abapa", "oware", {}, 7},
      {"oware oware-society agreed-end=false", "oware", {}, 6},
      {"oware lemery", "oware", {{"grand-slam", "leave-last"}, {"end", seconds}}, 6},
      {"oware leaflet",
       "oware",
       {{"end",
         "[majority -> rest nobody, mover-empty -> rest owner, immobile -> rest mover, repetition 2 -> rest "
         "owner, plies 1000 -> rest owner]"}},
       6},
      {"oware chiefs-table", "oware", {{"grand-slam", "takes"}, {"end", seconds}}, 6},
      {"oware awari",
       "oware",
       {{"grand-slam", "illegal-unless-only"},
        {"feed", "must-if-possible"},
        {"end", rest + "repetition 2 -> rest split, plies 1000 -> rest owner]"}},
       6},
      {"oware codingame", "oware", {{"end", rest + "plies 200 -> rest nobody]"}}, 6},
      {"oware abapa grand-slam=illegal", "oware", {{"grand-slam", "illegal"}}, 6},
      {"oware abapa grand-slam=leave-first", "oware", {{"grand-slam", "leave-first"}}, 6},
      {"oware abapa grand-slam=opponent-gets-rest", "oware", {{"grand-slam", "gives-rest"}}, 6},
      {"kalah standard", "kalah", {}, 7},
      {"kalah standard pits=4 seeds=3",
       "kalah",
       {{"board", "{columns: 4, stores: own}"}, {"start", "3"}, {"seeds", "24"}},
       7},
      {"kalah irving", "kalah", {{"lap-end", "[store -> again, 'own, empty -> take here, take facing']"}}, 7},
      {"kalah kgp", "kalah", {{"end", "[row-empty -> rest owner, majority -> rest nobody]"}}, 7},
      {"kalah manchester",
       "kalah",
       {{"board", "{columns: 7, stores: own}"},
        {"start", "7"},
        {"seeds", "98"},
        {"swap", "true"},
        {"lap-end", "['store, ply 2+ -> again', 'own, empty, facing -> take here, take facing']"}},
       6},
      {"omweso hus8", "hus-8", {}, 5},
      {"omweso omweso setup=fixed-outer4", "omweso", {}, 5},
      {"omweso omweso setup=fixed-inner4",
       "omweso",
       {{"start", "[0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4]"}},
       5},
      {"namnam fast", "namnam-fast", {}, 7},
  };
}

Description twin_of(const Twin& twin) {
  config::Problems problems;
  auto changed = twin.changes;
  std::string text;
  bool dropped = false;
  std::string line;
  std::istringstream lines(game_text(twin.game));
  while (std::getline(lines, line)) {
    if (line[0] != ' ' && line[0] != '-') {
      const std::string key = line.substr(0, line.find(':'));
      dropped = changed.count(key) > 0;
    }
    if (!dropped) text += line + "\n";
  }
  for (const auto& [key, value] : changed) text += key + ": " + value + "\n";
  return description_of(text);
}

std::unique_ptr<rules::Rules> native_rules(const Twin& twin) {
  const std::size_t space = twin.native.find(' ');
  auto made = rules::make_rules(twin.native.substr(0, space), twin.native.substr(space + 1));
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

// The native text of a described move: letters on two rows; pluses at the end are omitted, except the first
// sign.
std::string native_move(const Twin& twin, std::string move, rules::Side mover) {
  if (move == "swap") return move;
  if (!twin.native.starts_with("omweso"))
    return std::string(1, static_cast<char>((mover == rules::Side::south ? 'A' : 'a') + std::stoi(move)));
  if (move.find_first_of("+-") == std::string::npos) move += '+';
  const std::size_t first_sign = move.find_first_of("+-");
  while (move.size() > first_sign + 1 && move.back() == '+') move.pop_back();
  return move;
}

// Pits of south and north, and their stores, from a native position.
std::string board_of(const rules::Game& game) {
  const rules::Scene scene = game.scene();
  std::string text;
  for (const int seeds : scene.cells) text += std::to_string(seeds) + " ";
  return text;
}

std::string outcome_text(const std::optional<rules::Outcome>& outcome) {
  if (!outcome) return "goes on";
  return std::to_string(static_cast<int>(outcome->kind)) + " " + std::to_string(outcome->south) + "-" +
         std::to_string(outcome->north);
}

// Plays one random game in both; on a difference says which turn it was.
void play_together(const Twin& twin, const rules::Rules& native_game, const rules::Rules& described_game,
                   Random& random) {
  const auto native = native_game.start();
  const auto described = described_game.start();
  while (true) {
    INFO(twin.native << ": " << native->position() << " and " << described->position());
    REQUIRE(outcome_text(described->outcome()) == outcome_text(native->outcome()));
    if (native->outcome()) return;
    REQUIRE(described->to_move() == native->to_move());
    std::vector<std::string> moves = described->legal_moves();
    const std::string chosen = moves[random.below(moves.size())];
    for (std::string& move : moves) move = native_move(twin, move, native->to_move());
    std::sort(moves.begin(), moves.end());
    REQUIRE(moves == native->legal_moves());
    INFO("move " << chosen);
    REQUIRE_FALSE(native->play(native_move(twin, chosen, native->to_move())));
    REQUIRE_FALSE(described->play(chosen));
    if (!native->outcome()) REQUIRE(board_of(*described) == board_of(*native));
  }
}

void compare_counts(const Twin& twin, int depth) {
  INFO(twin.native);
  const auto native = native_rules(twin);
  const auto described = rules_of(twin_of(twin), "twin");
  const auto expected = native->perft(native->start()->position(), depth);
  const auto counted = described->perft(described->start()->position(), depth);
  REQUIRE(expected);
  REQUIRE(counted);
  CHECK(counted->leaves == expected->leaves);
  CHECK(counted->ended_at_leaf == expected->ended_at_leaf);
  CHECK(counted->ended_earlier == expected->ended_earlier);
}

void play_games_together(std::uint64_t games) {
  for (const Twin& twin : twins()) {
    const auto native = native_rules(twin);
    const auto described = rules_of(twin_of(twin), "twin");
    Random random{7};
    for (std::uint64_t game = 0; game < games; ++game) play_together(twin, *native, *described, random);
  }
}

}  // namespace

TEST_CASE("described games have the counts of the native variants") {
  for (const Twin& twin : twins()) compare_counts(twin, EBIRI_TEST_SAMPLING != 0 ? 4 : twin.depth);
}

TEST_CASE("random games of described and native variants are equal") {
  play_games_together(EBIRI_TEST_SAMPLING != 0 ? 2 : 200);
}

TEST_CASE("a hundred thousand random games are equal", "[.long]") {
  play_games_together(100'000 / twins().size() + 1);
}

TEST_CASE("described games have the counts of the native variants to depth 8", "[.long]") {
  for (const Twin& twin : twins()) compare_counts(twin, 8);
}

}  // namespace ebiri::described::tests
