// What games.ogn and the page say of games, made while others are played: little is left to be done at the
// end.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/match/game_summary.hpp"
#include "referee/report/replays.hpp"
#include "referee/run/observer.hpp"
#include "referee/support/unlinked_file.hpp"

namespace ebiri::run {

/// A game without its plies, its notation, and its line of the page (empty: it has none there).
using TakeGame =
    std::function<void(const match::GameRecord& game, std::string_view ogn, std::string_view replay)>;

/// Makes the texts in a thread of its own, when a core has nothing else to do, so that no engine has to wait
/// for it. Keeps them in a file without a name, which is gone with the process: whoever has not all of them
/// takes the journal. Gives up what it has when a text cannot be made or kept, when too many games wait, or
/// when there are more than a page has replays of. For one thread.
class ToldGames final : public Observer {
 public:
  /// `rules` outlive it; `folder` exists; `most_waiting` games may wait to be told.
  ToldGames(const std::filesystem::path& folder, const rules::Rules& rules, std::string event,
            std::size_t most_waiting = 200);

  /// Never waits for the thread, which may not get a core.
  void add(match::SharedRecord record);

  void game(const FinishedGame& game) override { add(game.record); }

  /// Tells what is not told yet; from now on there is nothing to add.
  void finish();

  /// Whether these, in any order, are the games that it has. It must be finished.
  bool are(const match::GameList& games) const;

  /// Hands all of them over, by number and attempt. It must be finished. The error says why the file cannot
  /// be read.
  Result<void> each(const TakeGame& take);

 private:
  struct Game {
    int game = 0, attempt = 0;
    std::uint64_t at = 0;                         // in the file, or in what still waits to be written there
    std::uint32_t ogn = 0, replay = 0, head = 0;  // bytes of its texts, one after the other
  };

  void work(const std::stop_token& stop);
  bool given_up() const { return too_many_ || failed_; }
  bool tell(const match::GameRecord& record);
  bool write();
  Result<void> read(const Game& game, std::string& text) const;

  std::size_t most_waiting_;
  std::size_t added_ = 0;
  std::deque<match::SharedRecord> coming_;  // while the thread has the mutex
  bool too_many_ = false;

  std::mutex mutex_;
  std::condition_variable_any more_;
  std::deque<match::SharedRecord> untold_;  // this and the next under the mutex
  bool failed_ = false;

  // Of the thread, until it is finished.
  report::Replays replays_;
  std::string event_;
  UnlinkedFile file_;
  std::vector<Game> games_;
  std::string unwritten_;

  std::jthread thread_;  // the last one: it ends first
};

}  // namespace ebiri::run
