// Edmonds' blossom algorithm, which pairs the rounds of a Swiss tournament.
#include <algorithm>
#include <cassert>
#include <deque>
#include <optional>

#include "referee/tournament/swiss.hpp"

namespace ebiri::tournament {

namespace {

using Node = std::size_t;  // 1..n are vertices, higher numbers are blossoms, 0 is none

struct Edge {
  Node from = 0, to = 0;  // vertices, even if the edge connects blossoms
  Cost weight = 0;
};

enum class Label : unsigned char { none, even, odd };  // by the distance from a free node

// The algorithm maximises weights. A node is outermost if no blossom contains it. Each phase grows
// alternating trees from all free outermost nodes until an edge joins two of them.
class Blossoms {
 public:
  explicit Blossoms(const Costs& costs)
      : vertices_(costs.size()),
        last_(vertices_),
        capacity_(vertices_ + vertices_ / 2 + 1),
        edges_(capacity_, std::vector<Edge>(capacity_)),
        potential_(capacity_),
        mate_(capacity_),
        outermost_(capacity_),
        parent_(capacity_),
        label_(capacity_),
        nearest_(capacity_),
        visit_(capacity_),
        cycle_(capacity_),
        holder_(capacity_, std::vector<Node>(vertices_ + 1)) {
    Cost highest = 0;
    for (const auto& row : costs) highest = std::max(highest, *std::ranges::max_element(row));
    for (Node u = 1; u <= vertices_; ++u) {
      outermost_[u] = u;
      holder_[u][u] = u;
      potential_[u] = highest + 1;
      for (Node v = 1; v <= vertices_; ++v)
        edges_[u][v] = {u, v, u == v ? 0 : highest + 1 - costs[u - 1][v - 1]};
    }
  }

  std::vector<std::size_t> match() {
    for (std::size_t pair = 0; pair < vertices_ / 2; ++pair) augment_once();
    std::vector<std::size_t> partner;
    for (Node v = 1; v <= vertices_; ++v) partner.push_back(mate_[v] - 1);
    return partner;
  }

 private:
  bool is_blossom(Node node) const { return node > vertices_; }
  bool is_outermost(Node node) const { return outermost_[node] == node; }

  // The slack of an edge, doubled like the potentials. An edge with slack 0 is usable.
  Cost slack(const Edge& edge) const {
    return potential_[edge.from] + potential_[edge.to] - 2 * edges_[edge.from][edge.to].weight;
  }

  void augment_once() {
    std::ranges::fill(label_, Label::none);
    std::ranges::fill(nearest_, 0);
    queue_.clear();
    for (Node node = 1; node <= last_; ++node) {
      if (!is_outermost(node) || mate_[node] != 0) continue;
      parent_[node] = 0;
      label_[node] = Label::even;
      enqueue(node);
    }
    while (!search() && !shift_potentials()) {
    }
  }

  // Follows usable edges. Returns true if two trees were joined.
  bool search() {
    while (!queue_.empty()) {
      const Node u = queue_.front();
      queue_.pop_front();
      if (label_[outermost_[u]] == Label::odd) continue;
      for (Node v = 1; v <= vertices_; ++v) {
        if (outermost_[u] == outermost_[v]) continue;
        if (slack(edges_[u][v]) == 0) {
          if (take(edges_[u][v])) return true;
        } else {
          remember_nearest(u, outermost_[v]);
        }
      }
    }
    return false;
  }

  // Changes the potentials by the largest step. Returns true if two trees were joined.
  bool shift_potentials() {
    const Cost step = largest_step();
    for (Node v = 1; v <= vertices_; ++v) {
      if (label_[outermost_[v]] == Label::even) potential_[v] -= step;
      if (label_[outermost_[v]] == Label::odd) potential_[v] += step;
    }
    for (Node blossom = vertices_ + 1; blossom <= last_; ++blossom) {
      if (!is_outermost(blossom)) continue;
      if (label_[blossom] == Label::even) potential_[blossom] += 2 * step;
      if (label_[blossom] == Label::odd) potential_[blossom] -= 2 * step;
    }
    for (Node node = 1; node <= last_; ++node) {
      if (!is_outermost(node) || nearest_[node] == 0 || outermost_[nearest_[node]] == node) continue;
      const Edge& edge = edges_[nearest_[node]][node];
      if (slack(edge) == 0 && take(edge)) return true;
    }
    for (Node blossom = vertices_ + 1; blossom <= last_; ++blossom)
      if (is_outermost(blossom) && label_[blossom] == Label::odd && potential_[blossom] == 0) expand(blossom);
    return false;
  }

