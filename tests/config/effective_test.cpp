#include "referee/config/effective.hpp"

#include <random>

#include "referee/player/dialects/dialect.hpp"
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

using std::chrono::milliseconds;
using tournament::EngineSettings;
using tournament::Settings;

namespace {

Settings small() {
  Settings settings;
  settings.name = "t";
  settings.variant = {"oware", "abapa", {}};
  settings.pairs = 12;
  settings.limit.nodes = 20000;
  settings.engines = {EngineSettings{.name = "a", .command = "bots/a"},
                      EngineSettings{.name = "b", .command = "bots/b"}};
  return settings;
}

// Random valid settings; their strings are hard to quote.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}

  Settings settings() {
    Settings result;
    result.name = pick({"t", "null", "1e3", "a.b_c-d", "0x10"});
    result.seed = random_();
    result.variant = {"oware", "abapa", {}};
    if (one_in(2)) result.variant.options = {{"repetition", "third"}};
    result.pairs = number(1, 1000);
    result.starter = static_cast<tournament::Starter>(number(0, 4));
    if (one_in(2)) result.openings.random_plies = number(1, 40);
    if (result.openings.random_plies && one_in(2)) result.openings.imbalance = number(0, 1000);
    if (!result.openings.random_plies && one_in(2)) result.openings.file = text();
    if (one_in(2)) result.adjudication = adjudication();
    result.limit = limit();
    if (one_in(2)) result.core_speed = number(1, 1'000'000);
    result.margin = time(0);
    result.patience = time(1);
    result.start_limit = time(1);
    result.stop_grace = time(0);
    result.slots = number(0, 1024);
    result.placement = one_in(2) ? tournament::Pinning::free : tournament::Pinning::pinned;
    if (one_in(2)) result.isolation = one_in(2) ? process::Isolation::limits : process::Isolation::sandbox;
    result.isolation_required = one_in(2);
    if (one_in(2)) result.resource_limits = process::changed({}, limits());
    if (one_in(2)) result.cores = one_in(3) ? 0 : number(1, 1024);
    result.on_failed_start = one_in(2) ? tournament::FailedStart::stop : tournament::FailedStart::forfeit;
    if (result.starter == tournament::Starter::paired && !result.chunk)
      result.withdraw_after = number(1, 1000);
    if (one_in(2)) result.withdrawn_games = tournament::WithdrawnGames::half;
    if (one_in(3)) result.sync.reset();
    if (result.sync && one_in(2)) result.sync = time(0);
    for (int i = number(2, 6); i > 0; --i) result.engines.push_back(engine(i));
    return result;
  }

