// What the rules say of a position, as one line of JSON: the answer of `ebiri oracle`.
#pragma once

#include <string>

#include "referee/rules/rules.hpp"

namespace ebiri::cli {

/// Appends `{"position":…,"legal":…,"outcome":…,"after":…}`, without a newline, to `out`.
void append_answer(std::string& out, const rules::Game& game);

/// Appends `{"error":…}`; `message` may hold any bytes.
void append_error(std::string& out, const std::string& message);

}  // namespace ebiri::cli
