// Plays the practice ladder: a source of tasks for the loop of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/contest/entries/folder.hpp"
#include "referee/contest/practice/field.hpp"
#include "referee/contest/practice/practice.hpp"
#include "referee/rating/tally.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/loop.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::contest {

enum class PracticeEnd : std::uint8_t {
  played,    ///< the requested number of games was played
  too_few,   ///< a number of games was requested, and there are fewer than two entries
  deadline,  ///< running games were finished
  locked,    ///< running games were aborted, to free the machine for the finals
};

/// Schedules opening pairs between the entries of a field, and follows changes of the field. The journal gets
/// the public view of each game, after the teams' views were written to their folders. Errors of `next`: the
/// field cannot be read, its rules differ from the journal's, or the machine cannot play.
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
  std::string idle() const override;
  bool complete() const override;

  /// Why the ladder ended; nothing before its end, and after an interruption.
  std::optional<PracticeEnd> end() const { return end_; }

 private:
  Result<void> check_machine() const;
  Result<void> look(run::Step& step);
  Result<void> enter(run::Step& step);
  std::string field_text(const std::vector<PracticePlayer>& before) const;
  void hand_out(std::size_t slots, run::Step& step);

  const Folder& folder_;
  PracticeField& field_;
  record::Journal& journal_;
  run::RunState& state_;
  const std::optional<int> wanted_;
  rating::Tally tally_;  // of the rated games
  PracticePairs pairs_;
  std::vector<PracticePlayer> players_;
  std::map<std::string, PracticePlayer> known_;               // that have been in the field, by engine
  bool begun_ = false;                                        // the first field was entered
  bool resumed_ = false;                                      // half-played pairs were searched for
  int games_ = 0;                                             // handed out
  std::size_t handed_out_ = 0, handed_out_at_last_game_ = 0;  // pairs: so far, and at the last game
  std::size_t pending_ = 0;                                   // pairs
  std::optional<PracticeEnd> end_;
};

/// Checks that a practice run may continue with the settings of `arena`. The error has the kind `arguments`.
Result<void> same_practice(const record::RunInfo& begun, const run::Arena& arena);

}  // namespace ebiri::contest
