#include "referee/report/sprt_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "referee/report/numbers.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int bar_cells = 12;

std::string faults_text(const std::string& engine, std::int64_t games, const std::string& fault = {}) {
  if (games == 0) return "";
  return fmt::format("; {} lost {} by faults{}", engine, counted(games, "game"),
                     fault.empty() ? "" : " (" + fault + ")");
}

// Rounds up to whole pairs.
std::string whole(double pairs) { return decimal(std::ceil(pairs), 0); }

// A bar that shows the ratio between its bounds.
std::string bar(const SprtReport& report, const Terminal& terminal) {
  const auto limits = rating::bounds(report.test().settings);
  const double share = (report.test().ratio - limits.lower) / (limits.upper - limits.lower);
  const int filled = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * bar_cells));
  std::string cells;
  for (int k = 0; k < bar_cells; ++k)
    cells += k < filled ? (terminal.utf8 ? "█" : "#") : (terminal.utf8 ? " " : ".");
  return terminal.utf8 ? "▕" + cells + "▏" : "|" + cells + "|";
}

std::string to_go(const SprtReport& report, std::optional<std::chrono::milliseconds> pair_time) {
  std::string text =
      fmt::format("H1 {}  ~{} pairs to go (80%: {} to {})", percent(report.forecast.pass_probability),
                  whole(report.forecast.median), whole(report.forecast.early), whole(report.forecast.late));
  const auto rest = std::max<std::int64_t>(0, report.most - report.judged());
  if (report.most > 0) text += fmt::format(", at most {}", rest);
  if (!pair_time) return text;
  double pairs = std::max(0.0, std::ceil(report.forecast.median));
  if (report.most > 0) pairs = std::min(pairs, static_cast<double>(rest));
  return text + eta_text(pairs * static_cast<double>(pair_time->count()));
}

// Why the test stopped without a verdict, and a remedy; the forecast while the test continues.
std::string stop_or_forecast(const SprtReport& report) {
  if (report.repeating)
    return fmt::format(
        "Stopped: {} pairs in a row, or more than half of the last {}, repeat earlier pairs move for move.\n"
        "A repeat is no evidence. Use other openings, such as `--openings random-plies=8`, or engines whose\n"
        "play depends on the seed.\n",
        rating::Sprt::max_repeats_in_a_row, rating::Sprt::recent_pairs);
  if (report.decided() || (!report.used_up() && report.counted == 0)) return "";
  if (!report.used_up())
    return fmt::format("Forecast: H1 is accepted with probability {}; {} to {} more pairs (80% interval).\n",
                       percent(report.forecast.pass_probability), whole(report.forecast.early),
                       whole(report.forecast.late));
  std::string text = fmt::format("Stopped after {}, the most that the key `pairs` and the openings allow.",
                                 counted(report.most, "pair"));
  if (report.counted == 0) return text + "\n";
  const auto counted = static_cast<double>(report.counted);
  return text +
         fmt::format("\nAt the observed strength, a verdict would have needed about {} pairs; at worst {}.\n",
                     whole(counted + report.prospect.units), whole(counted + report.worst_pairs));
}

// The word for the end of a test in JSON; null while the test continues. `openings`: it is `used_up`.
Json end_word(const SprtReport& report) {
  if (report.decided()) return "verdict";
  if (report.repeating) return "repeats";
  return report.used_up() ? Json("openings") : Json(nullptr);
}

// Escapes a message for a workflow command, which ends at the end of a line.
std::string escaped_message(std::string_view text) {
  return replaced(replaced(replaced(std::string{text}, "%", "%25"), "\r", "%0D"), "\n", "%0A");
}

bool failed_by_faults(const SprtReport& report) { return report.faults_fail && report.candidate_faults > 0; }

