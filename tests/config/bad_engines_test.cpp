#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: invalid engines and lists of engines are refused with their places") {
  check_all({
      {"one engine", "name: t\nengines:\n  - {name: a, command: a}\n",
       "2:1: there is one engine; a tournament needs at least two"},
      {"no engine", "name: t\nengines: []\n", "2:1: there is no engine; a tournament needs at least two"},
      {"engines that are nothing", "name: t\nengines:\n", "2:1: `engines` has no value"},
      {"engines that are a mapping", "name: t\nengines: {name: a, command: a}\n",
       "2:10: `engines` must be a list, not a mapping; each engine begins with `- `, for example `- {name: "
       "a, command: bots/a}`"},
      {"an engine that is a word", "name: t\nengines:\n  - bots/a\n  - {name: b, command: b}\n",
       "3:5: an engine must be a mapping, not `bots/a`; write for example `- {name: a, command: bots/a}`"},
      {"an empty item", "name: t\nengines:\n  - {name: a, command: a}\n  -\n  - {name: b, command: b}\n",
       "3:3: engine 2 is empty; nothing follows its `-`"},
      {"two engines of one name", "name: t\nengines:\n  - {name: a, command: a}\n  - {name: a, command: b}\n",
       "4:12: two engines have the name `a`; the other is on line 3"},
      {"a name with a slash", "name: t\nengines:\n  - {name: a/b, command: a}\n  - {name: b, command: b}\n",
       "3:12: `name` must consist of letters, digits, `.`, `_`, `-`, `+`, not `a/b`"},
      {"a name that begins like an option",
       "name: t\nengines:\n  - {name: -a, command: a}\n  - {name: b, command: b}\n",
       "3:12: `name` must begin with a letter or a digit, not `-a`"},
      {"a command with an open quote",
       "name: t\nengines:\n  - {name: a, command: python3 'a b}\n  - {name: b, command: b}\n",
       "3:24: the command has a `'` that is not closed"},
      {"a command of several lines",
       "name: t\nengines:\n  - name: a\n    command: |\n      a\n      b\n  - {name: b, command: b}\n",
       "4:14: `command` must be one line without control characters, not `a\\x0ab\\x0a`"},
      {"an option without a value",
       "name: t\nengines:\n  - {name: a, command: a, options: {Hash: }}\n  - {name: b, command: b}\n",
       "3:37: `Hash` has no value"},
      {"an option whose name has the word that ends names on the wire",
       "name: t\nengines:\n  - {name: a, command: a, options: {My value: 1}}\n  - {name: b, command: b}\n",
       "3:37: an option's name must not contain the word `value`"},
      {"options that are a list",
       "name: t\nengines:\n  - {name: a, command: a, options: [Hash, 64]}\n  - {name: b, command: b}\n",
       "3:36: `options` cannot be a list; write for example `{Hash: 64}`"},
      {"an engine's own limit is judged like the tournament's",
       "name: t\nengines:\n  - {name: a, command: a, limit: {move: 1s, base: 1s}}\n  - {name: b, command: b, "
       "margin: 5}\n",
       "3:45: a limit has either `move` or `base`, not both; `move` is for each move, `base` for the whole "
       "game\n"
       "4:35: `margin` must be a duration, but `5` has no unit; write `5s` or `5ms`"},
  });
}

}  // namespace ebiri::config
