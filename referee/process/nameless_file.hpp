// Files that are gone with who has them open.
#pragma once

#include <filesystem>

#include "referee/process/descriptor.hpp"

namespace ebiri::process {

/// A new file for reading and writing, which has that name no longer than it takes to open it. Not open where
/// the system refused, and `errno` says why. Children do not inherit it.
Descriptor nameless_file(const std::filesystem::path& name);

}  // namespace ebiri::process
