// Monte Carlo tree search (UCT) with a solver, for any `Variant`.
//
// An iteration walks down the tree by upper confidence bounds (Auer, Cesa-Bianchi, Fischer 2002; Kocsis,
// Szepesvari 2006), adds the moves of the leaf, and plays a few random plies. The static value of the
// position there, between 0 and 1, is the worth of the iteration. If the game is over at the leaf itself, the
// result is proved, and proves parents as far as possible (Winands, Bjornsson, Saito 2008): a position is
// proved if one of its moves is a proved win, or if all of its moves are proved. Every position of the tree
// has one path to it, so that repetition and ply limits are judged as in a game.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "bots/alphabeta/evaluations.hpp"
#include "bots/alphabeta/search.hpp"
#include "bots/sdk/cpp/bot.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::bots {

/// A search tree for one variant. It finds two functions by argument-dependent lookup: `evaluate(variant,
/// position)` in hundredths of seeds for the side to move, and `tuning(variant)`.
template <rules::Variant V>
class Tree {
 public:
  using Position = typename V::Position;
  using Move = typename V::Move;

  struct Found {
    double worth = 0.5;         ///< for the side to move: 1 a win
    std::optional<int> proved;  ///< 1 a win for it, 0 neither, -1 a defeat
    std::uint64_t iterations = 0;
    std::vector<Move> line;  ///< begins with the best move
  };

  explicit Tree(V variant) : variant_(std::move(variant)) {}

  /// The best move after `game`, whose last position is not over. An iteration is a node; a limit of depth is
  /// ignored. With a limit of nodes only, the move depends only on the arguments.
  Found run(std::span<const Position> game, const SearchLimits& limits, sdk::Random random) {
    path_.assign(game.begin(), game.end());
    random_ = random;
    nodes_.assign(1, Node{});
    expand(0);
    // Shuffles the root's moves: of equal ones, the search prefers the first.
    for (std::size_t i = nodes_.size() - 1; i > 1; --i) std::swap(nodes_[i], nodes_[1 + random_.below(i)]);
    std::uint64_t done = 0;
    for (; done < limits.nodes && !nodes_[0].proved; ++done) {
      if (done > 0 && done % 16 == 0 && limits.reached()) break;
      iterate(game.size());
    }
    return found(done);
  }

 private:
  using Outcome = rules::Outcome;

  /// A position of the tree. `worth`, the sum over all visits, and `result` are from south's view.
  struct Node {
    Move move{};
    std::uint32_t first = 0;  ///< index of its first child; the others follow
    std::uint16_t count = 0;
    bool expanded = false;
    bool proved = false;
    std::int8_t result = 0;  ///< if proved: 1 south wins, -1 north wins
    std::uint32_t visits = 0;
    double worth = 0;
  };

  static constexpr std::size_t max_bytes = std::size_t{96} << 20U;
  static constexpr std::size_t max_nodes = std::min(std::size_t{1} << 21U, max_bytes / sizeof(Node));
  static constexpr double exploration = 0.4;  // the factor of the upper bound's second term

  int sign() const { return variant_.to_move(path_.back()) == rules::Side::south ? 1 : -1; }

  void push(const Move& move) {
    path_.push_back(variant_.play(path_.back(), move));
    rules::settle(variant_, path_);
  }

  void expand(std::uint32_t at) {
    nodes_[at].expanded = true;
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    for (const Move& move : variant_.legal_moves(path_.back())) {
      if (nodes_[at].count == UINT16_MAX) break;
      nodes_.emplace_back().move = move;
      ++nodes_[at].count;
    }
  }

  // One iteration: down the tree, one playout, and up again.
  void iterate(std::size_t root_size) {
    visited_.assign(1, 0);
    signs_.clear();
    while (nodes_[visited_.back()].expanded && !nodes_[visited_.back()].proved) {
      signs_.push_back(sign());
      const std::uint32_t next = select(visited_.back(), signs_.back());
      push(nodes_[next].move);
      visited_.push_back(next);
    }
    const double worth = judge(visited_.back());
    path_.resize(root_size);
    for (std::size_t i = visited_.size(); i-- > 0;) {
      Node& node = nodes_[visited_[i]];
      ++node.visits;
      node.worth += worth;
      if (i < signs_.size()) prove(node, signs_[i]);
    }
  }

  // South's worth of the position at the end of the walk.
  double judge(std::uint32_t at) {
    if (nodes_[at].proved) return (1 + nodes_[at].result) / 2.0;
    if (const auto outcome = variant_.outcome(path_)) {
      nodes_[at].proved = true;
      nodes_[at].result = static_cast<std::int8_t>(outcome->sign(rules::Side::south));
      return (1 + nodes_[at].result) / 2.0;
    }
    if (nodes_.size() < max_nodes) expand(at);
    return play_out();
  }

