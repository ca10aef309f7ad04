// Output to standard error that never fails.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace ebiri {

/// Prints to standard error. If nobody reads it any more, or its disk is full, the text is lost and the
/// command goes on, where `fmt::print` would throw. Any thread may call it.
template <class... Arguments>
void print_error(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  const std::string formatted = fmt::format(text, std::forward<Arguments>(arguments)...);
  std::fwrite(formatted.data(), 1, formatted.size(), stderr);
}

}  // namespace ebiri
