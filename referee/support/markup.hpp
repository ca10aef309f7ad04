// Texts of strangers in HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace ebiri {

/// `text` so that it is text in an element and in a quoted attribute, whatever it says: `&`, `<`, `>` and
/// quotes as entities. Control characters but tabs and newlines, which XML cannot hold, are left out.
std::string escaped_markup(std::string_view text);

}  // namespace ebiri
