// Knockout: the loser of a match is eliminated.
#include <fmt/format.h>

#include <algorithm>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/meetings.hpp"

namespace ebiri::tournament {

namespace {

constexpr int default_extra_pairs = 3;

using Seat = std::optional<Engine>;  // of the bracket; empty: its opponent has a bye

// The best seed meets the last one, and the two best can meet only in the final.
std::vector<Seat> bracket(const Engines& engines) {
  std::vector<std::size_t> ranks{0};
  while (ranks.size() < engines.size()) {
    std::vector<std::size_t> next;
    for (const std::size_t rank : ranks) next.insert(next.end(), {rank, 2 * ranks.size() - 1 - rank});
    ranks = std::move(next);
  }
  std::vector<Seat> seats;
  for (const std::size_t rank : ranks)
    seats.push_back(rank < engines.size() ? Seat{engines[rank]} : std::nullopt);
  return seats;
}

std::string title(std::size_t seats) {
  if (seats == 2) return "final";
  if (seats == 4) return "semi-finals";
  if (seats == 8) return "quarter-finals";
  return fmt::format("round of {}", seats);
}

bool eliminates_twice(const Plan& plan) { return plan.format.elimination == Elimination::twice; }

class Knockout {
 public:
  Knockout(const Plan& plan, ScheduleBuilder& builder, const Engines& engines, Openings openings)
      : builder_(builder),
        openings_(openings),
        extra_(extra_pairs(plan)),
        third_place_(plan.format.third_place.value_or(false)),
        engines_(engines),
        ranks_(plan.engines.size()),
        seats_(bracket(engines)) {
    for (std::size_t rank = 0; rank < engines.size(); ++rank) ranks_[engines[rank]] = rank;
  }

  bool play() {
    while (seats_.size() > 1) {
      builder_.begin_round(title(seats_.size()) + (for_third() ? " and third-place match" : ""));
      Meetings matches = matches_of(seats_);
      if (for_third()) matches.push_back(match(out_.back()[0], out_.back()[1]));
      if (!play_round({matches})) return false;
      if (for_third()) decide_third();
      seats_ = eliminate(seats_);
    }
    return true;
  }

  // Engines without a loss play in the upper bracket, those with one loss in the lower one. The first round
  // of the lower bracket is played together with the second of the upper, and so on. After each such round,
  // the winners of the lower bracket meet the new losers of the upper.
  bool play_double() {
    std::vector<Seat> lower;
    for (int round = 1; seats_.size() > 1; ++round) {
      builder_.begin_round("upper " + title(seats_.size()) +
                           (round > 1 ? fmt::format(", lower round {}", 2 * round - 3) : ""));
      if (!play_round({matches_of(seats_), matches_of(lower)})) return false;
      std::vector<Seat> losers;
      seats_ = winners_of(seats_, losers, false);
      if (round == 1) {
        lower = std::move(losers);
        continue;
      }
      lower = eliminate(lower);
      std::vector<Seat> both;  // losers in alternating order, so that engines that have met stay apart
      for (std::size_t i = 0; i < lower.size(); ++i)
        both.insert(both.end(), {lower[i], losers[round % 2 == 0 ? lower.size() - 1 - i : i]});
      builder_.begin_round(fmt::format("lower round {}", 2 * round - 2));
      if (!play_round({{}, matches_of(both)})) return false;
      lower = eliminate(both);
    }
    const Meeting finalists{*seats_.front(), *lower.front()};
    // The winner of the upper bracket may lose once.
    for (std::size_t block = 1; block <= 2; ++block) {
      builder_.begin_round(block == 1 ? "final" : "second final");
      std::vector<Meetings> blocks(block + 1);
      blocks.back() = {finalists};
      if (!play_round(blocks)) return false;
      if (lead(finalists) >= 0) break;
    }
    const bool level = lead(finalists) == 0, first_wins = lead(finalists) >= 0;
    const Engine loser = first_wins ? finalists.second : finalists.first;
    if (level)
      builder_.add_decision(
          fmt::format("the final is level after all pairs: {} wins as the winner of the upper bracket",
                      builder_.name(finalists.first)));
    seats_ = {first_wins ? finalists.first : finalists.second};
    out_.push_back({loser});
    return true;
  }

  Engine winner() const { return *seats_.front(); }

  // Engines that were eliminated in the same round share a range of places, the best seed first. A
  // third-place match separates the losers of the semi-finals.
  std::vector<rating::BracketPlace> ranking() const {
    std::vector<Engines> groups{engines_};
    for (const Engines& engines : out_)
      std::erase_if(groups.front(),
                    [&](Engine one) { return std::ranges::find(engines, one) != engines.end(); });
    groups.insert(groups.end(), out_.rbegin(), out_.rend());
    std::vector<rating::BracketPlace> ranking;
    for (Engines& engines : groups) {
      std::ranges::sort(engines, {}, [&](Engine engine) { return ranks_[engine]; });
      const int first = static_cast<int>(ranking.size()) + 1;
      const int last = first + static_cast<int>(engines.size()) - 1;
      for (const Engine engine : engines) ranking.push_back({builder_.name(engine), {first, last}});
    }
    return ranking;
  }

 private:
  // Plays the matches of a round and adds pairs to level ones. `blocks[i]` has the matches with block `i` of
  // the openings (formats.hpp), so that two engines that meet again get new openings.
  bool play_round(std::vector<Meetings> blocks) {
    for (int extra = 0; extra <= extra_; ++extra) {
      Openings block = extra == 0 ? openings_ : Openings{openings_.first + openings_.count + extra - 1, 1};
      for (const Meetings& matches : blocks) {
        if (!builder_.add(matches, block)) return false;
        block.first += openings_.count + extra_;  // the size of a block
      }
      if (!builder_.wait_for_all()) return false;
      for (Meetings& matches : blocks)
        std::erase_if(matches, [&](const Meeting& match) { return lead(match) != 0; });
    }
    return true;
  }

