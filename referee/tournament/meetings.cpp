#include "referee/tournament/meetings.hpp"

#include <algorithm>

#include "referee/support/random.hpp"

namespace ebiri::tournament {

namespace {

// Makes the lots of a seeding differ from other random numbers (ARCHITECTURE.md, Determinism).
constexpr std::uint64_t seeding_purpose = 4;

template <class Condition>
Engines those(const Plan& plan, Condition condition) {
  Engines engines;
  for (Engine engine = 0; engine < plan.engines.size(); ++engine)
    if (condition(plan.engines[engine])) engines.push_back(engine);
  return engines;
}

}  // namespace

Engines all_engines(const Plan& plan) {
  return those(plan, [](const Entrant&) { return true; });
}

Engines with_role(const Plan& plan, Role role) {
  return those(plan, [role](const Entrant& entrant) { return entrant.role == role; });
}

Engines without_role(const Plan& plan, Role role) {
  return those(plan, [role](const Entrant& entrant) { return entrant.role != role; });
}

Engines seeded(const Plan& plan, Engines engines) {
  if (plan.format.seeding != Seeding::lot) return engines;
  Random random{derive_seed({plan.seed, seeding_purpose})};
  for (std::size_t left = engines.size(); left > 1; --left)
    std::swap(engines[left - 1], engines[random.below(left)]);
  return engines;
}

Meetings berger(const Engines& engines) {
  const std::size_t even = engines.size() + engines.size() % 2;
  const std::size_t circle = even - 1;  // the last place is fixed; the others rotate
  Meetings meetings;
  const auto meet = [&](std::size_t first, std::size_t second) {
    if (first < engines.size() && second < engines.size())  // otherwise one of them is the bye
      meetings.push_back({engines[first], engines[second]});
  };
  for (std::size_t round = 0; round < circle; ++round) {
    const std::size_t pivot = round * (even / 2) % circle;
    if (round % 2 == 0)
      meet(pivot, even - 1);
    else
      meet(even - 1, pivot);
    for (std::size_t step = 1; step < even / 2; ++step)
      meet((pivot + step) % circle, (pivot + circle - step) % circle);
  }
  return meetings;
}

Meetings across(const Engines& side, const Engines& other_side) {
  const bool turned = side.size() > other_side.size();
  const Engines& few = turned ? other_side : side;
  const Engines& many = turned ? side : other_side;
  Meetings meetings;
  for (std::size_t round = 0; round < many.size(); ++round) {
    for (std::size_t place = 0; place < few.size(); ++place) {
      const Engine one = few[place], other = many[(place + round) % many.size()];
      const bool few_first = (round % 2 == 0) != turned;
      meetings.push_back(few_first ? Meeting{one, other} : Meeting{other, one});
    }
  }
  return meetings;
}

Engines ranked(ScheduleBuilder& builder, Engines engines, const std::vector<int>& points) {
  std::ranges::stable_sort(engines, [&](Engine a, Engine b) { return points[a] > points[b]; });
  for (auto begin = engines.begin(); begin != engines.end();) {
    const auto end =
        std::find_if(begin, engines.end(), [&](Engine other) { return points[other] != points[*begin]; });
    const Engines level(begin, end);
    const auto among_them = [&](Engine engine) {
      int sum = 0;
      for (const Engine other : level) sum += builder.points_against(engine, other);
      return sum;
    };
    std::stable_sort(begin, end, [&](Engine a, Engine b) { return among_them(a) > among_them(b); });
    begin = end;
  }
  return engines;
}

}  // namespace ebiri::tournament
