// A game record as one JSON object, and back. results/README.md describes the fields.
#pragma once

#include <string>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// The line of a journal, without its seal; bytes that are not UTF-8 are replaced.
std::string game_text(const match::GameRecord& record);

/// The same of the record without its plies.
std::string game_text_without_plies(const match::GameRecord& record);

/// The fields of a verdict as an object of their own.
std::string verdict_text(const match::Verdict& verdict);

/// Strict: what is no JSON, and a missing, misspelt or ill-typed field, is an error that names the place.
Result<match::GameRecord> game_from_json(std::string_view text);

/// `2026-11-21T12:00:00.123Z` and back.
std::string format_time(std::chrono::sys_time<std::chrono::milliseconds> time);
std::optional<std::chrono::sys_time<std::chrono::milliseconds>> parse_time(std::string_view text);

/// `south`, `north`, `draw`, `void`.
std::string_view word(match::Verdict::Result result);
/// `rules`, `fault`, `resigned`, `agreed`, `machine`.
std::string_view word(match::Verdict::Cause cause);

}  // namespace ebiri::record
