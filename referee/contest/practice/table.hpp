// The table of the practice ladder: the current entries, rated by the games among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/loaded_contest.hpp"
#include "referee/rating/fit.hpp"
#include "referee/record/digest.hpp"

namespace ebiri::contest {

/// A row of the table.
struct PracticeRow {
  std::string team;
  int number = 1;           ///< of the submission
  std::string engine;       ///< its name in the run
  bool rated = false;       ///< if not, it has no place, Elo or error: no games connect it with the others
  rating::RankRange place;  ///< a range if entries cannot be distinguished
  double elo = 0;
  double error95 = 0;   ///< half the width of the 95 % interval
  bool marked = false;  ///< the rating depends on the prior; a `*` in tables
  std::int64_t games = 0, wins = 0, draws = 0, losses = 0;
  std::int64_t faults = 0;  ///< games lost by a fault of its own
};

/// The practice run from its journal; nothing before the run begins.
Result<std::optional<record::Digest>> practice_digest(const Folder& folder);

/// The table, best first. Entries that were replaced or withdrawn have no row; the games against them are
/// counted, but not rated.
std::vector<PracticeRow> practice_table(const State& state, const std::optional<record::Digest>& digest);

/// The table as text, and as a JSON array of objects.
std::string practice_text(const std::vector<PracticeRow>& rows);
std::string practice_json(const std::vector<PracticeRow>& rows);

}  // namespace ebiri::contest
