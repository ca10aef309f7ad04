// The concept `Variant`, the fast interface of rules: a plain value type that perft, bots and solvers use
// without virtual calls, and that `erase` adapts to `Rules`.
//
// A variant object has only its options. Positions are small comparable values.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/rules/rules.hpp"
#include "referee/rules/scene.hpp"

namespace ebiri::rules {

/// A list of moves with a fixed capacity.
template <class Move, std::size_t Capacity>
class MoveList {
 public:
  /// Precondition: the list has fewer than `Capacity` moves; the compiler may rely on that.
  void push(Move move) {
    if (size_ >= Capacity) __builtin_unreachable();
    moves_[size_++] = move;
  }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](std::size_t i) const { return moves_[i]; }
  Move& operator[](std::size_t i) { return moves_[i]; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }

 private:
  std::array<Move, Capacity> moves_{};
  std::size_t size_ = 0;
};

// clang-format off
template <class V>
concept Variant = std::copyable<V> && std::regular<typename V::Position> && std::equality_comparable<typename V::Move> &&
    requires(const V v, const typename V::Position p, const typename V::Move m, const typename V::Position after,
             std::string_view text, std::span<const typename V::Position> history, Side side, Tracer& tracer) {
  { v.start() } -> std::same_as<typename V::Position>;
  { v.to_move(p) } -> std::same_as<Side>;

  // Whether the position itself ends the game, without history. Cheap.
  { v.is_over(p) } -> std::same_as<bool>;
  // The legal moves of a position that is not over: a range with `size()`, such as a MoveList. Empty only if an
  // arrangement is due.
  { v.legal_moves(p) };
  // The position after a legal move (precondition: legal, not over).
  { v.play(p, m) } -> std::same_as<typename V::Position>;
  // The score of that side: seeds in store, or as the variant defines it.
  { v.score(p, side) } -> std::same_as<int>;
  // The effect of a legal move, with its words.
  { v.effect(p, m) } -> std::same_as<Effect>;

  // The number of all seeds: on the board, in stores and still to be laid out. No move changes it.
  { v.seeds(p) } -> std::same_as<int>;
  // A hash of the whole position. Different positions practically never have the same key.
  { v.key(p) } -> std::same_as<std::uint64_t>;
  // Whether the rules need no earlier position from here on.
  { v.needs_no_history(p) } -> std::same_as<bool>;

  // The outcome of a game, by its last position, repetition or ply limits. `history` has its positions, base first;
  // it is never empty.
  { v.outcome(history) } -> std::same_as<std::optional<Outcome>>;
  // The outcome of an agreement to end the game here.
  { v.agreed_end(p) } -> std::same_as<Outcome>;
  { v.agreed_end_allowed() } -> std::same_as<bool>;

  // Text, both ways. `parse_move` accepts only moves that are legal in `p`.
  { v.position_text(p) } -> std::same_as<std::string>;
  { v.parse_position(text) } -> std::same_as<Result<typename V::Position>>;
  { v.move_text(p, m) } -> std::same_as<std::string>;
  { v.parse_move(p, text) } -> std::same_as<std::variant<typename V::Move, MoveError>>;
  { v.board(p) } -> std::same_as<std::string>;

  // The board, the position for drawing, and the path of the seeds of a legal move, which a tracer records. The tracer
  // begins at `scene(p)`; `after` is the position after the move, settled if the variant `LooksBack`.
  { v.shape() } -> std::same_as<BoardShape>;
  { v.scene(p) } -> std::same_as<Scene>;
  { v.trace(p, m, after, tracer) } -> std::same_as<void>;
};

// A variant in which players lay out their seeds: `arrangement(p)` describes the arrangement that is due. Then
// `legal_moves` is empty, and `parse_move` and `play` take arrangements.
template <class V>
concept Arranges = Variant<V> && requires(const V v, const typename V::Position p) {
  { v.arrangement(p) } -> std::same_as<std::optional<Arrangement>>;
};

// A variant in which a turn may pass to the opponent when the mover's time is up.
template <class V>
concept StealsTurns = Variant<V> && requires(const V v, const typename V::Position p,
                                             std::span<const typename V::Position> history) {
  { v.may_be_stolen(history) } -> std::same_as<bool>;
  { v.stolen(p) } -> std::same_as<typename V::Position>;
};

// A variant in which the history can change the result of a move, for example if a repeated position ends a round
// but not the game. The last position of `history` came from `play`, which sees no history. `settled(history)` is
// what it becomes once history counts: the same position, or the start of the next round.
template <class V>
concept LooksBack = Variant<V> && requires(const V v, std::span<const typename V::Position> history) {
  { v.settled(history) } -> std::same_as<typename V::Position>;
};
// clang-format on

/// Calls `visit(move, after)` for the moves in the order of `legal_moves`, until it returns false. A variant
/// may have its own member `each_child`.
template <Variant V, class Visit>
void each_child(const V& variant, const typename V::Position& position, Visit visit) {
  if constexpr (requires { variant.each_child(position, visit); }) {
    variant.each_child(position, visit);
  } else {
    for (const auto& move : variant.legal_moves(position)) {
      if (!visit(move, variant.play(position, move))) return;
    }
  }
}

/// Replaces the last position of `history` by the settled one. Call it after adding a move's position.
template <Variant V>
void settle(const V& variant, std::vector<typename V::Position>& history) {
  if constexpr (LooksBack<V>) history.back() = variant.settled(history);
}

/// Perft, to check and to time a variant's rules: counts sequences of legal moves. Plays every leaf, to find
/// whether it ends the game. `depth` >= 0. A position that is already over counts as one game that ended
/// earlier, or as a leaf if `depth` is 0.
template <Variant V>
Perft perft(const V& variant, const typename V::Position& position, int depth) {
  const bool over = variant.is_over(position);
  if (depth == 0) return {.leaves = 1, .ended_at_leaf = over ? 1U : 0U};
  if (over) return {.ended_earlier = 1};
  Perft count;
  each_child(variant, position, [&](const auto&, const typename V::Position& after) {
    if (depth == 1) {  // saves a call
      ++count.leaves;
      count.ended_at_leaf += variant.is_over(after) ? 1U : 0U;
      return true;
    }
    const Perft below = perft(variant, after, depth - 1);
    count.leaves += below.leaves;
    count.ended_at_leaf += below.ended_at_leaf;
    count.ended_earlier += below.ended_earlier;
    return true;
  });
  return count;
}

}  // namespace ebiri::rules
