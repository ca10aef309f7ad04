// Whole texts into files.
#pragma once

#include <string_view>

namespace ebiri {

/// Writes all of it, in as many steps as that takes; false: the system refused, and `errno` says why.
bool write_all(int descriptor, std::string_view text);

}  // namespace ebiri
