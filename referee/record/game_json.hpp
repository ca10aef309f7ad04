// Writes and reads records as JSON, each a line of a journal. results/FORMATS.md describes the fields.
#pragma once

#include <span>
#include <string>

#include "referee/match/game_record.hpp"
#include "referee/record/journal_lines.hpp"
#include "referee/record/json_writer.hpp"

namespace ebiri::record {

/// A record as a line of a journal, without its checksum. Invalid UTF-8 is replaced.
std::string game_text(const match::GameRecord& record);

/// Adds the record's fields to an object, except its plies and the fields in `left_out`.
void write_fields(JsonWriter& out, const match::GameRecord& record,
                  std::span<const std::string_view> left_out);

/// A record as a line of a journal: with its checksum, without the newline.
std::string line_of(const RunInfo& run);
std::string line_of(const PlanInfo& plan);
std::string line_of(const match::GameRecord& game);

/// Parse a line; its type and checksum are not checked. Invalid JSON, missing fields, invalid values and
/// unknown words are errors; unknown fields are ignored.
Result<match::GameRecord> game_from_json(std::string_view text);
Result<RunInfo> run_from_json(std::string_view text);
Result<PlanInfo> plan_from_json(std::string_view text);

/// `2026-11-21T12:00:00.123Z` and back.
std::string format_time(std::chrono::sys_time<std::chrono::milliseconds> time);
std::optional<std::chrono::sys_time<std::chrono::milliseconds>> parse_time(std::string_view text);

/// `south`, `north`, `draw`, `void`.
std::string_view word(match::Verdict::Result result);
/// `rules`, `fault`, `resigned`, `agreed`, `adjudicated`, `machine`.
std::string_view word(match::Verdict::Cause cause);

}  // namespace ebiri::record
