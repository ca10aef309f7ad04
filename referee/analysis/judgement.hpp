// What a move cost, from what the positions before and after it are worth. Pure.
//
// A value is a lead in seeds as an engine sees it, or a result that is known. A lead is worth points by a
// logistic curve for each variant, fitted to 1,200 games of alphabeta's levels 7 to 10 against each other
// (configs/ladder, 30,000 nodes a move; the last row's to both variants of four rows): of the moves whose
// engine saw a lead, the share of points that it took in the end. Leads that take more than 99 points of 100
// count the same, and so do known results: nothing is lost by winning more slowly.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::analysis {

/// How far from lost to won, seen by south: seeds, unless the result is known.
struct Value {
  enum class Source : std::uint8_t {
    engine,  ///< its score
    table,   ///< exact, from endgame tables
    rules,   ///< the game is over
  };

  Source source = Source::engine;
  double seeds = 0;                ///< south's lead at the end, as far as it is seen
  std::optional<int> result = {};  ///< if it is known: 1 south wins, 0 a draw, -1 north wins

  bool operator==(const Value&) const = default;
};

/// What a lead and a loss mean in a variant.
struct Scale {
  std::string_view variant;
  double per_seed;  ///< of the curve: points of a lead of n seeds = 1 / (1 + exp(-per_seed * n))

  double inaccuracy, mistake, blunder;  ///< seeds that a move loses at least to be called so
};

/// That of `variant`; Oware's if it has none of its own.
const Scale& scale_of(std::string_view variant);

/// Points, 0..1, that `side` takes on average.
double points(const Value& value, rules::Side side, const Scale& scale);

/// Whether `side` has lost, known or beyond doubt: it has nothing left to lose.
bool lost(const Value& value, rules::Side side, const Scale& scale);

/// What one move lost; never negative.
struct Loss {
  double seeds = 0;
  double points = 0;  ///< 0..1

  bool operator==(const Loss&) const = default;
};

Loss loss(const Value& before, const Value& after, rules::Side mover, const Scale& scale);

enum class Mark : std::uint8_t { none, inaccuracy, mistake, blunder };

Mark mark(const Loss& loss, const Scale& scale);
std::string_view word(Mark mark);  ///< `blunder`; empty for none
char letter(Mark mark);            ///< `i`, `m`, `b`; `-` for none

/// 0..100: lichess.org's accuracy of a move (https://lichess.org/page/accuracy), whose winning chances in
/// percent are points here: 103.1668 exp(-0.04354 * points lost in percent) - 3.1669.
double accuracy(const Loss& loss);

/// Moves of one engine, added up.
struct Sum {
  std::int64_t moves = 0;     ///< that were judged
  std::int64_t unjudged = 0;  ///< the only legal one, or nothing was left to lose: that says nothing
  std::array<std::int64_t, 4> marks{};  ///< by `Mark`
  double accuracies = 0, seeds = 0;

  void add(const Loss& loss, const Scale& scale);
  void add(const Sum& other);

  /// Mean over all judged moves; nothing without any.
  std::optional<double> accuracy() const;
  std::optional<double> seeds_a_move() const;

  bool operator==(const Sum&) const = default;
};

}  // namespace ebiri::analysis
