// Wraps text for a terminal of 80 columns.
#pragma once

#include <string>
#include <string_view>

#include "referee/support/terminal.hpp"

namespace ebiri::explain {

inline constexpr std::size_t page_width = 80;

/// `text` in lines of up to `width` columns, the first after `label`. Later lines begin two columns further
/// right.
inline std::string beside(const std::string& label, std::string_view text, std::size_t width = page_width) {
  const Terminal room{.width = static_cast<int>(width - label.size())};
  std::string lines;
  for (const std::string& line : wrapped(text, room))
    lines += (lines.empty() ? label : std::string(label.size(), ' ')) + line + "\n";
  return lines;
}

}  // namespace ebiri::explain
