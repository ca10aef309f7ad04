// Iterative deepening negamax with principal variation search, for any `Variant`.
//
// Values are hundredths of seeds from the mover's view; a win in n plies is `win` - n, whatever the margin.
// The rules judge every position with the game's whole history, so repetition and ply limits end a line
// exactly as they end a game; an annulled game counts as a draw. At depth 0 the search continues with
// captures, which the side to move may decline. A node is a position that a search enters, without the root;
// a limit of n nodes is exact.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <span>
#include <vector>

#include "bots/alphabeta/table.hpp"
#include "bots/sdk/cpp/bot.hpp"
#include "referee/rules/variant.hpp"
#include "referee/support/stop.hpp"

namespace ebiri::bots {

inline constexpr int seed_value = 100;
inline constexpr int win = 1'000'000;
inline constexpr int sure_win = win - 10'000;  ///< values from here on are found wins
inline constexpr int deepest = 100;            ///< the largest depth; also the most plies of a line
/// A win that `Knowledge` reports has the value `known_win` - ply, because its length is unknown.
inline constexpr int known_win = win - 1000;
inline constexpr int least_capture = 2;  ///< seeds of a capture that is searched beyond the depth

/// The limits of a search, besides `deepest` plies.
struct SearchLimits {
  int depth = deepest;  ///< 1 … deepest; a move that keeps the turn is a ply but costs no depth
  std::uint64_t nodes = UINT64_MAX;
  std::optional<sdk::Clock::time_point> no_new_depth;  ///< start no iteration after it
  std::optional<sdk::Clock::time_point> deadline;
  StopToken stop{};

  /// Whether the deadline has passed or a stop was requested.
  bool reached() const { return stop.stop_requested() || (deadline && sdk::Clock::now() >= *deadline); }
};

template <class Move>
struct SearchResult {
  int value = 0;
  int depth = 0;  ///< the last completed iteration; 0: none
  std::uint64_t nodes = 0;
  std::vector<Move> line;  ///< begins with the best move
};

/// Bounds on the mover's final seeds minus the opponent's under perfect play. They hold whatever the rule of
/// repetition is.
struct Lead {
  int least = 0;
  int most = 0;

  bool decided() const { return least > 0 || most < 0 || least == most; }
};

/// Exact knowledge of positions without a search, for example from endgame tables.
template <rules::Variant V>
class Knowledge {
 public:
  using Position = typename V::Position;
  using Move = typename V::Move;

  virtual ~Knowledge() = default;

  /// Nothing if the position is unknown. Precondition: the game is not over.
  virtual std::optional<Lead> lead(const Position& position) const = 0;

  /// Legal moves that still guarantee the `least` of `lead`; empty if the position is unknown. A single move
  /// is safe without a search: a side that plays it, and then follows the advice, gets at least that lead.
  virtual std::vector<Move> advice(const Position& position) const = 0;
};

using rules::each_child;

/// A small number that differs for most moves. A variant whose moves are not numbers has its own.
constexpr std::size_t ordinal(std::integral auto move) { return static_cast<std::size_t>(move); }

/// The search for one variant. It finds three functions of evaluations.hpp by argument-dependent lookup:
/// `evaluate(variant, position)`, the static value for the side to move, from -`sure_win` to `sure_win`;
/// `tuning(variant)`; and `ordinal(move)`, if there is one.
template <rules::Variant V>
class Search {
 public:
  using Position = typename V::Position;
  using Move = typename V::Move;
  using Result = SearchResult<Move>;

  /// `knowledge` must outlive it; null for none.
  Search(V variant, std::size_t megabytes, const Knowledge<V>* knowledge = nullptr)
      : variant_(std::move(variant)),
        knowledge_(knowledge),
        table_(megabytes) {}

  /// Forgets everything, so that the next result depends only on its arguments.
  void forget() {
    table_.forget();
    killers_ = {};
    history_ = {};
  }

