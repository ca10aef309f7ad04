// Bots and described games: how bots receive them, and how they play them.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <memory>

#include "bots/alphabeta/alphabeta_bot.hpp"
#include "bots/alphabeta/evaluations.hpp"
#include "bots/alphabeta/search.hpp"
#include "bots/random/random_bot.hpp"
#include "play.hpp"
#include "referee/described/description.hpp"
#include "referee/described/library.hpp"
#include "referee/rules/arrange.hpp"
#include "talk.hpp"

using namespace ebiri;
using described::DescribedGame;

namespace {

[[maybe_unused]] const bool offered = (described::offer_games(), true);

std::vector<std::string> game_files() {
  std::vector<std::string> files;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(EBIRI_SOURCE_DIR) + "/configs/games"))
    if (file.path().extension() == ".yaml") files.push_back(file.path().string());
  std::ranges::sort(files);
  return files;
}

std::unique_ptr<rules::Rules> rules_in(const std::string& file) {
  auto description = described::find_description(file);
  REQUIRE(description);
  const std::string name = description->game;
  return described::rules_of(*std::move(description), name);
}

std::unique_ptr<rules::Rules> game_called(const std::string& name) {
  return rules_in(std::string(EBIRI_SOURCE_DIR) + "/configs/games/" + name + ".yaml");
}

void tell(tests::Talk& talk, const rules::Rules& rules) {
  talk.say("setoption name UGI_Variant value described");
  talk.say("setoption name UGI_Ruleset value " + std::string(rules.ruleset()));
  talk.say("setoption name UGI_Description value " + rules.description());
  talk.say("uginewgame");
}

/// Plays both sides of a game, at most `most` plies; every move must be legal.
void play_both_sides(tests::Talk& talk, const rules::Rules& rules, int most) {
  tell(talk, rules);
  const auto game = rules.start();
  std::string moves;
  while (!game->outcome() && game->plies() < most) {
    const std::string move =
        talk.ask("position startpos" + (moves.empty() ? "" : " moves" + moves), "go nodes 40");
    INFO(rules.variant() << " " << game->position() << " " << move);
    REQUIRE_FALSE(game->play(move));
    moves += " " + move;
  }
}

/// The result of south and the result of north against random moves, 1 for each game that alphabeta wins.
int wins_against_chance(const rules::Rules& rules) {
  int wins = 0;
  for (const auto side : {rules::Side::south, rules::Side::north}) {
    bots::AlphaBeta bot;
    const sdk::Options options(bots::AlphaBeta::identity().options);
    bot.new_game({.rules = rules, .options = options, .seed = 1, .say = [](const auto&) {}});
    tests::Played game{.base = {}, .moves = {}, .board = rules.start()};
    sdk::Random random(5, 0);
    sdk::Budget budget{};
    budget.nodes = 400;
    while (!game.board->outcome()) {
      const std::string move = game.board->to_move() == side
                                   ? tests::choose(bot, game, {.budget = budget}).move
                                   : rules::random_move(*game.board, random);
      REQUIRE_FALSE(game.board->play(move));
      game.moves.push_back(move);
    }
    wins += game.board->outcome()->sign(side) == 1 ? 1 : 0;
  }
  return wins;
}

}  // namespace

TEST_CASE("described games: every bot plays each of them from its description alone", "[threads]") {
  const auto files = game_files();
  REQUIRE(files.size() >= 100);
  const std::size_t step = EBIRI_TEST_SAMPLING != 0 ? 10 : 1;
  for (auto& [identity, bot] : tests::entrants()) {
    tests::Talk talk(*bot, identity);
    for (std::size_t i = 0; i < files.size(); i += step) play_both_sides(talk, *rules_in(files[i]), 30);
    CHECK(talk.end() == 0);
    CHECK(talk.errors().empty());
  }
}

TEST_CASE("described games: alphabeta beats random moves") {
  for (const char* name : {"sungka", "pallankuli", "igisoro", "hus-12", "obridje", "gabata-ghinda"}) {
    INFO(name);
    CHECK(wins_against_chance(*game_called(name)) == 2);
  }
}

TEST_CASE("described games: a greeting offers them, unless the bot plays only some variants", "[threads]") {
  for (const bool all : {true, false}) {
    bots::RandomBot bot;
    sdk::Identity identity{.name = "Random", .author = "tests"};
    if (!all) identity.variants = {"oware"};
    tests::Talk talk(bot, identity);
    talk.say("ugi");
    const auto lines = talk.until("ugiok");
    const auto offers = std::ranges::count(lines, "option name UGI_Description type string default <empty>");
    CHECK(offers == (all ? 1 : 0));
    CHECK(lines[lines.size() - 2].ends_with(" described") == all);
    CHECK(talk.end() == 0);
  }
}

TEST_CASE("described games: problems with a description are reported", "[threads]") {
  const auto kalah = game_called("kalah");
  const struct {
    std::string ruleset;
    std::string description;
    std::string reason;
  } rows[] = {
      {"0123456789abcdef", kalah->description(),
       "the hash of the description is a0fdb74212445dc8, but `UGI_Ruleset` is 0123456789abcdef"},
      {"", "{\"board\": 3", "a description must be a JSON object"},
      {"", R"({"board":{"columns":6},"start":4,"lap-end":["hole -> take"]})",
       "`hole` is not a word of a condition"},
  };
  for (const auto& row : rows) {
    bots::RandomBot bot;
    tests::Talk talk(bot, {.name = "Random", .author = "tests"});
    talk.say("setoption name UGI_Variant value described");
    talk.say("setoption name UGI_Ruleset value " + row.ruleset);
    talk.say("setoption name UGI_Description value " + row.description);
    talk.say("uginewgame");
    talk.say("go nodes 1");
    const auto lines = talk.until("bestmove");
    INFO(lines.front());
    CHECK(lines.front().find(row.reason) != std::string::npos);
    CHECK(lines.back() == "bestmove resign");
    CHECK(talk.end() == 0);
  }
}

TEST_CASE("described games: the children of a position are its legal moves and the positions after them") {
  for (const char* name : {"oware", "sungka", "kubuguza", "toguz-kumalak", "selus-massawa"}) {
    const auto rules = game_called(name);
    const DescribedGame& game = *described::described_game(*rules);
    auto position = game.start();
    sdk::Random random(3, 0);
    for (int ply = 0; ply < 60 && !game.is_over(position); ++ply) {
      const auto moves = game.legal_moves(position);
      std::size_t seen = 0;
      bots::each_child(game, position, [&](const auto& move, const auto& after) {
        INFO(game.position_text(position) << " " << game.move_text(position, move));
        REQUIRE(seen < moves.size());
        CHECK(move == moves[seen++]);
        CHECK(game.position_text(after) == game.position_text(game.play(position, move)));
        CHECK(game.key(after) == game.key(game.play(position, move)));
        CHECK(game.key(after) != game.key(position));
        return true;
      });
      CHECK(seen == moves.size());
      position = game.play(position, moves[random.below(moves.size())]);
    }
  }
}

TEST_CASE("described games: seeds in pits count where a player without moves loses") {
  CHECK(described::described_game(*game_called("hus-12"))->program().counts_pits);
  CHECK(described::described_game(*game_called("igisoro"))->program().counts_pits);
  CHECK_FALSE(described::described_game(*game_called("sungka"))->program().counts_pits);
  CHECK_FALSE(described::described_game(*game_called("oware"))->program().counts_pits);
  const auto hus = game_called("hus-12");
  CHECK(hus->start()->score(rules::Side::south) == 36);
  CHECK(game_called("sungka")->start()->score(rules::Side::south) == 0);
}
