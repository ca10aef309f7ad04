// How commands end (what the codes mean: commands.hpp).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::cli {

inline constexpr int expectation_failed = 1;
inline constexpr int usage_error = 2;
inline constexpr int machine_error = 3;
inline constexpr int not_decided = 4;
inline constexpr int internal_error = 5;
inline constexpr int interrupted_code = 130;

/// Says `ebiri: MESSAGE` on standard error; returns `exit_code`.
int fail(int exit_code, std::string_view message);
int fail(int exit_code, const Error& error);

/// The same for arguments that are wrong.
int refused(const Error& error);

/// The same; the exit code is that of the error's kind.
int fail(const Error& error);

/// Says each sentence on standard error, as `ebiri: SENTENCE`.
void say(const std::vector<std::string>& sentences);

}  // namespace ebiri::cli