  /// The best move after `game`, whose positions are given base first and whose last is not over. Equal
  /// moves are ordered by `random`. Calls `report(result)` after each iteration.
  template <class Report>
  Result run(std::span<const Position> game, const SearchLimits& limits, sdk::Random random, Report report) {
    path_.assign(game.begin(), game.end());
    limits_ = limits;
    nodes_ = 0;
    stopped_ = false;
    set_up_root(random);
    best_ = {.line = {root_.front()}};
    for (int depth = 1; depth <= std::min(limits.depth, deepest) && may_begin(depth); ++depth) {
      search_root(depth);
      best_.nodes = nodes_;
      if (stopped_) break;
      best_.depth = depth;
      report(best_);
      if (std::abs(best_.value) > sure_win) break;
    }
    return best_;
  }

 private:
  struct Candidate {
    Move move{};
    Position after{};
    int order = 0;          ///< the highest is searched first
    std::size_t index = 0;  ///< in the variant's order
  };

  using Candidates = std::vector<Candidate>;

  using Line = std::vector<Move>;

  void set_up_root(sdk::Random& random) {
    root_.clear();
    if (knowledge_ != nullptr) root_ = knowledge_->advice(path_.back());
    if (root_.empty())
      for (const Move& move : variant_.legal_moves(path_.back())) root_.push_back(move);
    for (std::size_t i = root_.size(); i > 1; --i) std::swap(root_[i - 1], root_[random.below(i)]);
  }

  bool may_begin(int depth) const {
    if (depth == 1 || !limits_.no_new_depth) return true;
    return root_.size() > 1 && sdk::Clock::now() < *limits_.no_new_depth;
  }

  struct Window {
    int alpha;
    int beta;
    int ply;  ///< of the position that the window belongs to
  };

  // Searches first in a narrow window around the last iteration's value, and widens it if necessary.
  void search_root(int depth) {
    const int center = best_.value;
    int below = depth < first_narrow ? 2 * win : narrow;
    int above = below;
    while (true) {
      const Window window{std::max(center - below, -win), std::min(center + above, win), 0};
      const int value = search_root_moves(depth, window);
      if (stopped_) return;
      const bool too_low = value <= window.alpha && window.alpha > -win;
      const bool too_high = value >= window.beta && window.beta < win;
      best_.value = value;
      if (!too_low && !too_high) return;
      (too_low ? below : above) *= 8;
    }
  }

  // The best move so far is searched first, so the result of an interrupted iteration is usable.
  int search_root_moves(int depth, Window window) {
    const Position position = path_.back();
    int best_value = -win;
    for (std::size_t i = 0; i < root_.size() && window.alpha < window.beta; ++i) {
      check_clock();
      Line line;
      const int value = child(variant_.play(position, root_[i]), {depth - 1, i}, window, line);
      if (stopped_) return best_value;
      best_value = std::max(best_value, value);
      // A value below the window is only an upper bound. It does not show that a move is better than the best
      // one so far. At depth 1 there is no best move yet, so the first move is taken.
      if (value <= window.alpha && (i > 0 || depth > 1)) continue;
      window.alpha = std::max(window.alpha, value);
      best_.value = value;
      best_.line.assign(1, root_[i]);
      best_.line.insert(best_.line.end(), line.begin(), line.end());
      const auto at = root_.begin() + static_cast<std::ptrdiff_t>(i);
      std::rotate(root_.begin(), at, at + 1);
    }
    return best_value;
  }

  struct Step {
    int depth;           ///< left after the move
    std::size_t number;  ///< the move's number in the order of search
    int reduction = 0;   ///< plies by which the first test of the move is less deep
  };

  // The value of a move for the side that plays it. Principal variation search: the first move gets the whole
  // window, others first a null window above the best value. A move that keeps the turn costs no depth,
  // because leaves in the middle of a turn are misjudged.
  int child(const Position& after, Step step, Window window, Line& line) {
    const rules::Side mover = variant_.to_move(path_.back());
    path_.push_back(after);
    rules::settle(variant_, path_);
    const bool again = variant_.to_move(path_.back()) == mover;
    const auto value = [&](int beta) {
      line.clear();
      const int ply = window.ply + 1;
      if (again) return search(step.depth + 1, {window.alpha, beta, ply}, line);
      return -search(step.depth, {-beta, -window.alpha, ply}, line);
    };
    // Late move reduction: a search at reduced depth, and if it fails high, again at full depth.
    int result = window.alpha + 1;
    if (step.reduction > 0) {
      const int depth = std::exchange(step.depth, step.depth - step.reduction);
      result = value(window.alpha + 1);
      step.depth = depth;
    }
    if (result > window.alpha) result = value(step.number == 0 ? window.beta : window.alpha + 1);
    // A leaf needs no second search, because its value does not depend on the window.
    const bool leaf = step.depth <= -tuning(variant_).capture_plies && !again;
    const bool unsure = step.number > 0 && !leaf && result > window.alpha && result < window.beta;
    if (unsure && !stopped_) result = value(window.beta);
    path_.pop_back();
    return result;
  }

