// Meetings that continue until differences in strength are known precisely enough.
#pragma once

#include "referee/tournament/book.hpp"

namespace ebiri::tournament {

/// Enters `meetings` with all openings of the plan. With `stop` it enters them in rounds: each later
/// round adds a tenth of the openings so far, at least 10. After each round it rates the results. A meeting
/// continues while one of its engines has a difference that is not known well enough. So the schedule depends
/// only on results. Returns false while results are missing.
bool enter_meetings(const Plan& plan, Book& book, Meetings meetings);

}  // namespace ebiri::tournament
