// Kalah's texts: rulesets and options, positions, moves, the drawn board.
#include <catch2/catch_test_macros.hpp>

#include "referee/rules/kalah/catalogue.hpp"
#include "tests/rules/kalah_boards.hpp"

using namespace ebiri::rules;
using namespace ebiri::rules::kalah;
using namespace ebiri::rules::kalah::tests;

namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

}  // namespace

TEST_CASE("kalah: the options and their values are these") {
  const VariantInfo info = describe(catalogue());
  std::vector<std::pair<std::string, std::vector<std::string>>> options;
  for (const OptionInfo& option : info.options) options.emplace_back(option.name, option.values);
  CHECK(options == decltype(options){{"pits", {"4..12"}},
                                     {"seeds", {"1..12"}},
                                     {"empty-capture", {"true", "false"}},
                                     {"end", {"either-row-empty", "mover-empty"}},
                                     {"majority-ends", {"true", "false"}},
                                     {"pie", {"false", "swap"}},
                                     {"first-move-again", {"true", "false"}}});
}

TEST_CASE("kalah: the rulesets are these, standard first") {
  const VariantInfo info = describe(catalogue());
  const Values standard{{"pits", "6"},
                        {"seeds", "4"},
                        {"empty-capture", "false"},
                        {"end", "either-row-empty"},
                        {"majority-ends", "false"},
                        {"pie", "false"},
                        {"first-move-again", "true"}};
  Values irving = standard;
  irving[2].second = "true";
  Values kgp = standard;
  kgp[4].second = "true";
  Values manchester = standard;
  manchester[0].second = manchester[1].second = "7";
  manchester[5].second = "swap";
  manchester[6].second = "false";
  std::vector<std::pair<std::string, Values>> rulesets;
  for (const RulesetInfo& ruleset : info.rulesets) rulesets.emplace_back(ruleset.name, ruleset.values);
  CHECK(rulesets ==
        decltype(rulesets){
            {"standard", standard}, {"irving", irving}, {"kgp", kgp}, {"manchester", manchester}});
}

TEST_CASE("kalah: sizes beyond the board are refused") {
  const auto problem = [](const char* name, const char* value) {
    const auto resolved = resolve(catalogue(), {"kalah", "", {{name, value}}});
    return resolved ? std::string("none") : resolved.error().message;
  };
  for (const char* pits : {"3", "13", "06", "", "-6", "six"}) {
    CHECK(problem("pits", pits) ==
          "option `pits` of `kalah` cannot be `" + std::string(pits) + "`, expected `4..12`");
  }
  CHECK(problem("seeds", "0") == "option `seeds` of `kalah` cannot be `0`, expected `1..12`");
  CHECK(problem("seeds", "13") == "option `seeds` of `kalah` cannot be `13`, expected `1..12`");
  CHECK(problem("pie", "true") ==
        "option `pie` of `kalah` cannot be `true`, expected one of `false`, `swap`");
}

TEST_CASE("kalah: a position is one token") {
  const Position position = drawn(R"(
    N  6  5  4  3  2  1  | 10 *
    S  1  0  0  0  0 12  |  4)");
  CHECK(Kalah().position_text(position) == "1-0-0-0-0-12-1-2-3-4-5-6-4-10-N");
  CHECK(Kalah().parse_position("1-0-0-0-0-12-1-2-3-4-5-6-4-10-N").value() == position);
}

TEST_CASE("kalah: fields left out at the end take their start values") {
  for (const char* text :
       {"4-4-4-4-4-4-4-4-4-4-4-4", "4-4-4-4-4-4-4-4-4-4-4-4-0", "4-4-4-4-4-4-4-4-4-4-4-4-0-0"}) {
    INFO(text);
    CHECK(Kalah().parse_position(text).value() == Kalah().start());
  }
}

