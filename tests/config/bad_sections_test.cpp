#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: contradicting keys of openings, limits and variants are refused") {
  check_all({
      {"no plies", around("openings: {random-plies: 0}"), R"(
t.yaml:2:26: error: `random-plies` must be a whole number in 1..40, not `0`
    2 | openings: {random-plies: 0}
      |                          ^
)"},
      {"more plies than an opening has", around("openings: {random-plies: 41}"), R"(
t.yaml:2:26: error: `random-plies` must be a whole number in 1..40, not `41`
    2 | openings: {random-plies: 41}
      |                          ^
)"},
      {"two sources of openings", around("openings: {random-plies: 4, file: x.txt}"), R"(
t.yaml:2:29: error: openings come either from `file` or from `random-plies`, not both
    2 | openings: {random-plies: 4, file: x.txt}
      |                             ^
)"},
      {"level openings that are not random", around("openings: {imbalance: 2}"), R"(
t.yaml:2:12: error: `imbalance` needs `random-plies`
    2 | openings: {imbalance: 2}
      |            ^
)"},
      {"waits that nobody measures", around("accounting: off\nponder: forbid"), R"(
t.yaml:2:13: error: `accounting: off` needs `dispute: off`; without accounting, waits for a core are not measured
    2 | accounting: off
      |             ^
t.yaml:2:13: error: `accounting: off` needs `ponder: allow`; without accounting, pondering is not measured
    2 | accounting: off
      |             ^
)"},
      {"a warm-up without a unit", around("warm-up: 2"), R"(
t.yaml:2:10: error: `warm-up` must be a duration, but `2` has no unit; write `2s` or `2ms`
    2 | warm-up: 2
      |          ^
)"},
      {"a warm-up of no moves", around("warm-up: {moves: 0}"), R"(
t.yaml:2:18: error: `moves` must be a whole number in 1..1000, not `0`
    2 | warm-up: {moves: 0}
      |                  ^
)"},
      {"a warm-up of nothing", around("warm-up: {}"), R"(
t.yaml:2:10: error: `moves` is missing; write for example `moves: 2`
    2 | warm-up: {}
      |          ^
)"},
      {"a warm-up that always exceeds `start-limit`", around("start-limit: 2s\nwarm-up: 2000ms"), R"(
t.yaml:3:10: error: `warm-up` must be shorter than `start-limit`, which is 2s
    3 | warm-up: 2000ms
      |          ^
)"},
      {"an adjudication of nothing", around("adjudication: {}"), R"(
t.yaml:2:15: error: `adjudication` is empty; write for example `{max-plies: 400}`, or remove the key
    2 | adjudication: {}
      |               ^
)"},
      {"a way to cut off and no reason to", around("adjudication: {majority: true, cut-off: draw}"), R"(
t.yaml:2:32: error: `cut-off` needs `max-plies` or `cycle`
    2 | adjudication: {majority: true, cut-off: draw}
      |                                ^
)"},
      {"a resign rule without a number of moves", around("adjudication: {resign: {score: 12}}"), R"(
t.yaml:2:24: error: `moves` is missing; write for example `moves: 3`
    2 | adjudication: {resign: {score: 12}}
      |                        ^
)"},
      {"openings of no kind", around("openings: {}"), R"(
t.yaml:2:11: error: the openings are empty; write for example `{random-plies: 4}`, or `start` for the start position
    2 | openings: {}
      |           ^
)"},
      {"a word for the openings that is not theirs", around("openings: random"), R"(
t.yaml:2:11: error: `openings` must be a mapping such as `{random-plies: 4}` or `start`, not `random`
    2 | openings: random
      |           ^
)"},
      {"a limit of nothing", around("limit: {}"), R"(
t.yaml:2:8: error: the limit is empty; write for example `{nodes: 20000}`, or `none`
    2 | limit: {}
      |        ^
)"},
      {"a limit that is a bare number", around("limit: 20000"), R"(
t.yaml:2:8: error: `limit` must be a mapping such as `{nodes: 20000}` or `none`, not `20000`
    2 | limit: 20000
      |        ^
)"},
      {"a limit with two kinds of clock", around("limit: {move: 50ms, base: 10s}"), R"(
t.yaml:2:21: error: a limit has either `move` or `base`, not both; `move` is for each move, `base` for the whole game
    2 | limit: {move: 50ms, base: 10s}
      |                     ^
)"},
      {"an increment without a base", around("limit: {increment: 100ms}"), R"(
t.yaml:2:9: error: `increment` needs `base`; write for example `base: 10s`
    2 | limit: {increment: 100ms}
      |         ^
)"},
      {"a limit of no nodes", around("limit: {nodes: 0}"), R"(
t.yaml:2:16: error: `nodes` must be a whole number in 1..1000000000000, not `0`
    2 | limit: {nodes: 0}
      |                ^
)"},
      {"a depth beyond any search", around("limit: {depth: 1001}"), R"(
t.yaml:2:16: error: `depth` must be a whole number in 1..1000, not `1001`
    2 | limit: {depth: 1001}
      |                ^
)"},
      {"a misspelt key of the limit", around("limit: {node: 5}"), R"(
t.yaml:2:9: error: unknown key `node`; did you mean `nodes`?
    2 | limit: {node: 5}
      |         ^
)"},
      {"a misspelt variant", around("variant: {name: owari}"), R"(
t.yaml:2:17: error: unknown variant `owari`; did you mean `oware`?
    2 | variant: {name: owari}
      |                 ^
)"},
      {"a misspelt ruleset", around("variant: {name: oware, ruleset: abappa}"), R"(
t.yaml:2:33: error: oware has no ruleset `abappa`; did you mean `abapa`?
    2 | variant: {name: oware, ruleset: abappa}
      |                                 ^
)"},
      {"an option that the variant does not have",
       around("variant: {name: oware, options: {repetitions: third}}"), R"(
t.yaml:2:34: error: oware has no option `repetitions`; did you mean `repetition`?
    2 | variant: {name: oware, options: {repetitions: third}}
      |                                  ^
)"},
      {"an option's value that does not exist",
       around("variant: {name: oware, options: {repetition: fourth}}"), R"(
t.yaml:2:46: error: `repetition` must be `second`, `third` or `off`, not `fourth`
    2 | variant: {name: oware, options: {repetition: fourth}}
      |                                              ^
)"},
      {"a list for the variant", around("variant: [oware]"), R"(
t.yaml:2:10: error: `variant` must be a mapping such as `{name: oware, ruleset: abapa}`, not a list
    2 | variant: [oware]
      |          ^
)"},
  });
}

}  // namespace ebiri::config
