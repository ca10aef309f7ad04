// The journal of a run: append-only JSON Lines, from which all other data follow (results/FORMATS.md).
//
//   {"type":"run",…}    first line: what the run is
//   {"type":"plan",…}   what is to be played; a later plan extends the run
//   {"type":"game",…}   a finished game, in order of completion
//
// A line is usually written by one system call, and has its own checksum. Readers report and skip invalid
// lines. Before a run continues, a repair moves them unchanged to games.jsonl.rejected, so that no byte is
// lost, and their games are played again.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/record/digest.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/record/lock.hpp"
#include "referee/record/seal.hpp"

namespace ebiri::record {

/// Reads a journal without changing it, and passes each game to `take`, in the order of the file. Invalid
/// lines are in `rejected` of the result; only an invalid first line is an error. Errors name the file.
/// `bytes_read` as in `LineFile::open`.
Result<JournalHead> read_journal(const std::filesystem::path& file, const JournalReader::Take& take,
                                 BytesRead* bytes_read = nullptr);

/// FILE.rejected, the file for invalid lines. Before each of them is a JSON line with its former place and
/// its error.
std::filesystem::path rejected_file(const std::filesystem::path& journal);

/// The longest time from appending a line to syncing it to the disk, if the writer calls `sync_if_due` often.
/// With zero, every such call syncs; without a value, appended lines are never synced. It matters only for
/// power failures, because a killed process loses no written line.
using SyncInterval = std::optional<std::chrono::milliseconds>;

/// A journal that is open for writing. Its lock excludes other writers in all processes.
class Journal {
 public:
  struct Opened;

  /// Opens a journal for appending, or creates an empty one, and reads it. Does not repair it.
  static Result<Opened> open(const std::filesystem::path& file,
                             SyncInterval interval = std::chrono::seconds{1});

  Journal(Journal&&) noexcept = default;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// Moves invalid lines to `rejected_file`, and adds the last newline if it is missing. Each step is
  /// atomic: if the process is killed, the journal is as before or after the step.
  Result<void> repair();

  /// Writes one whole line or, on error, usually nothing. The first call repairs the journal if necessary.
  Result<void> append(const RunInfo& run);
  Result<void> append(const PlanInfo& plan);
  Result<void> append(const match::GameRecord& game);

  /// The number of bytes of all whole lines. Precondition: the journal was appended to or repaired.
  std::uint64_t size() const { return static_cast<std::uint64_t>(*size_); }

  /// Syncs to the disk if the interval has passed since the last sync.
  Result<void> sync_if_due();

  /// Whether every appended line is synced to the disk; always false without an interval.
  bool on_disk() const { return !dirty_ && interval_.has_value(); }

  /// Syncs everything to the disk, unless there is no interval.
  Result<void> sync();

 private:
  Journal(Lock lock, Descriptor output, std::filesystem::path file, SyncInterval interval)
      : lock_(std::move(lock)),
        output_(std::move(output)),
        file_(std::move(file)),
        interval_(interval) {}
  Result<void> write_line(std::string line);
  Result<void> copy_rejected();
  Result<void> remove_rejected();

  Lock lock_;
  Descriptor output_;
  std::filesystem::path file_;
  SyncInterval interval_;
  std::chrono::steady_clock::time_point synced_{};
  bool dirty_ = false;

  std::vector<Rejected> rejected_;    ///< until the repair
  bool unterminated_ = false;         ///< whether the last record is valid but has no newline yet
  std::optional<std::int64_t> size_;  ///< bytes of all whole lines; known after the repair
};

struct Journal::Opened {
  Journal journal;
  std::optional<Digest> digest;  ///< nothing if the journal has no first line
};

}  // namespace ebiri::record
