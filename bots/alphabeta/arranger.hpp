// Chooses arrangements for bots that search: tries some, judges each by short searches, and keeps the best.
//
// The first half are random, all equally likely. The others are made from the best one so far: some of its
// seeds move to other pits. If the opponent arranges later, every arrangement is judged against the same few
// random answers, and the worst result counts.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "bots/alphabeta/search.hpp"
#include "referee/rules/arrange.hpp"

namespace ebiri::bots {

template <rules::Variant V>
class Arranger {
 public:
  using Position = typename V::Position;

  struct Found {
    std::string text;  ///< the move
    int value = 0;     ///< the search's value for the side that arranges
    std::uint64_t nodes = 0;
  };

  /// Both references must outlive it.
  Arranger(const V& variant, Search<V>& search, sdk::Random random)
      : variant_(variant),
        search_(search),
        random_(random) {}

  /// An arrangement that satisfies `due` at the last position of `game`. With limits of nodes and depth only,
  /// and a fresh search, it depends only on the arguments. All searches together respect the limit of nodes.
  Found run(std::vector<Position> game, const rules::Arrangement& due, const SearchLimits& limits) {
    game_ = std::move(game);
    side_ = variant_.to_move(game_.back());
    limits_ = limits;
    Pits best = rules::random_arrangement(due, random_);
    Found found{rules::arrangement_text(best)};
    draw_answers(found.text);
    const int tries = plan(limits.nodes);
    for (int i = 0; i < tries && may_go_on(i); ++i) {
      if (i == 0) {
        found.value = judge(found.text);
        continue;
      }
      const Pits pits = 2 * i < tries ? rules::random_arrangement(due, random_) : changed(best);
      const std::string text = rules::arrangement_text(pits);
      const int value = judge(text);
      if (broken_off_ || value <= found.value) continue;
      found.text = text;
      found.value = value;
      best = pits;
    }
    found.nodes = nodes_;
    return found;
  }

 private:
  using Pits = std::vector<int>;

  static constexpr int max_tries = 64;                     // arrangements that are judged
  static constexpr int max_answers = 4;                    // random answers to each arrangement
  static constexpr std::uint64_t nodes_per_search = 1000;  // the most nodes of a search
  static constexpr std::uint64_t fewest_nodes = 50;        // of a search, or fewer arrangements are judged

  // Fills `answers_` with random answers of the opponent, if it arranges after this side.
  void draw_answers(const std::string& text) {
    const auto due = variant_.arrangement(after(game_.back(), text));
    for (int i = 0; due && i < max_answers; ++i)
      answers_.push_back(rules::arrangement_text(rules::random_arrangement(*due, random_)));
  }

  // Returns the number of arrangements to try, and sets `per_search_`. Tries fewer arrangements if searches
  // would get less than `fewest_nodes`.
  int plan(std::uint64_t nodes) {
    const std::uint64_t searches = std::max<std::uint64_t>(answers_.size(), 1);
    const std::uint64_t tries = std::clamp<std::uint64_t>(nodes / searches / fewest_nodes, 1, max_tries);
    per_search_ = std::min(nodes / searches / tries, nodes_per_search);
    return static_cast<int>(tries);
  }

  bool may_go_on(int tried) const {
    if (limits_.stop.stop_requested()) return false;
    return tried == 0 || !limits_.no_new_depth || sdk::Clock::now() < *limits_.no_new_depth;
  }

  // Moves up to six seeds, one by one, to random pits.
  Pits changed(Pits pits) {
    const auto any = [&] { return static_cast<std::size_t>(random_.below(pits.size())); };
    for (auto moved = 1 + random_.below(6); moved > 0; --moved) {
      const std::size_t from = any();
      if (pits[from] == 0) continue;
      --pits[from];
      ++pits[any()];
    }
    return pits;
  }

  int judge(const std::string& text) {
    game_.push_back(after(game_.back(), text));
    int worst = win;
    if (answers_.empty()) worst = search();
    for (const std::string& answer : answers_) {
      game_.push_back(after(game_.back(), answer));
      worst = std::min(worst, search());
      game_.pop_back();
    }
    game_.pop_back();
    return worst;
  }

  int search() {
    SearchLimits limits = limits_;
    limits.nodes = per_search_;
    const auto result = search_.run(game_, limits, random_, [](const auto&) {});
    nodes_ += result.nodes;
    broken_off_ = limits_.reached();
    return variant_.to_move(game_.back()) == side_ ? result.value : -result.value;
  }

  Position after(const Position& position, const std::string& arrangement) const {
    return variant_.play(position, std::get<typename V::Move>(variant_.parse_move(position, arrangement)));
  }

  const V& variant_;
  Search<V>& search_;
  sdk::Random random_;
  std::vector<Position> game_;
  rules::Side side_ = rules::Side::south;
  SearchLimits limits_;
  std::vector<std::string> answers_;
  std::uint64_t per_search_ = 0;
  std::uint64_t nodes_ = 0;
  bool broken_off_ = false;
};

}  // namespace ebiri::bots
