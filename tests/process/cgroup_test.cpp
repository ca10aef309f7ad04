// Control groups: the folders in which the groups of engines are made.
#include "referee/process/cgroup.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace ebiri::process;

TEST_CASE("cgroup: controllers found in two folders of version 2 are used in the upper one") {
  const CgroupTree upper{"/sys/fs/cgroup/user", 2}, lower{"/sys/fs/cgroup/user/app", 2};
  for (const bool swapped : {false, true}) {
    CAPTURE(swapped);
    Cgroups found;
    found.memory = swapped ? upper : lower;
    found.processes = swapped ? lower : upper;
    found.share_folder();
    for (const auto& tree : {found.memory, found.processes, found.counting})
      CHECK(tree.value().folder == upper.folder);
  }
}

TEST_CASE("cgroup: a controller of version 1 stays in its folder") {
  const CgroupTree one{"/sys/fs/cgroup/memory", 1}, two{"/sys/fs/cgroup/user/app", 2};
  Cgroups found;
  found.memory = one;
  found.processes = two;
  found.share_folder();
  CHECK(found.memory.value().folder == one.folder);
  CHECK(found.processes.value().folder == two.folder);
  CHECK(found.counting.value().folder == two.folder);
}
