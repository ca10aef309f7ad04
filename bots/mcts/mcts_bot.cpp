#include "bots/mcts/mcts_bot.hpp"

#include <algorithm>
#include <cmath>

#include "bots/alphabeta/arranger.hpp"
#include "bots/alphabeta/typed.hpp"
#include "bots/alphabeta/variants.hpp"
#include "bots/mcts/tree.hpp"

namespace ebiri::bots {

namespace {

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
    return variant_.move_text(game.back(), found.move);
  }

 private:
  // A limit of depth limits the iterations, because otherwise the search would continue until `stop`.
  static constexpr std::uint64_t iterations_per_ply = 1000;
  static constexpr std::uint64_t nodes_to_arrange = 5000;

  static SearchLimits limits_of(const sdk::Turn& turn) {
    SearchLimits limits;
    limits.stop = turn.stop;
    if (turn.budget.nodes) limits.nodes = *turn.budget.nodes;
    if (turn.budget.depth)
      limits.nodes =
          std::min(limits.nodes, iterations_per_ply * static_cast<std::uint64_t>(*turn.budget.depth));
    const sdk::TimePlan plan = sdk::plan(turn.budget);
    limits.deadline = turn.budget.move_time ? plan.latest : plan.comfortable;
    return limits;
  }

  // Uses alphabeta's arranger: a tree would visit no arrangement often enough.
  std::string arrange(const sdk::Turn& turn, const rules::Arrangement& due, const sdk::Random& random) {
    Search<V> search(variant_, 1);
    SearchLimits limits;
    limits.nodes = turn.budget.nodes.value_or(nodes_to_arrange);
    limits.no_new_depth = sdk::plan(turn.budget).comfortable;
    limits.deadline = sdk::plan(turn.budget).latest;
    limits.stop = turn.stop;
    return Arranger<V>(variant_, search, random).run(positions<V>(turn.game), due, limits).text;
  }

  // The inverse of `Tree::play_out`: the lead in seeds that it rates as `found.worth`. For a proved win all
  // seeds, for a proved defeat minus all seeds.
  double in_seeds(const sdk::Turn& turn, const typename Tree<V>::Found& found) const {
    const int all = turn.game.seeds();
    if (found.proved) return *found.proved * all;
    const double worth = std::clamp(found.worth, 0.001, 0.999);
    const double lead = playout(variant_).lead_scale * std::log(worth / (1 - worth));
    return std::round(std::clamp<double>(lead, -all, all) * 100) / 100;
  }

  void report(const sdk::Turn& turn, const typename Tree<V>::Found& found) {
    protocol::Info info;
    info.depth = static_cast<int>(found.line.size());
    info.nodes = found.iterations;
    info.time = std::chrono::duration_cast<std::chrono::milliseconds>(sdk::Clock::now() - turn.budget.asked);
    info.score = protocol::Score{protocol::Score::Unit::seeds, in_seeds(turn, found)};
    info.pv = line_texts(variant_, positions<V>(turn.game), found.line);
    turn.report(info);
  }

  V variant_;
  Tree<V> tree_;
};

}  // namespace

sdk::Identity Mcts::identity() {
  return {.name = "Mcts 1.0", .author = "the Ebiri authors", .variants = announced_names()};
}

void Mcts::new_game(const sdk::Setup& setup) {
  with_variant(setup.rules,
               [&]<rules::Variant V>(const V& variant) { brain_ = std::make_unique<TreeBrain<V>>(variant); });
}

}  // namespace ebiri::bots
