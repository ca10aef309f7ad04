#include "referee/tournament/meetings.hpp"
#include "referee/tournament/play_formats.hpp"

namespace ebiri::tournament {

bool play_gauntlet(const Plan& plan, Book& book) {
  const Meetings meetings = across(with_role(plan, Role::challenger), without_role(plan, Role::challenger));
  return book.enter(meetings, {.count = plan.pairs});
}

}  // namespace ebiri::tournament