TEST_CASE("kalah: the error for a malformed position names the problem") {
  check_problems(
      Kalah(),
      {{"",
        "expected 12 to 15 fields separated by `-` (12 pits from `A`, south's store, north's store, side to "
        "move), found 1 in ``"},
       {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-swap",
        "expected 12 to 15 fields separated by `-` (12 pits from `A`, south's store, north's store, side to "
        "move), found 16 in `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-swap`"},
       {"4-4-04-4-4-4-4-4-4-4-4-4-0-0-S", "pit `C` is `04`, expected a whole number from 0 to 48"},
       {"4-4-4-4-4-4-4-+4-4-4-4-4-0-0-S", "pit `b` is `+4`, expected a whole number from 0 to 48"},
       {"4-4-4-4-4-4-4-4-4-4-4-4-0-49-S", "north's store is `49`, expected a whole number from 0 to 48"},
       {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-s", "the side to move is `s`, expected `S` or `N`"},
       {"4-4-4-4-4-4-4-4-4-4-4-3-0-0-S", "the seeds add up to 47, expected 48"}});
}

TEST_CASE("kalah: a position has the pits and seeds of its rules") {
  const Kalah small = with([](Options& options) {
    options.pits = 4;
    options.seeds = 2;
  });
  CHECK(small.parse_position("2-2-2-2-2-2-2-2-0-0-S").value() == small.start());
  check_problems(small, {{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",
                          "expected 8 to 11 fields separated by `-` (8 pits from `A`, south's store, north's "
                          "store, side to move), found 15 in `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`"},
                         {"2-2-2-2-2-2-2-3-0-0-S", "the seeds add up to 17, expected 16"}});
}

TEST_CASE("kalah: only `swap` and `SWAP` may follow the side to move, and only with the pie rule") {
  const Kalah rules = with([](Options& options) { options.pie = Pie::swap; });
  CHECK(rules.parse_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-swap").value().swap == Swap::north);
  CHECK(rules.parse_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-SWAP").value().swap == Swap::south);
  CHECK(rules.parse_position("4-4-4-4-4-4-4-4-4-4-4-4-0-0-S").value().swap == Swap::closed);
  CHECK(rules.parse_position("4-4-4-4-4-4-4-4-4-4-4-4").value().swap == Swap::closed);
  const char* error =
      "`{}` follows the side to move, expected `swap` (north may swap), `SWAP` (south may) or nothing";

  for (const char* bad : {"", "Swap", "swap ", "S", "0"}) {
    std::string expected = error;
    expected.replace(expected.find("{}"), 2, bad);
    const std::string text = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S-" + std::string(bad);
    check_problems(rules, {{text.c_str(), expected.c_str()}});
  }
  check_problems(
      rules,
      {{"4-4-4-4-4-4-4-4-4-4-4-4-0-0-x-swap", "the side to move is `x`, expected `S` or `N`"},
       {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-swap", "the side to move is `swap`, expected `S` or `N`"},
       {"4-4-4-4-4-4-4-4-4-4-4-4-swap", "south's store is `swap`, expected a whole number from 0 to 48"}});
}

TEST_CASE("kalah: the error for a refused move gives the reason") {
  const Position position = drawn(R"(
    N  4  4  4  4  5  5  |  0 *
    S  4  4  4  4  0  5  |  1)");
  CHECK(refusal(Kalah(), position, "A") == "illegal: `A` is south's pit and north is to move");
  CHECK(refusal(Kalah(), Kalah().start(), "a") == "illegal: `a` is north's pit and south is to move");
  const Position sown = played(Kalah(), Kalah().start(), "C");
  CHECK(refusal(Kalah(), sown, "C") == "illegal: `C` is empty");
  for (const char* text : {"", "G", "g", "1", "AA", "A ", " A", "SWAP", "Swap", "0000"}) {
    CHECK(refusal(Kalah(), sown, text) ==
          "unparsable: `" + std::string(text) +
              "` is not a move, expected a pit from `A` to `F` or from `a` to `f`");
  }
}

TEST_CASE("kalah: the letters that may be typed are those of the board") {
  const Kalah wide = with([](Options& options) { options.pits = 12; });
  CHECK(refusal(wide, wide.start(), "L") == "accepted");
  CHECK(refusal(wide, wide.start(), "l") == "illegal: `l` is north's pit and south is to move");
  CHECK(refusal(wide, wide.start(), "M") ==
        "unparsable: `M` is not a move, expected a pit from `A` to `L` or from `a` to `l`");
  const Kalah manchester = ruleset("manchester");
  CHECK(refusal(manchester, manchester.start(), "H") ==
        "unparsable: `H` is not a move, expected a pit from `A` to `G` or from `a` to `g`, or `swap`");
}

TEST_CASE("kalah: the drawn board shows the letters that are typed") {
  const Kalah small = with([](Options& options) {
    options.pits = 4;
    options.seeds = 3;
  });
  const Position position = drawn(R"(
    N  6  5  0  1  | 10 *
    S  1  0  0  0  |  1)");
  CHECK(small.board(position) ==
        "          d   c   b   a\n"
        "> north   6   5   0   1   store 10\n"
        "  south   1   0   0   0   store 1\n"
        "          A   B   C   D\n");
}