  int search(int depth, Window window, Line& line) {
    if (nodes_ >= limits_.nodes) stopped_ = true;
    if (stopped_) return 0;
    ++nodes_;
    if (const auto outcome = variant_.outcome(path_))
      return outcome->sign(variant_.to_move(path_.back())) * (win - window.ply);
    if (knowledge_ != nullptr) {
      if (const auto lead = knowledge_->lead(path_.back())) return known_value(*lead, depth, window, line);
    }
    return search_unknown(depth, window, line);
  }

  // If the winner is unknown, the search continues within the known bounds.
  int known_value(Lead lead, int depth, Window window, Line& line) {
    if (lead.least > 0) return known_win - window.ply;
    if (lead.most < 0) return window.ply - known_win;
    if (lead.least == lead.most) return 0;
    const int value = search_unknown(depth, window, line);
    if (std::abs(value) > sure_win) return value;
    return std::clamp(value, lead.least * seed_value, lead.most * seed_value);
  }

  int search_unknown(int depth, Window window, Line& line) {
    const Position& position = path_.back();
    if (depth <= -tuning(variant_).capture_plies || window.ply >= deepest)
      return evaluate(variant_, position);
    if (depth <= 0) return search_captures(depth, window);
    const std::uint64_t here = variant_.key(position);
    const TableEntry* known = table_.find(here);
    if (known != nullptr && known->depth >= depth) {
      if (const auto value = usable(*known, window)) return *value;
    }
    const Candidates& candidates = ordered(known != nullptr ? known->move : TableEntry::no_move, window.ply);
    if (stopped_) return 0;
    return search_moves(candidates, depth, window, line);
  }

  // The side to move may capture, or accept the static value.
  int search_captures(int depth, Window window) {
    const Position position = path_.back();
    const rules::Side side = variant_.to_move(position);
    const int enough = variant_.score(position, side) + least_capture;
    int best_value = evaluate(variant_, position);
    std::size_t number = 0;
    window.alpha = std::max(window.alpha, best_value);
    if (window.alpha >= window.beta) return best_value;
    each_child(variant_, position, [&](const Move&, const Position& after) {
      check_clock();
      if (variant_.score(after, side) < enough) return true;
      Line unused;
      const int value = child(after, {depth - 1, number++}, window, unused);
      if (stopped_) return false;
      best_value = std::max(best_value, value);
      window.alpha = std::max(window.alpha, best_value);
      return window.alpha < window.beta;
    });
    return stopped_ ? 0 : best_value;
  }

  int search_moves(const Candidates& candidates, int depth, Window window, Line& line) {
    const Window asked = window;
    const Candidate* best = &candidates[0];
    int best_value = -win;
    for (std::size_t i = 0; i < candidates.size() && window.alpha < window.beta; ++i) {
      const Candidate& candidate = candidates[i];
      Line below;
      const bool reduces = depth >= 3 && i >= 3 && tuning(variant_).reduces_late_moves;
      const int reduction = reduces ? 1 + (i >= 8 ? 1 : 0) : 0;
      const int value = child(candidate.after, {depth - 1, i, reduction}, window, below);
      if (stopped_) return 0;
      if (value > best_value) {
        best_value = value;
        best = &candidate;
      }
      if (value <= window.alpha) continue;
      window.alpha = value;
      line.assign(1, candidate.move);
      line.insert(line.end(), below.begin(), below.end());
    }
    if (best_value >= asked.beta) reward(*best, depth, asked.ply);
    remember(*best, best_value, depth, asked);
    return best_value;
  }

  // Called for every move, because some moves take long.
  void check_clock() {
    if (++played_ % tuning(variant_).moves_per_clock_check != 0) return;
    if (limits_.reached()) stopped_ = true;
  }

