// What the engines of a tournament are kept from on this machine.
#pragma once

#include <string>
#include <vector>

#include "referee/process/capabilities.hpp"
#include "referee/run/arena.hpp"

namespace ebiri::run {

/// Finds out what this machine can enforce, if the settings ask for anything. What it lacks of that, one
/// sentence each.
std::vector<std::string> find_means(Arena& arena);

/// How the engine of these settings is confined; after `find_means`.
process::Confinement confinement_of(const Arena& arena, const tournament::EngineSettings& engine);

/// What is in force, and what counts CPU time (unless `accounting` is off), in one line: `sandbox, memory
/// 1GB, 64 processes, disk 64MB, CPU by control group; alphabeta: …`, or `none, CPU by perf`.
std::string isolation_text(const Arena& arena);

}  // namespace ebiri::run
