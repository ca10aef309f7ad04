#include "referee/record/sqlite.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "referee/record/database.hpp"
#include "referee/record/game_fields.hpp"
#include "referee/record/game_json.hpp"
#include "referee/support/files.hpp"

namespace ebiri::record {

namespace {

using Json = nlohmann::ordered_json;
using match::GameRecord;

constexpr int schema_version = 2;  // 1, which is still read, had no `caused_by` and no `time_…`

// Columns are named as the journal's fields where they are the same thing. Numbers without a sign
// (`seed`, `nodes`) stand there as signed ones with the same 64 bits.
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
  fingerprint TEXT, announced TEXT,
  PRIMARY KEY (plan, place)) WITHOUT ROWID;
)";

// Games are looked for by who played: made when all are there, which is faster.
constexpr const char* indexes = R"(
CREATE INDEX games_south ON games (south);
CREATE INDEX games_north ON games (north);
)";

// A column of a table, and where a journal's line has its value.
struct TableColumn {
  std::string name, declaration;  // `game INTEGER NOT NULL`
  Json::json_pointer place;       // of a ply's: the list
  bool has_sign = true;           // as an integer in the line
};

// The columns of a record's fields. Those of a part have its name before theirs (`fault_kind`), but for its
// field `name` (`opening`). What was measured of a move stands in the same columns, whether the move was a
// fault or made the game void.
class ColumnList {
 public:
  template <class T>
  void field(std::string_view name, const T& value) {
    if constexpr (Part<const T>)
      part(name, value, always_);
    else
      add<T>(named(name), place_ / std::string{name}, always_);
  }
  void if_any(std::string_view name, const std::string&) {
    add<std::string>(named(name), place_ / std::string{name}, false);
  }
  template <class T>
  void if_any(std::string_view name, const std::optional<T>&) {
    if constexpr (!Part<const T>)
      add<T>(named(name), place_ / std::string{name}, false);
    else if (part_.empty())
      part(name, T{}, false);
  }
  template <class T>
  void pair(std::string_view name, std::string_view column, const T&, const T&) {
    for (const rules::Side side : {rules::Side::south, rules::Side::north})
      add<T>(fmt::format("{}_{}", rules::name(side), column),
             place_ / std::string{name} / static_cast<std::size_t>(side), true);
  }
  template <class T>
  void pair_if_any(std::string_view name, std::string_view column, const T& south, const T& north) {
    pair(name, column, south, north);
  }
  void plies(std::span<const match::Ply>) {}
  template <class Of>
  void column(std::string_view name, std::string_view column, const Of& of) {
    using Value = std::remove_cvref_t<decltype(of(std::declval<match::Ply&>()))>;
    if constexpr (requires(Value value) {
                    typename Value::value_type;
                    value.reset();
                  })
      add<typename Value::value_type>(std::string{column}, place_ / std::string{name}, false);
    else
      add<Value>(std::string{column}, place_ / std::string{name}, true);
  }
  void sides(std::string_view name, std::string_view column) {
    add<std::string>(std::string{column}, place_ / std::string{name}, true);
  }

  std::vector<TableColumn> take() { return std::move(list_); }

 private:
  std::string named(std::string_view name) const {
    if (part_.empty()) return std::string{name};
    return name == "name" ? part_ : fmt::format("{}_{}", part_, name);
  }

  template <class T>
  void part(std::string_view name, const T& value, bool always) {
    part_ = name;
    place_.push_back(std::string{name});
    const bool outer = std::exchange(always_, always);
    each_field(value, *this);
    always_ = outer;
    place_.pop_back();
    part_.clear();
  }

  template <class T>
  void add(std::string name, Json::json_pointer place, bool always) {
    const bool whole =
        !Word<T> && (std::integral<T> || std::same_as<T, player::Duration> ||
                     std::same_as<T, std::chrono::milliseconds> || name == "south" || name == "north");
    std::string declaration = name + (whole ? " INTEGER" : std::same_as<T, double> ? " REAL" : " TEXT");
    if (always) declaration += " NOT NULL";
    if (name == "south" || name == "north") declaration += " REFERENCES engines";
    list_.push_back(
        {std::move(name), std::move(declaration), std::move(place), !std::same_as<T, std::uint64_t>});
  }

  std::vector<TableColumn> list_;
  std::string part_;
  Json::json_pointer place_;
  bool always_ = true;
};

const std::vector<TableColumn>& game_columns() {
  static const auto columns = [] {
    const GameRecord game;
    ColumnList list;
    each_field(game, list);
    return list.take();
  }();
  return columns;
}

