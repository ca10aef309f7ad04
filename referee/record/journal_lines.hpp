// The contents of a journal, and the reader of its lines.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "referee/match/game_summary.hpp"
#include "referee/record/line_file.hpp"
#include "referee/support/sparse_array.hpp"

namespace ebiri::record {

/// Of what is written now; older ones are still read. Version 1 had no `sum`; version 2 had no `time` in
/// games and faults.
inline constexpr int journal_version = 3;

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

  /// Fingerprints of each engine's program and options; empty in older journals.
  std::vector<std::string> fingerprints;

  /// Each engine's `id name`; empty in older journals.
  std::vector<std::string> announced;

  /// The isolation of engines that was in force: `sandbox, memory 1GB, 64 processes`.
  std::string isolation = "none";

  /// Whether pairings are chosen during play: then no game is planned, and all recorded games count.
  bool open = false;

  bool operator==(const PlanInfo&) const = default;
};

/// A line that is not a valid record.
struct Rejected {
  std::size_t line = 0;  ///< from 1
  std::string why;       ///< `is not valid JSON at byte 17`
  std::string text;      ///< all its bytes, without the newline
  bool torn = false;     ///< the last line, and it has no newline: its writer was stopped

  bool operator==(const Rejected&) const = default;
};

/// The contents of a journal besides its games.
struct JournalHead {
  RunInfo run;
  std::vector<PlanInfo> plans;
  std::vector<Rejected> rejected;  ///< in the order of the file

  /// Whether a rejected line may have been a plan: then `plans` may be incomplete.
  bool plan_lost() const;
};

/// Reads the lines of a journal.
class JournalReader {
 public:
  using Take = std::function<void(match::GameRecord&&)>;

  /// The state of the reader.
  struct Read {
    JournalHead head;
    int version = 0;            ///< of the journal
    std::size_t lines = 0;      ///< their number
    bool begun = false;         ///< whether the first line is there
    bool unterminated = false;  ///< whether the last record is sound, but has no newline
  };

  /// Passes every game to `take`.
  explicit JournalReader(Take take) : take_(std::move(take)) {}

  /// Continues after an earlier state `read`, with its games.
  JournalReader(Take take, Read read, const match::GameList& games);

  /// Reads to the end of `input`; all processors share the work. An error names file and line.
  Result<void> read(LineFile& input);

  /// Reads the next line of `file`. An error, which names file and line, means that the first line is not
  /// sound.
  Result<void> read_line(const LineFile::Line& line, const std::filesystem::path& file);

  /// What there is now.
  const Read& so_far() const { return read_; }
  Read take_read() { return std::move(read_); }

 private:
  using Found = std::optional<Result<match::GameRecord>>;

  Result<void> read_line(const LineFile::Line& line, Found game, const std::filesystem::path& file);
  Result<void> take(std::string_view line, Found game);
  Result<void> take_game(match::GameRecord&& game);
  Result<void> take_first(const nlohmann::ordered_json& json, const std::string& type, std::string_view line);
  Result<void> check_sum(const nlohmann::ordered_json& json, std::string_view line) const;
  std::uint32_t& place_of(int game, int attempt);
  bool needs_no_look(std::string_view line) const;
  Found game_in(std::string_view line) const;

  Take take_;
  Read read_;

  // The line of each game, one more than it, so that 0 is none. Some bytes for each game, if their numbers
  // are near each other.
  SparseArray<std::uint32_t> places_;
};

}  // namespace ebiri::record
