#include "referee/tournament/precision.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace ebiri::tournament {

namespace {

// The fewest openings that a later round adds, so that many slots have games to play.
constexpr int least_growth = 10;

struct Difference {
  Engine one = 0, other = 0;
};

std::vector<Difference> differences(const Plan& plan) {
  if (plan.stop->between.empty()) return {{0, 1}};
  std::vector<Difference> list;
  const auto index = [&](const std::string& name) {
    return static_cast<Engine>(std::ranges::find(plan.engines, name, &Entrant::name) - plan.engines.begin());
  };
  for (const auto& [one, other] : plan.stop->between) list.push_back({index(one), index(other)});
  return list;
}

// The number of openings after which every engine of a difference has played `least_pairs`.
int first_round(int least_pairs, const std::vector<Difference>& wanted, const Meetings& meetings) {
  int fewest = least_pairs;
  for (const Difference& difference : wanted)
    for (const Engine engine : {difference.one, difference.other})
      fewest = std::min(fewest, static_cast<int>(std::ranges::count_if(meetings, [&](const Meeting& meeting) {
                          return meeting.first == engine || meeting.second == engine;
                        })));
  return (least_pairs + fewest - 1) / std::max(fewest, 1);
}

rating::Fit fit_of(const Plan& plan, const Book& book) {
  rating::Problem problem{.engines = {}, .encounters = book.encounters(), .options = plan.rating};
  problem.options.errors = rating::Errors::paired_regularised;
  for (const Entrant& entrant : plan.engines) problem.engines.push_back(entrant.name);
  return rating::fit(problem);
}

// The wider side of the interval of a difference; nothing if the games do not determine it.
std::optional<double> error(const rating::Fit& fit, const Difference& difference) {
  if (!fit.comparable(difference.one, difference.other)) return std::nullopt;
  const auto [low, high] = fit.difference_interval(difference.one, difference.other);
  const double elo = fit.elo[difference.one] - fit.elo[difference.other];
  return std::max(high - elo, elo - low);
}

// Whether the likelihood of superiority of one engine suffices.
bool superior(const StopSettings& stop, const rating::Fit& fit, const Difference& difference) {
  const double likelihood = fit.superiority(difference.one, difference.other);
  return stop.superiority && std::max(likelihood, 1 - likelihood) >= *stop.superiority;
}

std::string sentence(const Book& book, const StopSettings& stop, const rating::Fit& fit,
                     const Difference& difference) {
  const auto width = error(fit, difference);
  const std::string names = book.name(difference.one) + " - " + book.name(difference.other);
  if (!width) return names + ": unknown";
  std::string text = fmt::format("{}: {:.1f} ± {:.1f} Elo", names,
                                 fit.elo[difference.one] - fit.elo[difference.other], *width);
  if (*width > stop.precision && superior(stop, fit, difference))
    text += fmt::format(
        " (the difference is probably overstated: the run ended at a likelihood of superiority of {:g} %)",
        100 * *stop.superiority);
  return text;
}

}  // namespace

bool enter_meetings(const Plan& plan, Book& book, Meetings meetings) {
  if (!plan.stop) return book.enter(meetings, {.count = plan.pairs});
  const auto wanted = differences(plan);
  int played = 0;
  int next = first_round(plan.stop->min_pairs, wanted, meetings);
  while (true) {
    next = std::min(next, plan.pairs);
    if (!book.enter(meetings, {.first = played + 1, .count = next - played}) || !book.wait_for_all())
      return false;
    played = next;
    const rating::Fit fit = fit_of(plan, book);
    std::set<Engine> needed;
    for (const Difference& difference : wanted) {
      const auto width = error(fit, difference);
      if ((!width || *width > plan.stop->precision) && !superior(*plan.stop, fit, difference))
        needed.insert({difference.one, difference.other});
    }
    if (needed.empty() || played == plan.pairs) {
      for (const Difference& difference : wanted) book.conclude(sentence(book, *plan.stop, fit, difference));
      book.set_precise(needed.empty());
      return true;
    }
    std::erase_if(meetings, [&](const Meeting& meeting) {
      return !needed.contains(meeting.first) && !needed.contains(meeting.second);
    });
    next = played + std::max(least_growth, played / 10);
  }
}

}  // namespace ebiri::tournament
