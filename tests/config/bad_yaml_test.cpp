#include "tests/config/bad_config.hpp"

namespace ebiri::config {

namespace {

std::string many_keys(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "k" + std::to_string(i) + ": 1\n";
  return text;
}

}  // namespace

TEST_CASE("config: invalid or unsupported YAML is refused with its place") {
  check_all({
      {"an empty file", "", R"(
t.yaml: error: the config is empty; `ebiri options` shows a complete config
)"},
      {"a file of comments", "# nothing\n", R"(
t.yaml: error: the config is empty; `ebiri options` shows a complete config
)"},
      {"a list", "- a\n- b\n", R"(
t.yaml:1:1: error: a config is a mapping of `key: value` lines, not a list
    1 | - a
      | ^
)"},
      {"a word", "tournament\n", R"(
t.yaml:1:1: error: a config is a mapping of `key: value` lines, not `tournament`
    1 | tournament
      | ^
)"},
      {"a tab that indents", "name: t\nengines:\n\t- {name: a, command: a}\n", R"(
t.yaml:3:1: error: a tab indents this line; indent with spaces
    3 |  - {name: a, command: a}
      | ^
)"},
      {"a byte that is not UTF-8", "name: t\nseed: 1 # \xff\n", R"(
t.yaml:2:11: error: the byte `\xff` is not UTF-8; save the file as UTF-8
    2 | seed: 1 # \xff
      |           ^
)"},
      {"a control character", "name: t\nseed: 1\x07\n", R"(
t.yaml:2:8: error: the byte `\x07` is a control character; remove it
    2 | seed: 1\x07
      |        ^
)"},
      {"a character that turns the text around", "name: t\nseed: 1 # \xe2\x80\xae\n", R"(
t.yaml:2:11: error: the character `\xe2\x80\xae` is a control character; remove it
    2 | seed: 1 # \xe2\x80\xae
      |           ^
)"},
      {"a mapping that is not closed", "name: t\nlimit: {nodes: 5\nengines: []\n", R"(
t.yaml:2:8: error: `{` is not closed with `}`, or a `,` is missing
    2 | limit: {nodes: 5
      |        ^
)"},
      {"a list that is not closed", "name: t\nengines: [{name: a, command: a},\n", R"(
t.yaml:2:10: error: `[` is not closed with `]`, or a `,` is missing
    2 | engines: [{name: a, command: a},
      |          ^
)"},
      {"a comma that is missing", "name: t\nlimit: {base: 1s increment: 1s}\n", R"(
t.yaml:2:27: error: `{` is not closed with `}`, or a `,` is missing
    2 | limit: {base: 1s increment: 1s}
      |                           ^
)"},
      {"a bracket that closes nothing", "name: t\nengines: ]\n", R"(
t.yaml:2:10: error: `}` or `]` without an opening bracket
    2 | engines: ]
      |          ^
)"},
      {"a colon too many", "name: t\nlimit: nodes: 5\n", R"(
t.yaml:2:13: error: unexpected `:`; check for a missing `:` above, wrong indentation, or text that needs quotes
    2 | limit: nodes: 5
      |             ^
)"},
      {"a colon that is missing", "name: t\nseed 5\npairs: 3\n", R"(
t.yaml:3:6: error: unexpected `:`; check for a missing `:` above, wrong indentation, or text that needs quotes
    3 | pairs: 3
      |      ^
)"},
      {"a line that is indented too far", "name: t\n  seed: 5\n", R"(
t.yaml:2:7: error: unexpected `:`; check for a missing `:` above, wrong indentation, or text that needs quotes
    2 |   seed: 5
      |       ^
)"},
      {"a line that is indented too little",
       "name: t\nengines:\n    - name: a\n      command: a\n   - name: b\n", R"(
t.yaml:5:4: error: this line does not fit the mapping around it; check the indentation and the `:` after each key
    5 |    - name: b
      |    ^
)"},
      {"an item among keys", "name: t\n- seed: 5\n", R"(
t.yaml:2:1: error: this line does not fit the mapping around it; check the indentation and the `:` after each key
    2 | - seed: 5
      | ^
)"},
      {"a quote that is not closed", "name: \"t\nseed: 5\n", R"(
t.yaml:1:7: error: a quote is not closed
    1 | name: "t
      |       ^
)"},
      {"a value that begins with a reserved character", "name: @t\n", R"(
t.yaml:1:7: error: unexpected character; put the text in quotes
    1 | name: @t
      |       ^
)"},
      {"an anchor and its alias",
       "name: t\nlimit: &l {nodes: 5}\nengines:\n  - {name: a, command: a, limit: *l}\n  - {name: b, "
       "command: b}\n",
       R"(
t.yaml:2:8: error: anchors (`&name`) are not supported; write the value where it is needed
    2 | limit: &l {nodes: 5}
      |        ^
t.yaml:4:34: error: aliases (`*name`) are not supported; write the value again
    4 |   - {name: a, command: a, limit: *l}
      |                                  ^
)"},
      {"a merge key", "name: t\nengines:\n  - &a {name: a, command: a}\n  - {<<: *a, name: b, command: b}\n",
       R"(
t.yaml:3:5: error: anchors (`&name`) are not supported; write the value where it is needed
    3 |   - &a {name: a, command: a}
      |     ^
t.yaml:4:6: error: merge keys (`<<`) are not supported; write the keys in each mapping
    4 |   - {<<: *a, name: b, command: b}
      |      ^
)"},
      {"a quoted key is no merge key", "name: t\nengines: []\n'<<': &a 1\n", R"(
t.yaml:2:1: error: there is no engine; a tournament needs at least two
    2 | engines: []
      | ^
t.yaml:3:1: error: unknown key `<<`; `ebiri options` lists all
    3 | '<<': &a 1
      | ^
t.yaml:3:7: error: anchors (`&name`) are not supported; write the value where it is needed
    3 | '<<': &a 1
      |       ^
)"},
      {"an alias of nothing", "name: t\nseed: *s\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       R"(
t.yaml:2:7: error: aliases (`*name`) are not supported; write the value again
    2 | seed: *s
      |       ^
)"},
      {"a tag", "name: t\nseed: !!int 5\nengines: [{name: a, command: a}, {name: b, command: b}]\n", R"(
t.yaml:2:7: error: tags (`!name`) are not supported; remove the tag
    2 | seed: !!int 5
      |       ^
)"},
      {"a second document", "name: t\n---\nname: u\n", R"(
t.yaml:2:1: error: a second document starts here; write one config per file
    2 | ---
      | ^
)"},
      {"a key that is a list", "name: t\n[a, b]: c\n", R"(
t.yaml:2:1: error: a key must be a word, not a list; is a `]` or a quote missing?
    2 | [a, b]: c
      | ^
)"},
      {"a key that is missing", "name: t\n: 5\n", R"(
t.yaml:2:1: error: a key is missing before `:`
    2 | : 5
      | ^
)"},
      {"too deep", "a: [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]\n", R"(
t.yaml:1:19: error: nested more than 16 levels deep
    1 | a: [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]
      |                   ^
)"},
      {"more keys than a config can have", many_keys(1001), R"(
t.yaml:1001:1: error: a mapping has more than 1000 keys; is this a config file?
 1001 | k1000: 1
      | ^
)"},
  });
}

}  // namespace ebiri::config