std::string message(const SprtReport& report) {
  const auto limits = rating::bounds(report.test().settings);
  const rating::TwoEngines& numbers = report.block.numbers;
  const std::string elo = numbers.rated
                              ? fmt::format("{} ± {}", decimal(numbers.elo, 1),
                                            decimal((numbers.interval.high - numbers.interval.low) / 2, 1))
                              : "-";
  return fmt::format("{}{}: LLR {} ({}, {}), Elo {}", headline(report),
                     report.interrupted ? ", interrupted" : "", decimal(report.test().ratio, 2),
                     decimal(limits.lower, 2), decimal(limits.upper, 2), elo);
}

// The JUnit element for the result; empty if the test case has passed.
std::string_view element(const SprtReport& report) {
  if (report.test().decision == rating::TestDecision::h1) return "";
  if (report.test().decision == rating::TestDecision::h0) return "failure";
  return report.interrupted ? "error" : "skipped";
}

// The same test in a model without draws.
rating::SprtSettings without_draws(const rating::SprtSettings& settings, const SprtResults& results) {
  const auto* games = std::get_if<rating::Trinomial>(&results);
  return games ? rating::without_draw_model(settings, *games) : settings;
}

// Converts an estimate from the Elo of the mean score to the scale of `numbers.elo`, which excludes the
// advantage of moving first.
rating::SprtEstimate on_scale(rating::SprtEstimate estimate, const rating::TwoEngines& numbers) {
  for (double* elo : {&estimate.elo, &estimate.low, &estimate.high}) *elo = numbers.from_score_elo(*elo);
  return estimate;
}

// The JSON of a block without its test, and that of the test.
std::pair<Json, Json> split_json(const MatchBlock& block) {
  Json match = block_json(block);
  Json test = std::move(match["test"]);
  match.erase("test");
  return {std::move(match), std::move(test)};
}

Json json_of(const rating::Prospect& prospect) {
  return {{"pass_probability", number(prospect.pass_probability)}, {"units", number(prospect.units)}};
}

}  // namespace

SprtReport make_sprt_report(const rating::Sprt& test, const rating::Options& options) {
  const rating::Sample sample = rating::Sample::of(test.pairs());
  const rating::Moments seen = rating::moments(sample);
  const rating::SprtSettings plain = rating::without_draw_model(test.settings(), test.games());
  SprtReport report{.block = {.numbers = rating::two_engines(test.table(), options),
                              .test = SprtState{test.settings(), test.ratio(), test.decision()},
                              .left_out = {.repeated_pairs = test.repeats(),
                                           .void_pairs = test.voids(),
                                           .pairs_beyond = test.beyond()}},
                    .counted = test.counted(),
                    .repeating = test.repeating()};
  report.prospect = rating::prospect(plain, {seen.mean, seen.variance, sample.unit}, test.ratio());
  if (report.counted > 0)
    report.forecast =
        rating::forecast(plain, {seen.mean, seen.variance, sample.unit}, seen.units, test.ratio());
  report.worst_pairs = rating::worst_units(plain, seen.variance, sample.unit, test.ratio());
  if (report.decided())
    report.block.test->corrected = on_scale(rating::estimate(sample, plain), report.block.numbers);
  return report;
}

std::string headline(const SprtReport& report) {
  const rating::TestDecision decision = report.test().decision;
  const std::string &candidate = report.block.first, &baseline = report.block.second;
  const char* word = failed_by_faults(report) || decision == rating::TestDecision::h0 ? "FAIL: "
                     : decision == rating::TestDecision::h1                           ? "PASS: "
                                                                                      : "";
  return fmt::format("{}{} against {}: {} after {}{}{}{}{}", word, candidate, baseline,
                     report.decided() ? verdict_text(decision) : "no verdict",
                     counted(report.counted, "pair"), report.repeating ? ", because the games repeat" : "",
                     faults_text(candidate, report.candidate_faults, report.candidate_fault),
                     faults_text(baseline, report.baseline_faults),
                     report.unplayed.empty() ? "" : "; " + report.unplayed);
}

std::string headline_without_verdict(const SprtReport& report) {
  return message(report) + (report.repeating ? "" : "; to continue, raise `pairs`");
}

