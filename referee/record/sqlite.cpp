#include "referee/record/sqlite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "referee/record/database.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/game_table.hpp"
#include "referee/support/files.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;
using match::GameRecord;

constexpr int schema_version = 2;  // version 1, which can be read, had no `caused_by` and no `time_…`

// Columns are named after the journal's fields; `limit` is a keyword, hence `time_limit`. Unsigned numbers
// (`seed`, `nodes`) are stored as the signed numbers with the same 64 bits.
constexpr const char* schema = R"(
CREATE TABLE runs (
  run INTEGER PRIMARY KEY,
  name TEXT NOT NULL, ebiri TEXT NOT NULL, variant TEXT NOT NULL, ruleset TEXT NOT NULL,
  seed INTEGER NOT NULL, time_limit TEXT NOT NULL, openings TEXT NOT NULL);
CREATE TABLE engines (
  engine INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE);
CREATE TABLE plans (
  plan INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs,
  config_hash TEXT NOT NULL, pairs INTEGER NOT NULL, isolation TEXT NOT NULL, config TEXT NOT NULL,
  open INTEGER NOT NULL DEFAULT 0);
CREATE TABLE entries (
  plan INTEGER NOT NULL REFERENCES plans,
  place INTEGER NOT NULL,
  engine INTEGER NOT NULL REFERENCES engines,
  fingerprint TEXT, announced TEXT, absent INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (plan, place)) WITHOUT ROWID;
)";

// For queries by engine. Created after all games, which is faster.
constexpr const char* indexes = R"(
CREATE INDEX games_south ON games (south);
CREATE INDEX games_north ON games (north);
)";

// A CREATE TABLE statement: `before` has the columns that are not part of the record, `after` ends it.
std::string creation(std::string_view table, std::string_view before, const std::vector<TableColumn>& columns,
                     std::string_view after) {
  std::string text = fmt::format("CREATE TABLE {} (\n  {}", table, before);
  for (const TableColumn& column : columns) text += ",\n  " + column.name + " " + column.type;
  return text + std::string{after};
}

// An INSERT statement with two values before those of the record.
std::string insertion(std::string_view table, const std::vector<TableColumn>& columns) {
  std::string values = "?, ?";
  for (std::size_t k = 0; k < columns.size(); ++k) values += ", ?";
  return fmt::format("INSERT INTO {} VALUES ({})", table, values);
}

class DatabaseWriter {
 public:
  explicit DatabaseWriter(const std::filesystem::path& file) : database_(file) {}

  void add(const Contents& contents) {
    const RunInfo& run = contents.run;
    insert_run_.run(
        {++runs_, run.name, run.version, run.variant, run.ruleset, run.seed, run.limit, run.openings});
    for (const PlanInfo& plan : contents.plans) add(plan);
    for (const GameRecord& game : contents.games) add(game);
  }

  void finish() {
    database_.run(indexes);
    database_.run(fmt::format("PRAGMA user_version = {}; COMMIT", schema_version).c_str());
  }

 private:
  // A database with new tables and an open transaction.
  struct NewDatabase : Database {
    explicit NewDatabase(const std::filesystem::path& file) : Database(file, Access::write) {
      run("BEGIN");
      run(schema);
      run(creation("games", "id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs", game_columns(),
                   ",\n  UNIQUE (run, game, attempt))")
              .c_str());
      run(creation("plies", "game INTEGER NOT NULL REFERENCES games (id), ply INTEGER NOT NULL",
                   ply_columns(), ",\n  PRIMARY KEY (game, ply)) WITHOUT ROWID")
              .c_str());
    }
  };

  int engine(const std::string& name) {
    const auto [found, is_new] = engines_.try_emplace(name, static_cast<int>(engines_.size()) + 1);
    if (is_new) insert_engine_.run({found->second, name});
    return found->second;
  }

  void add(const PlanInfo& plan) {
    insert_plan_.run(
        {++plans_, runs_, plan.config_hash, plan.pairs, plan.isolation, plan.config, int{plan.open}});
    for (std::size_t k = 0; k < plan.engines.size(); ++k) {
      const auto entry = [&](const std::vector<std::string>& list) {
        return list.empty() ? Json{} : Json(list[k]);
      };
      const bool absent = std::ranges::find(plan.absent, plan.engines[k]) != plan.absent.end();
      insert_entry_.run({plans_, k + 1, engine(plan.engines[k]), entry(plan.fingerprints),
                         entry(plan.announced), int{absent}});
    }
  }

  void add(const GameRecord& record) {
    Json game = table_row(record);
    for (const char* side : {"south", "north"}) game[side] = engine(game[side]);
    std::vector<Json> values{++games_, runs_};
    for (const TableColumn& column : game_columns()) values.push_back(game.value(column.place, Json{}));
    insert_game_.run(values);
    for (std::size_t k = 0; k < record.plies.size(); ++k) {
      values = {games_, k + 1};
      for (const TableColumn& column : ply_columns()) {
        const Json* list = game.contains(column.place) ? &game.at(column.place) : nullptr;
        const bool sides = list != nullptr && list->is_string();  // a letter for each ply
        values.push_back(sides             ? Json(rules::name(record.plies[k].side))
                         : list == nullptr ? Json{}
                                           : (*list)[k]);
      }
      insert_ply_.run(values);
    }
  }

