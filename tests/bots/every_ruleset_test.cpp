// Every bot plays whole games of every ruleset that it announces, through the protocol.
#include <catch2/catch_test_macros.hpp>
#include <set>
#include <utility>

#include "bots/alphabeta/alphabeta_bot.hpp"
#include "play.hpp"
#include "referee/support/text.hpp"
#include "talk.hpp"

using namespace ebiri;

namespace {

/// The moves of a game that a bot plays against itself. The positions of long games begin at a later base, as
/// the referee sends them.
std::vector<std::string> self_play(tests::Talk& talk, const std::string& words) {
  constexpr std::size_t long_line = 200;
  const auto selection = tests::selection(words);
  talk.say("setoption name UGI_Variant value " + selection.variant);
  talk.say("setoption name UGI_Ruleset value " + selection.ruleset);
  talk.say("uginewgame");
  const auto game = tests::rules_of(words)->start();
  std::vector<std::string> all, sent;
  std::string position = "position startpos";
  while (!game->outcome()) {
    if (sent.size() >= long_line && game->needs_no_history()) {
      position = "position fen " + game->position();
      sent.clear();
    }
    const std::string move =
        talk.ask(position + (sent.empty() ? "" : " moves " + join(sent, " ")), "go nodes 30");
    INFO(game->position() << " " << move);
    REQUIRE_FALSE(game->play(move));
    all.push_back(move);
    sent.push_back(move);
  }
  return all;
}

}  // namespace

TEST_CASE("bots: every ruleset of every variant is played to its end by legal moves", "[threads]") {
  for (auto& [identity, bot] : tests::entrants()) {
    tests::Talk talk(*bot, identity);
    for (const std::string& words : tests::every_ruleset(identity.variants)) {
      INFO(identity.name << " " << words);
      CHECK(self_play(talk, words).size() >= 2);
    }
    CHECK(talk.end() == 0);
    CHECK(talk.errors().empty());
  }
}

TEST_CASE("bots: a game under a limit of nodes is played again move by move, in every variant", "[threads]") {
  for (std::size_t number = 0; number < tests::entrants().size(); ++number) {
    auto first = std::move(tests::entrants()[number]);
    auto second = std::move(tests::entrants()[number]);
    tests::Talk one(*first.bot, first.identity);
    tests::Talk other(*second.bot, second.identity);
    self_play(other, "oware");  // an earlier game must not matter
    std::string before;
    for (const std::string& words : tests::every_ruleset(first.identity.variants)) {
      const std::string variant = words.substr(0, words.find(' '));
      if (std::exchange(before, variant) == variant) continue;  // one ruleset of each
      INFO(first.identity.name << " " << words);
      CHECK(self_play(one, words) == self_play(other, words));
    }
  }
}

TEST_CASE("bots: all continue after lost turns") {
  const std::string words = "omweso omweso setup=fixed-outer4 timeout=steal";
  const auto options = sdk::Options(bots::AlphaBeta::identity().options);
  for (auto& [identity, bot] : tests::entrants()) {
    INFO(identity.name);
    tests::begin(*bot, options, words);
    tests::Played game{.base = {}, .moves = {}, .board = tests::rules_of(words)->start()};
    sdk::Budget budget{};
    budget.nodes = 100;
    int stolen = 0;
    while (!game.board->outcome() && game.moves.size() < 100) {
      std::string move{rules::stolen_turn};
      const bool steals = game.moves.size() % 3 == 1 && game.board->may_be_stolen();
      if (!steals) move = tests::choose(*bot, game, {.budget = budget}).move;
      stolen += steals ? 1 : 0;
      REQUIRE_FALSE(rules::advance(*game.board, move));
      game.moves.push_back(move);
    }
    CHECK(stolen > 0);
  }
}

TEST_CASE("bots: arrangements depend on the seed only") {
  const auto options = sdk::Options(bots::AlphaBeta::identity().options);
  int rulesets = 0;
  for (const std::string& words : tests::every_ruleset()) {
    const auto start = tests::rules_of(words)->start();
    if (!start->arrangement()) continue;
    ++rulesets;
    for (auto& [identity, bot] : tests::entrants()) {
      INFO(identity.name << " " << words);
      tests::begin(*bot, options, words);
      sdk::Budget budget{};
      budget.nodes = 400;
      const auto arranged = [&](const std::vector<std::string>& moves, std::uint64_t seed) {
        tests::Played game{.base = {}, .moves = moves, .board = start->clone()};
        for (const std::string& move : moves) REQUIRE_FALSE(game.board->play(move));
        const std::string move = tests::choose(*bot, game, {.seed = seed, .budget = budget}).move;
        REQUIRE_FALSE(game.board->play(move));
        return move;
      };
      std::set<std::string> firsts, seconds;
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const std::string first = arranged({}, seed);
        CHECK(arranged({}, seed) == first);
        firsts.insert(first);
        seconds.insert(arranged({first}, seed));
      }
      CHECK(firsts.size() == 10);
      CHECK(seconds.size() == 10);
    }
  }
  CHECK(rulesets > 0);
}
