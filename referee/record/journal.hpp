// The journal of a run: append-only JSON Lines, the only source of truth (results/FORMATS.md).
//
//   {"type":"run",…}    first line: what the run is
//   {"type":"plan",…}   what is to be played; a later plan extends the run
//   {"type":"game",…}   a finished game, in order of completion
//
// A line is written by one system call and carries its own check sum. A line that is not sound is named
// and passed over; before a run goes on, it is moved, byte for byte, into games.jsonl.rejected, and its
// game played again. So nothing that was written is ever thrown away.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/record/digest.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/record/lock.hpp"
#include "referee/record/seal.hpp"

namespace ebiri::record {

/// A whole journal.
struct Contents : JournalHead {
  std::vector<match::GameRecord> games;  ///< in the order of the file
};

/// Reads a journal without changing it, and hands each game to `take`, in the order of the file. What is not
/// sound is in `rejected`; only without a sound first line there is nothing to be had. Errors name file and
/// line. `bytes_read` as in `LineFile::open`.
Result<JournalHead> read_journal(const std::filesystem::path& file,
                                 const std::function<void(match::GameRecord&&)>& take,
                                 BytesRead* bytes_read = nullptr);

/// The same with all games at once: some kilobytes of memory for each.
Result<Contents> read_journal(const std::filesystem::path& file);

/// Where lines that are not sound are kept, each below a line that says where it stood: FILE.rejected.
std::filesystem::path rejected_file(const std::filesystem::path& journal);

/// How long what was appended may wait until the disk is asked to keep it: zero not at all, nothing for
/// ever. Only a machine that stops asks for it: a killed process loses nothing that was written.
using SyncInterval = std::optional<std::chrono::milliseconds>;

/// Writes to a journal. Holds a lock on it: a second writer, in any process, is refused.
class Journal {
 public:
  struct Opened;

  /// Opens or creates a journal for appending and reads what is there. Nothing of it is changed yet.
  static Result<Opened> open(const std::filesystem::path& file,
                             SyncInterval interval = std::chrono::seconds{1});

  Journal(Journal&&) noexcept = default;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// Moves what is not sound to `rejected_file`. A process killed meanwhile leaves the journal as it was,
  /// or repaired.
  Result<void> repair();

  /// Each writes one line, whole or not at all; the first one repairs the journal if nobody did.
  Result<void> append(const RunInfo& run);
  Result<void> append(const PlanInfo& plan);
  Result<void> append(const match::GameRecord& game);

  /// In bytes, of all whole lines. Precondition: something was appended, or it is repaired.
  std::uint64_t size() const { return static_cast<std::uint64_t>(*size_); }

  /// Asks the disk to keep what was appended, if the interval has passed since that was last done.
  Result<void> sync_soon();

  /// Whether the disk has everything that was appended, as far as it was asked to keep it.
  bool on_disk() const { return !dirty_ && interval_.has_value(); }

  /// Waits until the disk has everything, unless the interval is for ever.
  Result<void> sync();

 private:
  Journal(Lock lock, OpenFile output, std::filesystem::path file, SyncInterval interval)
      : lock_(std::move(lock)),
        output_(std::move(output)),
        file_(std::move(file)),
        interval_(interval) {}
  Result<void> write_line(std::string line);
  Result<void> quarantine();
  Result<void> leave_out_rejected();

  Lock lock_;
  OpenFile output_;
  std::filesystem::path file_;
  SyncInterval interval_;
  std::chrono::steady_clock::time_point synced_{};
  bool dirty_ = false;

  std::vector<Rejected> rejected_;    ///< until the repair
  bool unterminated_ = false;         ///< the last record is sound, but has no newline yet
  std::optional<std::int64_t> size_;  ///< in bytes, all whole lines; known after the repair
};

struct Journal::Opened {
  Journal journal;
  std::optional<Digest> digest;  ///< nothing if not even the first line is there
};

}  // namespace ebiri::record
