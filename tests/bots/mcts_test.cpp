#include "bots/mcts/mcts_bot.hpp"

#include <catch2/catch_test_macros.hpp>

#include "bots/alphabeta/evaluations.hpp"
#include "bots/alphabeta/search.hpp"
#include "bots/alphabeta/variants.hpp"
#include "bots/mcts/tree.hpp"
#include "play.hpp"

using namespace ebiri;
using bots::Mcts;
using rules::Side;
using rules::oware::Oware;

namespace {

sdk::Options mcts_options() { return sdk::Options(Mcts::identity().options); }

tests::Request request_of_nodes(std::uint64_t count, std::uint64_t seed = 1) {
  tests::Request request{.seed = seed};
  request.budget.nodes = count;
  return request;
}

}  // namespace

TEST_CASE("mcts: plays legal moves in random positions of every ruleset, within its nodes") {
  for (const std::string& words : tests::every_ruleset(bots::variant_names())) {
    INFO(words);
    Mcts bot;
    tests::begin(bot, mcts_options(), words);
    for (const auto& game : tests::random_positions(41, 20, words)) {
      const auto chosen = tests::choose(bot, game, request_of_nodes(100));
      INFO(game.board->position() << " " << chosen.move);
      CHECK_FALSE(game.board->clone()->play(chosen.move));
      for (const auto& info : chosen.infos) {
        CHECK(*info.nodes <= 100);
        auto line = game.board->clone();
        for (const std::string& move : info.pv) CHECK_FALSE(line->play(move));
      }
    }
  }
}

TEST_CASE("mcts: the same request gets the same answer, and the seed decides between equal moves") {
  for (const std::string& variant : bots::variant_names()) {
    INFO(variant);
    Mcts fresh, used;
    tests::begin(used, mcts_options(), variant);
    for (const auto& game : tests::random_positions(42, 10, variant)) {
      tests::begin(fresh, mcts_options(), variant);
      CHECK(tests::choose(fresh, game, request_of_nodes(300, 9)).move ==
            tests::choose(used, game, request_of_nodes(300, 9)).move);
    }
  }
  Mcts bot;
  tests::begin(bot, mcts_options());
  std::vector<std::string> first;
  for (std::uint64_t seed = 1; seed <= 10; ++seed)
    first.push_back(tests::choose(bot, tests::after({}), request_of_nodes(2, seed)).move);
  CHECK(first != std::vector<std::string>(10, first.front()));
}

TEST_CASE("mcts: answers at once when it is stopped before it begins") {
  std::stop_source source;
  source.request_stop();
  Mcts bot;
  tests::begin(bot, mcts_options());
  const auto chosen = tests::choose(bot, tests::after({}), {.stop = source.get_token()});
  CHECK_FALSE(tests::after({}).board->play(chosen.move));
  CHECK(*chosen.infos.back().nodes <= 16);
}

TEST_CASE("mcts: proved results equal those of a full search") {
  const Oware oware;
  int proofs = 0;
  for (const auto& game : tests::random_positions(43, 400)) {
    const auto position = *oware.parse_position(game.board->position());
    if (oware.score(position, Side::south) + oware.score(position, Side::north) < 40) continue;
    bots::Tree<Oware> tree(oware);
    const std::vector path{position};
    const auto found = tree.run(path, {.nodes = 2000}, sdk::Random(1, 0));
    if (!found.proved) continue;
    ++proofs;
    INFO(game.board->position());
    bots::Search<Oware> search(oware, 1);
    const auto result =
        search.run(path, {.depth = 40, .nodes = 200'000}, sdk::Random(1, 0), [](const auto&) {});
    if (std::abs(result.value) < bots::sure_win) continue;
    CHECK(*found.proved == (result.value > 0 ? 1 : -1));
  }
  CHECK(proofs > 0);
}

TEST_CASE("mcts: finds an immediate win, and reports it") {
  Mcts bot;
  tests::begin(bot, mcts_options());
  const auto chosen =
      tests::choose(bot, tests::from("0-0-0-0-0-1-1-4-0-0-0-0-24-18-S"), request_of_nodes(1000));
  CHECK(chosen.move == "F");
  CHECK(chosen.infos.back().score->value == 48);
  CHECK(*chosen.infos.back().nodes < 1000);
}

TEST_CASE("mcts: beats random moves in every variant") {
  for (const std::string& variant : bots::variant_names()) {
    INFO(variant);
    Mcts bot;
    CHECK(tests::wins_against_chance(bot, mcts_options(), variant, 2, 200) == 2);
  }
}
