// The final table in every form. All numbers are independent of the locale; the same standings give
// the same bytes; not-a-number and infinity never appear.
#pragma once

#include <string>
#include <vector>

#include "referee/report/standings.hpp"
#include "referee/report/terminal.hpp"

namespace ebiri::report {

/// For people: as many columns as fit `terminal.width`, the most telling ones first, and `notes` below.
/// No colours. Every line ends in a newline.
std::string text_table(const Standings& standings, const Terminal& terminal);

/// All columns as a Markdown table, and `notes` as a list.
std::string markdown_table(const Standings& standings);

/// All columns as RFC 4180 with a header and newlines; raw numbers, empty where there is none.
std::string csv_table(const Standings& standings);

/// Every two engines of one group: the difference of their ratings in Elo, its 95 % error, and the
/// likelihood that the first is stronger.
std::string errors_table(const Standings& standings);

/// Everything, `"format": "ebiri-standings/1"`: also the matrices of difference errors (Elo),
/// superiority and covariance (Elo^2) in the order of `engines`, null between groups.
std::string json_table(const Standings& standings);

/// One sentence a line: what the errors are relative to, what `*` means, the first mover's advantage, the
/// fit check, unique games with a warning over 5 % repetitions, forfeits, void games, how far the run is,
/// and how to repeat it.
std::vector<std::string> notes(const Standings& standings, const Terminal& terminal);

/// `+38 ± 14 Elo (55.4%)` of the largest group, or why there is none.
std::string first_mover_text(const Standings& standings, const Terminal& terminal);

}  // namespace ebiri::report
