// Builds untrusted entries in a sandbox: no network, only the entry's and the system's files, and limits.
//
// The build lines run in a copy of the entry in the sandbox's own /tmp. The result leaves the sandbox as a
// tar archive through a pipe, and is unpacked like any untrusted archive. So a build cannot write to the
// host's files.
#pragma once

#include <memory>
#include <string>

#include "referee/contest/entries/entry.hpp"
#include "referee/contest/entries/folder.hpp"
#include "referee/contest/entries/languages.hpp"
#include "referee/contest/entries/settings.hpp"
#include "referee/process/capabilities.hpp"

namespace ebiri::contest {

/// Why this machine cannot build or play entries; empty if a sandbox with all of its limits is available.
std::string sandbox_problem(const process::Capabilities& capabilities);

struct BuildResult {
  std::string tree;     ///< the digest of the built tree in the store; empty if the build failed
  std::string problem;  ///< why the build failed, one sentence for the team; otherwise empty
  std::string log;      ///< the output of the build; if it is very long, only its beginning and its end
};

/// Builds the entry of a tree in the store of `folder`; without build lines, the result is the tree itself.
/// An error is a system error. Several builds may run at a time, in different threads.
Result<BuildResult> build(const Folder& folder, const BuildLimits& limits,
                          std::shared_ptr<const process::Capabilities> capabilities, const Entry& entry,
                          const std::string& tree);

/// Builds and runs a sample of the language in the sandbox of a build. The value is the path of the compiler
/// or interpreter, or `a script ran` if there is none. The error says what is missing or failed.
Result<std::string> try_language(const Language& language,
                                 std::shared_ptr<const process::Capabilities> capabilities);

}  // namespace ebiri::contest
