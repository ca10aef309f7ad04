// One variant's part of alphabeta: it remembers the game, and finds moves with a search of that variant's own
// type.
#pragma once

#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bots/alphabeta/arranger.hpp"
#include "bots/alphabeta/search.hpp"
#include "bots/sdk/cpp/timing.hpp"

namespace ebiri::bots {

/// Plays one variant under fixed rules.
class Brain {
 public:
  virtual ~Brain() = default;

  /// Forgets everything that was learnt.
  virtual void forget() = 0;

  /// A legal move, or an arrangement where one is due.
  virtual std::string choose(const sdk::Turn& turn) = 0;
};

template <rules::Variant V>
class BrainOf final : public Brain {
 public:
  using Position = typename V::Position;
  using Move = typename V::Move;

  BrainOf(const V& variant, std::size_t megabytes) : variant_(variant), search_(variant, megabytes) {}

  void forget() override { search_.forget(); }

  std::string choose(const sdk::Turn& turn) override {
    follow(turn);
    if (turn.budget.nodes || turn.budget.depth) search_.forget();
    const sdk::Random random(turn.seed, turn.moves.size());
    if constexpr (rules::Arranges<V>) {
      if (const auto due = variant_.arrangement(game_.back())) return arrange(turn, *due, random);
    }
    const auto result = search_.run(game_, limits_of(turn), random, [&](const SearchResult<Move>& found) {
      turn.report(info(found, turn.budget.asked));
    });
    return variant_.move_text(game_.back(), result.move);
  }

 private:
  static SearchLimits limits_of(const sdk::Turn& turn) {
    const sdk::TimePlan plan = sdk::plan(turn.budget);
    SearchLimits limits;
    limits.depth = std::min(turn.budget.depth.value_or(deepest), deepest);
    limits.nodes = turn.budget.nodes.value_or(UINT64_MAX);
    limits.deadline = plan.latest;
    limits.stop = turn.stop;
    // The next iteration usually takes at least as long as all before it.
    if (plan.comfortable)
      limits.no_new_depth = turn.budget.asked + (*plan.comfortable - turn.budget.asked) / 2;
    return limits;
  }

  // Most requests are the last one and two moves.
  void follow(const sdk::Turn& turn) {
    const bool goes_on = !game_.empty() && turn.base == base_ && moves_.size() <= turn.moves.size() &&
                         std::equal(moves_.begin(), moves_.end(), turn.moves.begin());
    if (!goes_on) game_.assign(1, turn.base ? *variant_.parse_position(*turn.base) : variant_.start());
    for (std::size_t i = game_.size() - 1; i < turn.moves.size(); ++i) advance(turn.moves[i]);
    base_ = turn.base;
    moves_ = turn.moves;
  }

  void advance(const std::string& text) {
    if constexpr (rules::StealsTurns<V>) {
      if (text == rules::stolen_turn) return game_.push_back(variant_.stolen(game_.back()));
    }
    const auto move = variant_.parse_move(game_.back(), text);
    assert(std::holds_alternative<Move>(move));
    game_.push_back(variant_.play(game_.back(), std::get<Move>(move)));
    rules::settle(variant_, game_);
  }

  std::string arrange(const sdk::Turn& turn, const rules::Arrangement& due, const sdk::Random& random) {
    Arranger<V> arranger(variant_, search_, random);
    const auto found = arranger.run(game_, due, limits_of(turn));
    SearchResult<Move> result;
    result.value = found.value;
    result.depth = 1;
    result.nodes = found.nodes;
    auto report = info(result, turn.budget.asked);
    report.pv = {found.text};
    turn.report(report);
    return found.text;
  }

  protocol::Info info(const SearchResult<Move>& result, sdk::Clock::time_point asked) const {
    protocol::Info info;
    info.depth = result.depth;
    info.nodes = result.nodes;
    info.time = std::chrono::duration_cast<std::chrono::milliseconds>(sdk::Clock::now() - asked);
    info.score = protocol::Score{protocol::Score::Unit::seeds, in_seeds(result.value)};
    std::vector<Position> path = game_;
    for (const Move& move : result.line) {
      info.pv.push_back(variant_.move_text(path.back(), move));
      path.push_back(variant_.play(path.back(), move));
      rules::settle(variant_, path);
    }
    return info;
  }

  double in_seeds(int value) const {
    const int all = variant_.seeds(game_.back());
    if (std::abs(value) > sure_win) return value > 0 ? all : -all;
    return static_cast<double>(value) / seed_value;
  }

  V variant_;
  Search<V> search_;
  std::optional<std::string> base_;
  std::vector<std::string> moves_;  // as the last request gave them
  std::vector<Position> game_;      // the positions of these, base first
};

}  // namespace ebiri::bots
