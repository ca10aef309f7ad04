// How to play each variant: templates of the pages of `ebiri rules`, in the syntax of ../lesson.hpp and
// listed in ../lesson.cpp.
#pragma once

#include <string_view>

namespace ebiri::explain::texts {

extern const std::string_view bao, kalah, namnam, omweso, oware;

}  // namespace ebiri::explain::texts
