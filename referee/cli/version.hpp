// Which ebiri this is.
#pragma once

#include <string>

namespace ebiri::cli {

/// `0.1.0 (a1b2c3d)`.
std::string version_text();

}  // namespace ebiri::cli
