// The table of the practice ladder: the present entries, by the ratings that the games among them give.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/contest_at_hand.hpp"
#include "referee/rating/fit.hpp"
#include "referee/record/digest.hpp"

namespace ebiri::contest {

/// One entry of the table.
struct PracticeRow {
  std::string team;
  int number = 1;      ///< of the submission
  std::string engine;  ///< what it is called in the run
  bool rated = false;  ///< otherwise there is no place, Elo or error: it has not played, or against nobody of
                       ///< the others' circle
  rating::RankRange place;  ///< a range where entries cannot be told apart
  double elo = 0;
  double error95 = 0;   ///< half the width of the 95 % interval
  bool marked = false;  ///< a prior, not only the games, sets the rating
  std::int64_t games = 0, wins = 0, draws = 0, losses = 0;
  std::int64_t faults = 0;  ///< games lost by a fault of its own
};

/// The practice run as its journal has it; nothing before its first game can be played.
Result<std::optional<record::Digest>> practice_digest(const contest::Folder& folder);

/// The table, best first. Entries that were replaced or withdrawn have no row; the games against them are
/// counted, but not rated.
std::vector<PracticeRow> practice_table(const contest::State& state,
                                        const std::optional<record::Digest>& digest);

/// For people; as JSON: an array of objects.
std::string practice_text(const std::vector<PracticeRow>& rows);
std::string practice_json(const std::vector<PracticeRow>& rows);

}  // namespace ebiri::contest
