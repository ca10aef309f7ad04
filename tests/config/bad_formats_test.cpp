// Formats whose keys or engines do not fit: every problem with its place.
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: keys and engines that do not fit the format are refused") {
  check_all({
      {"no name", around("format: {rounds: 5}"), R"(
t.yaml:2:9: error: `name` is missing; write for example `name: swiss`
    2 | format: {rounds: 5}
      |         ^
)"},
      {"a key of another format", around("format: {name: knockout, rounds: 5}"), R"(
t.yaml:2:26: error: the format `knockout` does not use `rounds`; its keys are `elimination`, `extra-pairs`, `third-place`, `seeding`
    2 | format: {name: knockout, rounds: 5}
      |                          ^
)"},
      {"a key of a format without keys", around("format: {name: round-robin, rounds: 5}"), R"(
t.yaml:2:29: error: the format `round-robin` does not use `rounds`; it has no keys of its own
    2 | format: {name: round-robin, rounds: 5}
      |                             ^
)"},
      {"no format's key", around("format: {name: swiss, round: 5}"), R"(
t.yaml:2:23: error: unknown key `round`; did you mean `rounds`?
    2 | format: {name: swiss, round: 5}
      |                       ^
)"},
      {"more rounds than opponents", around("format: {name: swiss, rounds: 2}"), R"(
t.yaml:2:31: error: 2 rounds are too many for 2 engines that meet only once; expected at most 1; use `round-robin` to let all engines meet
    2 | format: {name: swiss, rounds: 2}
      |                               ^
)"},
      {"a gauntlet without a challenger", around("format: gauntlet"), R"(
t.yaml:2:9: error: `gauntlet` needs a challenger; give an engine `role: challenger`
    2 | format: gauntlet
      |         ^
)"},
      {"a ladder of challengers only",
       "name: t\nformat: ladder\nengines:\n  - {name: a, command: a, role: challenger}\n"
       "  - {name: b, command: b, role: challenger}\n",
       R"(
t.yaml:2:9: error: `ladder` needs an engine that is not a challenger
    2 | format: ladder
      |         ^
)"},
      {"a match of three",
       "name: t\nformat: match\nengines: [{name: a, command: a}, {name: b, command: b}, {name: c, command: "
       "c}]\n",
       R"(
t.yaml:2:9: error: a match needs two engines; found 3; use `round-robin` for more
    2 | format: match
      |         ^
)"},
      {"teams that are missing", around("format: scheveningen"), R"(
t.yaml:3:11: error: `a` has no team; set `team` for each engine, with two different names in all
    3 | engines: [{name: a, command: a}, {name: b, command: b}]
      |           ^
t.yaml:3:34: error: `b` has no team; set `team` for each engine, with two different names in all
    3 | engines: [{name: a, command: a}, {name: b, command: b}]
      |                                  ^
)"},
      {"a third team",
       "name: t\nformat: scheveningen\nengines:\n  - {name: a, command: a, team: x}\n"
       "  - {name: b, command: b, team: y}\n  - {name: c, command: c, team: z}\n",
       R"(
t.yaml:6:33: error: `z` is a third team, expected two; the others are `x` and `y`
    6 |   - {name: c, command: c, team: z}
      |                                 ^
)"},
      {"one team",
       "name: t\nformat: scheveningen\nengines:\n  - {name: a, command: a, team: x}\n"
       "  - {name: b, command: b, team: x}\n",
       R"(
t.yaml:2:9: error: `scheveningen` needs two teams; found one
    2 | format: scheveningen
      |         ^
)"},
      {"a role and a team that nobody needs",
       "name: t\nengines:\n  - {name: a, command: a, role: challenger}\n  - {name: b, command: b, team: x}\n",
       R"(
t.yaml:3:33: error: `round-robin` does not use the role `challenger`
    3 |   - {name: a, command: a, role: challenger}
      |                                 ^
t.yaml:4:33: error: `round-robin` does not use teams; `scheveningen` does
    4 |   - {name: b, command: b, team: x}
      |                                 ^
)"},
      {"too many groups", around("format: {name: staged, groups: 2}"), R"(
t.yaml:2:32: error: 2 engines are too few for 2 groups; a group needs at least two
    2 | format: {name: staged, groups: 2}
      |                                ^
)"},
      {"a starter that is none", around("starter: winner"), R"(
t.yaml:2:10: error: `starter` must be `paired`, `fixed`, `lot`, `winner-starts` or `loser-starts`, not `winner`
    2 | starter: winner
      |          ^
)"},
  });
}

}  // namespace ebiri::config
