// The isolation of a tournament's engines on this machine.
#pragma once

#include <string>
#include <vector>

#include "referee/process/capabilities.hpp"
#include "referee/run/arena.hpp"

namespace ebiri::run {

/// Finds the capabilities of this machine, if the settings need isolation. Returns a sentence for each
/// missing one.
std::vector<std::string> find_missing_isolation(Arena& arena);

/// The confinement of an engine. Precondition: `find_missing_isolation` was called.
process::Confinement confinement_of(const Arena& arena, const tournament::EngineSettings& engine);

/// The enforced isolation, and the source of CPU times (unless `accounting` is off), in one line: `sandbox,
/// 1 core, memory 1GB, 64 processes, disk 64MB, CPU by control group; alphabeta: …`, or `none, CPU by perf`.
std::string isolation_text(const Arena& arena);

}  // namespace ebiri::run
