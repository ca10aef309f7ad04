#include "referee/support/library.hpp"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "referee/support/failure.hpp"

using namespace ebiri;

namespace ebiri::tests {

namespace {

constinit Library maths{"libm.so.6"}, nothing{"libebiri-nothing.so.1"};

const Late<double(double)> distance{maths, "fabs"}, no_distance{maths, "ebiri_no_distance"},
    nobody{nothing, "fabs"};

}  // namespace

TEST_CASE("library: a function is called as if it were linked") {
  CHECK(maths.load());
  CHECK(maths.load());
  CHECK(distance(-27.0) == 27.0);
  CHECK(distance.address()(-8.0) == 8.0);
}

TEST_CASE("library: what is missing is named") {
  const std::string message = nothing.load().error().message;
  CHECK(message.find("cannot load libebiri-nothing.so.1 (") == 0);
  CHECK(message.find("): install it, or build ebiri anew") != message.npos);
  CHECK_THROWS_AS(nobody(1.0), MachineFailure);
  CHECK_THROWS_AS(no_distance(1.0), MachineFailure);
  try {
    no_distance(1.0);
  } catch (const MachineFailure& missing) {
    CHECK(missing.what() == std::string{"libm.so.6 has no function `ebiri_no_distance`"});
  }
}

}  // namespace ebiri::tests