std::string progress(const SprtReport& report, std::optional<std::chrono::milliseconds> pair_time,
                     const Terminal& terminal) {
  const auto limits = rating::bounds(report.test().settings);
  std::string text = fmt::format("SPRT: LLR {} [{}, {}] {} ", decimal(report.test().ratio, 2),
                                 decimal(limits.lower, 2), decimal(limits.upper, 2), bar(report, terminal));
  if (report.decided())
    text += fmt::format("{} after {}", verdict_text(report.test().decision), counted(report.counted, "pair"));
  else if (report.repeating)
    text += "stopped, because the games repeat";
  else if (report.counted == 0)
    text += "no pair is over yet";
  else
    text += to_go(report, pair_time);
  return fitted(text, terminal.width, terminal);
}

std::string sprt_text(const SprtReport& report) {
  const std::string notes = block_notes(report.block) + stop_or_forecast(report);
  return headline(report) + "\n" + block_text(report.block) + (notes.empty() ? "" : "\n" + notes);
}

std::string sprt_json(const SprtReport& report) {
  const LeftOut& left_out = report.block.left_out;
  auto [match, test] = split_json(report.block);
  Json json{{"format", "ebiri-sprt-run/1"},
            {"name", report.name},
            {"baseline", report.block.second},
            {"candidate", report.block.first}};
  for (const char* field : {"model", "elo0", "elo1", "alpha", "beta", "verdict", "llr", "lower", "upper"})
    json[field] = test[field];
  json["games"] = report.block.numbers.results();
  json["pairs"] = report.block.numbers.pairs;
  json["counted"] = report.counted;
  json["most"] = report.most;
  json["voids"] = left_out.void_pairs;
  json["beyond"] = left_out.pairs_beyond;
  json["repeats"] = left_out.repeated_pairs;
  json["ended"] = end_word(report);
  json["match"] = std::move(match);
  json["to_go"] = nullptr;
  json["after_stop"] = test["after_stop"];
  if (!report.decided() && report.counted > 0) {
    json["to_go"] = {{"pass_probability", number(report.prospect.pass_probability)},
                     {"pairs", number(report.prospect.units)},
                     {"worst_pairs", number(report.worst_pairs)},
                     {"early_pairs", number(report.forecast.early)},
                     {"late_pairs", number(report.forecast.late)}};
  }
  return dumped(json);
}

std::string junit_xml(const SprtReport& report) {
  const std::string_view kind = element(report);
  const auto count = [&](std::string_view word) { return kind == word ? 1 : 0; };
  const int fault_cases = report.faults_fail ? 1 : 0, faulty = failed_by_faults(report) ? 1 : 0;
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n"
      "    <testcase classname=\"ebiri.sprt\" name=\"{}\">\n",
      escaped_markup(report.name), 1 + fault_cases, count("failure") + faulty, count("error"),
      count("skipped"), escaped_markup(report.block.first + " against " + report.block.second));
  if (!kind.empty())
    xml += fmt::format("      <{} message=\"{}\"/>\n", kind, escaped_markup(message(report)));
  xml += fmt::format("      <system-out>{}</system-out>\n", escaped_markup(sprt_text(report)));
  xml += "    </testcase>\n";
  if (fault_cases > 0)
    xml += fmt::format("    <testcase classname=\"ebiri.sprt\" name=\"{} plays without a fault\"{}>\n",
                       escaped_markup(report.block.first), faulty > 0 ? "" : "/");
  const std::string faults = faults_text(report.block.first, report.candidate_faults, report.candidate_fault);
  if (faulty > 0)  // `faults` begins with "; "
    xml +=
        fmt::format("      <failure message=\"{}\"/>\n    </testcase>\n", escaped_markup(faults.substr(2)));
  return xml + "  </testsuite>\n</testsuites>\n";
}

