#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: invalid engines and lists of engines are refused with their places") {
  check_all({
      {"one engine", "name: t\nengines:\n  - {name: a, command: a}\n", R"(
t.yaml:2:1: error: there is one engine; a tournament needs at least two
    2 | engines:
      | ^
)"},
      {"no engine", "name: t\nengines: []\n", R"(
t.yaml:2:1: error: there is no engine; a tournament needs at least two
    2 | engines: []
      | ^
)"},
      {"engines that are nothing", "name: t\nengines:\n", R"(
t.yaml:2:1: error: `engines` has no value
    2 | engines:
      | ^
)"},
      {"engines that are a mapping", "name: t\nengines: {name: a, command: a}\n", R"(
t.yaml:2:10: error: `engines` must be a list, not a mapping; each engine begins with `- `, for example `- {name: a, command: bots/a}`
    2 | engines: {name: a, command: a}
      |          ^
)"},
      {"an engine that is a word", "name: t\nengines:\n  - bots/a\n  - {name: b, command: b}\n", R"(
t.yaml:3:5: error: an engine must be a mapping, not `bots/a`; write for example `- {name: a, command: bots/a}`
    3 |   - bots/a
      |     ^
)"},
      {"an empty item", "name: t\nengines:\n  - {name: a, command: a}\n  -\n  - {name: b, command: b}\n", R"(
t.yaml:3:3: error: engine 2 is empty; nothing follows its `-`
    3 |   - {name: a, command: a}
      |   ^
)"},
      {"two engines of one name", "name: t\nengines:\n  - {name: a, command: a}\n  - {name: a, command: b}\n",
       R"(
t.yaml:4:12: error: two engines have the name `a`; the other is on line 3
    4 |   - {name: a, command: b}
      |            ^
)"},
      {"a name with a slash", "name: t\nengines:\n  - {name: a/b, command: a}\n  - {name: b, command: b}\n",
       R"(
t.yaml:3:12: error: `name` must consist of letters, digits, `.`, `_`, `-`, `+`, not `a/b`
    3 |   - {name: a/b, command: a}
      |            ^
)"},
      {"a name that begins like an option",
       "name: t\nengines:\n  - {name: -a, command: a}\n  - {name: b, command: b}\n", R"(
t.yaml:3:12: error: `name` must begin with a letter or a digit, not `-a`
    3 |   - {name: -a, command: a}
      |            ^
)"},
      {"a command with an open quote",
       "name: t\nengines:\n  - {name: a, command: python3 'a b}\n  - {name: b, command: b}\n", R"(
t.yaml:3:24: error: the command has a `'` that is not closed
    3 |   - {name: a, command: python3 'a b}
      |                        ^
)"},
      {"a command of several lines",
       "name: t\nengines:\n  - name: a\n    command: |\n      a\n      b\n  - {name: b, command: b}\n", R"(
t.yaml:4:14: error: `command` must be one line without control characters, not `a\x0ab\x0a`
    4 |     command: |
      |              ^
)"},
      {"an option without a value",
       "name: t\nengines:\n  - {name: a, command: a, options: {Hash: }}\n  - {name: b, command: b}\n", R"(
t.yaml:3:37: error: `Hash` has no value
    3 |   - {name: a, command: a, options: {Hash: }}
      |                                     ^
)"},
      {"an option whose name has the word that ends names on the wire",
       "name: t\nengines:\n  - {name: a, command: a, options: {My value: 1}}\n  - {name: b, command: b}\n",
       R"(
t.yaml:3:37: error: an option's name must not contain the word `value`
    3 |   - {name: a, command: a, options: {My value: 1}}
      |                                     ^
)"},
      {"options that are a list",
       "name: t\nengines:\n  - {name: a, command: a, options: [Hash, 64]}\n  - {name: b, command: b}\n", R"(
t.yaml:3:36: error: `options` must be a mapping such as `{Hash: 64}`, not a list
    3 |   - {name: a, command: a, options: [Hash, 64]}
      |                                    ^
)"},
      {"an engine's own limit is judged like the tournament's",
       "name: t\nengines:\n  - {name: a, command: a, limit: {move: 1s, base: 1s}}\n  - {name: b, command: b, "
       "margin: 5}\n",
       R"(
t.yaml:3:45: error: a limit has either `move` or `base`, not both; `move` is for each move, `base` for the whole game
    3 |   - {name: a, command: a, limit: {move: 1s, base: 1s}}
      |                                             ^
t.yaml:4:35: error: `margin` must be a duration, but `5` has no unit; write `5s` or `5ms`
    4 |   - {name: b, command: b, margin: 5}
      |                                   ^
)"},
  });
}

}  // namespace ebiri::config
