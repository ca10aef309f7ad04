// Writes the files that are made from single games: games.ogn and the page. GameExport prepares them while
// other games are played, so that the end of a run is fast.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/match/game_summary.hpp"
#include "referee/report/page.hpp"
#include "referee/report/replays.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/stored_analysis.hpp"

namespace ebiri::run {

/// Takes a game, its notation, and its line of the page (empty: no replay). The plies of `game` may be
/// missing.
using TakeGame =
    std::function<void(const match::GameRecord& game, std::string_view ogn, std::string_view replay)>;

/// Exports games into an unlinked temporary file. Its thread has idle priority, so that no engine waits for
/// it. It gives up if a text cannot be made or stored, if too many games wait, or if there are more games
/// than the page replays. Callers then read the journal instead. Not thread-safe.
class GameExport final : public Observer {
 public:
  /// `rules` outlive it; `folder` exists; at most `max_waiting` games may wait for their export.
  GameExport(const std::filesystem::path& folder, const rules::Rules& rules, std::string event,
             std::size_t max_waiting = 200);

  /// Never blocks on the thread, which may not get a core.
  void add(match::SharedRecord record);

  void game(const FinishedGame& game) override { add(game.record); }

  /// Exports the waiting games. No game may be added afterwards.
  void finish();

  /// Whether it has exported exactly these games, in any order. Precondition: `finish` was called.
  bool has_exactly(const match::GameList& games) const;

  /// Passes all games to `take`, sorted by number and attempt. Precondition: `finish` was called. The error
  /// says why the file cannot be read.
  Result<void> each(const TakeGame& take);

 private:
  struct Game {
    int game = 0, attempt = 0;
    std::uint64_t at = 0;                         // offset in the file
    std::uint32_t ogn = 0, replay = 0, head = 0;  // sizes of its texts in bytes, one after the other
  };

  void work(const std::stop_token& stop);
  bool given_up() const { return too_many_ || failed_; }
  bool export_game(const match::GameRecord& record);

  std::size_t max_waiting_;
  std::size_t added_ = 0;
  std::deque<match::SharedRecord> coming_;  // games that came while the thread had the mutex
  bool too_many_ = false;

  std::mutex mutex_;
  std::condition_variable_any more_;
  std::deque<match::SharedRecord> waiting_;  // the mutex guards this and the next member
  bool failed_ = false;

  // Used by the thread only, until `finish`.
  report::Replays replays_;
  std::string event_;
  std::fstream file_;       // without a name, so that the system deletes it when it is closed
  std::uint64_t size_ = 0;  // of the file
  std::vector<Game> games_;

  std::jthread thread_;  // the last member, so that it ends first
};

/// The ratings at moments of the run: fewer with more engines, because each fit takes longer. Error bars come
/// from the fit, because a bootstrap would take too long. Adds the games to `tally`.
std::vector<rating::HistoryPoint> history_of_run(const RunState& state, const report::Standings& standings,
                                                 rating::Tally& tally);

/// The results of a run, from which its files are written.
struct Outcome {
  const RunState& state;
  const report::Standings& standings;  ///< final
  const JournalAnalysis& analysis;
  Progress* progress = nullptr;  ///< may be null
};

/// Writes games.ogn and report.html. They use `exported` if it has all games and there is no analysis;
/// otherwise they read the journal.
Result<void> write_games(const RunFolder& folder, const Outcome& outcome, GameExport* exported);

/// Reads the journal, whose state is `state`, and writes the page of the run to `output`. `progress` may be
/// null.
Result<Reported> write_page_to(report::PageOutput& output, const RunFolder& folder, const RunState& state,
                               Progress* progress, const report::PageLimits& limits = {});

}  // namespace ebiri::run
