// A game's JSON text, written without a document in between: millions of them are.
#pragma once

#include <string>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// The bytes of `to_json(record).dump()`; bytes that are not UTF-8 are replaced.
std::string game_text(const match::GameRecord& record);

/// The same of the record without its plies.
std::string game_text_without_plies(const match::GameRecord& record);

}  // namespace ebiri::record
