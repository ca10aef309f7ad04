// Ladder: challengers meet the other engines in the order of the config, as long as they pass.
#include <fmt/format.h>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/meetings.hpp"

namespace ebiri::tournament {

namespace {

constexpr int default_ladder_pass = 50;  // percent

bool play_ladder(const Plan& plan, ScheduleBuilder& builder) {
  const Engines rungs = without_role(plan, Role::challenger);
  const int pass = plan.format.pass.value_or(default_ladder_pass);
  Engines climbing = with_role(plan, Role::challenger);
  for (std::size_t rung = 0; rung < rungs.size() && !climbing.empty(); ++rung) {
    const Engine holder = rungs[rung];
    builder.begin_round(fmt::format("rung {}: {}", rung + 1, builder.name(holder)));
    if (!builder.add(across(climbing, {holder}), {.count = plan.pairs}) || !builder.wait_for_all())
      return false;
    Engines higher;
    for (const Engine challenger : climbing) {
      const int own = builder.points_against(challenger, holder);
      const int all = own + builder.points_against(holder, challenger);
      const bool climbs = all > 0 && 100 * static_cast<std::int64_t>(own) >= std::int64_t{pass} * all;
      if (climbs) higher.push_back(challenger);
      builder.add_decision(fmt::format("{} {}", builder.name(challenger), climbs ? "advances" : "stops"));
      if (!climbs)
        builder.add_outcome(
            fmt::format("{} passed {} of {} rungs", builder.name(challenger), rung, rungs.size()));
    }
    climbing = std::move(higher);
  }
  for (const Engine challenger : climbing)
    builder.add_outcome(fmt::format("{} passed all {} rungs", builder.name(challenger), rungs.size()));
  return true;
}

}  // namespace

FormatInfo ladder_format() {
  return {.name = "ladder",
          .adaptive = true,
          .play = play_ladder,
          .keys = {"pass"},
          .role = Role::challenger,
          .check = check_challengers};
}

}  // namespace ebiri::tournament
