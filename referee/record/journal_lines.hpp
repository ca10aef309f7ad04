// The lines of a journal: records as text, and back.
#pragma once

#include <filesystem>
#include <string>

#include "referee/record/journal.hpp"

namespace ebiri::record {

/// A record as its line, check sum included, without the newline.
std::string line_of(const RunInfo& run);
std::string line_of(const PlanInfo& plan);
std::string line_of(const match::GameRecord& game);

struct Lines {
  Contents contents;
  bool begun = false;         ///< whether the first line is there
  bool unterminated = false;  ///< whether the last record is sound, but has no newline
};

/// Refuses what is there but is no regular file: opening or reading it could wait for ever.
Result<void> check_kind(const std::filesystem::path& file);

/// Reads all lines; an error names file and line.
Result<Lines> read_lines(const std::filesystem::path& file);

}  // namespace ebiri::record
