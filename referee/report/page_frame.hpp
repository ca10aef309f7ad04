// What stands before and after the data of a run in its page: made by html/build.mjs from the sources there.
#pragma once

#include <string_view>

namespace ebiri::report {

extern const std::string_view page_begin, page_end;

}  // namespace ebiri::report
