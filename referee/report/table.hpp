// The columns of the tables for people, and the final table in every form. All numbers are independent of the
// locale; the same standings give the same bytes; not-a-number and infinity never appear.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/report/standings.hpp"
#include "referee/report/terminal.hpp"

namespace ebiri::report {

/// How cells are written.
struct Look {
  int decimals = 1;    ///< of Elo and its error
  bool marks = false;  ///< some row has a `*`: the others leave room for it
  bool utf8 = true;
};

struct Column {
  enum class Align { left, right };

  std::string_view title;
  std::string_view ascii_title;
  Align align;
  int weight;  ///< the heaviest column goes overboard first; 0 stays
  std::string (*cell)(const StandingsRow& row, const Look& look);
};

/// Those of the table while games are played.
std::vector<Column> live_columns();

/// With one decimal, or three if one is not enough.
std::string points_text(double points);

Look look_of(const Standings& standings, const Terminal& terminal, int decimals);

/// A header line and one line per row, each at most `terminal.width` wide; columns are dropped and
/// names cut until that is so.
std::vector<std::string> grid(const Standings& standings, std::span<const Column> columns,
                              const Terminal& terminal, const Look& look);

/// `1 illegal, 2 time`, or `none`.
std::string forfeits_text(const rating::Forfeits& forfeits);

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

/// Everything, `"format": "ebiri-standings/2"`: also the matrices of difference errors (Elo),
/// superiority and covariance (Elo^2) in the order of `engines`, null between groups.
std::string json_table(const Standings& standings);

/// One sentence a line: what the errors are relative to, what `*` means, the first mover's advantage, the
/// fit check, unique games with a warning over 5 % repetitions, forfeits, void games, how far the run is,
/// and how to repeat it.
std::vector<std::string> notes(const Standings& standings, const Terminal& terminal);

/// `+38 ± 14 Elo (55.4%)` of the largest group, or why there is none.
std::string first_mover_text(const Standings& standings, const Terminal& terminal);

}  // namespace ebiri::report
