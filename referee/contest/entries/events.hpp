// Writes events of a contest as JSON objects, and reads them.
#pragma once

#include <string>
#include <string_view>

#include "referee/contest/entries/history.hpp"

namespace ebiri::contest {

/// The event as one object without a newline: `type`, the event's fields, `at`, `previous`.
std::string event_json(const Event& event, Time at, std::string_view previous);

/// Reads the event of a line. `previous` is the hash of the line before it. The error names the invalid
/// field.
Result<HistoryLine> read_event(std::string_view line, std::string_view previous);

}  // namespace ebiri::contest
