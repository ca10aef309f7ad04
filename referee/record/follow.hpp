// A journal that another process may be writing to, read as it grows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/support/result.hpp"

namespace ebiri::record {

/// A sound game of a journal.
struct FollowedGame {
  match::SharedRecord record;
  std::uint64_t offset = 0;  ///< in bytes, of its line in the file: `read_game_at` reads it again
};

/// What a journal says that it did not say before. Told in the order of the file: `run`, `plans`, `games`.
struct JournalNews {
  bool begins_again = false;    ///< what was told before is void: the journal was replaced, or is gone
  std::optional<RunInfo> run;   ///< its first line
  std::vector<PlanInfo> plans;  ///< the last one is in force
  std::vector<FollowedGame> games;
  std::vector<Rejected> rejected;  ///< whole lines that are no record, and lines that repeat one
  bool more = false;               ///< there is more to be had at once

  /// Whether nothing has come.
  bool empty() const;
};

/// Follows a journal. Never writes, never waits, takes no lock. A last line without its newline is left
/// until that has come. One thread at a time.
class JournalFollower {
 public:
  /// The journal need not be there yet.
  explicit JournalFollower(std::filesystem::path journal);

  JournalFollower(JournalFollower&&) noexcept;
  JournalFollower& operator=(JournalFollower&&) noexcept;
  ~JournalFollower();

  /// What has come since the last call, which may be nothing; the whole journal at first. Some kilobytes of
  /// memory for each game: no more than `most` (at least 1) are told at once. An error is a file that
  /// cannot be read, or whose first line is not sound; the next call begins again.
  Result<JournalNews> poll(std::size_t most = 10'000);

  /// Whether the journal was there at the last call.
  bool is_there() const { return reading_ != nullptr; }

  const std::filesystem::path& journal() const { return journal_; }

 private:
  class Reading;

  Result<void> look(JournalNews& news);

  std::filesystem::path journal_;
  std::unique_ptr<Reading> reading_;  // none while there is no journal
  bool told_ = false;                 // something that still holds
};

/// The game whose line begins at that byte of a journal. An error if none does: then the journal is not the
/// one that the offset is of.
Result<match::GameRecord> read_game_at(const std::filesystem::path& journal, std::uint64_t offset);

}  // namespace ebiri::record
