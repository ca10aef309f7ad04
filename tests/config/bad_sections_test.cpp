#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: contradicting keys of openings, limits and variants are refused") {
  check_all({
      {"no plies", around("openings: {random-plies: 0}"),
       "2:26: `random-plies` must be a whole number in 1..40, not `0`"},
      {"more plies than an opening has", around("openings: {random-plies: 41}"),
       "2:26: `random-plies` must be a whole number in 1..40, not `41`"},
      {"two sources of openings", around("openings: {random-plies: 4, file: x.txt}"),
       "2:29: openings come either from `file` or from `random-plies`, not both"},
      {"level openings that are not random", around("openings: {imbalance: 2}"),
       "2:12: `imbalance` needs `random-plies`"},
      {"waits that nobody measures", around("accounting: off\nponder: forbid"),
       "2:13: `accounting: off` needs `dispute: off`; without accounting, waits for a core are not "
       "measured\n"
       "2:13: `accounting: off` needs `ponder: allow`; without accounting, pondering is not measured"},
      {"a warm-up without a unit", around("warm-up: 2"),
       "2:10: `warm-up` must be a duration, but `2` has no unit; write `2s` or `2ms`"},
      {"a warm-up of no moves", around("warm-up: {moves: 0}"),
       "2:18: `moves` must be a whole number in 1..1000, not `0`"},
      {"a warm-up of nothing", around("warm-up: {}"),
       "2:10: `moves` is missing; write for example `moves: 2`"},
      {"a warm-up that always exceeds `start-limit`", around("start-limit: 2s\nwarm-up: 2000ms"),
       "3:10: `warm-up` must be shorter than `start-limit`, which is 2s"},
      {"an adjudication of nothing", around("adjudication: {}"),
       "2:15: `adjudication` is empty; write for example `{max-plies: 400}`, or remove the key"},
      {"a way to cut off and no reason to", around("adjudication: {majority: true, cut-off: draw}"),
       "2:32: `cut-off` needs `max-plies` or `cycle`"},
      {"a resign rule without a number of moves", around("adjudication: {resign: {score: 12}}"),
       "2:24: `moves` is missing; write for example `moves: 3`"},
      {"openings of no kind", around("openings: {}"),
       "2:11: the openings are empty; write for example `{random-plies: 4}`, or `start` for the start "
       "position"},
      {"a word for the openings that is not theirs", around("openings: random"),
       "2:11: `openings` cannot be `random`; write for example `{random-plies: 4}`, or `start`"},
      {"a limit of nothing", around("limit: {}"),
       "2:8: the limit is empty; write for example `{nodes: 20000}`, or `none`"},
      {"a limit that is a bare number", around("limit: 20000"),
       "2:8: `limit` cannot be `20000`; write for example `{nodes: 20000}`, or `none`"},
      {"a limit with two kinds of clock", around("limit: {move: 50ms, base: 10s}"),
       "2:21: a limit has either `move` or `base`, not both; `move` is for each move, `base` for the whole "
       "game"},
      {"an increment without a base", around("limit: {increment: 100ms}"),
       "2:9: `increment` needs `base`; write for example `base: 10s`"},
      {"a limit of no nodes", around("limit: {nodes: 0}"),
       "2:16: `nodes` must be a whole number in 1..1000000000000, not `0`"},
      {"a depth beyond any search", around("limit: {depth: 1001}"),
       "2:16: `depth` must be a whole number in 1..1000, not `1001`"},
      {"a misspelt key of the limit", around("limit: {node: 5}"),
       "2:9: unknown key `node`; did you mean `nodes`?"},
      {"a misspelt variant", around("variant: {name: owari}"),
       "2:17: unknown variant `owari`; did you mean `oware`?"},
      {"a misspelt ruleset", around("variant: {name: oware, ruleset: abappa}"),
       "2:33: oware has no ruleset `abappa`; did you mean `abapa`?"},
      {"an option that the variant does not have",
       around("variant: {name: oware, options: {repetitions: third}}"),
       "2:34: oware has no option `repetitions`; did you mean `repetition`?"},
      {"an option's value that does not exist",
       around("variant: {name: oware, options: {repetition: fourth}}"),
       "2:46: `repetition` must be `second`, `third` or `off`, not `fourth`"},
      {"a list for the variant", around("variant: [oware]"),
       "2:10: `variant` cannot be a list; write for example `{name: oware, ruleset: abapa}`"},
      {"a list for a format, which may be a name", around("format: [swiss]"),
       "2:9: `format` cannot be a list; write for example `{name: swiss, rounds: 5}`"},
  });
}

}  // namespace ebiri::config