  Meetings matches_of(const std::vector<Seat>& seats) const {
    Meetings matches;
    for (std::size_t i = 0; i < seats.size(); i += 2)
      if (seats[i] && seats[i + 1]) matches.push_back(match(*seats[i], *seats[i + 1]));
    return matches;
  }

  // Whether the final is due, and two engines lost semi-finals.
  bool for_third() const {
    return third_place_ && seats_.size() == 2 && !out_.empty() && out_.back().size() == 2;
  }

  // The better seed is named first.
  Meeting match(Engine one, Engine other) const {
    return ranks_[one] < ranks_[other] ? Meeting{one, other} : Meeting{other, one};
  }

  int lead(const Meeting& match) const {
    return builder_.points_against(match.first, match.second) -
           builder_.points_against(match.second, match.first);
  }

  // The winners of a round. `losers` gets the loser of each match, or an empty seat.
  std::vector<Seat> winners_of(const std::vector<Seat>& seats, std::vector<Seat>& losers, bool eliminates) {
    std::vector<Seat> next;
    for (std::size_t i = 0; i < seats.size(); i += 2) {
      const Seat &one = seats[i], &other = seats[i + 1];
      next.push_back(one || other ? survivor(one, other, eliminates) : std::nullopt);
      losers.push_back(next.back() == one ? other : one);
    }
    return next;
  }

  // The winners of a round whose losers are eliminated.
  std::vector<Seat> eliminate(const std::vector<Seat>& seats) {
    std::vector<Seat> losers;
    auto winners = winners_of(seats, losers, true);
    Engines& out = out_.emplace_back();
    for (const Seat& loser : losers)
      if (loser) out.push_back(*loser);
    return winners;
  }

  void decide_third() {
    const Meeting pair = match(out_.back()[0], out_.back()[1]);
    const bool second_wins = lead(pair) < 0;
    const Engine third = second_wins ? pair.second : pair.first;
    builder_.add_decision(fmt::format("{} is third{}", builder_.name(third),
                                      lead(pair) == 0 ? " as the better seed: tied after all pairs" : ""));
    out_.back() = {second_wins ? pair.first : pair.second};
    out_.push_back({third});
  }

  Seat survivor(Seat one, Seat other, bool eliminates) {
    if (!one || !other) {
      const Seat lucky = one ? one : other;
      builder_.add_decision(fmt::format("{} has no opponent and advances", builder_.name(*lucky)));
      return lucky;
    }
    const Meeting pair = match(*one, *other);
    const int ahead = lead(pair);
    if (ahead == 0)
      builder_.add_decision(fmt::format("{} and {} are tied after all pairs: {} advances as the better seed",
                                        builder_.name(pair.first), builder_.name(pair.second),
                                        builder_.name(pair.first)));
    const Engine loser = ahead >= 0 ? pair.second : pair.first;
    builder_.add_decision(builder_.name(loser) +
                          (eliminates ? " is eliminated" : " moves to the lower bracket"));
    return ahead >= 0 ? pair.first : pair.second;
  }

  ScheduleBuilder& builder_;
  const Openings openings_;
  const int extra_;
  const bool third_place_;
  const Engines engines_;
  std::vector<std::size_t> ranks_;
  std::vector<Seat> seats_;
  std::vector<Engines> out_;  // eliminated engines, in groups that share places; the lowest places first
};

}  // namespace

int extra_pairs(const Plan& plan) { return plan.format.extra_pairs.value_or(default_extra_pairs); }

std::optional<Engine> knock_out(const Plan& plan, ScheduleBuilder& builder, const Engines& engines,
                                Openings openings) {
  Knockout knockout{plan, builder, engines, openings};
  const bool over = eliminates_twice(plan) ? knockout.play_double() : knockout.play();
  if (engines.size() == plan.engines.size()) builder.set_places(knockout.ranking());
  return over ? std::optional{knockout.winner()} : std::nullopt;
}

namespace {

int knockout_openings(const Plan& plan) {
  return (eliminates_twice(plan) ? 3 : 1) * (plan.pairs + extra_pairs(plan));
}

std::uint64_t max_knockout_games(const Plan& plan) {
  const bool third = plan.format.third_place.value_or(false) && plan.engines.size() >= 4;
  const std::uint64_t losses = eliminates_twice(plan) ? 2 * plan.engines.size() : plan.engines.size();
  const std::uint64_t matches = losses - (third ? 0 : 1);
  return 2 * matches * static_cast<std::uint64_t>(plan.pairs + extra_pairs(plan));
}

void check_knockout(const Plan& plan, std::vector<PlanProblem>& problems) {
  if (eliminates_twice(plan) && plan.format.third_place == true)
    problems.push_back({.what = "double elimination has no third-place match",
                        .hint = "the loser of the last round of the lower bracket is third",
                        .key = "third-place"});
}

bool play_knockout(const Plan& plan, ScheduleBuilder& builder) {
  const auto winner = knock_out(plan, builder, seeded(plan, all_engines(plan)), {.count = plan.pairs});
  if (!winner) return false;
  builder.add_outcome("winner: " + builder.name(*winner));
  return true;
}

}  // namespace

FormatInfo knockout_format() {
  return {.name = "knockout",
          .adaptive = true,
          .play = play_knockout,
          .openings = knockout_openings,
          .max_games = max_knockout_games,
          .keys = {"elimination", "extra-pairs", "third-place", "seeding"},
          .check = check_knockout};
}

}  // namespace ebiri::tournament
