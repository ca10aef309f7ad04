// `entry.yaml`: a team's description of its entry. Also the templates, complete entries that teams can start
// from: the folders in configs/contest/entries.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "referee/contest/entries/settings.hpp"
#include "referee/player/player.hpp"

namespace ebiri::contest {

inline constexpr std::string_view entry_file = "entry.yaml";

struct Entry {
  std::string name;  ///< of the team and its engine: letters, digits, `.`, `_`, `-`, `+`; at most 64 bytes
  std::vector<std::string> authors;  ///< at least one
  std::string language;
  std::vector<std::string> build;  ///< shell lines that run in order in the entry's folder; may be empty
  std::string run;                 ///< a command: the program and its arguments
  std::vector<std::pair<std::string, std::string>> options;  ///< sent with `setoption`, in order
  std::string dialect{player::native_dialect};               ///< a word of player/dialects
};

/// Reads the text of an `entry.yaml`. Missing keys get the defaults of the language. The error, of kind
/// `arguments`, has every problem with its place.
Result<Entry> read_entry(const std::string& text);

/// Reads the entry of the accepted tree with the digest `tree`.
Result<Entry> entry_of(const Folder& folder, std::string_view tree);

/// The command of an entry for a config. A word with a `/` must name a file of `tree`, so that it cannot make
/// the sandbox show a file outside the entry; it becomes a path below `place`. A program without a `/` is one
/// in /usr/bin or /bin. The error names a missing file. Unless `must_run`, the program is taken to be in
/// /usr/bin, and this machine need not have it.
Result<std::vector<std::string>> command_of(const Entry& entry, const Tree& tree, const std::string& place,
                                            bool must_run = true);

/// The script in `run` if it is missing from `tree`, otherwise empty. Always empty for an entry with a build,
/// which may create the script.
std::string missing_script(const Entry& entry, const Tree& tree);

/// An engine for a config. `tree`: the build's digest; `place`: its folder, absolute or relative to the
/// config; `must_run` as in `command_of`.
Result<tournament::EngineSettings> engine_of(const Folder& folder, const Entry& entry,
                                             const std::string& tree, const std::string& place,
                                             bool must_run = true);

/// The engines of the finals, for a config in the contest's folder. The error names a tree that cannot be
/// read, or does not match the digest in its name. `must_run` as in `command_of`.
Result<std::vector<tournament::EngineSettings>> engines_of(const Folder& folder,
                                                           const std::vector<Finalist>& finalists,
                                                           bool must_run = true);

/// The variant that the templates play.
inline constexpr std::string_view template_variant = "kalah";

/// The placeholder for the name of the team in a template.
inline constexpr std::string_view template_team = "my-team";

struct EntryTemplate {
  std::string language;
  std::filesystem::path folder;
};

/// All templates, by language; none if the folder is missing.
std::vector<EntryTemplate> entry_templates();

/// A zip of the template as an entry of `team`, with a `home.yaml` (`home_yaml`) for it. The error names a
/// file that cannot be read.
Result<std::string> template_zip(const EntryTemplate& chosen, const Settings& settings,
                                 const std::string& team);

}  // namespace ebiri::contest
