// Strangers' build commands in a sandbox: no network, no files but the entry's, limits on everything.
//
// The shell's lines run in a copy of the entry in the sandbox's own /tmp; what is there afterwards comes out
// as a tar archive through a pipe, and is unpacked like any archive of a stranger. So a build can write to
// nothing of the host's.
#pragma once

#include <memory>
#include <string>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/folder.hpp"
#include "referee/contest/entries/languages.hpp"
#include "referee/contest/entries/settings.hpp"
#include "referee/process/capabilities.hpp"

namespace ebiri::contest {

/// Why nothing can be built or played here; empty if a sandbox can be had with all of its limits.
std::string sandbox_problem(const process::Capabilities& means);

struct BuildResult {
  std::string tree;     ///< the digest of what was built, in the store; empty if that failed
  std::string problem;  ///< why, one sentence for the team; empty otherwise
  std::string log;      ///< what the build wrote; of a very long one, beginning and end
};

/// What a build is done with. One thread; several builds may run at a time.
struct Workshop {
  const Folder& folder;
  const BuildLimits& limits;
  std::shared_ptr<const process::Capabilities> means;
};

/// Builds the entry of a tree in the store; without build lines, that is the tree itself. An error is the
/// machine's.
Result<BuildResult> build(const Workshop& workshop, const Entry& entry, const std::string& tree);

/// Builds and runs a sample of the language as an entry is built and run. The value says what was tried; the
/// error, what is missing or went wrong.
Result<std::string> try_language(const Language& language,
                                 std::shared_ptr<const process::Capabilities> means);

}  // namespace ebiri::contest
