// Adapts a variant, the fast interface, to the type-erased `Rules` and `Game` (rules.hpp).
#pragma once

#include <algorithm>
#include <cassert>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/rules/options.hpp"
#include "referee/rules/variant.hpp"

namespace ebiri::rules {

// Outside the template, so that there is only one copy of std::sort.
inline void sort_by_move(std::vector<Continuation>& all) {
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.move < b.move; });
}

/// A game of `V` with all its positions. It holds its own copy of the variant, so it may outlive the
/// `Rules` that it came from.
template <Variant V>
class ErasedGame final : public Game {
 public:
  using Position = typename V::Position;

  ErasedGame(V variant, Position base) : variant_(std::move(variant)), history_{std::move(base)} {
    outcome_ = variant_.outcome(history_);
  }

  /// Every position, base first.
  const std::vector<Position>& history() const { return history_; }

  std::unique_ptr<Game> clone() const override { return std::make_unique<ErasedGame>(*this); }
  Side to_move() const override { return variant_.to_move(history_.back()); }
  std::string position() const override { return variant_.position_text(history_.back()); }
  std::optional<Outcome> outcome() const override { return outcome_; }
  Outcome agreed_end() const override { return variant_.agreed_end(history_.back()); }
  int score(Side side) const override { return variant_.score(history_.back(), side); }
  int plies() const override { return static_cast<int>(history_.size()) - 1; }
  std::string board() const override { return variant_.board(history_.back()); }

  int seeds() const override { return variant_.seeds(history_.back()); }
  std::uint64_t hash() const override { return variant_.key(history_.back()); }
  bool needs_no_history() const override { return variant_.needs_no_history(history_.back()); }

  std::optional<Arrangement> arrangement() const override {
    if constexpr (Arranges<V>) {
      if (!outcome_) return variant_.arrangement(history_.back());
    }
    return std::nullopt;
  }

  std::vector<std::string> legal_moves() const override {
    std::vector<std::string> texts;
    if (outcome_ || arrangement()) return texts;
    for (const auto& move : variant_.legal_moves(history_.back())) {
      texts.push_back(variant_.move_text(history_.back(), move));
    }
    std::sort(texts.begin(), texts.end());
    return texts;
  }

  std::optional<MoveError> play(std::string_view move) override {
    assert(!outcome_);
    auto parsed = variant_.parse_move(history_.back(), move);
    if (auto* refused = std::get_if<MoveError>(&parsed)) return std::move(*refused);
    last_ = std::get<typename V::Move>(std::move(parsed));
    add(variant_.play(history_.back(), *last_));
    return std::nullopt;
  }

  Effect effect(std::string_view move) const override {
    const auto parsed = variant_.parse_move(history_.back(), move);
    return variant_.effect(history_.back(), std::get<typename V::Move>(parsed));
  }

  Scene scene() const override { return variant_.scene(history_.back()); }

  std::optional<Trace> trace(const BoardShape& shape, const Scene& before,
                             const Scene& after) const override {
    if (!last_) return std::nullopt;
    Tracer tracer(shape, before);
    variant_.trace(history_[history_.size() - 2], *last_, history_.back(), tracer);
    return std::move(tracer).trace(after);
  }

  std::vector<Continuation> continuations() const override {
    std::vector<Continuation> all;
    if (outcome_ || arrangement()) return all;
    const Position& here = history_.back();
    std::vector<Position> history;  // ends with the position after one of the moves
    history.reserve(history_.size() + 1);
    history = history_;
    history.push_back(here);
    for (const auto& move : variant_.legal_moves(here)) {
      history.back() = variant_.play(here, move);
      settle(variant_, history);
      all.push_back({variant_.move_text(here, move), variant_.effect(here, move),
                     variant_.position_text(history.back()), variant_.to_move(history.back()),
                     variant_.outcome(history)});
    }
    sort_by_move(all);
    return all;
  }

  bool may_be_stolen() const override {
    if constexpr (StealsTurns<V>) return !outcome_ && variant_.may_be_stolen(history_);
    return false;
  }

  void steal() override {
    assert(may_be_stolen());
    last_.reset();
    if constexpr (StealsTurns<V>) add(variant_.stolen(history_.back()));
  }

 private:
  void add(Position position) {
    history_.push_back(std::move(position));
    settle(variant_, history_);
    outcome_ = variant_.outcome(history_);
  }

  V variant_;
  std::vector<Position> history_;         // never empty, base first
  std::optional<typename V::Move> last_;  // the last move, unless the turn was stolen
  std::optional<Outcome> outcome_;
};

template <Variant V>
class ErasedRules final : public Rules {
 public:
  ErasedRules(V variant, RulesName name) : variant_(std::move(variant)), name_(std::move(name)) {}

  const V& typed() const { return variant_; }

  std::string_view variant() const override { return name_.variant; }
  std::string_view ruleset() const override { return name_.ruleset; }
  std::vector<std::string> overrides() const override { return name_.overrides; }
  std::string description() const override { return name_.description; }
  bool agreed_end_allowed() const override { return variant_.agreed_end_allowed(); }

  BoardShape shape() const override { return variant_.shape(); }

  std::unique_ptr<Game> start() const override {
    return std::make_unique<ErasedGame<V>>(variant_, variant_.start());
  }

  Result<std::unique_ptr<Game>> from_position(std::string_view position) const override {
    auto base = variant_.parse_position(position);
    if (!base) return base.error();
    return std::unique_ptr<Game>(std::make_unique<ErasedGame<V>>(variant_, *base));
  }

  Result<Perft> perft(std::string_view position, int depth) const override {
    assert(depth >= 0 && depth <= 30);
    auto base = variant_.parse_position(position);
    if (!base) return base.error();
    if constexpr (Arranges<V>) {
      if (depth > 0 && !variant_.is_over(*base) && variant_.arrangement(*base))
        return Error{
            "the next move is an arrangement, and arrangements are not counted; use a position after them"};
    }
    return rules::perft(variant_, *base, depth);
  }

 private:
  V variant_;
  RulesName name_;
};

template <Variant V>
std::unique_ptr<Rules> erase(V variant, RulesName name) {
  return std::make_unique<ErasedRules<V>>(std::move(variant), std::move(name));
}

/// The entry of `V` in the list of variants (table.cpp). `V` is constructed from `Options`. `catalogue` must
/// live as long as the program.
template <Variant V, class Options>
VariantInfo entry(const Catalogue<Options>& catalogue) {
  VariantInfo info = describe(catalogue);
  info.make = [&catalogue](const Selection& selection) -> Result<std::unique_ptr<Rules>> {
    auto resolved = resolve(catalogue, selection);
    if (!resolved) return resolved.error();
    return erase(V{resolved->options}, std::move(resolved->name));
  };
  return info;
}

}  // namespace ebiri::rules
