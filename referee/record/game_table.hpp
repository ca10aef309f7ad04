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
  std::string type;                            ///< SQLite's type and constraints: `INTEGER NOT NULL`
  nlohmann::ordered_json::json_pointer place;  ///< of the value in `table_row`; for plies, of the list
  bool has_sign = true;  ///< false for unsigned integers, which SQLite stores as signed ones
  bool in_csv = true;    ///< whether CSV tables have it
};

/// The columns for a record's fields. A field of a part has the part's name in front: `fault_kind`. A
/// part's field `name` has the part's name alone: `opening`. The time measurements of a fault and those of a
/// void game share columns.
const std::vector<TableColumn>& game_columns();

/// The columns for a ply's fields.
const std::vector<TableColumn>& ply_columns();

/// The fields of a game, at the places that `game_columns` names.
nlohmann::ordered_json table_row(const match::GameRecord& game);

/// The game of a row. A missing field is an error.
Result<match::GameRecord> game_of_row(nlohmann::ordered_json row);

}  // namespace ebiri::record
