#include "play.hpp"

#include <catch2/catch_test_macros.hpp>

#include "bots/sdk/cpp/random.hpp"

namespace ebiri::tests {

namespace {

rules::Selection selection(const std::string& ruleset) {
  auto parsed = rules::parse_selection("oware", ruleset);
  REQUIRE(parsed);
  return *parsed;
}

}  // namespace

std::unique_ptr<rules::Rules> oware(const std::string& ruleset) {
  auto made = rules::make_rules(selection(ruleset));
  REQUIRE(made);
  return std::move(*made);
}

Played after(const std::vector<std::string>& moves) {
  Played game{.base = {}, .moves = moves, .board = oware()->start()};
  for (const std::string& move : moves) REQUIRE_FALSE(game.board->play(move));
  return game;
}

Played from(const std::string& position, const std::vector<std::string>& moves) {
  auto board = oware()->from_position(position);
  REQUIRE(board);
  Played game{.base = position, .moves = moves, .board = std::move(*board)};
  for (const std::string& move : moves) REQUIRE_FALSE(game.board->play(move));
  return game;
}

std::vector<Played> random_positions(std::uint64_t seed, int count) {
  std::vector<Played> result;
  sdk::Random random(seed, 0);
  const auto rules = oware();
  while (result.size() < static_cast<std::size_t>(count)) {
    Played game{.base = {}, .moves = {}, .board = rules->start()};
    for (std::size_t plies = random.below(80); plies > 0 && !game.board->outcome(); --plies) {
      const auto legal = game.board->legal_moves();
      game.moves.push_back(legal[random.below(legal.size())]);
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

void begin(sdk::Bot& bot, const sdk::Options& options, const std::string& ruleset) {
  const auto rules = oware(ruleset);
  const auto chosen = selection(ruleset);
  bot.new_game({.rules = *rules, .selection = chosen, .options = options, .seed = 1});
}

}  // namespace ebiri::tests
