#include "referee/run/host_list.hpp"

#include <catch2/catch_test_macros.hpp>

#include "tests/config/temporary_folder.hpp"

using namespace ebiri;
using namespace ebiri::run;

TEST_CASE("hosts: the last of several lines about one attempt counts") {
  const config::TemporaryFolder folder;
  const auto file = folder.folder("run") / host_file;
  {
    HostList list{file};
    const auto add = [&](int game, int attempt, const char* host) {
      match::GameRecord record;
      record.game = game;
      record.attempt = attempt;
      list.add(record, {.name = host, .cpu = "Some CPU", .speed = 80}, 1250);
    };
    add(1, 1, "red/1");
    add(2, 1, "red/2");
    add(2, 1, "blue/1");  // after a kill
    add(2, 2, "red/1");
  }
  std::ofstream{file, std::ios::app} << "3,1,red/1,0";  // a kill in the middle of a line

  const auto machines = machines_of(file);
  REQUIRE(machines.size() == 2);
  CHECK(machines[0].machine == "blue");
  CHECK(machines[0].games == 1);
  CHECK(machines[1].machine == "red");
  CHECK(machines[1].games == 2);
  CHECK(machines[1].time_scale == 1250);
  CHECK(machines_table(machines).find("\nred,2,0,,0.00,80.0,1.25,Some CPU\n") != std::string::npos);

  const auto games = hosted_games(file);
  REQUIRE(games.size() == 3);
  CHECK(games.at({2, 1}).machine == "blue");
  CHECK(games.at({2, 2}).machine == "red");
}

TEST_CASE("hosts: a machine's name and processor are read as they were written") {
  const config::TemporaryFolder folder;
  const auto file = folder.folder("run") / host_file;
  {
    HostList list{file};
    match::GameRecord record;
    record.game = record.attempt = 1;
    list.add(record, {.name = "-red/1", .cpu = "=Some, \"CPU\"", .load = 0.5, .speed = 80}, 1000);
  }
  const auto machines = machines_of(file);
  REQUIRE(machines.size() == 1);
  CHECK(machines[0].machine == "-red");
  CHECK(machines[0].cpu == "=Some, \"CPU\"");
  CHECK(machines_table(machines).find("\n'-red,1,0,,0.50,80.0,1,\"'=Some, \"\"CPU\"\"\"\n") !=
        std::string::npos);
}
