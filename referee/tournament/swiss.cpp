#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "referee/tournament/meetings.hpp"
#include "referee/tournament/play_formats.hpp"
#include "referee/tournament/swiss_pairing.hpp"

namespace ebiri::tournament {

namespace {

class Swiss {
 public:
  Swiss(const Plan& plan, Book& book) : plan_(plan), book_(book), seeds_(seeded(plan, everybody(plan))) {}

  bool play() {
    const int rounds = swiss_rounds(plan_);
    for (int round = 1; round <= rounds; ++round) {
      book_.begin_round(fmt::format("round {}", round));
      if (!play_round(round)) return false;
    }
    conclude();
    return true;
  }

 private:
  bool play_round(int round) {
    SwissRound pairing = pair_swiss(standing());
    if (pairing.bye) give_bye(*pairing.bye);
    const auto begun = book_.begun();
    for (Meeting& meeting : pairing.meetings)
      if (begun[meeting.first] > begun[meeting.second]) std::swap(meeting.first, meeting.second);
    const Openings openings{.first = (round - 1) * plan_.pairs + 1, .count = plan_.pairs};
    return book_.enter(pairing.meetings, openings) && book_.all_over();
  }

  SwissStanding standing() const {
    const auto points = book_.points();
    Engines ranking = seeds_;
    std::ranges::stable_sort(ranking, [&](Engine a, Engine b) { return points[a] > points[b]; });
    return {.ranking = std::move(ranking),
            .points = points,
            .have_met = [this](Engine one, Engine other) { return book_.have_met(one, other); },
            .had_bye = [this](Engine engine) { return byes_.contains(engine); }};
  }

  // As many points as for winning (FIDE Handbook C.04.1).
  void give_bye(Engine engine) {
    byes_.insert(engine);
    book_.give_bye(engine, plan_.pairs);
  }

  void conclude() {
    const auto last = standing();
    std::size_t place = 0;
    for (std::size_t i = 0; i < last.ranking.size(); ++i) {
      const int points = last.points[last.ranking[i]];
      if (i == 0 || points != last.points[last.ranking[i - 1]]) place = i + 1;
      book_.conclude(fmt::format("{:>3}. {} {}", place, book_.name(last.ranking[i]), points_text(points)));
    }
  }

  const Plan& plan_;
  Book& book_;
  const Engines seeds_;
  std::set<Engine> byes_;
};

}  // namespace

int swiss_rounds(const Plan& plan) {
  if (plan.format.rounds) return *plan.format.rounds;
  int rounds = 1;
  while ((std::size_t{1} << static_cast<unsigned>(rounds)) < plan.engines.size()) ++rounds;
  return rounds;
}

bool play_swiss(const Plan& plan, Book& book) { return Swiss{plan, book}.play(); }

}  // namespace ebiri::tournament
