// The columns of games in databases and CSV files. Internal to this room.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "referee/match/game_record.hpp"

namespace ebiri::record {

/// A column of a table.
struct TableColumn {
  std::string name;
  std::string type;                            ///< SQLite's, with its constraints: `INTEGER NOT NULL`
  nlohmann::ordered_json::json_pointer place;  ///< where a game's row has the value; of a ply's: the list
  bool has_sign = true;                        ///< as an integer in the journal
  bool in_csv = true;                          ///< whether CSV tables have it
};

/// The columns of a record's fields. Those of a part have its name before theirs (`fault_kind`), but for its
/// field `name` (`opening`). What was measured of a move stands in the same columns, whether the move was a
/// fault or made the game void.
const std::vector<TableColumn>& game_columns();

/// The columns of a ply's fields.
const std::vector<TableColumn>& ply_columns();

/// The fields of a line of a journal, where `game_columns` look for them.
nlohmann::ordered_json table_row(const match::GameRecord& game);

/// The game of a row; a field that the row lacks is missing in the line too.
Result<match::GameRecord> game_of_row(nlohmann::ordered_json row);

}  // namespace ebiri::record
