// The running games as JSON for a served page (report/html/README.md, "A served page").
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/live/feed.hpp"
#include "referee/report/page.hpp"
#include "referee/report/replays.hpp"

namespace ebiri::live {

/// Replays the games of a feed by the rules. Not thread-safe; `replays` outlives it.
class LiveBoards {
 public:
  explicit LiveBoards(const report::Replays& replays) : replays_(replays) {}

  void take(FeedNews&& news);

  /// The changes since the last call as JSON; empty if there are none.
  std::optional<std::string> news(const report::Rows& rows);

  /// All running games as JSON.
  std::string all(const report::Rows& rows) const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Board {
    FeedGame now;  // with all its plies
    Clock::time_point received{};
    std::unique_ptr<rules::Game> game;
    std::optional<report::GameRenderer> renderer;
    std::optional<std::string> base;  // JSON of its first scene, unless that is the start position
    std::size_t fresh_from = 0;       // number of plies that were in the last news, with the opening
    bool changed = false;             // since the last news
  };

  void begin(FeedGame&& fed);
  void continue_game(Board& board, FeedGame&& fed);
  bool play(Board& board, std::size_t from);
  void end(int slot);
  static std::string json(const Board& board, std::size_t from, const report::Rows& rows);

  const report::Replays& replays_;
  std::map<int, Board> boards_;    // by slot
  std::vector<Board> ended_;       // games with last plies that are not in the news yet
  std::vector<std::string> over_;  // games that ended since the last news
  bool restarted_ = false;
};

}  // namespace ebiri::live
