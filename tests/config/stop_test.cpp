// The `stop` section and withdrawals: their demands on the rest of a config, and the effect of changes.
#include "referee/config/effective.hpp"
#include "tests/config/bad_config.hpp"

namespace ebiri::config {

namespace {

const std::string openings = "openings: {random-plies: 4}\n";

std::string stopped(const std::string& stop, const std::string& more = openings) {
  return around("stop: " + stop + "\n" + more);
}

}  // namespace

TEST_CASE("config: a stop has a precision, a largest number of pairs, openings, and pairs to count") {
  check_all({
      {"no numbers", stopped("{}"),
       "2:7: `precision` is missing; write for example `precision: 15`\n"
       "2:7: `max-pairs` is missing; write for example `max-pairs: 2000`"},
      {"no openings", stopped("{precision: 15, max-pairs: 200}", ""),
       "2:1: `stop` needs `openings`; repeated games are no evidence; write for example `openings: "
       "{random-plies: 4}`"},
      {"an engine against itself", stopped("{precision: 15, max-pairs: 200, between: [[a, a]]}"),
       "2:49: `between` pairs an engine with itself"},
      {"no such engine", stopped("{precision: 15, max-pairs: 200, between: [[a, bb]]}"),
       "2:53: no engine has the name `bb`; did you mean `b`?"},
      {"no list of pairs", stopped("{precision: 15, max-pairs: 200, between: [a, b]}"),
       "2:49: `between` must be a list of pairs of engines; write for example `[[alphabeta, greedy]]`"},
      {"three engines in a pair", stopped("{precision: 15, max-pairs: 200, between: [[a, b, a]]}"),
       "2:49: `between` must be a list of pairs of engines; write for example `[[alphabeta, greedy]]`"},
      {"another number of pairs", stopped("{precision: 15, max-pairs: 200}", "pairs: 20\n" + openings),
       "3:8: `pairs` is 20 and `stop.max-pairs` is 200; remove `pairs`"},
      {"a chunk", stopped("{precision: 15, max-pairs: 200}", "chunk: 1/2\n" + openings),
       "3:8: a run with `stop` cannot be played in chunks, because it may end early"},
      {"openings that are played once",
       stopped("{precision: 15, max-pairs: 200}", "starter: lot\n" + openings),
       "2:1: `stop` counts opening pairs; it needs `starter: paired`"},
      {"a format that depends on results",
       stopped("{precision: 15, max-pairs: 200}", "format: knockout\n" + openings),
       "2:1: `stop` does not support the format `knockout`; it needs a format whose pairings do not depend "
       "on results, such as `round-robin`"},
  });
  CHECK(verdict("name: t\nstop: {precision: 15, max-pairs: 200}\n" + openings +
                "engines: [{name: a, command: a}, {name: b, command: b}, {name: c, command: c}]\n")
            .find("`stop` of more than two engines needs `between`") != std::string::npos);
}

TEST_CASE("config: a stop needs enough pairs") {
  check_all({
      {"too few pairs", stopped("{precision: 15, max-pairs: 19}"),
       "2:34: `max-pairs` must be a whole number in 20..1000000, not `19`"},
      {"fewer pairs than the run has before it can end", stopped("{precision: 15, max-pairs: 49}"),
       "2:1: `min-pairs` is 50 and `max-pairs` is 49; `max-pairs` must not be smaller"},
  });
}

TEST_CASE("config: the largest number of pairs is that of the run, and may grow") {
  const auto settings = [](const std::string& stop) { return settings_of(stopped(stop)); };
  const auto before = settings("{precision: 15, max-pairs: 200, between: [[b, a]]}");
  const auto sure = settings("{precision: 15, superiority: 0.999, min-pairs: 20, max-pairs: 200}");
  CHECK(settings_of(effective_yaml(sure)) == sure);
  CHECK(before.pairs == 200);
  CHECK(settings_of(effective_yaml(before)) == before);
  for (const auto& difference :
       compare(before, settings("{precision: 15, max-pairs: 300, between: [[b, a]]}")))
    CHECK(difference.change == Change::extends);
  bool refused = false;
  for (const auto& difference :
       compare(before, settings("{precision: 15, max-pairs: 100, between: [[b, a]]}")))
    refused = refused || difference.change == Change::new_run;
  CHECK(refused);
}

TEST_CASE("config: an engine is withdrawn only from a schedule that does not depend on results") {
  for (const auto& [key, hint] : {std::pair{"withdraw-after: 3", "; remove `withdraw-after`"},
                                  {"on-failed-start: withdraw", "; write `on-failed-start: forfeit`"}}) {
    CHECK(verdict(around(key)) == "ok");
    for (const std::string other :
         {"format: knockout", "starter: winner-starts", "chunk: 1/2", "sprt: {baseline: a, candidate: b}",
          "openings: {random-plies: 4}\nstop: {precision: 15, max-pairs: 200}"}) {
      INFO(other);
      const auto text = verdict(around(std::string{key} + "\n" + other));
      CHECK(text.find("an engine cannot be withdrawn from a run with `sprt`, `stop` or `chunk`, or whose") !=
            std::string::npos);
      CHECK(text.find(hint) != std::string::npos);
    }
  }
}

TEST_CASE("config: double elimination has no third-place match") {
  CHECK(verdict(around("format: {name: knockout, elimination: double}")) == "ok");
  CHECK(verdict(around("format: {name: knockout, elimination: double, third-place: true}"))
            .find("double elimination has no third-place match") != std::string::npos);
}

}  // namespace ebiri::config
