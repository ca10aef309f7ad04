#include "referee/tournament/knockout.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/tournament/meetings.hpp"

namespace ebiri::tournament {

namespace {

constexpr int default_extra_pairs = 3;

using Place = std::optional<Engine>;  // empty: its opponent has a bye

// The best seed meets the last one, and the two best can meet only in the final.
std::vector<Place> bracket(const Engines& engines) {
  std::vector<std::size_t> ranks{0};
  while (ranks.size() < engines.size()) {
    std::vector<std::size_t> next;
    for (const std::size_t rank : ranks) next.insert(next.end(), {rank, 2 * ranks.size() - 1 - rank});
    ranks = std::move(next);
  }
  std::vector<Place> places;
  for (const std::size_t rank : ranks)
    places.push_back(rank < engines.size() ? Place{engines[rank]} : std::nullopt);
  return places;
}

std::string title(std::size_t places) {
  if (places == 2) return "final";
  if (places == 4) return "semi-finals";
  if (places == 8) return "quarter-finals";
  return fmt::format("round of {}", places);
}

class Knockout {
 public:
  Knockout(const Plan& plan, Book& book, const Engines& engines, Openings openings)
      : book_(book),
        openings_(openings),
        extra_(extra_pairs(plan)),
        third_place_(plan.format.third_place.value_or(false)),
        ranks_(plan.engines.size()),
        places_(bracket(engines)) {
    for (std::size_t rank = 0; rank < engines.size(); ++rank) ranks_[engines[rank]] = rank;
  }

  bool play() {
    while (places_.size() > 1) {
      book_.begin_round(title(places_.size()) + (for_third() ? " and match for the third place" : ""));
      if (!play_round()) return false;
      advance();
    }
    return true;
  }

  Engine winner() const { return *places_.front(); }

  // Losers of a round share the places after the engines that advanced, unless they play for them. The
  // order within a place is that of the seeds.
  std::vector<BracketPlace> ranking() const {
    Engines in;
    for (const Place& place : places_)
      if (place) in.push_back(*place);
    std::vector<Engines> rounds{in};
    rounds.insert(rounds.end(), out_.rbegin(), out_.rend());
    std::vector<BracketPlace> ranking;
    for (Engines& engines : rounds) {
      std::ranges::sort(engines, {}, [&](Engine engine) { return ranks_[engine]; });
      const int first = static_cast<int>(ranking.size()) + 1;
      const int last = first + static_cast<int>(engines.size()) - 1;
      for (const Engine engine : engines) ranking.push_back({engine, first, last});
    }
    return ranking;
  }

 private:
  // Plays the matches of a round and adds pairs to level ones.
  bool play_round() {
    Meetings matches = this_round();
    Openings openings = openings_;
    for (int extra = 0; !matches.empty(); ++extra) {
      if (!book_.enter(matches, openings) || !book_.all_over()) return false;
      if (extra == extra_) break;
      std::erase_if(matches, [&](const Meeting& match) { return lead(match) != 0; });
      openings = {.first = openings_.first + openings_.count + extra, .count = 1};
    }
    return true;
  }

  Meetings this_round() const {
    Meetings matches;
    for (std::size_t i = 0; i < places_.size(); i += 2)
      if (places_[i] && places_[i + 1]) matches.push_back(match(*places_[i], *places_[i + 1]));
    if (for_third()) matches.push_back(match(out_.back()[0], out_.back()[1]));
    return matches;
  }

  // Whether the final is due, and two engines lost semi-finals.
  bool for_third() const {
    return third_place_ && places_.size() == 2 && !out_.empty() && out_.back().size() == 2;
  }

  // The better seed is named first.
  Meeting match(Engine one, Engine other) const {
    return ranks_[one] < ranks_[other] ? Meeting{one, other} : Meeting{other, one};
  }

  int lead(const Meeting& match) const {
    return book_.points_against(match.first, match.second) - book_.points_against(match.second, match.first);
  }

  void advance() {
    std::vector<Place> next;
    Engines out;
    if (for_third()) decide_third();
    for (std::size_t i = 0; i < places_.size(); i += 2) {
      next.push_back(survivor(places_[i], places_[i + 1]));
      for (const Place& place : {places_[i], places_[i + 1]})
        if (place && place != next.back()) out.push_back(*place);
    }
    places_ = std::move(next);
    out_.push_back(std::move(out));
  }

  void decide_third() {
    const Meeting pair = match(out_.back()[0], out_.back()[1]);
    const bool second_wins = lead(pair) < 0;
    const Engine third = second_wins ? pair.second : pair.first;
    book_.decide(fmt::format("{} is third{}", book_.name(third),
                             lead(pair) == 0 ? " as the better seed: tied after all pairs" : ""));
    out_.back() = {second_wins ? pair.first : pair.second};
    out_.push_back({third});
  }

  Place survivor(Place one, Place other) {
    if (!one || !other) {
      const Place lucky = one ? one : other;
      book_.decide(fmt::format("{} has no opponent and advances", book_.name(*lucky)));
      return lucky;
    }
    const Meeting pair = match(*one, *other);
    const int ahead = lead(pair);
    if (ahead == 0)
      book_.decide(fmt::format("{} and {} are tied after all pairs: {} advances as the better seed",
                               book_.name(pair.first), book_.name(pair.second), book_.name(pair.first)));
    const Engine loser = ahead >= 0 ? pair.second : pair.first;
    book_.decide(fmt::format("{} is eliminated", book_.name(loser)));
    return ahead >= 0 ? pair.first : pair.second;
  }

  Book& book_;
  const Openings openings_;
  const int extra_;
  const bool third_place_;
  std::vector<std::size_t> ranks_;
  std::vector<Place> places_;
  std::vector<Engines> out_;  // the losers of each round
};

}  // namespace

int extra_pairs(const Plan& plan) { return plan.format.extra_pairs.value_or(default_extra_pairs); }

std::optional<Engine> knock_out(const Plan& plan, Book& book, const Engines& engines, Openings openings) {
  Knockout knockout{plan, book, engines, openings};
  const bool over = knockout.play();
  if (engines.size() == plan.engines.size()) book.place(knockout.ranking());
  return over ? std::optional{knockout.winner()} : std::nullopt;
}

int knockout_openings(const Plan& plan) { return plan.pairs + extra_pairs(plan); }

std::uint64_t most_knockout_games(const Plan& plan) {
  const bool third = plan.format.third_place.value_or(false) && plan.engines.size() >= 4;
  const std::uint64_t matches = plan.engines.size() - (third ? 0 : 1);
  return 2 * matches * static_cast<std::uint64_t>(knockout_openings(plan));
}

bool play_knockout(const Plan& plan, Book& book) {
  const auto winner = knock_out(plan, book, seeded(plan, all_engines(plan)), {.count = plan.pairs});
  if (!winner) return false;
  book.conclude("winner: " + book.name(*winner));
  return true;
}

}  // namespace ebiri::tournament
