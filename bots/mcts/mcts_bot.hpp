// mcts: a bot with Monte Carlo tree search and a solver (tree.hpp) for every variant. A limit of n nodes
// means n iterations. The same seed, game and limit of nodes give the same moves.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "bots/alphabeta/arranger.hpp"
#include "bots/alphabeta/variants.hpp"
#include "bots/mcts/tree.hpp"

namespace ebiri::bots {

/// Plays one variant under its rules.
template <rules::Variant V>
class TreeBrain final : public sdk::Bot {
 public:
  explicit TreeBrain(const V& variant) : variant_(variant), tree_(variant) {}

  std::string choose(const sdk::Turn& turn) override {
    const auto& game = positions<V>(turn.game);
    const sdk::Random random(turn.seed, turn.moves.size());
    if constexpr (rules::Arranges<V>) {
      if (const auto due = variant_.arrangement(game.back())) return arrange(turn, *due, random);
    }
    const auto found = tree_.run(game, limits_of(turn), random);
    report(turn, found);
    return variant_.move_text(game.back(), found.line.front());
  }

 private:
  // A limit of depth limits the iterations, because otherwise the search would continue until `stop`.
  static constexpr std::uint64_t iterations_per_ply = 1000;
  static constexpr std::uint64_t nodes_to_arrange = 5000;

  static SearchLimits limits_of(const sdk::Turn& turn) {
    const sdk::TimePlan plan = sdk::plan(turn.budget);
    SearchLimits limits{.nodes = turn.budget.nodes.value_or(UINT64_MAX),
                        .deadline = turn.budget.move_time ? plan.latest : plan.comfortable,
                        .stop = turn.stop};
    if (turn.budget.depth)
      limits.nodes =
          std::min(limits.nodes, iterations_per_ply * static_cast<std::uint64_t>(*turn.budget.depth));
    return limits;
  }

  // Uses alphabeta's arranger: a tree would visit no arrangement often enough.
  std::string arrange(const sdk::Turn& turn, const rules::Arrangement& due, const sdk::Random& random) {
    Search<V> search(variant_, 1);
    const sdk::TimePlan plan = sdk::plan(turn.budget);
    const SearchLimits limits{.nodes = turn.budget.nodes.value_or(nodes_to_arrange),
                              .no_new_depth = plan.comfortable,
                              .deadline = plan.latest,
                              .stop = turn.stop};
    return Arranger<V>(variant_, search, random).run(positions<V>(turn.game), due, limits).text;
  }

  // About the lead in seeds at which `Tree::play_out` returns `found.worth`. For a proved win all seeds, for
  // a proved defeat minus all seeds.
  double in_seeds(const sdk::Turn& turn, const typename Tree<V>::Found& found) const {
    const int all = turn.game.seeds();
    if (found.proved) return *found.proved * all;
    const double worth = std::clamp(found.worth, 0.001, 0.999);
    const double lead = tuning(variant_).playout.lead_scale * std::log(worth / (1 - worth));
    return std::round(std::clamp<double>(lead, -all, all) * 100) / 100;
  }

  void report(const sdk::Turn& turn, const typename Tree<V>::Found& found) {
    const auto passed = sdk::Clock::now() - turn.budget.asked;
    turn.report({.depth = static_cast<int>(found.line.size()),
                 .nodes = found.iterations,
                 .time = std::chrono::duration_cast<std::chrono::milliseconds>(passed),
                 .score = protocol::Score{protocol::Score::Unit::seeds, in_seeds(turn, found)},
                 .pv = line_texts(variant_, positions<V>(turn.game), found.line)});
  }

  V variant_;
  Tree<V> tree_;
};

class Mcts final : public sdk::Bot {
 public:
  static sdk::Identity identity() {
    return {.name = "Mcts 1.0", .author = "the Ebiri authors", .variants = announced_names()};
  }

  void new_game(const sdk::Setup& setup) override {
    with_variant(setup.rules, [&]<rules::Variant V>(const V& variant) {
      brain_ = std::make_unique<TreeBrain<V>>(variant);
    });
  }

  std::string choose(const sdk::Turn& turn) override { return brain_->choose(turn); }

 private:
  std::unique_ptr<sdk::Bot> brain_;  // plays the variant of the game
};

}  // namespace ebiri::bots
