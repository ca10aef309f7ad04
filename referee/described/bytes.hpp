// Stores a compiled game as bytes, for programs that do not read descriptions, such as the WebAssembly module
// of a page.
#pragma once

#include <string>
#include <string_view>

#include "referee/described/described.hpp"
#include "referee/support/result.hpp"

namespace ebiri::described {

std::string to_bytes(const Rulebook& book);

/// Reads the output of `to_bytes` of the same version. Damaged bytes are an error.
Result<Rulebook> from_bytes(std::string_view bytes);

}  // namespace ebiri::described
