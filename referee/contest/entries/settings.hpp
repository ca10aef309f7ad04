// `contest.yaml`: what a host says of a contest. What it says of the finals is an ordinary config without
// engines.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/config/tree.hpp"
#include "referee/contest/entries/history.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::contest {

/// What building one entry may take.
struct BuildLimits {
  std::chrono::milliseconds time{300'000};  ///< of all lines together; 1 s..24 h
  std::uint64_t memory = 2'000'000'000;     ///< bytes, of all processes together; 0: no limit
  int processes = 256;                      ///< threads counted; 0: no limit
  std::uint64_t disk = 500'000'000;  ///< bytes of what is unpacked, built and left in /tmp; 1 MB..100 GB

  bool operator==(const BuildLimits&) const = default;
};

struct QualificationSettings {
  int pairs = 2;                                  ///< opening pairs against `random`; 0..100
  std::chrono::milliseconds start_limit{10'000};  ///< to start, and to be ready
  std::chrono::milliseconds margin{100};          ///< how much later than its limit an answer may come
  bool probe = true;

  bool operator==(const QualificationSettings&) const = default;
};

/// What becomes of the games of a team that is withdrawn for its faults.
enum class FaultyGames : std::uint8_t {
  count,  ///< they stand
  leave,  ///< they are left out of the table
};

struct FaultPolicy {
  std::optional<int> most;  ///< games lost by a fault before a team is withdrawn; nothing: any number
  FaultyGames games = FaultyGames::count;

  bool operator==(const FaultPolicy&) const = default;
};

struct Settings {
  std::string name;
  std::optional<Time> deadline;        ///< nothing is accepted after it
  std::vector<std::string> languages;  ///< names; empty: all
  TreeLimits submission;
  BuildLimits build;
  QualificationSettings qualification;
  FaultPolicy faults;
  std::string beacon;          ///< which public text will be mixed into the seed, in words; empty: none
  config::Node finals;         ///< the mapping as written, without what the lock adds
  tournament::Settings games;  ///< the finals' settings, without engines and seed

  bool accepts(std::string_view language) const;
};

/// The JSON Schema of contest.yaml, for editors (config/schema.hpp).
std::string rules_schema_json();

/// What is wrong with the name of a contest, or nothing.
std::optional<std::string> name_problem(std::string_view name);

/// A contest.yaml to begin with: it is sound, and says what may be changed. Its first line names
/// `schema_file`.
std::string rules_template(const std::string& name);
inline constexpr const char* schema_file = "contest.schema.json";

/// Reads contest.yaml; opening files are looked for from its folder. The error, of kind `arguments`, has
/// every problem with its place.
Result<Settings> read_settings(const std::filesystem::path& file);

/// An engine of the finals, as a config has it.
struct FinalsEngine {
  std::string name, command, directory, dialect;
  std::vector<std::pair<std::string, std::string>> options;
};

/// The config of the finals: what contest.yaml says, with the seed, the engines and the sandbox.
std::string finals_yaml(const Settings& settings, std::uint64_t seed, std::span<const FinalsEngine> engines);

}  // namespace ebiri::contest