  // Chooses an unvisited child first, then the one with the highest upper bound. Chooses a proved child only
  // if all are proved.
  std::uint32_t select(std::uint32_t at, int side) const {
    const Node& node = nodes_[at];
    std::uint32_t best = node.first;
    double best_bound = -1;
    const double explore = exploration * std::sqrt(std::log(node.visits + 1.0));
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const Node& child = nodes_[i];
      if (child.proved) continue;
      const double bound = child.visits == 0 ? 1e9 : worth(child, side) + explore / std::sqrt(child.visits);
      if (bound <= best_bound) continue;
      best_bound = bound;
      best = i;
    }
    return best;
  }

  static double worth(const Node& node, int side) {
    const double souths = node.proved ? (1 + node.result) / 2.0 : node.worth / std::max(node.visits, 1U);
    return side > 0 ? souths : 1 - souths;
  }

  // A winning move proves a position; if all moves are proved, the best of them does.
  void prove(Node& node, int side) const {
    int best = -1;
    bool all = true;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      all = all && nodes_[i].proved;
      if (nodes_[i].proved) best = std::max(best, side * nodes_[i].result);
    }
    node.proved = best == 1 || all;
    if (node.proved) node.result = static_cast<std::int8_t>(side * best);
  }

  double play_out() {
    const Playout settings = tuning(variant_).playout;
    const std::size_t before = path_.size();
    std::optional<Outcome> outcome;
    for (int ply = 0; ply < settings.plies && !outcome; ++ply) {
      push(playout_move(settings.captures));
      outcome = variant_.outcome(path_);
    }
    const double lead = outcome ? 0 : sign() * evaluate(variant_, path_.back()) / 100.0;
    path_.resize(before);
    if (outcome) return (1 + outcome->sign(rules::Side::south)) / 2.0;
    return 1 / (1 + std::exp(-lead / settings.lead_scale));
  }

  // A random move or, `captures` times of 100, a random one of those that capture the most.
  Move playout_move(int captures) {
    const Position& here = path_.back();
    if (static_cast<int>(random_.below(100)) >= captures) {
      const auto moves = variant_.legal_moves(here);
      return *(moves.begin() + static_cast<std::ptrdiff_t>(random_.below(moves.size())));
    }
    const rules::Side side = variant_.to_move(here);
    Move best{};
    int most = 0;
    std::uint64_t equal = 0;
    each_child(variant_, here, [&](const Move& move, const Position& after) {
      const int score = variant_.score(after, side);
      if (equal > 0 && score < most) return true;
      equal = equal > 0 && score == most ? equal + 1 : 1;
      most = score;
      if (random_.below(equal) == 0) best = move;
      return true;
    });
    return best;
  }

  // A proved win, otherwise the move with most visits that is not lost.
  std::uint32_t best_child(std::uint32_t at, int side) const {
    const Node& node = nodes_[at];
    const auto merit = [&](const Node& child) {
      const int known = child.proved ? side * child.result : 0;
      // A proved draw gets no more visits: it ranks below a move with over half of all visits, above others.
      const double seen = child.proved && known == 0 ? 0.5 * node.visits : child.visits;
      return std::pair(known, seen);
    };
    std::uint32_t best = node.first;
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i)
      if (merit(nodes_[i]) > merit(nodes_[best])) best = i;
    return best;
  }

  Found found(std::uint64_t iterations) {
    Found result;
    result.iterations = iterations;
    const std::size_t root_size = path_.size();
    const int side = sign();
    for (std::uint32_t at = 0; nodes_[at].expanded && nodes_[at].count > 0;) {
      const std::uint32_t next = best_child(at, sign());
      if (at != 0 && nodes_[next].visits == 0) break;
      if (at == 0) result.worth = worth(nodes_[next], side);
      result.line.push_back(nodes_[next].move);
      push(nodes_[next].move);
      at = next;
    }
    path_.resize(root_size);
    if (nodes_[0].proved) result.proved = side * nodes_[0].result;
    return result;
  }

  V variant_;
  sdk::Random random_{0, 0};
  std::vector<Node> nodes_;             // the root first
  std::vector<Position> path_;          // the game's positions, then the walk's
  std::vector<std::uint32_t> visited_;  // the walk's nodes
  std::vector<int> signs_;  // for each of these nodes but the last: 1 if south is to move, otherwise -1
};

}  // namespace ebiri::bots
