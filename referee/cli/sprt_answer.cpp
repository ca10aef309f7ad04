#include "referee/cli/sprt_answer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "referee/rating/sprt.hpp"
#include "referee/report/numbers.hpp"
#include "referee/report/sprt_report.hpp"

namespace ebiri::cli {

namespace {

using Json = nlohmann::ordered_json;

rating::Sample sample_of(const SprtResults& results) {
  return std::visit([](const auto& counts) { return rating::Sample::of(counts); }, results);
}

// The same test in a model that knows no draws.
rating::SprtSettings plain(const rating::SprtSettings& settings, const SprtResults& results) {
  const auto* games = std::get_if<rating::Trinomial>(&results);
  return games ? rating::without_draw_model(settings, *games) : settings;
}

std::vector<SprtPlanRow> plan(const SprtAnswer& answer, double variance) {
  const double low = answer.settings.elo0;
  const double high = answer.settings.elo1;
  const rating::SprtSettings test = plain(answer.settings, answer.results);
  std::vector<SprtPlanRow> rows;
  for (const double elo : {2 * low - high, low, (low + high) / 2, high, 2 * high - low}) {
    rating::SprtSettings there = answer.settings;
    there.elo0 = elo;
    const double plain_elo = plain(there, answer.results).elo0;
    rows.push_back({.elo = elo, .prospect = rating::prospect_at(test, plain_elo, variance, answer.unit)});
  }
  return rows;
}

std::string_view units_of(const SprtAnswer& answer) {
  return answer.unit == rating::Unit::game ? "games" : "pairs";
}

// Units are played to the end.
std::string whole(double units) { return report::decimal(std::ceil(units), 0); }

std::string rest_text(const SprtAnswer& answer) {
  using report::decimal;
  using report::percent;
  if (answer.after_stop) {
    return fmt::format(
        "After the stop: Elo {}, 95% from {} to {}, LOS {}. The Elo above takes no account of when the\n"
        "test stops, and exaggerates.\n",
        decimal(answer.after_stop->elo, 1), decimal(answer.after_stop->low, 1),
        decimal(answer.after_stop->high, 1), percent(answer.after_stop->superiority));
  }
  return fmt::format("To go: {} {} at the strength seen so far (H1 accepted with {}), {} at the worst.\n",
                     whole(answer.rest.units), units_of(answer), percent(answer.rest.pass_probability),
                     whole(answer.worst_units));
}

// Six decimals: more than anybody needs, fewer than machines differ in.
Json number(double value) {
  const double rounded = std::round(value * 1e6) / 1e6;
  return rounded == 0 ? 0.0 : rounded;
}

Json json_of(const rating::Prospect& prospect) {
  return {{"pass_probability", number(prospect.pass_probability)}, {"units", number(prospect.units)}};
}

Json json_of(const rating::MatchElo& elo) {
  return {{"elo", number(elo.elo)},         {"low", number(elo.low)},
          {"high", number(elo.high)},       {"error95", number(elo.error95())},
          {"nelo", number(elo.normalised)}, {"nelo_error95", number(elo.normalised_error95)},
          {"los", number(elo.superiority)}};
}

}  // namespace

SprtAnswer sprt_answer(const rating::SprtSettings& settings, const SprtResults& results) {
  const rating::Sample sample = sample_of(results);
  const rating::Moments seen = rating::moments(sample);
  const rating::SprtSettings test = plain(settings, results);
  SprtAnswer answer{.settings = settings, .results = results, .unit = sample.unit};
  answer.ratio = rating::log_likelihood_ratio(sample, test);
  answer.verdict = rating::decision(settings, answer.ratio);
  answer.elo = rating::match_elo(sample);
  answer.rest = rating::prospect(test, {seen.mean, seen.variance, sample.unit}, answer.ratio);
  answer.worst_units = rating::worst_units(test, seen.variance, sample.unit, answer.ratio);
  if (answer.verdict != rating::TestDecision::undecided) answer.after_stop = rating::estimate(sample, test);
  answer.plan = plan(answer, seen.variance);
  return answer;
}

std::string sprt_text(const SprtAnswer& answer) {
  report::PasteBlock block{.elo = answer.elo,
                           .sprt = report::SprtState{answer.settings, answer.ratio, answer.verdict}};
  if (const auto* games = std::get_if<rating::Trinomial>(&answer.results)) block.games = *games;
  if (const auto* pairs = std::get_if<rating::Pentanomial>(&answer.results)) block.pairs = *pairs;
  std::string text = report::paste_block(block) + "\n" + rest_text(answer);
  text += fmt::format("\n{:>13}  {:>11}  {:>10}   such a test from its beginning\n",
                      fmt::format("true {}", report::elo_name(answer.settings.model)), "H1 accepted",
                      units_of(answer));
  for (const SprtPlanRow& row : answer.plan) {
    text += fmt::format("{:>13}  {:>11}  {:>10}\n", row.elo, report::percent(row.prospect.pass_probability),
                        whole(row.prospect.units));
  }
  return text;
}

std::string sprt_json(const SprtAnswer& answer) {
  const auto limits = rating::bounds(answer.settings);
  const bool decided = answer.after_stop.has_value();
  Json document{{"format", "ebiri-sprt/1"},
                {"model", report::word(answer.settings.model)},
                {"elo0", answer.settings.elo0},
                {"elo1", answer.settings.elo1},
                {"alpha", answer.settings.alpha},
                {"beta", answer.settings.beta},
                {"unit", answer.unit == rating::Unit::game ? "game" : "pair"}};
  std::visit([&](const auto& counts) { document["counts"] = counts; }, answer.results);
  document["llr"] = number(answer.ratio);
  document["lower"] = number(limits.lower);
  document["upper"] = number(limits.upper);
  document["verdict"] = answer.verdict == rating::TestDecision::h1   ? "H1"
                        : answer.verdict == rating::TestDecision::h0 ? "H0"
                                                                     : "undecided";
  document["match"] = json_of(answer.elo);
  document["to_go"] = nullptr;
  document["after_stop"] = nullptr;
  if (decided) {
    document["after_stop"] = {{"elo", number(answer.after_stop->elo)},
                              {"low", number(answer.after_stop->low)},
                              {"high", number(answer.after_stop->high)},
                              {"los", number(answer.after_stop->superiority)}};
  } else {
    document["to_go"] = json_of(answer.rest);
    document["to_go"]["worst_units"] = number(answer.worst_units);
  }
  document["plan"] = Json::array();
  for (const SprtPlanRow& row : answer.plan) {
    Json line = json_of(row.prospect);
    line["elo"] = number(row.elo);
    document["plan"].push_back(std::move(line));
  }
  return document.dump(2) + "\n";
}

}  // namespace ebiri::cli
