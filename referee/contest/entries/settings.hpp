// `contest.yaml`: the settings of a contest. Its `finals` is an ordinary config without engines.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/yaml.hpp"
#include "referee/contest/entries/history.hpp"
#include "referee/tournament/settings.hpp"

namespace ebiri::contest {

/// A programming language of entries, and its default commands.
struct Language {
  std::string_view name;     ///< in `entry.yaml`
  std::string_view program;  ///< the compiler or interpreter in /usr/bin; empty: none
  std::string_view package;  ///< the Debian packages to install for it, separated by spaces
  std::string_view build;    ///< the default shell line, in the entry's folder; empty: no build
  std::string_view run;      ///< the default command; empty: the entry must have `run`
  std::string_view file;     ///< the name of the main file
  std::string_view sample;   ///< a main file that prints `hello`
};

std::span<const Language> languages();

/// The language with that name, or null.
const Language* find_language(std::string_view name);

std::vector<std::string> language_names();

/// Whether the compiler or interpreter is in /usr/bin, or the language needs none.
bool is_installed(const Language& language);

/// The limits on building one entry.
struct BuildLimits {
  std::chrono::milliseconds time{300'000};  ///< for all lines together; 1 s..24 h
  std::uint64_t memory = 2'000'000'000;     ///< bytes, for all processes together; 0: no limit
  int processes = 256;                      ///< threads included; 0: no limit
  std::uint64_t disk = 500'000'000;         ///< bytes of all files, those in /tmp included; 1 MB..100 GB
};

struct QualificationSettings {
  int pairs = 2;                                  ///< opening pairs against `random`; 0..100
  std::chrono::milliseconds start_limit{10'000};  ///< to start, and to be ready
  std::chrono::milliseconds margin{100};          ///< how much later than its limit an answer may come
  bool probe = true;
};

struct FaultPolicy {
  std::optional<int> most;  ///< a team with more losses by faults than this is withdrawn; nothing: no limit
  bool games_count = true;  ///< whether the games of a withdrawn team count
};

struct Settings {
  std::string name;
  std::optional<Time> deadline;        ///< submissions close at this time
  std::vector<std::string> languages;  ///< names; empty: all
  TreeLimits submission;
  BuildLimits build;
  QualificationSettings qualification;
  FaultPolicy faults;
  std::string beacon;   ///< a description of the public text that enters the seed; empty: none
  config::Node finals;  ///< the mapping as written, without the keys that `finals` cannot set
  tournament::Settings finals_settings;  ///< read from `finals`, without engines; the seed is a placeholder

  bool accepts(std::string_view language) const;

  /// The file of openings if the contest's page publishes it: it is in the contest's folder, and its name
  /// needs no encoding in addresses and shells.
  std::optional<std::string> public_openings() const;
};

/// The JSON Schema of contest.yaml, for editors (config/reference.hpp).
std::string contest_schema_json();

/// The file name of this schema, beside contest.yaml.
inline constexpr const char* schema_file = "contest.schema.json";

/// The problem with the name of a contest, or nothing.
std::optional<std::string> name_problem(std::string_view name);

/// A valid contest.yaml to start from, with comments on its keys. Its first line names `schema_file`.
std::string contest_template(const std::string& name);

/// The command that locks the contest, with `--beacon TEXT` if a beacon is announced.
std::string lock_command(const Folder& folder, const Settings& settings);

/// Reads contest.yaml. Paths of opening files are relative to its folder. The error, of kind `arguments`, has
/// every problem with its place.
Result<Settings> read_settings(const std::filesystem::path& file);

/// Whether the contest's deadline has passed.
bool deadline_passed(const Settings& settings);

/// What the host may have forgotten before a contest is opened, one sentence each.
std::vector<std::string> opening_warnings(const Settings& settings);

/// The config of the finals: `finals` of contest.yaml with a seed, engines and the sandbox. Checks and
/// practice use it, too.
std::string finals_yaml(const Settings& settings, std::uint64_t seed,
                        std::span<const tournament::EngineSettings> engines);

/// A config to test an entry at home, in the entry's folder. The entry plays `random` and `greedy` by the
/// rules, limits, cores, warm-up and openings of the finals, but without a file of openings. An empty command
/// means `./bot`.
std::string home_yaml(const Settings& settings, tournament::EngineSettings entry);

}  // namespace ebiri::contest
