// The check sum of a journal's line, which detects later changes.
#pragma once

#include <string>
#include <string_view>

#include "referee/support/fnv.hpp"

namespace ebiri::record {

/// 64-bit FNV-1a (Fowler, Noll, Vo; RFC 9923) of `text` as 16 hex digits. It finds every change of one
/// byte and all but one in 2^64 of the others; against intent it protects nothing.
std::string fingerprint(std::string_view text);

/// The same of what `hash` was given.
std::string fingerprint_text(const Fnv& hash);

/// A JSON object with one more field at its end, `sum`: the fingerprint of every byte before it.
std::string sealed(std::string object);

/// Whether `line`, which has a field `sum`, is as `sealed` made it.
bool seal_holds(std::string_view line);

}  // namespace ebiri::record