  NewDatabase database_;
  Statement insert_run_{database_, "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement insert_engine_{database_, "INSERT INTO engines VALUES (?, ?)"};
  Statement insert_plan_{database_, "INSERT INTO plans VALUES (?, ?, ?, ?, ?, ?, ?)"};
  Statement insert_entry_{database_, "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)"};
  Statement insert_game_{database_, insertion("games", game_columns())};
  Statement insert_ply_{database_, insertion("plies", ply_columns())};
  std::map<std::string, int> engines_;
  std::int64_t runs_ = 0, plans_ = 0, games_ = 0;
};

// Converts a signed number back to the unsigned number with the same 64 bits.
void to_unsigned(Json& value) {
  if (value.is_number_integer()) value = static_cast<std::uint64_t>(value.get<std::int64_t>());
}

template <class T>
T value_or_throw(Result<T> read, const std::string& what) {
  if (!read) throw std::runtime_error{what + ": " + read.error().message};
  return std::move(*read);
}

class DatabaseReader {
 public:
  explicit DatabaseReader(const std::filesystem::path& file) : database_(file, Database::Access::read) {
    Statement version(database_, "PRAGMA user_version");
    const int found = version.next() ? version.row().at("user_version").get<int>() : 0;
    if (found < 1 || found > schema_version)
      throw std::runtime_error{"it is not a database of `ebiri convert`, or its version is not supported"};
  }

  std::vector<Contents> runs() {
    std::vector<Contents> result;
    Statement runs(database_, "SELECT * FROM runs ORDER BY run");
    while (runs.next()) {
      Json row = runs.row();
      to_unsigned(row.at("seed"));
      row["limit"] = row.at("time_limit");
      Contents& contents = result.emplace_back();
      contents.run = value_or_throw(run_from_json(row.dump()), "run " + row.at("run").dump());
      contents.plans = plans(row.at("run"));
      contents.games = games(row.at("run"));
    }
    return result;
  }

 private:
  std::vector<PlanInfo> plans(std::int64_t run) {
    std::vector<PlanInfo> result;
    Statement plans(database_, "SELECT * FROM plans WHERE run = ? ORDER BY plan");
    plans.bind({run});
    while (plans.next()) {
      Json plan = plans.row();
      plan["open"] = plan.value("open", 0) != 0;
      entries_.bind({plan.at("plan")});
      while (entries_.next()) {
        const Json entry = entries_.row();
        plan["engines"].push_back(entry.at("name"));
        if (!entry.at("fingerprint").is_null()) plan["fingerprints"].push_back(entry.at("fingerprint"));
        if (entry.at("absent") == 1) plan["absent"].push_back(entry.at("name"));
        if (!entry.at("announced").is_null()) plan["announced"].push_back(entry.at("announced"));
      }
      result.push_back(value_or_throw(plan_from_json(plan.dump()), "plan " + plan.at("plan").dump()));
    }
    return result;
  }

  std::vector<GameRecord> games(std::int64_t run) {
    std::vector<GameRecord> result;
    games_.bind({run});
    while (games_.next()) {
      const Json row = games_.row();
      const std::string which = "game " + row.at("game").dump();
      result.push_back(value_or_throw(game_of_row(as_in_a_journal(row)), which));
      if (result.back().game < 1) throw std::runtime_error{which + ": `game` must be at least 1"};
    }
    return result;
  }

  // The game's row and its plies as fields of a journal. Missing values are left out; the reader of the
  // fields checks for them.
  Json as_in_a_journal(const Json& row) {
    Json game = Json::object();
    for (const TableColumn& column : game_columns()) {
      Json value = row.value(column.name, Json{});
      if (value.is_null()) continue;
      if (!column.has_sign) to_unsigned(value);
      if (column.name == "opening_moves") value = Json::parse(value.get<std::string>());
      game[column.place] = std::move(value);
    }
    for (const TableColumn& column : ply_columns()) game[column.place] = Json::array();
    std::string sides;
    plies_.bind({row.at("id")});
    while (plies_.next()) {
      const Json ply = plies_.row();
      for (const TableColumn& column : ply_columns()) {
        Json& list = game[column.place];
        list.push_back(ply.value(column.name, Json{}));
        if (!column.has_sign) to_unsigned(list.back());
      }
      sides += ply.at("side") == "south" ? 'S' : ply.at("side") == "north" ? 'N' : '?';
    }
    game["sides"] = sides;
    return game;
  }

  Database database_;
  Statement entries_{
      database_,
      "SELECT name, fingerprint, announced, absent FROM entries JOIN engines USING (engine) WHERE plan = ? "
      "ORDER BY place"};
  // Of columns with the same name, a row has the last one: here the engines' names, not their numbers.
  Statement games_{
      database_,
      "SELECT games.*, s.name AS south, n.name AS north FROM games JOIN engines AS s ON "
      "s.engine = games.south JOIN engines AS n ON n.engine = games.north WHERE run = ? ORDER BY "
      "id"};
  Statement plies_{database_, "SELECT * FROM plies WHERE game = ? ORDER BY ply"};
};

Error database_failure(const std::filesystem::path& file, std::string_view doing, std::string_view why) {
  return Error{fmt::format("cannot {} `{}`: {}", doing, file.string(), why)};
}

}  // namespace

Result<void> write_sqlite(const std::filesystem::path& file, std::span<const Contents> runs) {
  std::FILE* created = std::fopen(file.c_str(), "wx");
  if (created == nullptr) return system_failure("create", file);
  std::fclose(created);
  std::string why;
  try {
    DatabaseWriter writer(file);
    for (const Contents& run : runs) writer.add(run);
    writer.finish();
    return {};
  } catch (const std::runtime_error& error) {
    why = error.what();
  } catch (const nlohmann::json::exception& error) {
    why = error.what();
  }
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
  return database_failure(file, "write", why);
}

Result<std::vector<Contents>> read_sqlite(const std::filesystem::path& file) {
  try {
    return DatabaseReader(file).runs();
  } catch (const std::runtime_error& error) {
    return database_failure(file, "read", error.what());
  } catch (const nlohmann::json::exception& error) {
    return database_failure(file, "read", error.what());
  }
}

}  // namespace ebiri::record
