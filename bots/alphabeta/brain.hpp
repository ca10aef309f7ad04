// The part of alphabeta for one variant: it finds moves with a search of the variant's type.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "bots/alphabeta/arranger.hpp"
#include "bots/alphabeta/search.hpp"
#include "bots/alphabeta/variants.hpp"

namespace ebiri::bots {

inline constexpr int lowest_level = 1;
inline constexpr int highest_level = 10;

/// The weakness of a level: it searches fewer nodes, and sometimes plays a random legal move.
struct Level {
  std::uint64_t nodes = UINT64_MAX;  ///< the limit of a search, besides those of the request
  std::uint64_t random_percent = 0;  ///< random moves per hundred; the seed selects them

  bool operator==(const Level&) const = default;
};

/// `number` is lowest_level … highest_level.
constexpr Level level(std::int64_t number) {
  constexpr std::array<Level, highest_level> levels{{{10, 65},
                                                     {15, 50},
                                                     {25, 37},
                                                     {50, 26},
                                                     {100, 17},
                                                     {200, 11},
                                                     {500, 7},
                                                     {1300, 3},
                                                     {6000, 0},
                                                     {UINT64_MAX, 0}}};
  return levels[static_cast<std::size_t>(number - lowest_level)];
}

/// The settings of a brain, besides the rules.
struct BrainSettings {
  std::size_t megabytes = 16;  ///< size of the transposition table
  Level level{};
  std::string tables{};  ///< a file of endgame tables, for variants that have them; empty for none

  bool operator==(const BrainSettings&) const = default;
};

/// Plays one variant under its rules.
template <rules::Variant V>
class BrainOf final : public sdk::Bot {
 public:
  using Position = typename V::Position;
  using Move = typename V::Move;

  /// `knowledge` may be null.
  BrainOf(const V& variant, const BrainSettings& settings, std::unique_ptr<Knowledge<V>> knowledge)
      : variant_(variant),
        level_(settings.level),
        knowledge_(std::move(knowledge)),
        search_(variant, settings.megabytes, knowledge_.get()) {}

  /// Forgets the results of earlier searches. Everything else depends only on the rules, and the rules of a
  /// brain never change.
  void new_game(const sdk::Setup&) override { search_.forget(); }

  std::string choose(const sdk::Turn& turn) override {
    game_ = positions<V>(turn.game);
    const SearchLimits limits = limits_of(turn);
    if (limits.nodes != UINT64_MAX || turn.budget.depth) search_.forget();
    sdk::Random random(turn.seed, turn.moves.size());
    if constexpr (rules::Arranges<V>) {
      if (const auto due = variant_.arrangement(game_.back())) return arrange(turn, *due, random);
    }
    if (level_.random_percent > 0 && random.below(100) < level_.random_percent) return any_move(random);
    if (const auto known = known_move(turn)) return *known;
    const auto result = search_.run(game_, limits, random, [&](const SearchResult<Move>& found) {
      turn.report(info(found, turn.budget.asked));
    });
    return variant_.move_text(game_.back(), result.line.front());
  }

 private:
  std::string any_move(sdk::Random& random) const {
    const auto moves = variant_.legal_moves(game_.back());
    const auto chosen = moves.begin() + static_cast<std::ptrdiff_t>(random.below(moves.size()));
    return variant_.move_text(game_.back(), *chosen);
  }

  // No search is needed if knowledge leaves one move.
  std::optional<std::string> known_move(const sdk::Turn& turn) const {
    const std::vector<Move> advice =
        knowledge_ == nullptr ? std::vector<Move>{} : knowledge_->advice(game_.back());
    if (advice.size() != 1) return std::nullopt;
    const int value = knowledge_->lead(game_.back())->least * seed_value;
    turn.report(info({.value = value, .depth = 1, .line = advice}, turn.budget.asked));
    return variant_.move_text(game_.back(), advice.front());
  }

  SearchLimits limits_of(const sdk::Turn& turn) const {
    const sdk::TimePlan plan = sdk::plan(turn.budget);
    SearchLimits limits{.depth = std::min(turn.budget.depth.value_or(deepest), deepest),
                        .nodes = std::min(turn.budget.nodes.value_or(UINT64_MAX), level_.nodes),
                        .deadline = plan.latest,
                        .stop = turn.stop};
    // The next iteration usually takes at least as long as all before it.
    if (plan.comfortable) {
      const auto time = *plan.comfortable - turn.budget.asked;
      const bool whole = tuning(variant_).uses_whole_move_time && !turn.budget.clock;
      limits.no_new_depth = turn.budget.asked + (whole ? time : time / 2);
    }
    return limits;
  }

  std::string arrange(const sdk::Turn& turn, const rules::Arrangement& due, const sdk::Random& random) {
    Arranger<V> arranger(variant_, search_, random);
    const auto found = arranger.run({game_.begin(), game_.end()}, due, limits_of(turn));
    auto report = info({.value = found.value, .depth = 1, .nodes = found.nodes}, turn.budget.asked);
    report.pv = {found.text};
    turn.report(report);
    return found.text;
  }

  protocol::Info info(const SearchResult<Move>& result, sdk::Clock::time_point asked) const {
    return {.depth = result.depth,
            .nodes = result.nodes,
            .time = std::chrono::duration_cast<std::chrono::milliseconds>(sdk::Clock::now() - asked),
            .score = protocol::Score{protocol::Score::Unit::seeds, in_seeds(result.value)},
            .pv = line_texts(variant_, {game_.begin(), game_.end()}, result.line)};
  }

  double in_seeds(int value) const {
    const int all = variant_.seeds(game_.back());
    if (std::abs(value) > sure_win) return value > 0 ? all : -all;
    return static_cast<double>(value) / seed_value;
  }

  V variant_;
  Level level_;
  std::unique_ptr<Knowledge<V>> knowledge_;
  Search<V> search_;
  std::span<const Position> game_;  // the positions of the request's game, base first
};

}  // namespace ebiri::bots
