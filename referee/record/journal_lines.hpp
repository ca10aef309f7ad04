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

/// The version that is written. Older ones can be read: version 1 had no `sum`, and version 2 had no `time`
/// in games and faults.
inline constexpr int journal_version = 3;

/// The first line of a journal.
struct RunInfo {
  std::string name;
  std::string version;  ///< of the program that began the run: `0.1.0 (a1b2c3d)`
  std::string variant;
  std::string ruleset;  ///< `abapa repetition=third`
  std::uint64_t seed = 0;
  std::string limit;     ///< of engines without their own limit
  std::string openings;  ///< in words: `4 random plies`

  bool operator==(const RunInfo&) const = default;
};

/// A plan line of a journal.
struct PlanInfo {
  std::string config;       ///< the effective settings as YAML, in full
  std::string config_hash;  ///< the fingerprint of that text, 16 hex digits
  std::vector<std::string> engines;
  int pairs = 0;  ///< opening pairs per meeting

  /// Fingerprints of each engine's program and options; empty in older journals.
  std::vector<std::string> fingerprints;

  /// Each engine's `id name`; empty in older journals.
  std::vector<std::string> announced;

  /// Engines that did not start and are withdrawn.
  std::vector<std::string> absent;

  /// The isolation of engines that was in force: `sandbox, memory 1GB, 64 processes`.
  std::string isolation = "none";

  /// Whether pairings are chosen during play. Then no game is planned, and all recorded games count.
  bool open = false;

  bool operator==(const PlanInfo&) const = default;
};

/// A line that is not a valid record, or that repeats a recorded game.
struct Rejected {
  std::size_t line = 0;  ///< from 1
  std::string why;       ///< `invalid JSON at byte 17`
  std::string text;      ///< all its bytes, without the newline
  bool torn = false;     ///< whether it has no newline, so that it is the last line

  bool operator==(const Rejected&) const = default;
};

/// The contents of a journal without its games.
struct JournalHead {
  RunInfo run;
  std::vector<PlanInfo> plans;
  std::vector<Rejected> rejected;  ///< in the order of the file
  int version = 0;                 ///< of the journal
  std::size_t lines = 0;           ///< number of lines read
  bool begun = false;              ///< whether the first line is valid
  bool unterminated = false;       ///< whether the last record is valid but has no newline

  /// Whether a rejected line with a newline may have been a plan, so that `plans` may be incomplete.
  bool plan_lost() const;
};

/// Reads the lines of a journal.
class JournalReader {
 public:
  using Take = std::function<void(match::GameRecord&&)>;

  /// Passes every game to `take`. To continue after a part that was read before, pass its `head` and `games`.
  explicit JournalReader(Take take, JournalHead head = {}, const match::GameList& games = {});

  /// Reads to the end of `input`, and parses on all processors. Fails like `read_line`, or if reading fails.
  Result<void> read(LineFile& input);

  /// Reads the next line of `file`. Only an invalid first line is an error, which names file and line.
  Result<void> read_line(const LineFile::Line& line, const std::filesystem::path& file);

  const JournalHead& head() const { return head_; }
  JournalHead take_head() { return std::move(head_); }

 private:
  using ParsedGame = std::optional<Result<match::GameRecord>>;

  Result<void> read_line(const LineFile::Line& line, ParsedGame game, const std::filesystem::path& file);
  Result<void> add_line(std::string_view line, ParsedGame game);
  Result<void> add_game(match::GameRecord&& game);
  Result<void> add_first(const nlohmann::ordered_json& json, const std::string& type, std::string_view line);
  Result<void> check_sum(const nlohmann::ordered_json& json, std::string_view line) const;
  std::uint32_t& line_slot(int game, int attempt);
  bool has_valid_sum(std::string_view line) const;
  ParsedGame game_in(std::string_view line) const;

  Take on_game_;
  JournalHead head_;

  // Where each game was read: `not_read`, `on_unknown_line`, or else the number of its line plus 1. The
  // array takes a few bytes per game if the games have consecutive numbers.
  static constexpr std::uint32_t not_read = 0, on_unknown_line = 1;
  SparseArray<std::uint32_t> places_;
};

}  // namespace ebiri::record
