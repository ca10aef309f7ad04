// What the system said no to.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "referee/support/result.hpp"

namespace ebiri {

/// Thrown where the machine lacks or refuses what is hardly ever refused, far from who could say it. Ends the
/// program with the exit code of a machine's errors.
struct MachineFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `cannot open `FILE`: No such file or directory`, where `doing` is `open` and the reason is that of the
/// calling thread's `errno`.
Error system_failure(std::string_view doing, const std::filesystem::path& file);

}  // namespace ebiri
