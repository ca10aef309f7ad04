// Texts of strangers in pages.
#pragma once

#include <string>
#include <string_view>

namespace ebiri::web {

/// `text` so that it is text in an element and in a quoted attribute, whatever it says: `&`, `<`, `>` and
/// quotes as entities. Control characters and invalid UTF-8 are to be made printable before.
std::string escaped(std::string_view text);

}  // namespace ebiri::web
