// The oracle, which answers queries about many positions as JSON Lines.
#pragma once

#include <string>
#include <string_view>

#include "referee/rules/rules.hpp"

namespace ebiri::explain {

/// The answer to a line, `{"position": "…", "moves": ["…", …]}`: a line of JSON without a newline.
std::string oracle_answer(const rules::Rules& rules, std::string_view line);

}  // namespace ebiri::explain
