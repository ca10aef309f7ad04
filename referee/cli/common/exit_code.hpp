// Exit codes of commands (cli/common/commands.hpp has their meanings), and errors that end a command.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::cli {

inline constexpr int expectation_failed = 1;
inline constexpr int usage_error = 2;
inline constexpr int system_error = 3;
inline constexpr int not_decided = 4;
inline constexpr int internal_error = 5;
inline constexpr int interrupted_code = 130;

/// Prints `ebiri: MESSAGE` to standard error; returns `exit_code`.
int fail(int exit_code, std::string_view message);
int fail(int exit_code, const Error& error);

/// `fail` with `usage_error`.
int refused(const Error& error);

/// `fail` with an exit code that follows from the kind of the error.
int fail(const Error& error);

/// Prints each sentence to standard error, as `ebiri: SENTENCE`.
void say(const std::vector<std::string>& sentences);

}  // namespace ebiri::cli
