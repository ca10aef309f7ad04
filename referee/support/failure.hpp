// The words for what the system refuses.
#pragma once

#include <filesystem>
#include <string_view>

#include "referee/support/result.hpp"

namespace ebiri {

/// `cannot open `FILE`: No such file or directory`, where `doing` is `open` and the reason is that of the
/// calling thread's `errno`.
Error system_failure(std::string_view doing, const std::filesystem::path& file);

}  // namespace ebiri
