// What a journal says besides its games (results/README.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

  /// Of each engine's program and options; none in journals that are older than this field.
  std::vector<std::string> fingerprints;

  /// What each engine called itself when it was greeted, its version perhaps; none in older journals.
  std::vector<std::string> announced;

  /// What engines were kept from, as far as the machine could: `sandbox, memory 1GB, 64 processes`.
  std::string isolation = "none";

  /// Whether who meets whom is chosen while it is played: then no game is planned, and all that are there
  /// count.
  bool open = false;

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

/// What a journal says besides its games.
struct JournalHead {
  RunInfo run;
  std::vector<PlanInfo> plans;
  std::vector<Rejected> rejected;  ///< in the order of the file

  /// Whether a rejected line may have been a plan: then `plans` may be incomplete.
  bool plan_lost() const;
};

}  // namespace ebiri::record
