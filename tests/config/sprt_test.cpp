// The `sprt` section: its demands on the rest of a config, and the effect of changes.
#include "referee/config/effective.hpp"
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: a test has two engines, an order, and distinguishable hypotheses") {
  check_all({
      {"no engines named", around("sprt: {elo1: 5}"), R"(
t.yaml:2:7: error: `baseline` is missing; write for example `baseline: alphabeta-1k`
    2 | sprt: {elo1: 5}
      |       ^
t.yaml:2:7: error: `candidate` is missing; write for example `candidate: alphabeta`
    2 | sprt: {elo1: 5}
      |       ^
)"},
      {"a name that no engine has", around("sprt: {baseline: a, candidate: bb}"), R"(
t.yaml:2:32: error: no engine has the name `bb`; did you mean `b`?
    2 | sprt: {baseline: a, candidate: bb}
      |                                ^
)"},
      {"an engine against itself", around("sprt: {baseline: b, candidate: b}"), R"(
t.yaml:2:32: error: `baseline` and `candidate` are the same engine
    2 | sprt: {baseline: b, candidate: b}
      |                                ^
)"},
      {"hypotheses in the wrong order", around("sprt: {baseline: a, candidate: b, elo0: 5, elo1: 0}"), R"(
t.yaml:2:7: error: `elo0` is 5 and `elo1` is 0; expected `elo0` below `elo1`
    2 | sprt: {baseline: a, candidate: b, elo0: 5, elo1: 0}
      |       ^
)"},
      {"no such model", around("sprt: {baseline: a, candidate: b, model: elo}"), R"(
t.yaml:2:42: error: `model` must be `normalized`, `logistic` or `bayesian`, not `elo`
    2 | sprt: {baseline: a, candidate: b, model: elo}
      |                                          ^
)"},
      {"openings that are played once", around("sprt: {baseline: a, candidate: b}\nstarter: lot"), R"(
t.yaml:2:1: error: `sprt` counts opening pairs; it needs `starter: paired`
    2 | sprt: {baseline: a, candidate: b}
      | ^
)"},
      {"a schedule that depends on results", around("sprt: {baseline: a, candidate: b}\nformat: knockout"),
       R"(
t.yaml:2:1: error: `sprt` does not support the format `knockout`; it needs `format: match`
    2 | sprt: {baseline: a, candidate: b}
      | ^
)"},
      {"three engines",
       "name: t\nsprt: {baseline: a, candidate: b}\n"
       "engines: [{name: a, command: a}, {name: b, command: b}, {name: c, command: c}]\n",
       R"(
t.yaml:2:1: error: `sprt` is a test of two engines, not 3
    2 | sprt: {baseline: a, candidate: b}
      | ^
)"},
  });
  for (const char* format : {"match", "round-robin"})
    CHECK(verdict(around("sprt: {baseline: a, candidate: b}\nformat: " + std::string{format})) == "ok");
}

TEST_CASE("config: a test is read back from the effective settings") {
  const auto settings = settings_of(around(
      "sprt: {baseline: a, candidate: b, elo0: -2.5, elo1: 0.5, alpha: 0.01, beta: 0.1, model: logistic}"));
  REQUIRE(settings.sprt);
  CHECK(settings.sprt->baseline == "a");
  CHECK(settings.sprt->candidate == "b");
  CHECK(settings.sprt->elo0 == -2.5);
  CHECK(settings.sprt->elo1 == 0.5);
  CHECK(settings.sprt->alpha == 0.01);
  CHECK(settings.sprt->beta == 0.1);
  CHECK(settings.sprt->model == rating::SprtModel::logistic);
  CHECK(settings_of(effective_yaml(settings)) == settings);
}

TEST_CASE("config: other hypotheses need a new run, more pairs extend it") {
  const auto before = settings_of(around("sprt: {baseline: a, candidate: b}"));
  const auto other = settings_of(around("sprt: {baseline: a, candidate: b, elo1: 5}"));
  const auto longer = settings_of(around("sprt: {baseline: a, candidate: b}\npairs: 20"));
  CHECK(compare(before, other) == std::vector<Difference>{{"sprt.elo1", "10", "5", Change::new_run}});
  CHECK(compare(before, longer) == std::vector<Difference>{{"pairs", "10", "20", Change::extends}});
  CHECK_FALSE(compare(before, settings_of(around("pairs: 10"))).empty());
}

}  // namespace ebiri::config
