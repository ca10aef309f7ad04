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
      {"a list", "- a\n- b\n", "1:1: a config is a mapping of `key: value` lines, not a list"},
      {"a word", "tournament\n", "1:1: a config is a mapping of `key: value` lines, not `tournament`"},
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
      {"a mapping that is not closed", "name: t\nlimit: {nodes: 5\nengines: []\n",
       "2:8: `{` is not closed with `}`, or a `,` is missing"},
      {"a list that is not closed", "name: t\nengines: [{name: a, command: a},\n",
       "2:10: `[` is not closed with `]`, or a `,` is missing"},
      {"a comma that is missing", "name: t\nlimit: {base: 1s increment: 1s}\n",
       "2:27: `{` is not closed with `}`, or a `,` is missing"},
      {"a bracket that closes nothing", "name: t\nengines: ]\n",
       "2:10: `}` or `]` without an opening bracket"},
      {"a colon too many", "name: t\nlimit: nodes: 5\n",
       "2:13: unexpected `:`; check for a missing `:` above, wrong indentation, or text that needs quotes"},
      {"a colon that is missing", "name: t\nseed 5\npairs: 3\n",
       "3:6: unexpected `:`; check for a missing `:` above, wrong indentation, or text that needs quotes"},
      {"a line that is indented too far", "name: t\n  seed: 5\n",
       "2:7: unexpected `:`; check for a missing `:` above, wrong indentation, or text that needs quotes"},
      {"a line that is indented too little",
       "name: t\nengines:\n    - name: a\n      command: a\n   - name: b\n",
       "5:4: this line does not fit the mapping around it; check the indentation and the `:` after each key"},
      {"an item among keys", "name: t\n- seed: 5\n",
       "2:1: this line does not fit the mapping around it; check the indentation and the `:` after each key"},
      {"a quote that is not closed", "name: \"t\nseed: 5\n", "1:7: a quote is not closed"},
      {"a value that begins with a reserved character", "name: @t\n",
       "1:7: unexpected character; put the text in quotes"},
      {"an anchor and its alias",
       "name: t\nlimit: &l {nodes: 5}\nengines:\n  - {name: a, command: a, limit: *l}\n  - {name: b, "
       "command: b}\n",
       "2:8: anchors (`&name`) are not supported; write the value where it is needed\n"
       "4:34: aliases (`*name`) are not supported; write the value again"},
      {"a merge key", "name: t\nengines:\n  - &a {name: a, command: a}\n  - {<<: *a, name: b, command: b}\n",
       "3:5: anchors (`&name`) are not supported; write the value where it is needed\n"
       "4:6: merge keys (`<<`) are not supported; write the keys in each mapping"},
      {"a quoted key is no merge key", "name: t\nengines: []\n'<<': &a 1\n",
       "2:1: there is no engine; a tournament needs at least two\n"
       "3:1: unknown key `<<`; `ebiri options` lists all\n"
       "3:7: anchors (`&name`) are not supported; write the value where it is needed"},
      {"an alias of nothing", "name: t\nseed: *s\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "2:7: aliases (`*name`) are not supported; write the value again"},
      {"a tag", "name: t\nseed: !!int 5\nengines: [{name: a, command: a}, {name: b, command: b}]\n",
       "2:7: tags (`!name`) are not supported; remove the tag"},
      {"a second document", "name: t\n---\nname: u\n",
       "2:1: a second document starts here; write one config per file"},
      {"a key that is a list", "name: t\n[a, b]: c\n",
       "2:1: a key must be a word, not a list; is a `]` or a quote missing?"},
      {"a key that is missing", "name: t\n: 5\n", "2:1: a key is missing before `:`"},
      {"too deep", "a: [[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]\n", "1:19: nested more than 16 levels deep"},
      {"more keys than a config can have", many_keys(1001), R"(
t.yaml:1001:1: error: a mapping has more than 1000 keys; is this a config file?
 1001 | k1000: 1
      | ^
)"},
  });
}

}  // namespace ebiri::config
