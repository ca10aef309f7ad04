// Writes events of a contest as JSON objects, and reads them.
#pragma once

#include <string>
#include <string_view>

#include "referee/contest/entries/history.hpp"

namespace ebiri::contest {

/// The event as one object without a newline: type, time, the event's fields, `previous`.
std::string event_json(const Event& event, Time at, std::string_view previous);

/// Reads the event of a line after the one with the hash `previous`. The error names a field that is missing
/// or has the wrong type.
Result<HistoryLine> read_event(std::string_view line, std::string_view previous);

}  // namespace ebiri::contest
