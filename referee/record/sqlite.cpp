#include "referee/record/sqlite.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "referee/record/database.hpp"
#include "referee/record/game_json.hpp"
#include "referee/record/time_fields.hpp"
#include "referee/support/failure.hpp"

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
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES runs,
  game INTEGER NOT NULL, pair INTEGER NOT NULL, attempt INTEGER NOT NULL,
  south INTEGER NOT NULL REFERENCES engines, north INTEGER NOT NULL REFERENCES engines,
  variant TEXT NOT NULL, ruleset TEXT NOT NULL,
  south_limit TEXT NOT NULL, north_limit TEXT NOT NULL,
  opening TEXT NOT NULL, opening_position TEXT, opening_moves TEXT NOT NULL,
  seed INTEGER NOT NULL, started TEXT NOT NULL, duration_ms INTEGER NOT NULL,
  result TEXT NOT NULL, cause TEXT NOT NULL, reason TEXT NOT NULL,
  south_seeds INTEGER NOT NULL, north_seeds INTEGER NOT NULL,
  detail TEXT, special TEXT, loser TEXT,
  fault_kind TEXT, fault_detail TEXT, fault_line TEXT, fault_exit TEXT, fault_stderr TEXT,
  fault_asked TEXT,
  caused_by TEXT,
  time_limit_us INTEGER, time_lower_us INTEGER, time_upper_us INTEGER, time_cpu_us INTEGER,
  time_engine_wait_us INTEGER, time_referee_wait_us INTEGER, time_cpu_source TEXT,
  final TEXT NOT NULL,
  south_pondered_us INTEGER NOT NULL, north_pondered_us INTEGER NOT NULL,
  UNIQUE (run, game, attempt));
CREATE TABLE plies (
  game INTEGER NOT NULL REFERENCES games (id),
  ply INTEGER NOT NULL,
  side TEXT NOT NULL, move TEXT NOT NULL,
  wall_us INTEGER NOT NULL, cpu_us INTEGER NOT NULL, wait_us INTEGER NOT NULL, lag_us INTEGER NOT NULL,
  depth INTEGER, nodes INTEGER, score REAL, score_unit TEXT NOT NULL,
  PRIMARY KEY (game, ply)) WITHOUT ROWID;
)";

// Games are looked for by who played: made when all are there, which is faster.
constexpr const char* indexes = R"(
CREATE INDEX games_south ON games (south);
CREATE INDEX games_north ON games (north);
)";

std::optional<std::string_view> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional<std::string_view>{text};
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

  void add(const GameRecord& game) {
    const match::Verdict& end = game.verdict;
    const player::Fault fault = end.fault.value_or(player::Fault{});
    const auto loser = end.loser ? std::optional{rules::name(*end.loser)} : std::nullopt;
    const auto kind = end.fault ? std::optional{player::word(fault.kind)} : std::nullopt;
    const auto caused_by = end.caused_by ? std::optional{rules::name(*end.caused_by)} : std::nullopt;
    const auto& time = end.fault ? fault.time : end.time;
    const auto measured = [&](std::size_t field) {
      return time ? std::optional{((*time).*time_fields[field].second).count()} : std::nullopt;
    };
    const auto source = time ? std::optional<std::string_view>{time->cpu_source} : std::nullopt;
    const auto fault_detail = end.fault ? std::optional<std::string_view>{fault.detail} : std::nullopt;
    game_.run(++games_, runs_, game.game, game.pair, game.attempt, engine(game.south), engine(game.north),
              game.variant, game.ruleset, game.south_limit, game.north_limit, game.opening.name,
              game.opening.base, Json(game.opening.moves).dump(), game.seed, format_time(game.started),
              game.duration.count(), word(end.result), word(end.cause), end.reason, end.south, end.north,
              if_any(end.detail), if_any(end.special), loser, kind, fault_detail, if_any(fault.line),
              if_any(fault.exit), if_any(fault.errors), if_any(fault.asked), caused_by, measured(0),
              measured(1), measured(2), measured(3), measured(4), measured(5), source, game.final_position,
              game.south_pondered.count(), game.north_pondered.count());
    int number = 0;
    for (const match::Ply& ply : game.plies) {
      const player::Thought& thought = ply.thought;
      ply_.run(games_, ++number, rules::name(ply.side), ply.move, thought.wall.count(), thought.cpu.count(),
               thought.wait.count(), thought.lag.count(), thought.depth, thought.nodes, thought.score,
               thought.score_in_seeds ? "seeds" : "cp");
    }
  }

  Begun database_;
  Statement run_{database_, "INSERT INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement engine_{database_, "INSERT INTO engines VALUES (?, ?)"};
  Statement plan_{database_, "INSERT INTO plans VALUES (?, ?, ?, ?, ?, ?, ?)"};
  Statement entry_{database_, "INSERT INTO entries VALUES (?, ?, ?, ?, ?)"};
  Statement game_{database_,
                  "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                  "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
  Statement ply_{database_, "INSERT INTO plies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
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

  // The game's row and its plies, in the fields of a journal.
  Json as_in_a_journal(const Json& row) {
    Json game = row;
    take_sign(game["seed"]);
    game["limits"] = {row.at("south_limit"), row.at("north_limit")};
    game["seeds"] = {row.at("south_seeds"), row.at("north_seeds")};
    game["pondered_us"] = {row.at("south_pondered_us"), row.at("north_pondered_us")};
    game["opening"] = {{"name", row.at("opening")},
                       {"moves", Json::parse(row.at("opening_moves").get<std::string>())}};
    if (!row.at("opening_position").is_null()) game["opening"]["position"] = row.at("opening_position");
    for (const char* name : {"detail", "special", "loser", "caused_by"})
      if (row.value(name, Json{}).is_null()) game.erase(name);
    if (!row.at("fault_kind").is_null()) {
      for (const char* name : {"kind", "detail", "line", "exit", "stderr", "asked"})
        if (const Json value = row.value(fmt::format("fault_{}", name), Json{}); !value.is_null())
          game["fault"][name] = value;
    }
    if (Json time = time_of(row); !time.empty())
      (game.contains("fault") ? game["fault"] : game)["time"] = std::move(time);
    add_plies(game, row.at("id"));
    return game;
  }

  // Databases of the first version have none.
  static Json time_of(const Json& row) {
    Json time = Json::object();
    if (row.value("time_cpu_source", Json{}).is_null()) return time;
    for (const auto& [name, field] : time_fields)
      time[std::string{name}] = row.at(fmt::format("time_{}", name));
    time["cpu_source"] = row.at("time_cpu_source");
    return time;
  }

  void add_plies(Json& game, std::int64_t id) {
    constexpr std::pair<const char*, const char*> lists[] = {
        {"moves", "move"},      {"wall_us", "wall_us"}, {"cpu_us", "cpu_us"},
        {"wait_us", "wait_us"}, {"lag_us", "lag_us"},   {"depth", "depth"},
        {"nodes", "nodes"},     {"score", "score"},     {"score_unit", "score_unit"},
    };
    for (const auto& [list, column] : lists) game[list] = Json::array();
    std::string sides;
    plies_.with(id);
    while (plies_.next()) {
      Json ply = plies_.row();
      take_sign(ply.at("nodes"));
      for (const auto& [list, column] : lists) game[list].push_back(ply.at(column));
      sides += ply.at("side") == "south" ? 'S' : ply.at("side") == "north" ? 'N' : '?';
    }
    game["sides"] = sides;
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