 private:
  match::Adjudication adjudication() {
    match::Adjudication result{.majority = one_in(2)};
    if (one_in(2)) result.resign = {number(1, 1000), number(1, 1000), one_in(2)};
    if (one_in(2)) result.draw = {number(0, 1000), number(1, 1000), number(0, 100'000)};
    if (one_in(2)) result.cycle = number(2, 100);
    if (one_in(2)) result.max_plies = number(1, 100'000);
    const bool may_cut_off = result.cycle || result.max_plies;
    if (may_cut_off && one_in(2)) result.cut_off = one_in(2) ? match::CutOff::leader : match::CutOff::draw;
    return result;
  }

  bool one_in(int n) { return number(1, n) == 1; }
  int number(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<std::uint32_t>(high - low + 1));
  }
  milliseconds time(int low) {
    return milliseconds(number(low, 5000) * (one_in(3) ? 1 : one_in(2) ? 100 : 500));
  }

  std::string pick(const std::vector<std::string>& list) { return list[random_() % list.size()]; }

  std::string text() {
    return pick({"bots/a", "a b", "~",      "null",  "yes",           "010",    "a: b", "a #b",
                 "- a",    "{a}", "[a, b]", "\"q\"", "it's",          "a\\\\b", "é→",   "*a",
                 "&a",     "!a",  "%a",     "@a",    "`a`",           "a,b",    "?",    "-",
                 "=",      "<<",  "a:",     "a  b",  "\xE2\x80\xA8x", "..."});
  }

  match::Limit limit() {
    match::Limit result;
    if (one_in(3)) result.move = time(1);
    if (!result.move && one_in(2)) result.base = time(1);
    if (result.base && one_in(2)) result.increment = time(0);
    if (one_in(2)) result.nodes = static_cast<std::uint64_t>(number(1, 1000000));
    if (one_in(3)) result.depth = number(1, 1000);
    return result;
  }

  std::uint64_t size() {
    return static_cast<std::uint64_t>(number(1, 999)) * (one_in(2) ? 1'000'000 : 1U << 20U);
  }

  process::LimitChanges limits() {
    process::LimitChanges result;
    if (one_in(2)) result.memory = one_in(3) ? 0 : size();
    if (one_in(2)) result.processes = number(0, 100'000);
    if (one_in(2)) result.cpu = one_in(3) ? milliseconds(0) : milliseconds(1000) + time(0);
    if (one_in(2)) result.disk = one_in(3) ? 0 : size() + 1;
    return result;
  }

  EngineSettings engine(int i) {
    EngineSettings result{.name = "e" + std::to_string(i),
                          .command = pick({"a", "a 'b c'", "a: b", "\"x y\" #z", "a,b {c}"})};
    if (one_in(3)) result.directory = text();
    if (one_in(2)) result.dialect = pick(player::dialect_words());
    if (one_in(2)) result.options.emplace_back(text(), text());
    if (one_in(2)) result.options.emplace_back("Other " + std::to_string(i), one_in(2) ? "" : text());
    if (one_in(2)) result.limit = limit();
    if (one_in(2)) result.margin = time(0);
    if (one_in(2)) result.resource_limits = limits();
    if (one_in(2)) result.cores = number(0, 1024);
    return result;
  }

  std::mt19937 random_;
};

std::vector<std::string> described(const Settings& old, const Settings& now) {
  std::vector<std::string> list;
  for (const Difference& difference : compare(old, now)) {
    const char* change = difference.change == Change::free      ? "free: "
                         : difference.change == Change::extends ? "extends: "
                                                                : "new run: ";
    list.push_back(change + describe(difference));
  }
  return list;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("config: the effective settings hold every option, defaults included, in a fixed order") {
  Settings settings = small();
  settings.engines[1].limit = match::Limit{};
  settings.engines[1].directory = "some dir";
  CHECK("\n" + effective_yaml(settings) == R"(
name: t
seed: 1
variant: {name: oware, ruleset: abapa}
format: round-robin
starter: paired
pairs: 12
openings: start
points: {win: 1, draw: 0.5, loss: 0, forfeit: 0}
rank-by: rating
tie-breaks:
  - direct-encounter
  - wins
  - buchholz-cut-1
  - buchholz
  - sonneborn-berger
  - seed-difference
rating: {model: logistic, advantage: fit, prior: auto, prior-draws: 2, errors: paired-regularised, replicates: 1000, repetitions: once}
limit: {nodes: 20000}
margin: 50ms
patience: 1min
start-limit: 10s
ready-limit: 10s
stop-grace: 1s
accounting: on
dispute: on
busy-limit: 10s
max-replays: 3
ponder: allow
ponder-allowance: 500ms
isolation: none
isolation-required: false
limits: {memory: 1GB, processes: 64, cpu: none, disk: 64MB}
slots: auto
placement: pinned
on-failed-start: stop
withdrawn-games: keep
sync: 1s
engines:
  - {name: a, command: bots/a}
  - {name: b, command: bots/b, directory: some dir, limit: none}
)");
}

TEST_CASE("config: the effective settings have the format's own keys, teams and roles") {
  Settings settings = small();
  settings.format = {.name = "swiss", .rounds = 1, .seeding = tournament::Seeding::lot};
  CHECK(effective_yaml(settings).find("\nformat: {name: swiss, rounds: 1, seeding: lot}\n") !=
        std::string::npos);
  settings.format = {.name = "scheveningen"};
  settings.engines[0].team = "home";
  settings.engines[1].team = "guests";
  CHECK(effective_yaml(settings).find("\nformat: scheveningen\n") != std::string::npos);
  CHECK(effective_yaml(settings).find("{name: b, command: bots/b, team: guests}") != std::string::npos);
  settings.engines[1].role = tournament::Role::challenger;
  CHECK(effective_yaml(settings).find("team: guests, role: challenger}") != std::string::npos);
}

TEST_CASE("config: small numbers are written without an exponent, which the keys do not allow") {
  Settings settings = small();
  settings.rating.prior_draws = 0.00001;
  const std::string text = effective_yaml(settings);
  CHECK(text.find("0.00001") != text.npos);
  CHECK(settings_of(text) == settings);
}

TEST_CASE("config: random effective settings are equal when read back") {
  Dice dice(20240229);
  for (int i = 0; i < 500; ++i) {
    const Settings settings = dice.settings();
    const std::string text = effective_yaml(settings);
    INFO(text);
    const Settings again = settings_of(text);
    REQUIRE(again == settings);
    REQUIRE(effective_yaml(again) == text);
    REQUIRE(compare(settings, again).empty());
  }
}

TEST_CASE("config: more pairs and new engines after the old ones extend a run") {
  Settings now = small();
  now.pairs = 24;
  now.engines.push_back({.name = "c", .command = "bots/c"});
  CHECK(described(small(), now) ==
        Lines{"extends: `pairs` was `12` and is `24`", "extends: `engines.c` was not set and is `bots/c`"});
}

TEST_CASE("config: fewer pairs, and removed, changed or moved engines need a new run") {
  Settings now = small();
  now.pairs = 6;
  now.engines[0].limit = match::Limit{.nodes = 5};
  now.engines[1].name = "c";
  CHECK(described(small(), now) == Lines{
                                       "new run: `pairs` was `12` and is `6`",
                                       "new run: `engines.a.limit.nodes` was not set and is `5`",
                                       "new run: `engines.b` was `bots/b` and is not set",
                                       "extends: `engines.c` was not set and is `bots/b`",
                                   });
  Settings moved = small();
  std::swap(moved.engines[0], moved.engines[1]);
  CHECK(described(small(), moved) == Lines{"new run: `engines` was `a, b` and is `b, a`"});
}

TEST_CASE("config: `cores: none` is written; a run that lacks the key may continue with it") {
  Settings settings = small();
  settings.cores = 3;
  settings.engines[0].cores = 0;
  CHECK(effective_yaml(settings).find("\ncores: 3\n") != std::string::npos);
  CHECK(effective_yaml(settings).find("{name: a, command: bots/a, cores: none}") != std::string::npos);
  CHECK(cores_of(settings, settings.engines[0]) == 0);
  CHECK(cores_of(settings, settings.engines[1]) == 3);
  CHECK(described(small(), settings).front() == "new run: `cores` was not set and is `3`");
  settings = small();
  settings.cores = 0;
  CHECK(effective_yaml(settings).find("\ncores: none\n") != std::string::npos);
  CHECK(described(small(), settings).empty());
}

TEST_CASE("config: settings that do not affect the games may change freely") {
  Settings now = small();
  now.slots = 4;
  now.placement = tournament::Pinning::free;
  now.start_limit = milliseconds(1);
  now.stop_grace = milliseconds(0);
  now.sync = std::nullopt;
  CHECK(described(small(), now) == Lines{
                                       "free: `start-limit` was `10s` and is `1ms`",
                                       "free: `stop-grace` was `1s` and is `0ms`",
                                       "free: `slots` was `auto` and is `4`",
                                       "free: `placement` was `pinned` and is `free`",
                                       "free: `sync` was `1s` and is `never`",
                                   });
}

TEST_CASE("config: any other change needs a new run, and each changed key is named") {
  Settings now = small();
  now.name = "u";
  now.seed = 2;
  now.variant.options = {{"repetition", "third"}};
  now.openings.random_plies = 4;
  now.limit = {.move = milliseconds(50)};
  now.margin = milliseconds(1);
  now.patience = milliseconds(1);
  now.on_failed_start = tournament::FailedStart::forfeit;
  CHECK(described(small(), now) == Lines{
                                       "new run: `name` was `t` and is `u`",
                                       "new run: `seed` was `1` and is `2`",
                                       "new run: `variant.options.repetition` was not set and is `third`",
                                       "new run: `openings` was `start` and is not set",
                                       "new run: `openings.random-plies` was not set and is `4`",
                                       "new run: `limit.nodes` was `20000` and is not set",
                                       "new run: `limit.move` was not set and is `50ms`",
                                       "new run: `margin` was `50ms` and is `1ms`",
                                       "new run: `patience` was `1min` and is `1ms`",
                                       "new run: `on-failed-start` was `stop` and is `forfeit`",
                                   });
}

TEST_CASE("config: a warm-up is written only if there is one, and read back") {
  CHECK(effective_yaml(small()).find("warm-up") == std::string::npos);
  Settings now = small();
  now.warm_up = {.time = milliseconds(1500)};
  now.engines[0].warm_up = player::WarmUp{};
  now.engines[1].warm_up = player::WarmUp{.moves = 2};
  const std::string text = effective_yaml(now);
  CHECK(text.find("\nwarm-up: 1500ms\n") != std::string::npos);
  CHECK(text.find("warm-up: none}") != std::string::npos);
  CHECK(text.find("warm-up: {moves: 2}}") != std::string::npos);
  CHECK(settings_of(text) == now);
  CHECK(described(small(), now).size() == 3);
}

TEST_CASE("config: an omitted ruleset and the named default ruleset are the same settings") {
  Settings unnamed = small();
  unnamed.variant.ruleset = "";
  CHECK(compare(unnamed, small()).empty());
}

}  // namespace ebiri::config
