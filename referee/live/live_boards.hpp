// The games that are being played, as a served page is told of them (report/html/README.md, "A served page").
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

/// Plays what the feed says through the rules. One thread; `replays` outlive it.
class LiveBoards {
 public:
  explicit LiveBoards(const report::Replays& replays) : replays_(replays) {}

  void take(FeedNews&& news);

  /// JSON of what has changed since the last call; nothing if nothing has.
  std::optional<std::string> news(const report::Rows& rows);

  /// JSON of all.
  std::string all(const report::Rows& rows) const;

 private:
  using Clock = std::chrono::steady_clock;

  struct Board {
    FedGame now;  // of all its plies
    Clock::time_point received{};
    std::unique_ptr<rules::Game> game;
    std::optional<report::GameRenderer> renderer;
    std::optional<std::string> base;    // JSON of the scene that it begins with, if that is not the start
    report::RenderedPlies told, fresh;  // from the beginning; since the last news
    int fresh_from = 0;                 // plies before those, the opening's too
    bool changed = false;
  };

  void begin(FedGame&& fed);
  void go_on(FedGame&& fed);
  bool play(Board& board, std::size_t from);
  void end(int slot);
  std::string json(const Board& board, const report::RenderedPlies& told, int from,
                   const report::Rows& rows) const;

  const report::Replays& replays_;
  std::map<int, Board> boards_;    // by slot
  std::vector<Board> ended_;       // whose last plies are not told yet
  std::vector<std::string> over_;  // since the last news
  bool begun_anew_ = false;
};

}  // namespace ebiri::live
