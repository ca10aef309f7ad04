#include "referee/cli/common/exit_code.hpp"

#include <fmt/format.h>

#include <cstdio>

namespace ebiri::cli {

int fail(int exit_code, std::string_view message) {
  fmt::print(stderr, "ebiri: {}\n", message);
  return exit_code;
}

int fail(const Error& error) {
  return fail(error.kind == Error::Kind::arguments ? usage_error : system_error, error.message);
}

void say(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) fmt::print(stderr, "ebiri: {}\n", sentence);
}

int fail(int exit_code, const Error& error) { return fail(exit_code, error.message); }

int refused(const Error& error) { return fail(usage_error, error); }

}  // namespace ebiri::cli
