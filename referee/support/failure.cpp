#include "referee/support/failure.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace ebiri {

Error system_failure(std::string_view doing, const std::filesystem::path& file) {
  const int code = errno;
  return Error{fmt::format("cannot {} `{}`: {}", doing, file.string(), std::strerror(code))};
}

}  // namespace ebiri
