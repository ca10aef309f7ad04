// What `ebiri merge` and `ebiri missing` have in common on the command line.
#pragma once

#include <CLI/App.hpp>

#include "referee/run/chunks.hpp"

namespace ebiri::cli {

/// Adds CONFIG, FOLDER…, --set and --results.
void add_chunk_arguments(CLI::App& command, run::ChunkArguments& arguments);

}  // namespace ebiri::cli
