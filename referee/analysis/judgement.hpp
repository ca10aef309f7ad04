// The loss of a move, which follows from the values of the positions before and after it. Pure functions.
//
// A value is a lead in seeds, as an engine sees it, or a known result. A logistic curve for each variant
// converts a lead into points. The curves relate the lead that an engine saw to the points that it took in
// 1,200 games among levels 7 to 10 of alphabeta (configs/ladder). In seeds, a larger lead than the one that
// is worth 0.99 points counts as that one, and so does a known win, so a slower win loses nothing. In points,
// a known win is 1.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::analysis {

/// The value of a position, from south's view.
struct Value {
  enum class Source : std::uint8_t {
    engine,  ///< the engine's score
    table,   ///< exact, from endgame tables
    rules,   ///< the game is over
  };

  Source source = Source::engine;
  double seeds = 0;                ///< south's lead at the end, as expected or known
  std::optional<int> result = {};  ///< if known: 1 south wins, 0 draw, -1 north wins

  bool operator==(const Value&) const = default;
};

/// The meaning of a lead and of a loss in a variant.
struct Scale {
  std::string_view variant;
  double per_seed;  ///< points for a lead of n seeds = 1 / (1 + exp(-per_seed * n))

  double inaccuracy, mistake, blunder;  ///< the least loss in seeds for each mark
};

/// The scale of `variant`; Oware's for variants without one.
const Scale& scale_of(std::string_view variant);

/// The lead in seeds that is worth 0.99 points. A larger lead counts as this lead.
double largest_lead(const Scale& scale);

/// The expected points of `side`, 0..1.
double points(const Value& value, rules::Side side, const Scale& scale);

/// Whether `side` has a known loss or at most 0.01 points, so that its moves cannot lose more.
bool lost(const Value& value, rules::Side side, const Scale& scale);

/// The loss of one move; never negative.
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

/// The accuracy of a move, 0..100, by the formula of lichess.org (https://lichess.org/page/accuracy) with
/// points instead of winning chances: 103.1668 exp(-0.04354 * points lost in percent) - 3.1669.
double accuracy(const Loss& loss);

/// Sums over the moves of one engine; `seeds` are those lost.
struct Sum {
  std::int64_t moves = 0;               ///< judged moves
  std::int64_t unjudged = 0;            ///< forced moves, and moves of a side that had lost
  std::array<std::int64_t, 4> marks{};  ///< by `Mark`
  double accuracies = 0, seeds = 0;

  void add(const Loss& loss, const Scale& scale);

  /// The mean over all judged moves; nothing if there are none.
  std::optional<double> accuracy() const;
  std::optional<double> seeds_a_move() const;

  bool operator==(const Sum&) const = default;
};

}  // namespace ebiri::analysis
