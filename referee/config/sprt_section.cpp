// The `sprt` key: a test of two engines that ends the run.
#include <fmt/format.h>

#include "referee/config/sections.hpp"
#include "referee/rating/sprt_settings.hpp"
#include "referee/tournament/formats.hpp"

namespace ebiri::config {

namespace {

using rating::SprtModel;
using tournament::Settings;
using tournament::TestSettings;

constexpr double max_tested_elo = 10000;

Option<TestSettings> number(double rating::SprtSettings::*member, Type<double> type, Description text) {
  return scalar<TestSettings, double>(member, std::move(type), std::move(text));
}

void check_hypotheses(TestSettings& test, const Node& map, Reading& reading) {
  for (const std::string& problem : rating::problems(test)) reading.problems.add(map.place, problem);
  const Entry* candidate = map.find("candidate");
  if (candidate == nullptr || test.candidate.empty() || test.candidate != test.baseline) return;
  reading.problems.add(candidate->value.place, "`baseline` and `candidate` are the same engine");
}

void check_names(const Settings& settings, const Node& test, Reading& reading) {
  for (const char* key : {"baseline", "candidate"}) {
    const Entry* entry = test.find(key);
    if (entry != nullptr && entry->value.kind == Node::Kind::scalar)
      check_engine_name(settings, entry->value.text, entry->value.place, reading);
  }
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
          number(&TestSettings::elo0, decimal_number(-max_tested_elo, max_tested_elo),
                 {"elo0", "H0: the candidate's Elo minus the baseline's is at most this", "0"}),
          number(&TestSettings::elo1, decimal_number(-max_tested_elo, max_tested_elo),
                 {"elo1", "H1: the candidate's Elo minus the baseline's is at least this", "10"}),
          number(&TestSettings::alpha, decimal_number(0, 1),
                 {"alpha", "Probability of accepting H1 when H0 is true", "0.05"}),
          number(&TestSettings::beta, decimal_number(0, 1),
                 {"beta", "Probability of accepting H0 when H1 is true", "0.05"}),
          scalar<TestSettings, SprtModel>(
              &TestSettings::model,
              word<SprtModel>({{"normalized", SprtModel::normalized},
                               {"logistic", SprtModel::logistic},
                               {"bayesian", SprtModel::bayesian}}),
              {"model",
               "Unit of `elo0` and `elo1`: `normalized` Elo (by the mean and the standard deviation of "
               "scores), `logistic` Elo (by the mean score) or `bayesian`, the Elo of BayesElo",
               "normalized"}),
      },
      "{baseline: alphabeta-1k, candidate: alphabeta}",
      check_hypotheses};
  return section;
}

void check_sprt(const Settings& settings, const Node& map, Reading& reading) {
  const Entry* test = map.find("sprt");
  const Entry* engines = map.find("engines");
  if (test == nullptr || test->value.kind != Node::Kind::map) return;
  if (settings.starter != tournament::Starter::paired)
    reading.problems.add(test->place, "`sprt` counts opening pairs", "it needs `starter: paired`");
  if (!tournament::info(settings.format.name).tests)
    reading.problems.add(test->place, "`sprt` does not support the format `" + settings.format.name + "`",
                         "it needs `format: match`");
  if (engines == nullptr || engines->value.kind != Node::Kind::list || settings.engines.empty()) return;
  if (settings.engines.size() != 2)
    reading.problems.add(test->place,
                         fmt::format("`sprt` is a test of two engines, not {}", settings.engines.size()));
  check_names(settings, test->value, reading);
}

}  // namespace ebiri::config
