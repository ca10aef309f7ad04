#include "referee/report/numbers.hpp"

#include <catch2/catch_test_macros.hpp>
#include <limits>

using namespace ebiri::report;
using namespace std::chrono_literals;

TEST_CASE("numbers: every number has one text") {
  CHECK(decimal(-0.04, 1) == "0.0");
  CHECK(decimal(-0.05001, 1) == "-0.1");
  CHECK(decimal(1234567.25, 1) == "1234567.2");
  CHECK(decimal(std::numeric_limits<double>::quiet_NaN(), 1) == "-");
  CHECK(decimal(-std::numeric_limits<double>::infinity(), 1) == "-");
  CHECK(signed_decimal(3, 0) == "+3");
  CHECK(signed_decimal(0.04, 1) == "0.0");
  CHECK(signed_decimal(-3, 0) == "-3");
  CHECK(percent(0.7101) == "71.0%");
  CHECK(range_text(3, 3) == "3");
  CHECK(range_text(3, 5) == "3-5");
  CHECK(in_milliseconds(41us) == "0.04");
  CHECK(in_milliseconds(41240us) == "41.2");
  CHECK(in_milliseconds(1043400us) == "1043");
  CHECK(clock_text(133999ms) == "2:13");
  CHECK(clock_text(3723000ms) == "1:02:03");
}
