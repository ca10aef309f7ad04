#include <algorithm>

#include "referee/config/reference.hpp"
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

using std::chrono::milliseconds;
using tournament::EngineSettings;
using tournament::Settings;

namespace {

Settings read(const std::string& text) { return settings_of(text); }

const std::string two_engines = "engines: [{name: a, command: a}, {name: b, command: b}]\n";

}  // namespace

TEST_CASE("config: a config of all options fills every setting") {
  const Settings settings = read(R"(
name: all
seed: 18446744073709551615
variant: {name: oware, ruleset: abapa, options: {repetition: third}}
format: round-robin
pairs: 12
openings: {file: openings/x.txt}
limit: {base: 10s, increment: 100ms, nodes: 20000, depth: 6}
margin: 0ms
patience: 2min
start-limit: 1.5s
warm-up: 500ms
stop-grace: 1h
slots: 3
placement: free
isolation: sandbox
isolation-required: true
limits: {memory: 1.25GiB, cpu: 2h}
on-failed-start: forfeit
withdraw-after: 3
withdrawn-games: half
sync: each-game
engines:
  - {name: alpha+1, command: bots/alpha --fast, warm-up: none}
  - name: beta
    command: "python3 'my bot.py'"
    limit: {move: 50ms}
    options: {Hash: 64, Style: "very sharp", Book: ""}
    margin: 20ms
    warm-up: {moves: 3}
    limits: {memory: none, processes: 3, disk: 1kB}
    directory: some/dir
)");
  Settings expected;
  expected.name = "all";
  expected.seed = 18446744073709551615U;
  expected.variant = {"oware", "abapa", {{"repetition", "third"}}};
  expected.pairs = 12;
  expected.openings.file = "openings/x.txt";
  expected.limit = {.base = milliseconds(10000), .increment = milliseconds(100), .nodes = 20000, .depth = 6};
  expected.margin = milliseconds(0);
  expected.patience = milliseconds(120000);
  expected.start_limit = milliseconds(1500);
  expected.warm_up = {.time = milliseconds(500)};
  expected.stop_grace = milliseconds(3600000);
  expected.slots = 3;
  expected.placement = tournament::Pinning::free;
  expected.isolation = process::Isolation::sandbox;
  expected.isolation_required = true;
  expected.resource_limits.memory = 5ULL << 28U;
  expected.resource_limits.cpu = std::chrono::hours(2);
  expected.on_failed_start = tournament::FailedStart::forfeit;
  expected.withdraw_after = 3;
  expected.withdrawn_games = tournament::WithdrawnGames::half;
  expected.sync = milliseconds(0);
  expected.engines.push_back(
      {.name = "alpha+1", .command = "bots/alpha --fast", .warm_up = player::WarmUp{}});
  expected.engines.push_back(
      {.name = "beta",
       .command = "python3 'my bot.py'",
       .directory = "some/dir",
       .options = {{"Hash", "64"}, {"Style", "very sharp"}, {"Book", ""}},
       .limit = match::Limit{.move = milliseconds(50)},
       .resource_limits = process::LimitChanges{.memory = 0, .processes = 3, .disk = 1000},
       .margin = milliseconds(20),
       .warm_up = player::WarmUp{.moves = 3}});
  CHECK(settings == expected);
}

TEST_CASE("config: omitted keys have the defaults of the settings, and the ruleset is named") {
  Settings expected;
  expected.name = "t";
  expected.variant.ruleset = rules::variants().front().rulesets.front().name;
  for (const auto& variant : rules::variants()) {
    if (variant.name == "oware") expected.variant.ruleset = variant.rulesets.front().name;
  }
  expected.engines = {EngineSettings{.name = "a", .command = "a"},
                      EngineSettings{.name = "b", .command = "b"}};
  CHECK(read("name: t\n" + two_engines) == expected);
  CHECK(read("name: t\nvariant: oware\nlimit: none\nopenings: start\nslots: auto\n" + two_engines) ==
        expected);
  CHECK(read("name: t\nvariant: {options: {}}\n" + two_engines) == expected);
}

TEST_CASE("config: byte order marks, line ends, quotes and comments change nothing") {
  const Settings expected = read("name: t\nseed: 5\n" + two_engines);
  CHECK(read("\xEF\xBB\xBFname: t\nseed: 5\n" + two_engines) == expected);
  CHECK(read("name: t\r\nseed: 5\r\n" + two_engines) == expected);
  CHECK(read("---\n# a comment\n'name': \"t\"\nseed: '5'  # another\n" + two_engines + "...\n") == expected);
  CHECK(read("{name: t, seed: 5, engines: [{name: a, command: a}, {name: b, command: b}]}") == expected);
}

TEST_CASE("config: an engine without limit and margin has the tournament's; `none` is a limit") {
  const Settings settings = read(
      "name: t\nlimit: {nodes: 5}\nengines:\n  - {name: a, command: a}\n  - {name: b, command: b, limit: "
      "none}\n");
  CHECK(settings.engines[0].limit == std::nullopt);
  CHECK(settings.engines[1].limit == match::Limit{});
}

TEST_CASE("config: an unknown name without a similar one is answered with all names") {
  std::string variants;
  for (const auto& variant : rules::variants())
    variants += (variants.empty() ? "`" : ", `") + variant.name + "`";
  CHECK(verdict(around("variant: zzzzzzzzzzzz")) ==
        "t.yaml:2:10: error: unknown variant `zzzzzzzzzzzz`; expected one of " + variants +
            "\n    2 | variant: zzzzzzzzzzzz\n      |          ^\n");
}

TEST_CASE("config: the whole config of the reference has no problem") {
  CHECK(verdict(sample_config()) == "ok");
}

}  // namespace ebiri::config
