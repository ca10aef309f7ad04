// Follows a journal that another process may be writing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// A valid game of a journal.
struct FollowedGame {
  match::SharedRecord record;
  std::uint64_t offset = 0;  ///< of its line in the file, in bytes, for `read_game_at`
};

/// The new lines of a journal. In the file, `run` comes before `plans`, and these before `games`.
struct JournalNews {
  bool begins_again = false;    ///< forget earlier news: the file was replaced or removed, or a call failed
  std::optional<RunInfo> run;   ///< its first line
  std::vector<PlanInfo> plans;  ///< the last one is in force
  std::vector<FollowedGame> games;
  std::vector<Rejected> rejected;  ///< whole lines that are not valid records, and duplicates
  bool more = false;               ///< more news is available immediately

  /// Whether there is no news.
  bool empty() const;
};

/// Follows a journal. It never writes, waits or locks, and ignores the last line until it has its newline.
/// One thread at a time.
class JournalFollower {
 public:
  /// The journal need not exist yet.
  explicit JournalFollower(std::filesystem::path journal) : journal_(std::move(journal)) {}

  /// The news since the last call, possibly none; the first call begins with the first line. Returns at most
  /// `most` games, because each takes some kilobytes of memory. An unreadable file or an invalid first line
  /// is an error, and the next call starts again. Precondition: `most` > 0.
  Result<JournalNews> poll(std::size_t most = 10'000);

 private:
  class Reading;

  Result<void> reopen(JournalNews& news);

  std::filesystem::path journal_;
  std::shared_ptr<Reading> reading_;  // null without a journal, and after an error
  bool reported_ = false;             // whether a call has returned news of this file
};

/// Reads the game whose line begins at that byte of a journal. Fails if no valid game begins there:
/// the offset then belongs to another journal.
Result<match::GameRecord> read_game_at(const std::filesystem::path& journal, std::uint64_t offset);

}  // namespace ebiri::record
