// What stands around the data of a run in its page: made by html/build.mjs from the sources there.
#pragma once

#include <string_view>

namespace ebiri::report {

/// A page is head, begin, data, end. The head ends within the Content-Security-Policy, which may be added to
/// there.
extern const std::string_view page_head, page_begin, page_end;

}  // namespace ebiri::report