  // In the table, the plies to a win count from the entry's position, not from the root.
  static int value_from_table(int value, int ply) {
    if (value > sure_win) return value - ply;
    return value < -sure_win ? value + ply : value;
  }
  static int value_for_table(int value, int ply) { return value_from_table(value, -ply); }

  static std::optional<int> usable(const TableEntry& entry, Window window) {
    const int value = value_from_table(entry.value(), window.ply);
    const Bound bound = entry.bound();
    if (bound == Bound::exact) return value;
    if (bound == Bound::lower && value >= window.beta) return value;
    if (bound == Bound::upper && value <= window.alpha) return value;
    return std::nullopt;
  }

  void remember(const Candidate& best, int value, int depth, Window window) {
    Bound bound = Bound::exact;
    if (value <= window.alpha) bound = Bound::upper;
    if (value >= window.beta) bound = Bound::lower;
    table_.store({.key = variant_.key(path_.back()),
                  .value_and_bound = value_for_table(value, window.ply) * 4 + static_cast<int>(bound),
                  .depth = static_cast<std::uint8_t>(depth),
                  .move = static_cast<std::uint8_t>(std::min<std::size_t>(best.index, TableEntry::no_move))});
  }

  void reward(const Candidate& best, int depth, int ply) {
    auto& killers = killers_[static_cast<std::size_t>(ply)];
    if (killers[0] != best.move) killers = {best.move, killers[0]};
    int& merit = history_score(best.move);
    merit = std::min(merit + depth * depth, max_history_score);
  }

  int& history_score(const Move& move) {
    const auto side = static_cast<std::size_t>(variant_.to_move(path_.back()));
    return history_[side][ordinal(move) % history_[side].size()];
  }

  // The legal moves in the order of search: the table's move, captures by their gain, killers, history.
  const Candidates& ordered(std::size_t hint, int ply) {
    const Position& position = path_.back();
    const rules::Side side = variant_.to_move(position);
    const int before = variant_.score(position, side);
    const auto& killers = killers_[static_cast<std::size_t>(ply)];
    Candidates& candidates = candidates_[static_cast<std::size_t>(ply)];
    candidates.clear();
    each_child(variant_, position, [&](const Move& move, const Position& after) {
      check_clock();
      if (stopped_) return false;
      const std::size_t index = candidates.size();
      Candidate& candidate = candidates.emplace_back(Candidate{move, after, history_score(move), index});
      const int gain = variant_.score(candidate.after, side) - before;
      if (move == killers[1]) candidate.order += max_history_score;
      if (move == killers[0]) candidate.order += 2 * max_history_score;
      if (gain > 0) candidate.order += (4 + std::min(gain, 400)) * max_history_score;
      if (index == hint && hint != TableEntry::no_move) candidate.order += 1000 * max_history_score;
      return true;
    });
    sort(candidates);
    return candidates;
  }

  // Sorts by order; candidates with the same order stay as they are. They are few, and an insertion sort is
  // much less code than std::sort. The WebAssembly module has a copy of this function for each variant.
  static void sort(Candidates& candidates) {
    for (std::size_t end = 1; end < candidates.size(); ++end) {
      if (candidates[end].order <= candidates[end - 1].order) continue;
      Candidate moved = std::move(candidates[end]);
      std::size_t to = end;
      for (; to > 0 && candidates[to - 1].order < moved.order; --to)
        candidates[to] = std::move(candidates[to - 1]);
      candidates[to] = std::move(moved);
    }
  }

  static constexpr int max_history_score = 1 << 20;
  static constexpr int first_narrow = 4;         // the first depth that is searched in a narrow window
  static constexpr int narrow = seed_value / 2;  // on either side

  V variant_;
  const Knowledge<V>* knowledge_;
  Table table_;
  std::array<std::array<Move, 2>, deepest + 2> killers_{};
  std::array<std::array<int, 256>, 2> history_{};

  std::vector<Position> path_;                        // the game's positions, then the line being searched
  std::array<Candidates, deepest + 2> candidates_{};  // by ply: the moves being searched there
  std::vector<Move> root_;
  SearchLimits limits_;
  std::uint64_t nodes_ = 0;
  std::uint64_t played_ = 0;
  bool stopped_ = false;
  Result best_;
};

}  // namespace ebiri::bots
