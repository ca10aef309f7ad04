// The seal of a journal's line: a checksum as its last field, which detects later changes.
#pragma once

#include <string>
#include <string_view>

#include "referee/support/fnv.hpp"

namespace ebiri::record {

/// 64-bit FNV-1a (Fowler, Noll, Vo; RFC 9923) of `text` as 16 hex digits. It detects every change of one
/// byte, and all but one in 2^64 of other accidental changes. It does not protect from deliberate changes.
std::string fingerprint(std::string_view text);

/// The value of `hash` as 16 hex digits.
std::string fingerprint_text(const Fnv& hash);

/// Adds a last field `sum` to a JSON object: the fingerprint of all bytes before it.
std::string sealed(std::string object);

/// Whether `line` ends with the right field `sum`.
bool seal_holds(std::string_view line);

}  // namespace ebiri::record
