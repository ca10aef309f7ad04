// The journal of a run: append-only JSON Lines, the only source of truth (results/README.md).
//
//   {"type":"run",…}    first line: what the run is
//   {"type":"plan",…}   what is to be played; a later plan extends the run
//   {"type":"game",…}   a finished game, in order of completion
//
// A line is written by one system call, so a killed referee leaves at most one torn line at the end:
// it is cut off when the run is resumed, and its game played again.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

inline constexpr int journal_version = 1;

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
  int akawumbi_points = 1;  ///< what a win by akawumbi counts, where another win is 1

  bool operator==(const PlanInfo&) const = default;
};

struct Contents {
  RunInfo run;
  std::vector<PlanInfo> plans;
  std::vector<match::GameRecord> games;  ///< in the order of the file
  std::size_t whole_bytes = 0;           ///< length of the part that consists of whole lines
  bool torn = false;                     ///< whether a torn line follows it
};

/// Reads a journal without changing it; a torn last line is left out. Errors name file and line.
Result<Contents> read_journal(const std::filesystem::path& file);

/// Writes to a journal. Holds a lock on it: a second writer, in any process, is refused.
class Journal {
 public:
  struct Opened;

  /// Locks a journal without reading it (it is created if it is not there).
  static Result<Journal> lock(const std::filesystem::path& file);

  /// Opens or creates a journal for appending, then reads what is there; a torn line is cut off.
  static Result<Opened> open(const std::filesystem::path& file);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&&) = delete;
  ~Journal();

  /// Each writes one line, and asks the disk to keep what is there at most once a second.
  Result<void> append(const RunInfo& run);
  Result<void> append(const PlanInfo& plan);
  Result<void> append(const match::GameRecord& game);

  /// Asks the disk to keep what was appended, if that was not done in the last second.
  Result<void> sync_soon();

  /// Waits until the disk has everything.
  Result<void> sync();

 private:
  Journal(int fd, std::filesystem::path file);
  Result<void> write_line(std::string line);

  int fd_;
  std::filesystem::path file_;
  std::chrono::steady_clock::time_point synced_{};
  bool dirty_ = false;
};

struct Journal::Opened {
  Journal journal;
  std::optional<Contents> contents;  ///< nothing if not even the first line is there
};

/// FNV-1a of `text` as 16 hex digits: names a configuration, protects nothing.
std::string fingerprint(std::string_view text);

}  // namespace ebiri::record
