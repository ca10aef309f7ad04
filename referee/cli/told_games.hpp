// What games.ogn and the page say of games, made as they are played: little is left to be done at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/match/game_summary.hpp"
#include "referee/process/descriptor.hpp"
#include "referee/report/replays.hpp"

namespace ebiri::cli {

/// A game without its plies, its notation, and its line of the page (empty: it has none there).
using TakeGame =
    std::function<void(const match::GameRecord& game, std::string_view ogn, std::string_view replay)>;

/// Keeps the texts in a file without a name, which is gone with the process: whoever has not all of them
/// takes the journal. Gives up what it has when a text cannot be made or kept, or when there are more games
/// than a page has replays of. One thread.
class ToldGames {
 public:
  /// `rules` outlive it; `folder` exists.
  ToldGames(const std::filesystem::path& folder, const rules::Rules& rules, std::string event);

  void add(const match::GameRecord& record);

  /// Whether these, in any order, are the games that it has.
  bool are(std::span<const match::GameSummary> games) const;

  /// Hands all of them over, by number and attempt. The error says why the file cannot be read.
  Result<void> each(const TakeGame& take);

 private:
  struct Game {
    match::GameRecord head;
    std::uint64_t at = 0;  // in the file, or in what still waits to be written there
    std::size_t ogn = 0, replay = 0;
  };

  bool write();
  Result<void> read(const Game& game, std::string& text) const;
  void give_up();

  report::Replays replays_;
  std::string event_;
  process::Descriptor file_;
  std::vector<Game> games_;
  std::uint64_t written_ = 0;
  std::string waiting_;  // to be written
  bool given_up_ = false;
};

}  // namespace ebiri::cli
