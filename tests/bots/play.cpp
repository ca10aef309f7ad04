#include "play.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "bots/alphabeta/alphabeta_bot.hpp"
#include "bots/greedy/greedy_bot.hpp"
#include "bots/mcts/mcts_bot.hpp"
#include "bots/random/random_bot.hpp"
#include "referee/rules/arrange.hpp"

namespace ebiri::tests {

rules::Selection selection(const std::string& words) {
  const auto blank = std::min(words.find(' '), words.size());
  auto parsed =
      rules::parse_selection(words.substr(0, blank), words.substr(std::min(blank + 1, words.size())));
  REQUIRE(parsed);
  return *parsed;
}

std::unique_ptr<rules::Rules> rules_of(const std::string& words) {
  auto made = rules::make_rules(selection(words));
  REQUIRE(made);
  return std::move(*made);
}

std::vector<std::string> every_ruleset(const std::vector<std::string>& variants) {
  std::vector<std::string> result;
  for (const auto& variant : rules::variants()) {
    if (!variants.empty() && std::ranges::find(variants, variant.name) == variants.end()) continue;
    for (const auto& ruleset : variant.rulesets) result.push_back(variant.name + " " + ruleset.name);
  }
  return result;
}

Played after(const std::vector<std::string>& moves) {
  Played game{.base = {}, .moves = moves, .board = rules_of("oware")->start()};
  for (const std::string& move : moves) REQUIRE_FALSE(game.board->play(move));
  return game;
}

Played from(const std::string& position, const std::vector<std::string>& moves) {
  auto board = rules_of("oware")->from_position(position);
  REQUIRE(board);
  Played game{.base = position, .moves = moves, .board = std::move(*board)};
  for (const std::string& move : moves) REQUIRE_FALSE(game.board->play(move));
  return game;
}

std::vector<Played> random_positions(std::uint64_t seed, int count, const std::string& words) {
  std::vector<Played> result;
  sdk::Random random(seed, 0);
  const auto rules = rules_of(words);
  while (result.size() < static_cast<std::size_t>(count)) {
    Played game{.base = {}, .moves = {}, .board = rules->start()};
    for (std::size_t plies = random.below(80); plies > 0 && !game.board->outcome(); --plies) {
      game.moves.push_back(rules::random_move(*game.board, random));
      REQUIRE_FALSE(game.board->play(game.moves.back()));
    }
    if (!game.board->outcome()) result.push_back(std::move(game));
  }
  return result;
}

Chosen choose(sdk::Bot& bot, const Played& game, const Request& request) {
  Chosen chosen;
  const sdk::Turn turn{.game = *game.board,
                       .base = game.base,
                       .moves = game.moves,
                       .seed = request.seed,
                       .budget = request.budget,
                       .stop = request.stop,
                       .report = [&](const protocol::Info& info) { chosen.infos.push_back(info); }};
  chosen.move = bot.choose(turn);
  return chosen;
}

void begin(sdk::Bot& bot, const sdk::Options& options, const std::string& words) {
  const auto rules = rules_of(words);
  bot.new_game({.rules = *rules, .options = options, .seed = 1, .say = [](const std::string&) {}});
}

int wins_against_chance(sdk::Bot& bot, const sdk::Options& options, const std::string& words, int games,
                        std::uint64_t nodes_per_move) {
  int won = 0;
  for (int number = 1; number <= games; ++number) {
    Request request{.seed = static_cast<std::uint64_t>(number)};
    request.budget.nodes = nodes_per_move;
    begin(bot, options, words);
    Played game{.base = {}, .moves = {}, .board = rules_of(words)->start()};
    const auto side = number % 2 == 0 ? rules::Side::south : rules::Side::north;
    sdk::Random random(request.seed, 0);
    while (!game.board->outcome()) {
      const bool own = game.board->to_move() == side;
      const std::string move =
          own ? choose(bot, game, request).move : rules::random_move(*game.board, random);
      REQUIRE_FALSE(game.board->play(move));
      game.moves.push_back(move);
    }
    won += game.board->outcome()->sign(side) == 1 ? 1 : 0;
  }
  return won;
}

std::vector<Entrant> entrants() {
  std::vector<Entrant> all;
  all.push_back({{.name = "Random", .author = "tests"}, std::make_unique<bots::RandomBot>()});
  all.push_back({{.name = "Greedy", .author = "tests"}, std::make_unique<bots::GreedyBot>()});
  all.push_back({bots::AlphaBeta::identity(), std::make_unique<bots::AlphaBeta>()});
  all.push_back({bots::Mcts::identity(), std::make_unique<bots::Mcts>()});
  return all;
}

}  // namespace ebiri::tests
