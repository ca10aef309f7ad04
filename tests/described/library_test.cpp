// Tests of every game in configs/games.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "referee/described/described.hpp"
#include "referee/rules/variant.hpp"
#include "referee/support/random.hpp"
#include "tests/described/games.hpp"

namespace ebiri::described::tests {

namespace {

// A random turn, among the first few thousand.
Move random_move(Playable& game, const Position& position, Random& random) {
  std::vector<Move> moves;
  game.machine.each_turn(position, [&](const Turn& turn) {
    moves.push_back(turn.move);
    return moves.size() < 5000;
  });
  return moves[random.below(moves.size())];
}

// Plays until the end, or `most` plies; every position keeps all seeds.
void play_randomly(Playable& game, const DescribedGame& text, Random& random, int most) {
  Position position = game.machine.start();
  for (int ply = 0; !position.is_over() && ply < most; ++ply) {
    const Move move = random_move(game, position, random);
    Position after;
    const std::string before = text.position_text(position);
    INFO(before << " " << text.move_text(position, move));
    REQUIRE(game.machine.play(position, move, after));
    REQUIRE(all_seeds(after) == game.program.total);
    if (ply % 16 == 0) {
      const auto again = text.parse_position(before);
      REQUIRE(again);
      REQUIRE(text.position_text(*again) == before);
      const auto parsed = text.parse_move(position, text.move_text(position, move));
      REQUIRE(std::get<Move>(parsed) == move);
    }
    position = after;
  }
  int seeds[2];
  game.machine.final_seeds(position, seeds);
  CHECK(seeds[0] + seeds[1] <= game.program.total);
}

}  // namespace

TEST_CASE("canonical forms and identities are those in the format") {
  const std::string format = source_file("configs/games/FORMAT.md");
  const Description kalah = description_of(game_text("kalah"));
  CHECK(format.find(kalah.canonical()) != std::string::npos);
  CHECK(kalah.hash() == "a0fdb74212445dc8");
  CHECK(description_of(game_text("sungka")).hash() == "15a4db7569e82e35");
}

TEST_CASE("a list has at most 100 items") {
  std::string prefer = "front";
  for (int more = 0; more < 100; ++more) prefer += ", front";
  const std::string problems =
      problems_of("game: small\nboard: {columns: 3}\nstart: 2\nturn: {prefer: [" + prefer + "]}\n");
  CHECK(problems.find("error: `prefer` has more than 100 items") != problems.npos);
}

TEST_CASE("a part of a condition has at most 64 words") {
  std::string part = "front";
  for (int more = 1; more < 64; ++more) part += ", front";
  const auto problems_with = [](const std::string& legal) {
    return problems_of("game: small\nboard: {columns: 3}\nstart: 2\nturn: {legal: '" + legal + "'}\n");
  };
  const std::string error = "error: a part of a condition has at most 64 words";
  CHECK(problems_with(part + " or " + part).find(error) == std::string::npos);
  CHECK(problems_with(part + ", front").find(error) != std::string::npos);
}

TEST_CASE("a reason is the first word of an end rule, without `not`") {
  const Rulebook book = rulebook_of(description_of(
      "game: small\nboard: {columns: 3}\nstart: 2\nend: ['not in-play 3+, immobile -> rest owner']\n"));
  CHECK(book.reasons == std::vector<std::string>{"in-play", "stuck", "plies"});
}

TEST_CASE("layout and comments do not change a game") {
  const Description kalah = description_of(
      "# the same\ngame: other\nboard:\n  stores: own\n  columns: 6\nstart: {south: [4,4, 4,4,4,4]}\n"
      "end: ['row-empty  ->   rest owner']\nlap-end: [\"store -> again\",\n  'own, empty, facing -> take "
      "here,\n"
      "  take facing']\n");
  CHECK(kalah.hash() == "a0fdb74212445dc8");
}

TEST_CASE("the default of `seeds` in `rounds` is the number of seeds in every pit") {
  const auto text = [](const std::string& start, const std::string& rounds) {
    return "game: small\nboard: {columns: 3}\nstart: " + start + "\nrounds: " + rounds + "\n";
  };
  const std::string hash = description_of(text("4", "{seeds: 4}")).hash();
  for (const char* start : {"4", "[4, 4, 4]", "{south: 4, north: [4, 4, 4]}"})
    CHECK(description_of(text(start, "{}")).hash() == hash);
  for (const char* start : {"0", "[4, 4, 3]", "[100, 100, 100]", "{south: 4, north: [4, 4, 5]}"}) {
    INFO(start);
    CHECK(problems_of(text(start, "{}")).find("`rounds` needs `seeds`") != std::string::npos);
  }
  CHECK(description_of(text("4", "{refill: even}")).rules["rounds"]["seeds"] == 4);
  CHECK(description_of(text("[4, 4, 4]", "{refill: even}")).rules["rounds"]["seeds"].is_null());
}

TEST_CASE("a canonical form is read as the same game") {
  for (const std::string& name : game_names()) {
    const Description game = description_of(game_text(name));
    INFO(name);
    const auto read = read_canonical(game.canonical());
    REQUIRE(read);
    CHECK(read->rules == game.rules);
    CHECK(game.game == name);
  }
}

TEST_CASE("every description has correct perft counts") {
  for (const std::string& name : game_names()) {
    const Description game = description_of(game_text(name));
    const DescribedGame played(std::make_shared<const Rulebook>(rulebook_of(game)));
    INFO(name);
    const std::size_t depths =
        EBIRI_TEST_SAMPLING != 0 ? std::min<std::size_t>(game.perft.size(), 2) : game.perft.size();
    for (std::size_t depth = 1; depth <= depths; ++depth) {
      const auto counted = rules::perft(played, played.start(), static_cast<int>(depth));
      CHECK(counted.leaves + counted.ended_earlier == game.perft[depth - 1]);
    }
  }
}

TEST_CASE("random games of every description end or meet a limit") {
  for (const std::string& name : game_names()) {
    INFO(name);
    const Description description = description_of(game_text(name));
    const DescribedGame text(std::make_shared<const Rulebook>(rulebook_of(description)));
    Playable game(description);
    Random random{3};
    for (int i = 0; i < 20; i += EBIRI_TEST_SAMPLING != 0 ? 19 : 1) play_randomly(game, text, random, 400);
  }
}

}  // namespace ebiri::described::tests