  Cost largest_step() const {
    std::optional<Cost> step;
    const auto at_most = [&](Cost bound) { step = step ? std::min(*step, bound) : bound; };
    for (Node blossom = vertices_ + 1; blossom <= last_; ++blossom)
      if (is_outermost(blossom) && label_[blossom] == Label::odd) at_most(potential_[blossom] / 2);
    for (Node node = 1; node <= last_; ++node) {
      if (!is_outermost(node) || nearest_[node] == 0 || label_[node] == Label::odd) continue;
      const Cost distance = slack(edges_[nearest_[node]][node]);
      at_most(label_[node] == Label::even ? distance / 2 : distance);
    }
    assert(step);  // the graph is complete, and at least two nodes are free
    return *step;
  }

  // Uses an edge from an even node to grow a tree, to close a blossom, or to join two trees. Returns true in
  // the last case.
  bool take(const Edge& edge) {
    const Node from = outermost_[edge.from], to = outermost_[edge.to];
    if (label_[to] == Label::none) {
      parent_[to] = edge.from;
      label_[to] = Label::odd;
      const Node next = outermost_[mate_[to]];
      label_[next] = Label::even;
      nearest_[to] = nearest_[next] = 0;
      enqueue(next);
    } else if (label_[to] == Label::even) {
      const Node meeting_point = common_ancestor(from, to);
      if (meeting_point == 0) {
        augment(from, to);
        augment(to, from);
        return true;
      }
      contract(edge, meeting_point);
    }
    return false;
  }

  void enqueue(Node node) {
    if (!is_blossom(node)) return queue_.push_back(node);
    for (const Node part : cycle_[node]) enqueue(part);
  }

  void remember_nearest(Node vertex, Node node) {
    if (nearest_[node] == 0 || slack(edges_[vertex][node]) < slack(edges_[nearest_[node]][node]))
      nearest_[node] = vertex;
  }

  void find_nearest(Node node) {
    nearest_[node] = 0;
    for (Node v = 1; v <= vertices_; ++v)
      if (outermost_[v] != node && label_[outermost_[v]] == Label::even) remember_nearest(v, node);
  }

  void set_outermost(Node node, Node outer) {
    outermost_[node] = outer;
    if (!is_blossom(node)) return;
    for (const Node part : cycle_[node]) set_outermost(part, outer);
  }

  // The index of `part` in the blossom's cycle. Reverses the cycle if needed, so that the path from the base
  // to `part` has an even length.
  std::size_t even_position(Node blossom, Node part) {
    auto& cycle = cycle_[blossom];
    const auto position = static_cast<std::size_t>(std::ranges::find(cycle, part) - cycle.begin());
    if (position % 2 == 0) return position;
    std::reverse(cycle.begin() + 1, cycle.end());
    return cycle.size() - position;
  }

  // Matches `node` by its edge to `other`, and updates the matching inside a blossom.
  void set_mate(Node node, Node other) {
    const Edge edge = edges_[node][other];
    mate_[node] = edge.to;
    if (!is_blossom(node)) return;
    const Node entry = holder_[node][edge.from];
    const std::size_t position = even_position(node, entry);
    for (std::size_t i = 0; i < position; ++i) set_mate(cycle_[node][i], cycle_[node][i ^ 1U]);
    set_mate(entry, other);
    std::rotate(cycle_[node].begin(), cycle_[node].begin() + static_cast<std::ptrdiff_t>(position),
                cycle_[node].end());
  }

  // Exchanges matched and unmatched edges from `node` to the root of its tree.
  void augment(Node node, Node other) {
    while (true) {
      const Node next = outermost_[mate_[node]];
      set_mate(node, other);
      if (next == 0) return;
      set_mate(next, outermost_[parent_[next]]);
      node = outermost_[parent_[next]];
      other = next;
    }
  }

