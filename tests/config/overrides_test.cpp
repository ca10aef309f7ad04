#include "referee/config/command_line.hpp"

#include "tests/config/bad_config.hpp"

namespace ebiri::config {

namespace {

const std::string base =
    "name: t\n"
    "variant: oware\n"
    "limit: {move: 50ms}\n"
    "engines:\n"
    "  - {name: a, command: bots/a}\n"
    "  - {name: a.1, command: bots/a, options: {Hash: 16}}\n";

tournament::Settings settings_with(const std::vector<std::string>& overrides) {
  return settings_of(base, overrides);
}

}  // namespace

TEST_CASE("config: an override wins over the file, a later override over an earlier one") {
  CHECK(settings_with({"pairs=3"}).pairs == 3);
  CHECK(settings_with({"pairs=3", "pairs=4"}).pairs == 4);
  CHECK(settings_with({"name=a=b", "name=u"}).name == "u");
}

TEST_CASE("config: an override sets one key of a mapping and leaves the others") {
  CHECK(settings_with({"limit.nodes=5"}).limit ==
        match::Limit{.move = std::chrono::milliseconds(50), .nodes = 5});
  CHECK(settings_with({"openings.random-plies=4"}).openings.random_plies == 4);
}

TEST_CASE("config: an override in flow form replaces a whole mapping") {
  CHECK(settings_with({"limit={nodes: 5}"}).limit == match::Limit{.nodes = 5});
  CHECK(settings_with({"limit=none"}).limit == match::Limit{});
}

TEST_CASE("config: an override below the name of a variant keeps the name") {
  const auto variant = settings_with({"variant.options.repetition=third"}).variant;
  CHECK(variant.variant == "oware");
  CHECK(variant.options == std::vector<rules::OptionSetting>{{"repetition", "third"}});
}

TEST_CASE("config: an override selects an engine by its name, which may have dots") {
  const auto settings = settings_with({"engines.a.limit.nodes=7", "engines.a.1.margin=3ms"});
  CHECK(settings.engines[0].limit == match::Limit{.nodes = 7});
  CHECK(settings.engines[0].margin == std::nullopt);
  CHECK(settings.engines[1].limit == std::nullopt);
  CHECK(settings.engines[1].margin == std::chrono::milliseconds(3));
}

TEST_CASE("config: the text after `options.` or `anchors.` in an override is one name") {
  using Options = std::vector<std::pair<std::string, std::string>>;
  CHECK(settings_with({"engines.a.1.options.Hash=32"}).engines[1].options == Options{{"Hash", "32"}});
  CHECK(settings_with({"engines.a.options.Net.File=a/b"}).engines[0].options == Options{{"Net.File", "a/b"}});
  CHECK(settings_with({"engines.a.options.Book="}).engines[0].options == Options{{"Book", ""}});
  CHECK(settings_with({"rating.anchors.a.1=1500"}).rating.anchors ==
        std::vector<rating::Anchor>{{"a.1", 1500, 0}});
}

TEST_CASE("config: an override can give the whole list of engines") {
  const auto settings = settings_with({"engines=[{name: x, command: y}, {name: z, command: y}]"});
  REQUIRE(settings.engines.size() == 2);
  CHECK(settings.engines[1].name == "z");
}

TEST_CASE("config: problems of overrides come after those of the file and quote the override") {
  struct Row {
    std::string override;
    std::string expected;
  };
  const std::vector<Row> rows{
      {"pairs", "an override is `KEY=VALUE`; write for example `--set pairs=24`"},
      {"=3", "an override is `KEY=VALUE`; write for example `--set pairs=24`"},
      {"limit..nodes=3", "an override is `KEY=VALUE`; write for example `--set pairs=24`"},
      {"pairs=x", "`pairs` must be a whole number, not `x`"},
      {"pairs=", "`pairs` must be a whole number, not ``"},
      {"pair=3", "unknown key `pair`; did you mean `pairs`?"},
      {"pairs.x=3", "`pairs` must be a whole number, not a mapping"},
      {"limit.node=3", "unknown key `node`; did you mean `nodes`?"},
      {"limit.base=3s",
       "a limit has either `move` or `base`, not both; `move` is for each move, `base` for the whole game"},
      {"limit={nodes: 5", "a key must be a word, not a mapping; is a `}` or a quote missing?"},
      {"engines.b.margin=3ms", "no engine has the name `b`; did you mean `a`?"},
      {"engines.a.1=x",
       "the key after the engine's name is missing; write for example `engines.a.1.limit.nodes=1000`"},
      {"engines.a.margn=3ms", "unknown key `margn`; did you mean `margin`?"},
      {"engines.a.name=a.1", "two engines have the name `a.1`; the other is on line 6"},
      {"seed=1\n2", "the value must be one line of UTF-8 text"},
  };
  for (const Row& row : rows) {
    const std::string shown = row.override == "seed=1\n2" ? "seed=1\\x0a2" : row.override;
    CHECK(verdict(base, {row.override}) == "--set " + shown + ": error: " + row.expected + "\n");
  }
  CHECK(verdict("name: t\npairs: 0\nengines: [{name: a, command: a}, {name: b, command: b}]\n", {"seed=x"}) ==
        "t.yaml:2:8: error: `pairs` must be a whole number in 1..1000000, not `0`\n"
        "    2 | pairs: 0\n"
        "      |        ^\n"
        "--set seed=x: error: `seed` must be a whole number, not `x`\n");
}

}  // namespace ebiri::config
