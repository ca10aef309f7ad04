// The columns of the tables for people. Internal to this room.
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

/// In the order of the final table; the engine's name is the second. Tie-breaks only where they count,
/// accuracy only where it is known.
std::vector<Column> final_columns(const Standings& standings);
std::span<const Column> live_columns();

/// With one decimal, or three if one is not enough.
std::string points_text(double points);

Look look_of(const Standings& standings, const Terminal& terminal, int decimals);

/// A header line and one line per row, each at most `terminal.width` wide; columns are dropped and
/// names cut until that is so.
std::vector<std::string> grid(const Standings& standings, std::span<const Column> columns,
                              const Terminal& terminal, const Look& look);

/// The words above a row, if another group begins with it: groups are separate tables, unless points put
/// them in order.
std::string heading_before(const Standings& standings, std::size_t row);

/// `1 illegal, 2 time`, or `none`.
std::string forfeits_text(const rating::Forfeits& forfeits);

}  // namespace ebiri::report
