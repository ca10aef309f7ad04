// The keys `sprt` and `stop`, which end a run before its last game: after the verdict of a test of two
// engines, or when differences in strength are known precisely enough.
#include <fmt/format.h>

#include <algorithm>

#include "referee/config/sections.hpp"
#include "referee/rating/sprt_settings.hpp"
#include "referee/support/text.hpp"
#include "referee/tournament/formats.hpp"

namespace ebiri::config {

namespace {

using rating::SprtModel;
using tournament::Settings;
using tournament::StopSettings;
using tournament::TestSettings;

constexpr double max_elo = 400;         // `rating::problems` has a smaller bound for normalized Elo
constexpr double max_precision = 1000;  // Elo
constexpr int least_pairs = 20;         // fewer are not enough to estimate the variance of results

Option<TestSettings> number(double rating::SprtSettings::*member, Type<double> type, Description info) {
  return scalar<TestSettings, double>(member, std::move(type), std::move(info));
}

void check_hypotheses(TestSettings& test, const Node& map, Reading& reading) {
  for (const std::string& problem : rating::problems(test)) {
    Place place = map.place;  // a default may be the problem
    for (const Entry& entry : map.entries)
      if (problem.find("`" + entry.key + "`") != problem.npos) place = entry.place;
    reading.problems.add(place, problem);
  }
  const Entry* candidate = map.find("candidate");
  if (candidate == nullptr || test.candidate.empty() || test.candidate != test.baseline) return;
  reading.problems.add(candidate->value.place, "`baseline` and `candidate` are the same engine");
}

void read_between(StopSettings& stop, const Entry& entry, Reading& reading) {
  const auto wrong = [&](const Node& value) {
    reading.problems.add(value.place, "`between` must be a list of pairs of engines",
                         "write for example `[[alphabeta, greedy]]`");
  };
  if (entry.value.kind != Node::Kind::list) return wrong(entry.value);
  for (const Node& pair : entry.value.items) {
    if (pair.kind != Node::Kind::list || pair.items.size() != 2) return wrong(pair);
    const auto name = [&](const Node& node) {
      return read_scalar(line_of_text(), "an engine in `between`", node.place, node, reading);
    };
    const auto one = name(pair.items[0]), other = name(pair.items[1]);
    if (one && one == other) reading.problems.add(pair.place, "`between` pairs an engine with itself");
    if (one && other) stop.between.emplace_back(*one, *other);
  }
}

std::optional<Node> write_between(const StopSettings& stop) {
  if (stop.between.empty()) return std::nullopt;
  return list_node(mapped<Node>(stop.between, [](const auto& pair) {
    return list_node({scalar_node(pair.first), scalar_node(pair.second)});
  }));
}

void check_positive(const StopSettings& stop, const Entry& entry, Reading& reading) {
  if (stop.precision <= 0) reading.problems.add(entry.value.place, "`precision` must be greater than 0");
}

void check_stop_schedule(const Settings& settings, const Entry& stop, Reading& reading) {
  const auto problem = [&](const std::string& what, const std::string& hint) {
    reading.problems.add(stop.place, what, hint);
  };
  if (settings.sprt) problem("`stop` and `sprt` cannot be combined", "the test ends the run");
  if (settings.starter != tournament::Starter::paired)
    problem("`stop` counts opening pairs", "it needs `starter: paired`");
  if (tournament::info(settings.format.name).adaptive)
    problem(fmt::format("`stop` does not support the format `{}`", settings.format.name),
            "it needs a format whose pairings do not depend on results, such as `round-robin`");
  if (settings.openings == tournament::OpeningSettings{})
    problem("`stop` needs `openings`",
            "repeated games are no evidence; write for example `openings: {random-plies: 4}`");
}

}  // namespace

const Section<TestSettings>& sprt_section() {
  static const Section<TestSettings> section{
      {
          scalar(&TestSettings::baseline, line_of_text(),
                 required(
                     {"baseline", "Name of the engine that the candidate is compared with", "alphabeta-1k"})),
          scalar(&TestSettings::candidate, line_of_text(),
                 required({"candidate", "Name of the engine under test", "alphabeta"})),
          number(&TestSettings::elo0, decimal_number(-max_elo, max_elo),
                 {"elo0", "H0: the candidate's Elo minus the baseline's is at most this", "0"}),
          number(&TestSettings::elo1, decimal_number(-max_elo, max_elo),
                 {"elo1", "H1: the candidate's Elo minus the baseline's is at least this", "10"}),
          number(&TestSettings::alpha, decimal_number(0, 1),
                 {"alpha", "Probability, above 0, of accepting H1 when H0 is true", "0.05"}),
          number(&TestSettings::beta, decimal_number(0, 1),
                 {"beta", "Probability, above 0, of accepting H0 when H1 is true", "0.05"}),
          scalar<TestSettings, SprtModel>(
              &TestSettings::model,
              word<SprtModel>({{"normalized", SprtModel::normalized},
                               {"logistic", SprtModel::logistic},
                               {"bayesian", SprtModel::bayesian}}),
              {"model",
               "Unit of `elo0` and `elo1`: `normalized` Elo (by the mean and the standard deviation of "
               "scores; at most ±150), `logistic` Elo (by the mean score) or `bayesian`, the Elo of BayesElo",
               "normalized"}),
      },
      "{baseline: alphabeta-1k, candidate: alphabeta}",
      check_hypotheses};
  return section;
}

void check_sprt(const Settings& settings, const Node& map, Reading& reading) {
  if (!settings.sprt) return;
  const Entry* test = map.find("sprt");
  if (settings.starter != tournament::Starter::paired)
    reading.problems.add(test->place, "`sprt` counts opening pairs", "it needs `starter: paired`");
  if (!tournament::info(settings.format.name).tests)
    reading.problems.add(test->place, "`sprt` does not support the format `" + settings.format.name + "`",
                         "it needs `format: match` or `format: round-robin`");
  if (settings.engines.empty()) return;
  if (settings.engines.size() != 2)
    reading.problems.add(test->place,
                         fmt::format("`sprt` is a test of two engines, not {}", settings.engines.size()));
  for (const char* key : {"baseline", "candidate"})
    if (const Entry* entry = test->value.find(key))
      check_engine_name(settings, entry->value.text, entry->value.place, reading);
}

const Section<StopSettings>& stop_section() {
  static const Section<StopSettings> section{
      {
          checked<StopSettings>(scalar(&StopSettings::precision, decimal_number(0, max_precision),
                                       required({"precision",
                                                 "The run ends when each difference is known to ± this many "
                                                 "Elo, above 0 (the wider side of the 95 % interval)",
                                                 "15", Change::free})),
                                check_positive),
          scalar(&StopSettings::max_pairs, whole_number<int>(least_pairs, 1'000'000),
                 required({"max-pairs",
                           "Largest number of openings for each meeting; if they do not suffice, the run "
                           "ends with exit code 4",
                           "2000", Change::extends})),
          scalar(&StopSettings::superiority, decimal_number(0.5, 1),
                 {"superiority",
                  "Likelihood of superiority that ends the run before the `precision` is reached; such a run "
                  "overstates the difference",
                  "0.999", Change::free}),
          scalar(&StopSettings::min_pairs, whole_number<int>(least_pairs, 1'000'000),
                 {"min-pairs", "Opening pairs of each engine before the run can end", "100", Change::free}),
          {{.key = "between",
            .meaning = "Pairs of engines to compare; required for more than two engines",
            .example = "[[alphabeta-1k, alphabeta]]",
            .change = Change::free,
            .type = "list of pairs of engines"},
           read_between,
           write_between},
      },
      "{precision: 15, max-pairs: 2000}"};
  return section;
}

void check_stop(Settings& settings, const Node& map, Reading& reading) {
  if (!settings.stop) return;
  const Entry* stop = map.find("stop");
  const int most = settings.stop->max_pairs;
  const Entry* pairs = map.find("pairs");
  if (pairs != nullptr && most > 0 && settings.pairs != most)
    reading.problems.add(pairs->value.place,
                         fmt::format("`pairs` is {} and `stop.max-pairs` is {}", settings.pairs, most),
                         "remove `pairs`");
  if (most > 0 && settings.stop->min_pairs > most)
    reading.problems.add(
        stop->place, fmt::format("`min-pairs` is {} and `max-pairs` is {}", settings.stop->min_pairs, most),
        "`max-pairs` must not be smaller");
  if (most > 0) settings.pairs = most;
  check_stop_schedule(settings, *stop, reading);
  if (settings.engines.empty()) return;
  const Entry* between = stop->value.find("between");
  if (between == nullptr && settings.engines.size() > 2)
    reading.problems.add(stop->place, "`stop` of more than two engines needs `between`",
                         "it lists the pairs of engines to compare");
  if (between == nullptr) return;
  for (const Node& pair : between->value.items)
    for (const Node& name : pair.items) check_engine_name(settings, name.text, name.place, reading);
}

void check_engine_name(const Settings& settings, const std::string& name, Place place, Reading& reading) {
  const auto names = mapped(settings.engines, &tournament::EngineSettings::name);
  if (name.empty() || std::ranges::find(names, name) != names.end()) return;
  reading.problems.add(place, "no engine has the name `" + printable(name, 64) + "`",
                       did_you_mean(name, names));
}

}  // namespace ebiri::config