std::string junit_without_verdict() {
  return R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="ebiri" tests="1" failures="0" errors="1" skipped="0">
    <testcase classname="ebiri.sprt" name="verdict">
      <error message="No verdict yet. If `ebiri sprt` has exited, its standard error says why."/>
    </testcase>
  </testsuite>
</testsuites>
)";
}

std::string github_annotation(const SprtReport& report) {
  const rating::TestDecision decision = report.test().decision;
  const char* command = decision == rating::TestDecision::h0 || failed_by_faults(report)  ? "error"
                        : decision == rating::TestDecision::h1 && report.unplayed.empty() ? "notice"
                                                                                          : "warning";
  return fmt::format("::{} title=ebiri sprt::{}\n", command, escaped_message(message(report)));
}

std::string markdown_summary(const SprtReport& report) {
  return fmt::format("### {}{}\n\n```\n{}```\n\n", headline(report),
                     report.interrupted ? ", interrupted" : "", sprt_text(report));
}

SprtAnswer sprt_answer(const rating::SprtSettings& settings, const SprtResults& results) {
  const rating::Sample sample =
      std::visit([](const auto& counts) { return rating::Sample::of(counts); }, results);
  const rating::Moments seen = rating::moments(sample);
  const rating::SprtSettings test = without_draws(settings, results);
  const double ratio = rating::log_likelihood_ratio(sample, test);
  MatchBlock block;
  block.numbers = std::visit([](const auto& counts) { return rating::two_engines(counts); }, results);
  SprtState& state = block.test.emplace(SprtState{settings, ratio, rating::decision(settings, ratio)});
  const bool decided = state.decision != rating::TestDecision::undecided;
  if (decided) state.corrected = rating::estimate(sample, test);
  const std::string_view unit = sample.unit == rating::Unit::game ? "game" : "pair";
  auto [match, tested] = split_json(block);
  Json document{{"format", "ebiri-sprt/1"}};
  for (const char* field : {"model", "elo0", "elo1", "alpha", "beta"}) document[field] = tested[field];
  document["unit"] = unit;
  std::visit([&](const auto& counts) { document["counts"] = counts; }, results);
  for (const char* field : {"llr", "lower", "upper", "verdict"}) document[field] = tested[field];
  document["match"] = std::move(match);
  document["to_go"] = nullptr;
  document["after_stop"] = tested["after_stop"];
  std::string text = block_text(block) + "\n" + block_notes(block);
  if (!decided) {
    const auto rest = rating::prospect(test, {seen.mean, seen.variance, sample.unit}, ratio);
    const double worst = rating::worst_units(test, seen.variance, sample.unit, ratio);
    text += fmt::format(
        "To go: {} {}s at the observed strength (H1 accepted with probability {}), at worst {}.\n",
        whole(rest.units), unit, percent(rest.pass_probability), whole(worst));
    document["to_go"] = json_of(rest);
    document["to_go"]["worst_units"] = number(worst);
  }
  // The prospects of a new test, for differences in strength from a step below H0 to a step above H1.
  text += fmt::format("\nA new test with these settings:\n{:>13}  {:>11}  {:>9}s\n",
                      fmt::format("true {}", elo_name(settings.model)), "H1 accepted", unit);
  document["plan"] = Json::array();
  const double low = settings.elo0, high = settings.elo1;
  for (const double elo : {2 * low - high, low, (low + high) / 2, high, 2 * high - low}) {
    rating::SprtSettings with_elo = settings;  // to convert `elo` to the model without draws
    with_elo.elo0 = elo;
    const rating::Prospect prospect =
        rating::prospect_at(test, without_draws(with_elo, results).elo0, seen.variance, sample.unit);
    text += fmt::format("{:>13}  {:>11}  {:>10}\n", elo, percent(prospect.pass_probability),
                        whole(prospect.units));
    document["plan"].push_back(json_of(prospect));
    document["plan"].back()["elo"] = number(elo);
  }
  return {block.test->decision, std::move(text), document.dump(2) + "\n"};
}

}  // namespace ebiri::report