const std::vector<TableColumn>& ply_columns() {
  static const auto columns = [] {
    ColumnList list;
    each_ply_field(list);
    return list.take();
  }();
  return columns;
}

// `before`: columns that are not of the record, and `after`: what follows all columns.
std::string creation(std::string_view table, std::string_view before, const std::vector<TableColumn>& columns,
                     std::string_view after) {
  std::string text = fmt::format("CREATE TABLE {} (\n  {}", table, before);
  for (const TableColumn& column : columns) text += ",\n  " + column.declaration;
  return text + std::string{after};
}

// With two values before those of the record.
std::string insertion(std::string_view table, const std::vector<TableColumn>& columns) {
  std::string values = "?, ?";
  for (std::size_t k = 0; k < columns.size(); ++k) values += ", ?";
  return fmt::format("INSERT INTO {} VALUES ({})", table, values);
}

// What was measured of a move, from its place in a fault to that in a game that became void, or back.
void move_time(Json& from, Json& to) {
  if (!from.contains("time")) return;
  to["time"] = std::move(from["time"]);
  from.erase("time");
}

void add_value(Statement& statement, const Json& value) {
  if (value.is_null())
    statement.add(nullptr);
  else if (value.is_number_float())
    statement.add(value.get<double>());
  else if (value.is_number())
    statement.add(value.get<std::int64_t>());
  else
    statement.add(value.is_string() ? value.get<std::string>() : value.dump());
}

class DatabaseWriter {
 public:
  explicit DatabaseWriter(const std::filesystem::path& file) : database_(file) {}

  void add(const Contents& contents) {
    const RunInfo& run = contents.run;
    run_.run(++runs_, run.name, run.version, run.variant, run.ruleset, run.seed, run.limit, run.openings);
    for (const PlanInfo& plan : contents.plans) add(plan);
    for (const GameRecord& game : contents.games) add(game);
  }

  void finish() {
    database_.run(indexes);
    database_.run(fmt::format("PRAGMA user_version = {}; COMMIT", schema_version).c_str());
  }

 private:
  // A file with tables, in a transaction.
  struct Begun : Database {
    explicit Begun(const std::filesystem::path& file) : Database(file, Access::write) {
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
    if (is_new) engine_.run(found->second, name);
    return found->second;
  }

  void add(const PlanInfo& plan) {
    plan_.run(++plans_, runs_, plan.config_hash, plan.pairs, plan.isolation, plan.config,
              static_cast<int>(plan.open));
    for (std::size_t k = 0; k < plan.engines.size(); ++k) {
      const auto entry = [&](const std::vector<std::string>& list) {
        return list.empty() ? std::nullopt : std::optional<std::string_view>{list[k]};
      };
      entry_.run(plans_, k + 1, engine(plan.engines[k]), entry(plan.fingerprints), entry(plan.announced));
    }
  }

  void add(const GameRecord& record) {
    Json game = Json::parse(game_text(record));
    if (game.contains("fault")) move_time(game["fault"], game);
    if (!game.contains("pondered_us")) game["pondered_us"] = {0, 0};
    for (const char* side : {"south", "north"}) game[side] = engine(game[side]);
    game_.restart();
    game_.add(++games_);
    game_.add(runs_);
    for (const TableColumn& column : game_columns())
      add_value(game_, game.contains(column.place) ? game.at(column.place) : Json{});
    game_.finish();
    for (std::size_t k = 0; k < record.plies.size(); ++k) {
      ply_.restart();
      ply_.add(games_);
      ply_.add(k + 1);
      for (const TableColumn& column : ply_columns()) {
        const Json& list = game.at(column.place);
        add_value(ply_, list.is_array() ? list[k] : Json(rules::name(record.plies[k].side)));
      }
      ply_.finish();
    }
  }

  Begun database_;
  Statement run_{database_, "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement engine_{database_, "INSERT INTO engines VALUES (?, ?)"};
  Statement plan_{database_, "INSERT INTO plans VALUES (?, ?, ?, ?, ?, ?, ?)"};
  Statement entry_{database_, "INSERT INTO entries VALUES (?, ?, ?, ?, ?)"};
  Statement game_{database_, insertion("games", game_columns())};
  Statement ply_{database_, insertion("plies", ply_columns())};
  std::map<std::string, int> engines_;
  std::int64_t runs_ = 0, plans_ = 0, games_ = 0;
};

// As it was before it got a sign.
void take_sign(Json& value) {
  if (value.is_number_integer()) value = static_cast<std::uint64_t>(value.get<std::int64_t>());
}

class DatabaseReader {
 public:
  explicit DatabaseReader(const std::filesystem::path& file) : database_(file, Database::Access::read) {
    Statement version(database_, "PRAGMA user_version");
    const int found = version.next() ? version.row().at("user_version").get<int>() : 0;
    if (found < 1 || found > schema_version)
      throw DatabaseError{"it is no database that `ebiri convert` made, or one of another version"};
  }

