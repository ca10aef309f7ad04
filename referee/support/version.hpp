// The version of this program.
#pragma once

#include <string>

namespace ebiri {

/// `0.1.0 (a1b2c3d)`.
std::string version_text();

/// `0.1.0`.
std::string version_number();

}  // namespace ebiri
