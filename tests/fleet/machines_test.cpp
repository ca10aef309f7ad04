#include "referee/run/host_list.hpp"

#include <catch2/catch_test_macros.hpp>

using ebiri::run::has_too_many_voids;
using ebiri::run::MachineTally;

TEST_CASE("fleet: a machine with far more void games than the others is flagged") {
  const auto machine = [](int games, int voids) { return MachineTally{.games = games, .voids = voids}; };
  const struct {
    MachineTally one;
    std::vector<MachineTally> others;
    bool flagged;
    const char* why;
  } rows[] = {
      {machine(100, 30), {machine(100, 0), machine(100, 1)}, true, "thirty against one"},
      {machine(100, 30), {machine(100, 28), machine(100, 33)}, false, "all alike: no machine's doing"},
      {machine(100, 1), {machine(100, 30), machine(100, 28)}, false, "less than the others"},
      {machine(4, 2), {machine(10'000, 0)}, false, "two are too few to tell"},
      {machine(4, 3), {machine(10'000, 0)}, true, "three of four"},
      {machine(100, 4), {machine(100, 1)}, false, "four against one happen by chance one time in five"},
      {machine(1000, 40), {machine(1000, 10)}, true, "the same shares of more games do not"},
      {machine(100, 6), {}, true, "no other machine, and more than one in twenty"},
      {machine(100, 5), {}, false, "no other machine, and one in twenty"},
      {machine(100, 6), {machine(0, 0)}, true, "a machine without games does not count"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.why);
    auto all = row.others;
    all.push_back(row.one);
    CHECK(has_too_many_voids(row.one, all) == row.flagged);
  }
}
