// `entry.yaml`: what a team says of its entry.
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
  std::vector<std::string> build;  ///< shell lines, in order, in the entry's folder; none: nothing is built
  std::string run;                 ///< a command: the program and its arguments
  std::vector<std::pair<std::string, std::string>> options;  ///< sent with `setoption`, in order
  std::string dialect{player::native_dialect};               ///< a word of player/dialects

  bool operator==(const Entry&) const = default;
};

/// Reads an entry. What it does not say is as its language has it. `name` is what problems call the file. The
/// error, of kind `arguments`, has every problem with its place.
Result<Entry> read_entry(const std::string& name, const std::string& text);

/// The entry of a tree that was accepted.
Result<Entry> entry_of(const Folder& folder, std::string_view tree);

/// The command of an entry for a config: its program and the files that it names as paths below `place`, or,
/// without a `/`, a program of /usr/bin or /bin. The error says what is not there. No word of an entry may
/// lead the sandbox to show a file that is not the entry's own: a word with a `/` names a file of `tree`, or
/// is refused.
Result<std::vector<std::string>> command_of(const Entry& entry, const Tree& tree, const std::string& place);

/// An engine for a config. `tree` is what was built, `place` is where it lies: absolute, or from the config's
/// folder.
Result<FinalsEngine> engine_of(const Folder& folder, const Entry& entry, const std::string& tree,
                               const std::string& place);

/// The engines of the finals, for a config that lies in the contest's folder. The error names a tree that is
/// not what its name says.
Result<std::vector<FinalsEngine>> engines_of(const Folder& folder, const std::vector<Finalist>& finalists);

}  // namespace ebiri::contest
