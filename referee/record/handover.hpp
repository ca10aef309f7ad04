// Games on their way from who writes a journal to who follows it in the same process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// Spares who follows a journal to read what this process has just written. It keeps the last games, a
/// few thousand at most: the others are in the journal. Any thread.
class Handover {
 public:
  struct Game {
    match::SharedRecord record;
    std::uint64_t begin = 0, end = 0;  ///< of its line in the journal, with the newline, in bytes
  };

  /// Takes a game whose line was written after those of all games before it.
  void give(Game game);

  /// The game whose line begins at that byte, if it is here; those before it are dropped.
  std::optional<Game> take(std::uint64_t begin);

 private:
  std::mutex mutex_;
  std::deque<Game> games_;
};

}  // namespace ebiri::record