  std::vector<Contents> runs() {
    std::vector<Contents> result;
    Statement runs(database_, "SELECT * FROM runs ORDER BY run");
    while (runs.next()) {
      Json row = runs.row();
      take_sign(row.at("seed"));
      Contents& contents = result.emplace_back();
      contents.run = {.name = row.at("name"),
                      .version = row.at("ebiri"),
                      .variant = row.at("variant"),
                      .ruleset = row.at("ruleset"),
                      .seed = row.at("seed"),
                      .limit = row.at("time_limit"),
                      .openings = row.at("openings")};
      contents.plans = plans(row.at("run"));
      contents.games = games(row.at("run"));
    }
    return result;
  }

 private:
  std::vector<PlanInfo> plans(std::int64_t run) {
    std::vector<PlanInfo> result;
    Statement plans(database_, "SELECT * FROM plans WHERE run = ? ORDER BY plan");
    plans.with(run);
    while (plans.next()) {
      const Json row = plans.row();
      PlanInfo plan{.config = row.at("config"),
                    .config_hash = row.at("config_hash"),
                    .engines = {},
                    .pairs = row.at("pairs"),
                    .fingerprints = {},
                    .announced = {},
                    .isolation = row.at("isolation"),
                    .open = row.value("open", 0) != 0};
      entries_.with(row.at("plan").get<std::int64_t>());
      while (entries_.next()) {
        const Json entry = entries_.row();
        plan.engines.push_back(entry.at("name"));
        if (!entry.at("fingerprint").is_null()) plan.fingerprints.push_back(entry.at("fingerprint"));
        if (!entry.at("announced").is_null()) plan.announced.push_back(entry.at("announced"));
      }
      for (const auto* list : {&plan.fingerprints, &plan.announced})
        if (!list->empty() && list->size() != plan.engines.size())
          throw DatabaseError{fmt::format("plan {}: `{}` is there for some engines only",
                                          row.at("plan").dump(),
                                          list == &plan.announced ? "announced" : "fingerprint")};
      result.push_back(std::move(plan));
    }
    return result;
  }

  std::vector<GameRecord> games(std::int64_t run) {
    std::vector<GameRecord> result;
    games_.with(run);
    while (games_.next()) {
      const Json row = games_.row();
      auto game = game_from_json(as_in_a_journal(row).dump());
      if (!game) throw DatabaseError{fmt::format("game {}: {}", row.at("game").dump(), game.error().message)};
      result.push_back(std::move(*game));
    }
    return result;
  }

  // The game's row and its plies, in the fields of a journal. What the row lacks, or a database of an older
  // version, is left out: whoever reads the fields says whether they are needed.
  Json as_in_a_journal(const Json& row) {
    Json game = Json::object();
    for (const TableColumn& column : game_columns()) {
      Json value = row.value(column.name, Json{});
      if (value.is_null()) continue;
      if (!column.has_sign) take_sign(value);
      if (column.name == "opening_moves") value = Json::parse(value.get<std::string>());
      game[column.place] = std::move(value);
    }
    if (game.contains("fault")) move_time(game, game["fault"]);
    for (const TableColumn& column : ply_columns()) game[column.place] = Json::array();
    std::string sides;
    plies_.with(row.at("id").get<std::int64_t>());
    while (plies_.next()) {
      const Json ply = plies_.row();
      for (const TableColumn& column : ply_columns()) {
        Json& list = game[column.place];
        list.push_back(ply.at(column.name));
        if (!column.has_sign) take_sign(list.back());
      }
      sides += ply.at("side") == "south" ? 'S' : ply.at("side") == "north" ? 'N' : '?';
    }
    game["sides"] = sides;
    return game;
  }

  Database database_;
  Statement entries_{
      database_,
      "SELECT name, fingerprint, announced FROM entries JOIN engines USING (engine) WHERE plan = ? "
      "ORDER BY place"};
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
  } catch (const DatabaseError& error) {
    why = error.message;
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
  } catch (const DatabaseError& error) {
    return database_failure(file, "read", error.message);
  } catch (const nlohmann::json::exception& error) {
    return database_failure(file, "read", error.what());
  }
}

}  // namespace ebiri::record
