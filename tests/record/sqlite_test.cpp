#include "referee/record/sqlite.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "referee/record/database.hpp"
#include "tests/record/records.hpp"

using namespace ebiri;
using namespace ebiri::record;
using namespace ebiri::tests;

namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

match::GameRecord adjudicated(int number) {
  match::GameRecord game = played(number);
  game.attempt = 2;
  game.seed = most;
  game.plies[0].thought.nodes = most;
  game.plies[0].thought.score = 0.1;
  game.opening.moves.clear();
  game.opening.name = "it's \"one\"; DROP TABLE games";
  game.south_pondered = 5ms;
  game.verdict = {.result = match::Verdict::Result::south_wins,
                  .cause = match::Verdict::Cause::adjudicated,
                  .reason = "majority",
                  .south = 25,
                  .detail = "25 of 48 seeds",
                  .special = "akawumbi"};
  return game;
}

std::vector<Contents> two_runs() {
  PlanInfo grown = plan;
  grown.engines = {"alpha", "beta", "Ωmega"};
  grown.fingerprints = {"0123", "", "4567"};
  grown.announced = {"Alpha 2", "", "Ωmega"};
  grown.isolation = "sandbox";
  grown.open = true;
  Contents first{{.run = run, .plans = {plan, grown}, .rejected = {}}, {}};
  first.run.seed = most;
  first.games = {adjudicated(3), with_everything(), void_game(5), played(2)};  // as they ended
  Contents second{{.run = run, .plans = {}, .rejected = {}}, {played(1)}};
  second.run.name = "another";
  second.games[0].plies.clear();
  return {first, second};
}

void check_same(const std::vector<Contents>& read, const std::vector<Contents>& written) {
  REQUIRE(read.size() == written.size());
  for (std::size_t k = 0; k < read.size(); ++k) {
    CHECK(read[k].run == written[k].run);
    CHECK(read[k].plans == written[k].plans);
    CHECK(read[k].games == written[k].games);
  }
}

// The error of reading a database of `two_runs` after one change.
std::string problem_after(const std::filesystem::path& file, const char* change) {
  std::filesystem::remove(file);
  REQUIRE(write_sqlite(file, two_runs()));
  { Database{file, Database::Access::write}.run(change); }
  const auto read = read_sqlite(file);
  REQUIRE_FALSE(read);
  return read.error().message;
}

}  // namespace

TEST_CASE("sqlite: all data of a journal survive writing and reading") {
  const Folder folder;
  const auto file = folder.path / "games.sqlite";
  REQUIRE(write_sqlite(file, two_runs()));
  check_same(read_sqlite(file).value(), two_runs());
  CHECK(text_of(file).starts_with(sqlite_magic));
}

TEST_CASE("sqlite: a database of version 1, without time evidence, is read") {
  const Folder folder;
  const auto file = folder.path / "games.sqlite";
  REQUIRE(write_sqlite(file, two_runs()));
  {
    Database database{file, Database::Access::write};
    for (const std::string column :
         {"caused_by", "time_limit_us", "time_lower_us", "time_upper_us", "time_cpu_us",
          "time_engine_wait_us", "time_referee_wait_us", "time_cpu_source"})
      database.run(("ALTER TABLE games DROP COLUMN " + column).c_str());
    database.run("PRAGMA user_version = 1");
  }
  auto written = two_runs();
  for (Contents& contents : written)
    for (match::GameRecord& game : contents.games) {
      game.verdict.caused_by.reset();
      game.verdict.time.reset();
      if (game.verdict.fault) game.verdict.fault->time.reset();
    }
  check_same(read_sqlite(file).value(), written);
}

TEST_CASE("sqlite: an existing file is not changed, and a failed one is removed") {
  const Folder folder;
  const auto file = folder.path / "games.sqlite";
  std::ofstream(file) << "precious";
  const auto refused = write_sqlite(file, two_runs());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "cannot create `" + file.string() + "`: File exists");
  CHECK(text_of(file) == "precious");
  std::filesystem::remove(file);
  std::vector<Contents> twice = two_runs();
  twice[0].games.push_back(twice[0].games[0]);
  const auto failed = write_sqlite(file, twice);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().message.ends_with("UNIQUE constraint failed: games.run, games.game, games.attempt"));
  CHECK(std::filesystem::is_empty(folder.path));
}

TEST_CASE("sqlite: a file that is not a database of games is an error") {
  const Folder folder;
  const auto file = folder.path / "games.sqlite";
  const std::string cannot = "cannot read `" + file.string() + "`: ";
  CHECK(read_sqlite(file).error().message == cannot + "unable to open database file");
  std::ofstream(file)
      << "PGN, perhaps, but surely no database; and as long as a page's header has to be ......";
  CHECK(read_sqlite(file).error().message == cannot + "file is not a database");
  const std::string other = "it is not a database of `ebiri convert`, or its version is not supported";
  CHECK(problem_after(file, "PRAGMA user_version = 3") == cannot + other);
  CHECK(problem_after(file, "UPDATE games SET result = 'east' WHERE game = 2") ==
        cannot + "game 2: unknown word `east`");
  CHECK(problem_after(file, "UPDATE games SET game = -5 WHERE game = 2") ==
        cannot + "game -5: `game` must be at least 1");
  CHECK(problem_after(file, "UPDATE plies SET side = 'east'") ==
        cannot + "game 3: `sides` must consist of `S` and `N`");
  CHECK(problem_after(file, "UPDATE plies SET wall_us = 'long' WHERE ply = 2") ==
        cannot + "game 3: `wall_us` has a value of the wrong type");
  CHECK(problem_after(file, "UPDATE entries SET fingerprint = NULL WHERE place = 2") ==
        cannot + "plan 2: `fingerprints` must have one entry for each engine");
  CHECK(problem_after(file, "DROP TABLE plies") == cannot + "no such table: plies");
}
