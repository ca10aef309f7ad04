#include "referee/config/reference.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fstream>
#include <iterator>

namespace ebiri::config {

TEST_CASE("config: configs/OPTIONS.md is what `ebiri options --markdown` prints") {
  std::ifstream file(EBIRI_SOURCE_DIR "/configs/OPTIONS.md", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  CHECK(text == options_markdown());
}

TEST_CASE("config: one option is explained with its range, default and example") {
  const auto text = option_text("limit.move");
  REQUIRE(text);
  CHECK(*text ==
        "limit.move\n\n"
        "    Time for each move.\n\n"
        "    value     duration, 1ms..24h\n"
        "    default   not set\n\n"
        "    example   move: 50ms\n");
  const auto slots = option_text("slots");
  REQUIRE(slots);
  CHECK(*slots ==
        "slots\n\n"
        "    Number of games at a time; `auto` is the number of cores, divided by the largest `cores` of an "
        "engine.\n\n"
        "    value     `auto` or whole number, 1..1024\n"
        "    default   auto\n"
        "    resumed   may change\n\n"
        "    example   slots: auto\n");
}

TEST_CASE("config: of the keys of `stop`, only the largest number of pairs cannot become smaller") {
  for (const char* key : {"stop", "stop.precision", "stop.superiority", "stop.min-pairs", "stop.between"})
    CHECK(option_text(key)->find("    resumed   may change\n") != std::string::npos);
  CHECK(option_text("stop.max-pairs")->find("    resumed   may grow\n") != std::string::npos);
}

TEST_CASE("config: a section is explained with its keys") {
  const auto text = option_text("openings");
  REQUIRE(text);
  CHECK(text->find("\nopenings.file ") != std::string::npos);
  CHECK(text->find("\nopenings.random-plies ") != std::string::npos);
}

TEST_CASE("config: an option that does not exist is answered with the nearest") {
  const auto text = option_text("limit.node");
  REQUIRE(!text);
  CHECK(text.error().message == "unknown key `limit.node`; did you mean `limit.nodes`?");
}

}  // namespace ebiri::config
