// The journal of a run: append-only JSON Lines, the only source of truth (results/README.md).
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
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/record/lock.hpp"
#include "referee/record/seal.hpp"

namespace ebiri::record {

/// Of what is written now. Version 1, which is still read, had no `sum`; from 2 on every line has one.
inline constexpr int journal_version = 2;

struct RunInfo {
  std::string name;
  std::string version;  ///< of the ebiri that began the run: `0.1.0 (a1b2c3d)`
  std::string variant;
  std::string ruleset;  ///< `abapa repetition=third`
  std::uint64_t seed = 0;
  std::string limit;     ///< of engines that have none of their own
  std::string openings;  ///< in words: `4 random plies`

  bool operator==(const RunInfo&) const = default;
};

struct PlanInfo {
  std::string config;       ///< the effective settings as YAML, in full
  std::string config_hash;  ///< 16 hex digits of that text
  std::vector<std::string> engines;
  int pairs = 0;

  /// Of each engine's program and options; none in journals that are older than this field.
  std::vector<std::string> fingerprints;

  /// What each engine called itself when it was greeted, its version perhaps; none in older journals.
  std::vector<std::string> announced;

  /// What engines were kept from, as far as the machine could: `sandbox, memory 1GB, 64 processes`.
  std::string isolation = "none";

  bool operator==(const PlanInfo&) const = default;
};

/// A line that is no record.
struct Rejected {
  std::size_t line = 0;  ///< from 1
  std::string why;       ///< `is no JSON from byte 17 on`
  std::string text;      ///< all its bytes, without the newline
  bool torn = false;     ///< the last line, and it has no newline: its writer was stopped

  bool operator==(const Rejected&) const = default;
};

struct Contents {
  RunInfo run;
  std::vector<PlanInfo> plans;
  std::vector<match::GameRecord> games;  ///< in the order of the file
  std::vector<Rejected> rejected;        ///< in the order of the file

  /// Whether a rejected line may have been a plan: then `plans` may be incomplete.
  bool plan_lost() const;
};

/// Reads a journal without changing it. What is not sound is in `rejected`; only without a sound first
/// line there is nothing to be had. Errors name file and line.
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

  /// Opens or creates a journal for appending and reads what is there. Nothing is changed yet.
  static Result<Opened> open(const std::filesystem::path& file,
                             SyncInterval interval = std::chrono::seconds{1});

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// Moves what is not sound to `rejected_file`. A process killed meanwhile leaves the journal as it was,
  /// or repaired.
  Result<void> repair();

  /// Each writes one line, whole or not at all; the first one repairs the journal if nobody did.
  Result<void> append(const RunInfo& run);
  Result<void> append(const PlanInfo& plan);
  Result<void> append(const match::GameRecord& game);

  /// Asks the disk to keep what was appended, if the interval has passed since that was last done.
  Result<void> sync_soon();

  /// Waits until the disk has everything, unless the interval is for ever.
  Result<void> sync();

 private:
  Journal(Lock lock, int fd, std::filesystem::path file, SyncInterval interval);
  Result<void> write_line(std::string line);
  Result<void> quarantine();
  Result<void> leave_out_rejected();

  Lock lock_;
  int fd_;
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
  std::optional<Contents> contents;  ///< nothing if not even the first line is there
};

}  // namespace ebiri::record
