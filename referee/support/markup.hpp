// Escaping of untrusted text for HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace ebiri {

/// `text` escaped for elements and quoted attributes: `&`, `<`, `>` and quotes become entities. Control
/// characters except tabs and newlines are removed, because XML does not allow them.
std::string escaped_markup(std::string_view text);

}  // namespace ebiri
