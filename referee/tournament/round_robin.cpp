#include "referee/tournament/meetings.hpp"
#include "referee/tournament/play_formats.hpp"

namespace ebiri::tournament {

bool play_round_robin(const Plan& plan, Book& book) {
  return book.enter(berger(everybody(plan)), {.count = plan.pairs});
}

}  // namespace ebiri::tournament