  Node common_ancestor(Node one, Node other) {
    ++visits_;
    while (one != 0 || other != 0) {
      if (one != 0) {
        if (visit_[one] == visits_) return one;
        visit_[one] = visits_;
        one = outermost_[mate_[one]];
        if (one != 0) one = outermost_[parent_[one]];
      }
      std::swap(one, other);
    }
    return 0;
  }

  // Contracts into one node the odd cycle that `edge` closes.
  void contract(const Edge& edge, Node base) {
    Node blossom = vertices_ + 1;
    while (blossom <= last_ && outermost_[blossom] != 0) ++blossom;
    last_ = std::max(last_, blossom);
    potential_[blossom] = 0;
    label_[blossom] = Label::even;
    mate_[blossom] = mate_[base];
    auto& cycle = cycle_[blossom];
    cycle = {base};
    climb(cycle, outermost_[edge.from], base);
    std::reverse(cycle.begin() + 1, cycle.end());
    climb(cycle, outermost_[edge.to], base);
    set_outermost(blossom, blossom);
    adopt_edges(blossom);
    find_nearest(blossom);
  }

  // Appends the path from `node` to `base` to the cycle, without `base`. Enqueues its odd nodes, which become
  // even.
  void climb(std::vector<Node>& cycle, Node node, Node base) {
    while (node != base) {
      const Node matched = outermost_[mate_[node]];
      cycle.insert(cycle.end(), {node, matched});
      enqueue(matched);
      node = outermost_[parent_[matched]];
    }
  }

  // Sets a blossom's edge to each node to the best edge of its parts.
  void adopt_edges(Node blossom) {
    std::ranges::fill(holder_[blossom], 0);
    for (Node node = 1; node <= last_; ++node) edges_[blossom][node].from = edges_[node][blossom].from = 0;
    for (const Node part : cycle_[blossom]) {
      for (Node node = 1; node <= last_; ++node) {
        const Edge& offered = edges_[part][node];
        Edge& best = edges_[blossom][node];
        if (offered.from == 0 || (best.from != 0 && slack(best) <= slack(offered))) continue;
        best = offered;
        edges_[node][blossom] = edges_[node][part];
      }
      for (Node v = 1; v <= vertices_; ++v)
        if (holder_[part][v] != 0) holder_[blossom][v] = part;
    }
  }

  // Replaces an odd blossom with zero potential by its parts.
  void expand(Node blossom) {
    for (const Node part : cycle_[blossom]) set_outermost(part, part);
    const Node entry = holder_[blossom][edges_[blossom][parent_[blossom]].from];
    const std::size_t position = even_position(blossom, entry);
    const auto& cycle = cycle_[blossom];
    for (std::size_t i = 0; i < position; i += 2) {
      const Node odd = cycle[i], even = cycle[i + 1];
      parent_[odd] = edges_[even][odd].from;
      label_[odd] = Label::odd;
      label_[even] = Label::even;
      nearest_[odd] = 0;
      find_nearest(even);
      enqueue(even);
    }
    label_[entry] = Label::odd;
    parent_[entry] = parent_[blossom];
    for (std::size_t i = position + 1; i < cycle.size(); ++i) {
      label_[cycle[i]] = Label::none;
      find_nearest(cycle[i]);
    }
    outermost_[blossom] = 0;
  }

  Node vertices_;
  Node last_;  // the highest node in use
  Node capacity_;
  std::vector<std::vector<Edge>> edges_;  // between any two nodes
  std::vector<Cost> potential_;           // twice the dual variable of the vertex or blossom
  std::vector<Node> mate_;                // the vertex at the other end of the matched edge
  std::vector<Node> outermost_;           // 0: a blossom that is not in use
  std::vector<Node> parent_;              // of an odd node: the even vertex from which its tree reached it
  std::vector<Label> label_;
  std::vector<Node> nearest_;  // the even vertex with the least slack to this node
  std::vector<std::size_t> visit_;
  std::size_t visits_ = 0;
  std::vector<std::vector<Node>> cycle_;   // a blossom's parts, its base first
  std::vector<std::vector<Node>> holder_;  // the part of a blossom that has this vertex
  std::deque<Node> queue_;                 // even vertices whose edges are not scanned yet
};

}  // namespace

std::vector<std::size_t> cheapest_matching(const Costs& costs) {
  assert(costs.size() % 2 == 0);
  if (costs.empty()) return {};
  return Blossoms{costs}.match();
}

}  // namespace ebiri::tournament
