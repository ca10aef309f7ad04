// Events of a contest as JSON objects, and back.
#pragma once

#include <string>
#include <string_view>

#include "referee/contest/entries/history.hpp"

namespace ebiri::contest {

/// One object without a newline: type, time, the event's fields, `previous`.
std::string event_json(const Event& event, Time at, std::string_view previous);

/// The event of a line that follows the one with the hash `previous`. Strict: a missing or ill-typed field is
/// an error that names it.
Result<HistoryLine> read_event(std::string_view line, std::string_view previous);

}  // namespace ebiri::contest
