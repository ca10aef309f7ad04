// The table while games are played, and the final table as text, Markdown, CSV and JSON. Numbers are
// independent of the locale, the same standings give the same bytes, and NaN and infinity never appear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/report/standings.hpp"
#include "referee/support/terminal.hpp"

namespace ebiri::report {

/// Points with one decimal, or three if one is not enough.
std::string points_text(double points);

/// Wins, draws and losses: `31-4-12`.
std::string results_text(const rating::Trinomial& results);

/// The table while games are played: a header line and one line per row. Drops columns and cuts names until
/// lines fit `terminal.width`.
std::vector<std::string> live_table(const Standings& standings, const Terminal& terminal);

/// `2 time, 1 illegal`, or `none`.
std::string forfeits_text(const rating::Forfeits& forfeits);

/// The table as text: the run's name, the block of a match of two, the most informative columns that fit
/// `terminal.width`, and `notes` below. No colours. Every line ends in a newline.
std::string text_table(const Standings& standings, const Terminal& terminal);

/// The same in Markdown, with all columns; `notes` are a list.
std::string markdown_table(const Standings& standings);

/// The rows as CSV with a header, without tie-breaks. Cells are quoted as in RFC 4180, but lines end in LF.
/// Numbers have up to six decimals; missing ones are empty.
std::string csv_table(const Standings& standings);

/// For every two engines of one group: the difference of their ratings in Elo, its 95 % error and interval,
/// and the likelihood that the first is stronger. CSV.
std::string differences_table(const Standings& standings);

/// All data as JSON, `"format": "ebiri-standings/2"`: also the matrices of difference errors (Elo),
/// superiority and covariance (Elo^2) in the order of `engines`, null between groups.
std::string json_table(const Standings& standings);

/// The notes below the table, one per line: what its columns mean, how ratings and places arose, games,
/// forfeits and warnings. `conditions` come last, unless `standings.match` has them.
std::vector<std::string> notes(const Standings& standings, const Terminal& terminal);

/// The block of a match of two engines and its notes; empty if there is none.
std::string match_text(const Standings& standings);

/// A Markdown table of cells, which are escaped. `sides` has `l` or `r` for each column; the last letter
/// holds for further columns.
std::string markdown_rows(const TextRows& rows, std::string_view sides = "lr");

/// The variant, limit, openings, seed, version and config of a run on one line.
std::string conditions(const RunMeta& meta);

/// `+38.0 ± 14.0 Elo (55.4% expected)` of the largest group, or why there is none.
std::string first_mover_text(const Standings& standings, const Terminal& terminal);

}  // namespace ebiri::report
