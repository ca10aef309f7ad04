#include "referee/cli/common/exit_code.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace ebiri::cli {

int fail(int exit_code, std::string_view message) {
  fmt::print(stderr, "ebiri: {}\n", message);
  return exit_code;
}

}  // namespace ebiri::cli
