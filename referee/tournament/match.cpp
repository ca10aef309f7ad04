#include "referee/tournament/play_formats.hpp"

namespace ebiri::tournament {

bool play_match(const Plan& plan, Book& book) {
  const Meeting meeting{0, 1};
  if (!book.enter({meeting}, {.count = plan.pairs})) return false;
  if (!book.all_over()) return true;
  const auto points = book.points();
  const int ahead = points[0] - points[1];
  book.conclude(book.name(0) + " " + points_text(points[0]) + " : " + points_text(points[1]) + " " +
                book.name(1));
  book.conclude(ahead == 0 ? "no winner: the match is level" : "winner: " + book.name(ahead > 0 ? 0 : 1));
  return true;
}

}  // namespace ebiri::tournament
