#include "bots/alphabeta/alphabeta_bot.hpp"

#include <cassert>

#include "bots/sdk/cpp/timing.hpp"
#include "referee/rules/oware/catalogue.hpp"

namespace ebiri::bots {

namespace {

SearchLimits limits_of(const sdk::Turn& turn) {
  const sdk::TimePlan plan = sdk::plan(turn.budget);
  SearchLimits limits;
  limits.depth = std::min(turn.budget.depth.value_or(deepest), deepest);
  limits.nodes = turn.budget.nodes.value_or(UINT64_MAX);
  limits.deadline = plan.latest;
  limits.stop = turn.stop;
  // The next iteration usually takes at least as long as all before it.
  if (plan.comfortable) limits.no_new_depth = turn.budget.asked + (*plan.comfortable - turn.budget.asked) / 2;
  return limits;
}

double in_seeds(int value) {
  if (std::abs(value) > sure_win) return value > 0 ? rules::oware::seed_count : -rules::oware::seed_count;
  return static_cast<double>(value) / seed_value;
}

}  // namespace

sdk::Identity AlphaBeta::identity() {
  return {.name = "AlphaBeta 1.0",
          .author = "the Ebiri authors",
          .variants = {"oware"},
          .options = {{"Hash", "spin", "16", "1", "4096", {}}}};
}

void AlphaBeta::new_game(const sdk::Setup& setup) {
  const auto choice = rules::choose(rules::oware::catalogue(), setup.selection);
  assert(choice);
  const Oware oware(choice->options);
  const std::int64_t megabytes = setup.options.number("Hash");
  if (search_ == nullptr || megabytes != megabytes_ || !(oware.options() == oware_.options())) {
    search_.reset();
    search_ = std::make_unique<Search<Oware>>(oware, static_cast<std::size_t>(megabytes));
  }
  oware_ = oware;
  megabytes_ = megabytes;
  search_->forget();
}

std::string AlphaBeta::choose(const sdk::Turn& turn) {
  const auto game = positions(turn);
  if (turn.budget.nodes || turn.budget.depth) search_->forget();
  const sdk::Random random(turn.seed, turn.moves.size());
  const auto result = search_->run(
      game, limits_of(turn), random,
      [&](const SearchResult<Oware::Move>& found) { turn.report(info(found, turn.budget.asked)); });
  return oware_.move_text(game.back(), result.move);
}

std::vector<AlphaBeta::Oware::Position> AlphaBeta::positions(const sdk::Turn& turn) const {
  std::vector<Oware::Position> game{turn.base ? *oware_.parse_position(*turn.base) : oware_.start()};
  for (const std::string& text : turn.moves) {
    const auto move = oware_.parse_move(game.back(), text);
    assert(std::holds_alternative<Oware::Move>(move));
    game.push_back(oware_.play(game.back(), std::get<Oware::Move>(move)));
  }
  return game;
}

protocol::Info AlphaBeta::info(const SearchResult<Oware::Move>& result, sdk::Clock::time_point asked) {
  protocol::Info info;
  info.depth = result.depth;
  info.nodes = result.nodes;
  info.time = std::chrono::duration_cast<std::chrono::milliseconds>(sdk::Clock::now() - asked);
  info.score = protocol::Score{protocol::Score::Unit::seeds, in_seeds(result.value)};
  const Oware oware;
  for (const Oware::Move move : result.line) info.pv.push_back(oware.move_text({}, move));
  return info;
}

}  // namespace ebiri::bots
