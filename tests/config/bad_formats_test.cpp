// Formats whose keys or engines do not fit: every problem with its place.
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: keys and engines that do not fit the format are refused") {
  check_all({
      {"no name", around("format: {rounds: 5}"), "2:9: `name` is missing; write for example `name: swiss`"},
      {"a key of another format", around("format: {name: knockout, rounds: 5}"),
       "2:26: the format `knockout` does not use `rounds`; its keys are `elimination`, `extra-pairs`, "
       "`third-place`, `seeding`"},
      {"a key of a format without keys", around("format: {name: round-robin, rounds: 5}"),
       "2:29: the format `round-robin` does not use `rounds`; it has no keys of its own"},
      {"no format's key", around("format: {name: swiss, round: 5}"),
       "2:23: unknown key `round`; did you mean `rounds`?"},
      {"more rounds than opponents", around("format: {name: swiss, rounds: 2}"),
       "2:31: 2 engines can play at most 1 round without second meetings; found 2; use "
       "`round-robin` to let all engines meet"},
      {"a gauntlet without a challenger", around("format: gauntlet"),
       "2:9: `gauntlet` needs a challenger; give an engine `role: challenger`"},
      {"a ladder of challengers only",
       "name: t\nformat: ladder\nengines:\n  - {name: a, command: a, role: challenger}\n"
       "  - {name: b, command: b, role: challenger}\n",
       "2:9: `ladder` needs an engine that is not a challenger"},
      {"a match of three",
       "name: t\nformat: match\nengines: [{name: a, command: a}, {name: b, command: b}, {name: c, command: "
       "c}]\n",
       "2:9: a match needs two engines; found 3; use `round-robin` for more"},
      {"teams that are missing", around("format: scheveningen"),
       "3:11: `a` has no team; set `team` for each engine, with two different names in all\n"
       "3:34: `b` has no team; set `team` for each engine, with two different names in all"},
      {"a third team",
       "name: t\nformat: scheveningen\nengines:\n  - {name: a, command: a, team: x}\n"
       "  - {name: b, command: b, team: y}\n  - {name: c, command: c, team: z}\n",
       "6:33: `z` is a third team, expected two; the others are `x` and `y`"},
      {"one team",
       "name: t\nformat: scheveningen\nengines:\n  - {name: a, command: a, team: x}\n"
       "  - {name: b, command: b, team: x}\n",
       "2:9: `scheveningen` needs two teams; found one"},
      {"a role and a team that nobody needs",
       "name: t\nengines:\n  - {name: a, command: a, role: challenger}\n  - {name: b, command: b, team: x}\n",
       "3:33: `round-robin` does not use the role `challenger`\n"
       "4:33: `round-robin` does not use teams; `scheveningen` does"},
      {"too many groups", around("format: {name: staged, groups: 2}"),
       "2:32: 2 engines are too few for 2 groups; a group needs at least two"},
      {"a starter that is none", around("starter: winner"),
       "2:10: `starter` must be `paired`, `fixed`, `lot`, `winner-starts` or `loser-starts`, not `winner`"},
  });
}

}  // namespace ebiri::config
