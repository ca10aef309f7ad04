// The `sprt` section: its demands on the rest of a config, and the effect of changes.
#include "referee/config/effective.hpp"
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

TEST_CASE("config: a test has two engines, an order, and distinguishable hypotheses") {
  check_all({
      {"no engines named", around("sprt: {elo1: 5}"),
       "2:7: `baseline` is missing; write for example `baseline: alphabeta-1k`\n"
       "2:7: `candidate` is missing; write for example `candidate: alphabeta`"},
      {"a name that no engine has", around("sprt: {baseline: a, candidate: bb}"),
       "2:32: no engine has the name `bb`; did you mean `b`?"},
      {"an engine against itself", around("sprt: {baseline: b, candidate: b}"),
       "2:32: `baseline` and `candidate` are the same engine"},
      {"hypotheses in the wrong order", around("sprt: {baseline: a, candidate: b, elo0: 5, elo1: 0}"),
       "2:44: `elo0` is 5 and `elo1` is 0; expected `elo0` below `elo1`"},
      {"no such model", around("sprt: {baseline: a, candidate: b, model: elo}"),
       "2:42: `model` must be `normalized`, `logistic` or `bayesian`, not `elo`"},
      {"openings that are played once", around("sprt: {baseline: a, candidate: b}\nstarter: lot"),
       "2:1: `sprt` counts opening pairs; it needs `starter: paired`"},
      {"a chunk", around("sprt: {baseline: a, candidate: b}\nchunk: 1/2"),
       "3:8: a run with `sprt` cannot be played in chunks, because it may end early"},
      {"a schedule that depends on results", around("sprt: {baseline: a, candidate: b}\nformat: knockout"),
       "2:1: `sprt` does not support the format `knockout`; it needs `format: match` or "
       "`format: round-robin`"},
      {"three engines",
       "name: t\nsprt: {baseline: a, candidate: b}\n"
       "engines: [{name: a, command: a}, {name: b, command: b}, {name: c, command: c}]\n",
       "2:1: `sprt` is a test of two engines, not 3"},
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
