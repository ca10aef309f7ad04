// Plays the practice ladder: a source of tasks for the loop of a run. While a contest is open, the current
// entries meet in opening pairs.
//
// The pairing depends only on the field, its table and the pairs played:
//
//   - Every second pair is for a new entry: the one with the fewest pairs, if it has fewer than
//     `settled_pairs`. The other pairs, and all if no entry is new, are for the entry with the lowest
//     `turn`: a virtual time to which each of its pairs adds one.
//   - That entry meets one of the `neighbours` nearest entries in the table: the one for which the number
//     of meetings of the two plus its `turn` is lowest; among equals the one that has waited longest. An
//     entry without a rating is in the middle of the table.
//
// So a new submission gets a rating soon, a team that submits all the time takes at most half of the pairs,
// and all other entries have equal shares.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/contest/practice/field.hpp"
#include "referee/rating/settings.hpp"
#include "referee/rating/tally.hpp"
#include "referee/record/digest.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/loop.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/pace.hpp"

namespace ebiri::contest {

inline constexpr int settled_pairs = 32;
inline constexpr std::size_t neighbours = 6;

/// Counts the opening pairs that were played or are being played. Not thread-safe.
class PracticeLedger {
 public:
  /// Counts a pair. A repeated number has no effect. Preconditions: numbers start from 1 and are in order,
  /// and the names differ.
  void take(int pair, const std::string& one, const std::string& other);

  struct Share {
    int pairs = 0;  ///< the number of the entry's pairs
    int last = 0;   ///< the number of its last pair, or 0

    /// Start-time fair queueing: the lowest turn is next, and each pair adds one. It is set to the ledger's
    /// virtual time at the entry's first pair, and again when it has `settled_pairs`.
    int turn = 0;
  };
  Share share(const std::string& name) const;

  int meetings(const std::string& one, const std::string& other) const;
  int last() const { return last_; }  ///< the highest number

 private:
  int now_ = 0;  // the virtual time: the maximum, over all pairs, of the lower turn of the two entries
  int last_ = 0;
  std::map<std::string, Share> shares_;
  std::map<std::pair<std::string, std::string>, int> meetings_;  // by two names in order
};

/// An entry of the field.
struct PracticeEntry {
  std::string name;
  std::optional<double> elo;  ///< nothing: not rated yet
};

/// The entry whose turn it is, and its opponent.
struct PracticeMeeting {
  std::string candidate, opponent;

  bool operator==(const PracticeMeeting&) const = default;
};

/// Chooses the pair after the last one of `ledger`; nothing with fewer than two entries. Among equal
/// candidates the earlier one in `field` is chosen; among equal opponents the nearest in the table, then
/// the higher one. Names are unique.
std::optional<PracticeMeeting> next_meeting(std::span<const PracticeEntry> field,
                                            const PracticeLedger& ledger);

/// Chooses one of `count` openings (>= 1) for the pair, from 1. Two entries repeat no opening before they
/// have played all. The first opening depends on their names.
int next_opening(const PracticeLedger& ledger, const std::string& one, const std::string& other, int count);

enum class PracticeEnd : std::uint8_t {
  played,    ///< the requested number of games was played
  too_few,   ///< a number of games was requested, and there are fewer than two entries
  deadline,  ///< running games were finished
  locked,    ///< running games were aborted, to free the machine for the finals
};

/// Schedules opening pairs between the entries of a field, and follows changes of the field. The journal gets
/// the public view of each game, after the teams' views were written to their folders. Errors of `next`: the
/// field cannot be read, its rules differ from the journal's, or the machine cannot play. Pair p has the
/// games 2p - 1 and 2p.
class PracticeLadder final : public run::TaskSource {
 public:
  /// All arguments outlive it. `state` matches `journal`, and grows with it. `games`: the number of games to
  /// play; nothing: until the end of the practice.
  PracticeLadder(const Folder& folder, PracticeField& field, record::Journal& journal, run::RunState& state,
                 std::optional<int> games);

  Result<match::GameRecord> record(match::GameRecord game) override;
  Result<void> take(const match::GameSummary& game) override;
  Result<run::Step> next(const tournament::GameQueue& queue, std::size_t pending) override;
  report::Standings standings() override;
  std::string idle() const override { return field_.arena() ? "" : "waiting for entries to qualify"; }
  bool complete() const override { return end_ && (*end_ != PracticeEnd::played || pending_ == 0); }

  /// Why the ladder ended; nothing before its end, and after an interruption.
  std::optional<PracticeEnd> end() const { return end_; }

 private:
  Result<void> check_machine() const;
  Result<void> look(run::Step& step);
  Result<void> enter(run::Step& step);
  std::string field_text(const std::vector<PracticePlayer>& before) const;
  void hand_out(std::size_t slots, run::Step& step);
  void find_missing_games(const run::Arena& arena);
  tournament::Task next_pair(const run::Arena& arena);
  void rate(rating::Options options);

  struct MissingGame {  // of a half-played pair
    tournament::Pairing pairing;
    int attempt = 1;
  };

  const Folder& folder_;
  PracticeField& field_;
  record::Journal& journal_;
  run::RunState& state_;
  const std::optional<int> wanted_;
  rating::Tally tally_;  // of the rated games
  PracticeLedger ledger_;
  std::vector<MissingGame> missing_;  // in reverse order: the last one is played next
  std::vector<PracticeEntry> table_;
  bool rated_ = false;  // whether `table_` includes all results

  // So that ratings take at most a tenth of the time, also with hundreds of entries and very short games.
  Pace rating_pace_{{}, 9};

  std::vector<PracticePlayer> players_;
  std::map<std::string, PracticePlayer> known_;               // all that have been in the field, by engine
  bool begun_ = false;                                        // the first field was entered
  bool resumed_ = false;                                      // half-played pairs were searched for
  int games_ = 0;                                             // handed out
  std::size_t handed_out_ = 0, handed_out_at_last_game_ = 0;  // pairs: so far, and when a game last ended
  std::size_t pending_ = 0;                                   // pairs
  std::optional<PracticeEnd> end_;
};

/// Checks that a practice run may continue with the settings of `arena`. The error has the kind `arguments`.
Result<void> same_practice(const record::RunInfo& begun, const run::Arena& arena);

}  // namespace ebiri::contest
