#include "referee/tournament/formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <tuple>
#include <utility>

#include "referee/tournament/check_plan.hpp"
#include "referee/tournament/play_formats.hpp"

namespace ebiri::tournament {

namespace {

int own_pairs(const Plan& plan) { return plan.pairs; }
int swiss_openings(const Plan& plan) { return plan.pairs * swiss_rounds(plan); }
int knockout_openings(const Plan& plan) { return plan.pairs + extra_pairs(plan); }
int staged_openings(const Plan& plan) {
  return 2 * plan.pairs + (plan.format.final == Final::knockout ? extra_pairs(plan) : 0);
}

// A game of a plan that is added to an earlier one: it is new if no game has its key.
using Key = std::tuple<std::string, std::string, int>;

Key key_of(const Pairing& pairing) {
  return {std::min(pairing.south, pairing.north), std::max(pairing.south, pairing.north), pairing.opening};
}

void extend(Schedule& schedule, const Schedule& wanted) {
  std::set<Key> known;
  int game = 0, pair = 0, wanted_pair = 0;
  for (const Pairing& pairing : schedule) {
    known.insert(key_of(pairing));
    game = std::max(game, pairing.game);
    pair = std::max(pair, pairing.pair);
  }
  for (Pairing pairing : wanted) {
    if (known.contains(key_of(pairing))) continue;
    if (pairing.pair != wanted_pair) ++pair;
    wanted_pair = pairing.pair;
    pairing.game = ++game;
    pairing.pair = pair;
    schedule.add(pairing);
  }
}

}  // namespace

const std::vector<FormatInfo>& formats() {
  static const std::vector<FormatInfo> table{
      {Format::round_robin, "round-robin", false, play_round_robin, own_pairs},
      {Format::match, "match", false, play_match, own_pairs, {}, {}, false, check_match},
      {Format::gauntlet,
       "gauntlet",
       false,
       play_gauntlet,
       own_pairs,
       {},
       Role::challenger,
       false,
       check_challengers},
      {Format::scheveningen, "scheveningen", false, play_scheveningen, own_pairs, {}, {}, true, check_teams},
      {Format::swiss,
       "swiss",
       true,
       play_swiss,
       swiss_openings,
       {"rounds", "seeding"},
       {},
       false,
       check_swiss},
      {Format::knockout, "knockout", true, play_knockout, knockout_openings, {"extra-pairs", "seeding"}},
      {Format::ladder,
       "ladder",
       true,
       play_ladder,
       own_pairs,
       {"pass"},
       Role::challenger,
       false,
       check_challengers},
      {Format::staged,
       "staged",
       true,
       play_staged,
       staged_openings,
       {"pass", "groups", "survivors", "final", "extra-pairs", "seeding"},
       Role::reference,
       false,
       check_staged},
  };
  return table;
}

const FormatInfo& info(Format format) {
  const auto found = std::ranges::find(formats(), format, &FormatInfo::format);
  assert(found != formats().end());
  return *found;
}

bool depends_on_results(const Plan& plan) {
  return plan.open || info(plan.format.name).adaptive || plan.starter == Starter::winner ||
         plan.starter == Starter::loser;
}

std::string describe(const Plan& plan) {
  if (plan.open) return "practice ladder";
  std::string text{info(plan.format.name).name};
  std::ranges::replace(text, '-', ' ');
  if (plan.format.name == Format::swiss) text += fmt::format(", {} rounds", swiss_rounds(plan));
  switch (plan.starter) {
    case Starter::paired:
      return text;
    case Starter::fixed:
      return text + ", first named starts";
    case Starter::lot:
      return text + ", lot decides who starts";
    case Starter::winner:
      return text + ", winner starts";
    case Starter::loser:
      return text + ", loser starts";
  }
  return text;
}

std::uint64_t most_games(const Plan& plan) {
  const std::uint64_t engines = plan.engines.size();
  const auto pairs = static_cast<std::uint64_t>(plan.pairs);
  switch (plan.format.name) {
    case Format::swiss:
      return engines * pairs * static_cast<std::uint64_t>(swiss_rounds(plan));
    case Format::knockout:
      return 2 * (engines - 1) * (pairs + static_cast<std::uint64_t>(extra_pairs(plan)));
    case Format::staged:
      return 2 * engines * (engines - 1) * pairs +
             2 * (engines - 1) * static_cast<std::uint64_t>(extra_pairs(plan));
    case Format::round_robin:
    case Format::match:
    case Format::gauntlet:
    case Format::scheveningen:
    case Format::ladder:
      break;
  }
  return engines * (engines - 1) * pairs;
}

int openings_needed(const Plan& plan) { return info(plan.format.name).openings(plan); }

Course course_of(const Plan& plan, const Results& results) {
  if (plan.open) return {};
  Book book{plan, results};
  const bool complete = info(plan.format.name).play(plan, book);
  Course course = book.close(complete);
  if (!plan.chunk) return course;
  const Schedule whole = std::exchange(course.schedule, {});
  for (const Pairing& pairing : whole)
    if ((pairing.pair - 1) % plan.chunk->of == plan.chunk->index - 1) course.schedule.add(pairing);
  return course;
}

Course course_of(const std::vector<Plan>& plans, const Results& results) {
  assert(!plans.empty());
  Course course = course_of(plans.back(), results);
  if (depends_on_results(plans.back())) return course;
  const auto same = [&](const Plan& plan) { return plan == plans.back(); };
  if (std::ranges::all_of(plans, same)) return course;
  Schedule schedule;
  for (const Plan& plan : plans)
    if (!depends_on_results(plan)) extend(schedule, course_of(plan, {}).schedule);
  course.schedule = std::move(schedule);
  return course;
}

}  // namespace ebiri::tournament
