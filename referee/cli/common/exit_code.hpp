// Exit codes of commands (0: success), and functions that print a result or an error.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "referee/support/print_error.hpp"
#include "referee/support/result.hpp"

namespace ebiri::cli {

inline constexpr int expectation_failed = 1;
inline constexpr int usage_error = 2;
inline constexpr int system_error = 3;
inline constexpr int not_decided = 4;
inline constexpr int internal_error = 5;
inline constexpr int interrupted_code = 130;

/// Prints `ebiri: MESSAGE` to standard error; returns `exit_code`.
inline int fail(int exit_code, std::string_view message) {
  print_error("ebiri: {}\n", message);
  return exit_code;
}
inline int fail(int exit_code, const Error& error) { return fail(exit_code, error.message); }

/// `fail` with `usage_error`. Problems of a config are complete lines with their places, and are printed as
/// they are.
inline int fail_usage(const Error& error) {
  if (!error.message.ends_with('\n')) return fail(usage_error, error);
  print_error("{}", error.message);
  return usage_error;
}

/// `fail` with an exit code that follows from the kind of the error.
inline int fail(const Error& error) {
  return error.kind == Error::Kind::arguments ? fail_usage(error) : fail(system_error, error);
}

/// Prints the text to standard output; returns 0. An error ends the command with `usage_error`.
inline int print_text(const Result<std::string>& text) {
  if (!text) return fail_usage(text.error());
  fmt::print("{}", *text);
  return 0;
}

/// Prints each sentence to standard error, as `ebiri: SENTENCE`.
inline void say(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) print_error("ebiri: {}\n", sentence);
}

}  // namespace ebiri::cli
