// Whether what was built may play: the probe's faults, in words for the team.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/folder.hpp"
#include "referee/contest/entries/settings.hpp"
#include "referee/probe/probe.hpp"
#include "referee/process/means.hpp"

namespace ebiri::contest {

/// What an examination says: for the history, and in full for the team.
struct Examined {
  std::vector<std::string> problems;  ///< none: it passed
  std::string report;                 ///< every finding, with what was expected and what to do
  bool undecided = false;             ///< the machine was too busy: it has to be examined again
};

/// Starts what was built (`tree`) in the finals' sandbox and examines it by the finals' variant. An entry
/// that speaks another dialect than UGI is not probed: it passes here, and has to show itself in the games.
/// An error is the machine's.
Result<Examined> examine_entry(const Folder& folder, const Settings& settings, const Entry& entry,
                               const std::string& tree, std::shared_ptr<const process::Means> means);

/// An engine for a config. `place` is where its tree lies: absolute, or from the config's folder.
Result<FinalsEngine> engine_of(const Folder& folder, const Entry& entry, const std::string& tree,
                               const std::string& place);

/// The engines of the finals, for a config that lies in the contest's folder. The error names a tree that is
/// not what its name says.
Result<std::vector<FinalsEngine>> engines_of(const Folder& folder, const std::vector<Finalist>& finalists);

/// Words of a command so that a config reads them back.
std::string command_text(const std::vector<std::string>& words);

}  // namespace ebiri::contest
