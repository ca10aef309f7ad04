#include "tests/config/bad_config.hpp"

namespace ebiri::config {

namespace {

std::string options(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += (i > 0 ? ", o" : "o") + std::to_string(i) + ": 1";
  return "options: {" + text + "}";
}

std::string long_line() {
  return "name: t\nengines: [{name: a, command: a}, {name: b, command: b}, {name: c, command: c, " +
         options(20) + ", unknown: 1, " + options(20) + "}]\n";
}

std::string many_engines(int count) {
  std::string text = "name: t\npairs: 1000000\nengines:\n";
  for (int i = 0; i < count; ++i) text += "  - {name: e" + std::to_string(i) + ", command: c}\n";
  return text;
}

}  // namespace

TEST_CASE(
    "config: names, unknown keys and missing keys are reported together, in the order of their places") {
  check_all({
      {"a name that would leave the results folder",
       "name: ../x\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "1:7: `name` must consist of letters, digits, `.`, `_`, `-`, not `../x`"},
      {"a name that would be a hidden folder",
       "name: .x\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "1:7: `name` must begin with a letter or a digit, not `.x`"},
      {"a name that is too long",
       "name: " + std::string(65, 'x') + "\nengines: [{name: a, command: a}, {name: b, command: b}]\n", R"(
t.yaml:1:7: error: `name` has 65 bytes; at most 64 are allowed
    1 | name: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      |       ^
)"},
      {"an empty name", "name: ''\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "1:7: `name` is empty"},
      {"a misspelt key", "name: t\nseeed: 1\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "2:1: unknown key `seeed`; did you mean `seed`?"},
      {"a key that is near to none",
       "name: t\nwhatever: 1\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "2:1: unknown key `whatever`; `ebiri options` lists all"},
      {"a key with an underscore",
       "name: t\nstart_limit: 1s\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "2:1: unknown key `start_limit`; did you mean `start-limit`?"},
      {"a key given twice, far apart",
       "name: t\npairs: 1\nseed: 1\npairs: 2\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "4:1: `pairs` is given twice; the first is on line 2"},
      {"everything that is required is missing", "seed: 1\n",
       "1:1: `name` is missing; write for example `name: quickstart`\n"
       "1:1: `engines` is missing; `ebiri options engines` explains it"},
      {"the columns count characters, not bytes",
       "name: t\nengines: [{name: a, command: é}, {name: b, command: b, options: {é: 1}, x: 1}]\n", R"(
t.yaml:2:73: error: unknown key `x`; `ebiri options` lists all
    2 | engines: [{name: a, command: é}, {name: b, command: b, options: {é: 1}, x: 1}]
      |                                                                         ^
)"},
      {"all problems come in the order of their places",
       "pairs: 0\nname: a b\nseed: x\nengines:\n  - {name: a}\n  - {command: b, limitt: 1}\n",
       "1:8: `pairs` must be a whole number in 1..1000000, not `0`\n"
       "2:7: `name` must consist of letters, digits, `.`, `_`, `-`, not `a b`\n"
       "3:7: `seed` must be a whole number, not `x`\n"
       "5:5: `command` is missing; write for example `command: bots/alphabeta`\n"
       "6:5: `name` is missing; write for example `name: alphabeta`\n"
       "6:18: unknown key `limitt`; did you mean `limit`?"},
      {"a line that is too long to show is cut around the caret", long_line(), R"(
t.yaml:2:240: error: unknown key `unknown`; `ebiri options` lists all
    2 | … o14: 1, o15: 1, o16: 1, o17: 1, o18: 1, o19: 1}, unknown: 1, options: {o0: 1, o1: 1, o2: 1, o3: 1, …
      |                                                    ^
t.yaml:2:252: error: `options` is given twice; the first is on line 2
    2 | …: 1, o16: 1, o17: 1, o18: 1, o19: 1}, unknown: 1, options: {o0: 1, o1: 1, o2: 1, o3: 1, o4: 1, o5: 1…
      |                                                    ^
)"},
      {"more games than can be numbered", many_engines(48), R"(
t.yaml:2:8: error: 2256000000 games are too many; at most 2147483647 are allowed; fewer `pairs` or engines
    2 | pairs: 1000000
      |        ^
)"},
  });
}

}  // namespace ebiri::config
