#include "referee/report/sprt_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "referee/report/numbers.hpp"
#include "referee/support/markup.hpp"
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
  const auto limits = rating::bounds(report.settings);
  const double share = (report.ratio - limits.lower) / (limits.upper - limits.lower);
  const int filled = static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * bar_cells));
  std::string cells;
  for (int k = 0; k < bar_cells; ++k)
    cells += k < filled ? (terminal.utf8 ? "█" : "#") : (terminal.utf8 ? " " : ".");
  return terminal.utf8 ? "▕" + cells + "▏" : "|" + cells + "|";
}

std::string to_go(const SprtReport& report, std::optional<std::chrono::milliseconds> pair_time) {
  std::string text =
      fmt::format("H1 {}  ~{} pairs to go (80%: {} to {})", percent(report.likely.pass_probability),
                  whole(report.likely.median), whole(report.likely.early), whole(report.likely.late));
  const auto rest = std::max<std::int64_t>(0, report.most - report.counted - report.voids - report.repeats);
  if (report.most > 0) text += fmt::format(", at most {}", rest);
  if (!pair_time) return text;
  double pairs = std::max(0.0, std::ceil(report.likely.median));
  if (report.most > 0) pairs = std::min(pairs, static_cast<double>(rest));
  return text + eta_text(pairs * static_cast<double>(pair_time->count()));
}

// The reason why the test stopped without a verdict and a remedy; the forecast while the test continues.
std::string no_verdict_text(const SprtReport& report) {
  if (report.repeating)
    return fmt::format(
        "Stopped: {} pairs in a row, or more than half of the last {}, repeat earlier pairs move for move.\n"
        "A repeat is no evidence. Use other openings, such as `--openings random-plies=8`, or engines whose\n"
        "play depends on the seed.\n",
        rating::Sprt::max_repeats_in_a_row, rating::Sprt::recent_pairs);
  if (report.decided() || (!report.used_up() && report.counted == 0)) return "";
  if (!report.used_up())
    return fmt::format("Forecast: H1 with {}; in 8 of 10 cases {} to {} more pairs.\n",
                       percent(report.likely.pass_probability), whole(report.likely.early),
                       whole(report.likely.late));
  std::string text = fmt::format("Stopped: `pairs` and the openings allow {} pairs.", report.most);
  if (report.counted == 0) return text + "\n";
  const auto counted = static_cast<double>(report.counted);
  return text + fmt::format(
                    " At the observed strength, a verdict would have needed about {}\n"
                    "pairs; at worst {}.\n",
                    whole(counted + report.rest.units), whole(counted + report.worst_pairs));
}

// The word for the end of a test in JSON; null while the test continues.
Json end_word(const SprtReport& report) {
  if (report.decided()) return "verdict";
  if (report.repeating) return "repeats";
  return report.used_up() ? Json("openings") : Json(nullptr);
}

// Escapes a message for a workflow command, which ends at the end of a line.
std::string escaped_message(std::string_view text) {
  return replaced(replaced(replaced(std::string{text}, "%", "%25"), "\r", "%0D"), "\n", "%0A");
}

bool faults_fail(const SprtReport& report) { return report.faults_fail && report.candidate_faults > 0; }

std::string message(const SprtReport& report, TestEnd end) {
  const auto limits = rating::bounds(report.settings);
  return fmt::format("{}{}: LLR {} ({}, {}), Elo {} ± {}", headline(report),
                     end == TestEnd::interrupted ? ", interrupted" : "", decimal(report.ratio, 2),
                     decimal(limits.lower, 2), decimal(limits.upper, 2), decimal(report.numbers.elo, 1),
                     decimal((report.numbers.interval.high - report.numbers.interval.low) / 2, 1));
}

// The JUnit element for the result; empty if the test case has passed.
std::string_view element(const SprtReport& report, TestEnd end) {
  if (report.decision == rating::TestDecision::h1) return "";
  if (report.decision == rating::TestDecision::h0) return "failure";
  return end == TestEnd::interrupted ? "error" : "skipped";
}

rating::Sample sample_of(const SprtResults& results) {
  return std::visit([](const auto& counts) { return rating::Sample::of(counts); }, results);
}

// The same test in a model without draws.
rating::SprtSettings without_draws(const rating::SprtSettings& settings, const SprtResults& results) {
  const auto* games = std::get_if<rating::Trinomial>(&results);
  return games ? rating::without_draw_model(settings, *games) : settings;
}

MatchBlock block_of(const SprtAnswer& answer) {
  return {.numbers = answer.numbers,
          .test = SprtState{answer.settings, answer.ratio, answer.verdict, answer.corrected}};
}

// Converts an estimate of the Elo of the mean score to the scale of `numbers`.
rating::SprtEstimate on_scale(rating::SprtEstimate estimate, const rating::TwoEngines& numbers) {
  for (double* elo : {&estimate.elo, &estimate.low, &estimate.high}) *elo = numbers.from_score_elo(*elo);
  return estimate;
}

std::vector<SprtPlanRow> plan(const SprtAnswer& answer, double variance) {
  const double low = answer.settings.elo0;
  const double high = answer.settings.elo1;
  const rating::SprtSettings test = without_draws(answer.settings, answer.results);
  std::vector<SprtPlanRow> rows;
  for (const double elo : {2 * low - high, low, (low + high) / 2, high, 2 * high - low}) {
    // Converts `elo` like a bound of the test.
    rating::SprtSettings with_elo = answer.settings;
    with_elo.elo0 = elo;
    const double plain_elo = without_draws(with_elo, answer.results).elo0;
    rows.push_back({.elo = elo, .prospect = rating::prospect_at(test, plain_elo, variance, answer.unit)});
  }
  return rows;
}

std::string_view units_of(const SprtAnswer& answer) {
  return answer.unit == rating::Unit::game ? "games" : "pairs";
}

std::string rest_text(const SprtAnswer& answer) {
  if (answer.corrected) return "";
  return fmt::format(
      "To go: {} {} at the observed strength (H1 accepted with probability {}), at worst {}.\n",
      whole(answer.rest.units), units_of(answer), percent(answer.rest.pass_probability),
      whole(answer.worst_units));
}

Json json_of(const rating::Prospect& prospect) {
  return {{"pass_probability", number(prospect.pass_probability)}, {"units", number(prospect.units)}};
}

}  // namespace

SprtReport make_sprt_report(const rating::Sprt& test, const rating::Options& options) {
  SprtReport report{.settings = test.settings(),
                    .decision = test.decision(),
                    .ratio = test.ratio(),
                    .counted = test.counted(),
                    .voids = test.voids(),
                    .beyond = test.beyond(),
                    .repeats = test.repeats(),
                    .repeating = test.repeating()};
  const rating::Sample sample = rating::Sample::of(test.pairs());
  const rating::Moments seen = rating::moments(sample);
  const rating::SprtSettings plain = rating::without_draw_model(report.settings, test.games());
  report.numbers = rating::two_engines(test.table(), options);
  report.rest = rating::prospect(plain, {seen.mean, seen.variance, sample.unit}, report.ratio);
  if (report.counted > 0)
    report.likely =
        rating::forecast(plain, {seen.mean, seen.variance, sample.unit}, seen.units, report.ratio);
  report.worst_pairs = rating::worst_units(plain, seen.variance, sample.unit, report.ratio);
  if (report.decided()) report.corrected = on_scale(rating::estimate(sample, plain), report.numbers);
  return report;
}

MatchBlock block_of(const SprtReport& report) {
  return {.first = report.candidate,
          .second = report.baseline,
          .numbers = report.numbers,
          .test = SprtState{report.settings, report.ratio, report.decision, report.corrected},
          .left_out = {.repeated_pairs = report.repeats,
                       .void_pairs = report.voids,
                       .pairs_beyond = report.beyond},
          .conditions = report.conditions};
}

std::string headline(const SprtReport& report) {
  const char* word = faults_fail(report) || report.decision == rating::TestDecision::h0 ? "FAIL: "
                     : report.decision == rating::TestDecision::h1                      ? "PASS: "
                                                                                        : "";
  return fmt::format("{}{} against {}: {} after {}{}{}{}", word, report.candidate, report.baseline,
                     report.decided() ? sentence(report.decision) : "no verdict",
                     counted(report.counted, "pair"), report.repeating ? ", because the games repeat" : "",
                     faults_text(report.candidate, report.candidate_faults, report.candidate_fault),
                     faults_text(report.baseline, report.baseline_faults));
}

std::string progress(const SprtReport& report, std::optional<std::chrono::milliseconds> pair_time,
                     const Terminal& terminal) {
  const auto limits = rating::bounds(report.settings);
  std::string text = fmt::format("SPRT: LLR {} [{}, {}] {} ", decimal(report.ratio, 2),
                                 decimal(limits.lower, 2), decimal(limits.upper, 2), bar(report, terminal));
  if (report.decided())
    text += fmt::format("{} after {}", sentence(report.decision), counted(report.counted, "pair"));
  else if (report.repeating)
    text += "stopped, because the games repeat";
  else if (report.counted == 0)
    text += "no pair is over yet";
  else
    text += to_go(report, pair_time);
  return fitted(text, terminal.width, terminal);
}

std::string sprt_text(const SprtReport& report) {
  const MatchBlock block = block_of(report);
  const std::string notes = block_notes(block) + no_verdict_text(report);
  return headline(report) + "\n" + block_text(block) + (notes.empty() ? "" : "\n" + notes);
}

std::string sprt_json(const SprtReport& report) {
  const auto limits = rating::bounds(report.settings);
  Json json{{"format", "ebiri-sprt-run/1"},
            {"name", report.name},
            {"baseline", report.baseline},
            {"candidate", report.candidate},
            {"model", word(report.settings.model)},
            {"elo0", report.settings.elo0},
            {"elo1", report.settings.elo1},
            {"alpha", report.settings.alpha},
            {"beta", report.settings.beta},
            {"verdict", json_word(report.decision)},
            {"llr", number(report.ratio)},
            {"lower", number(limits.lower)},
            {"upper", number(limits.upper)},
            {"games", report.numbers.results()},
            {"pairs", report.numbers.pairs},
            {"counted", report.counted},
            {"most", report.most},
            {"voids", report.voids},
            {"beyond", report.beyond},
            {"repeats", report.repeats},
            {"ended", end_word(report)},
            {"match", block_json(block_of(report))},
            {"to_go", nullptr},
            {"after_stop", nullptr}};
  json["after_stop"] = json["match"]["test"]["after_stop"];
  json["match"].erase("test");
  if (!report.decided() && report.counted > 0) {
    json["to_go"] = {{"pass_probability", number(report.rest.pass_probability)},
                     {"pairs", number(report.rest.units)},
                     {"worst_pairs", number(report.worst_pairs)},
                     {"early_pairs", number(report.likely.early)},
                     {"late_pairs", number(report.likely.late)}};
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string junit_xml(const SprtReport& report, TestEnd end) {
  const std::string_view kind = element(report, end);
  const auto count = [&](std::string_view word) { return kind == word ? 1 : 0; };
  const int fault_cases = report.faults_fail ? 1 : 0, faulty = faults_fail(report) ? 1 : 0;
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n"
      "    <testcase classname=\"ebiri.sprt\" name=\"{}\">\n",
      escaped_markup(report.name), 1 + fault_cases, count("failure") + faulty, count("error"),
      count("skipped"), escaped_markup(report.candidate + " against " + report.baseline));
  if (!kind.empty())
    xml += fmt::format("      <{} message=\"{}\"/>\n", kind, escaped_markup(message(report, end)));
  xml += fmt::format("      <system-out>{}</system-out>\n", escaped_markup(sprt_text(report)));
  xml += "    </testcase>\n";
  if (fault_cases > 0)
    xml += fmt::format("    <testcase classname=\"ebiri.sprt\" name=\"{} plays without a fault\"{}>\n",
                       escaped_markup(report.candidate), faulty > 0 ? "" : "/");
  if (faulty > 0)
    xml += fmt::format("      <failure message=\"{}\"/>\n    </testcase>\n",
                       escaped_markup(message(report, end)));
  return xml + "  </testsuite>\n</testsuites>\n";
}

std::string github_annotation(const SprtReport& report, TestEnd end) {
  const char* command = report.decision == rating::TestDecision::h0 || faults_fail(report) ? "error"
                        : report.decision == rating::TestDecision::h1                      ? "notice"
                                                                                           : "warning";
  return fmt::format("::{} title=ebiri sprt::{}\n", command, escaped_message(message(report, end)));
}

std::string markdown_summary(const SprtReport& report, TestEnd end) {
  return fmt::format("### {}{}\n\n```\n{}```\n\n", headline(report),
                     end == TestEnd::interrupted ? ", interrupted" : "", sprt_text(report));
}

SprtAnswer sprt_answer(const rating::SprtSettings& settings, const SprtResults& results) {
  const rating::Sample sample = sample_of(results);
  const rating::Moments seen = rating::moments(sample);
  const rating::SprtSettings test = without_draws(settings, results);
  SprtAnswer answer{.settings = settings, .results = results, .unit = sample.unit};
  answer.ratio = rating::log_likelihood_ratio(sample, test);
  answer.verdict = rating::decision(settings, answer.ratio);
  answer.numbers = std::visit([](const auto& counts) { return rating::two_engines(counts); }, results);
  answer.rest = rating::prospect(test, {seen.mean, seen.variance, sample.unit}, answer.ratio);
  answer.worst_units = rating::worst_units(test, seen.variance, sample.unit, answer.ratio);
  if (answer.verdict != rating::TestDecision::undecided) answer.corrected = rating::estimate(sample, test);
  answer.plan = plan(answer, seen.variance);
  return answer;
}

std::string sprt_text(const SprtAnswer& answer) {
  const MatchBlock block = block_of(answer);
  std::string text = block_text(block) + "\n" + block_notes(block) + rest_text(answer);
  text +=
      fmt::format("\nA new test with these settings:\n{:>13}  {:>11}  {:>10}\n",
                  fmt::format("true {}", elo_name(answer.settings.model)), "H1 accepted", units_of(answer));
  for (const SprtPlanRow& row : answer.plan) {
    text += fmt::format("{:>13}  {:>11}  {:>10}\n", row.elo, percent(row.prospect.pass_probability),
                        whole(row.prospect.units));
  }
  return text;
}

std::string sprt_json(const SprtAnswer& answer) {
  const auto limits = rating::bounds(answer.settings);
  Json document{{"format", "ebiri-sprt/1"},
                {"model", word(answer.settings.model)},
                {"elo0", answer.settings.elo0},
                {"elo1", answer.settings.elo1},
                {"alpha", answer.settings.alpha},
                {"beta", answer.settings.beta},
                {"unit", answer.unit == rating::Unit::game ? "game" : "pair"}};
  std::visit([&](const auto& counts) { document["counts"] = counts; }, answer.results);
  document["llr"] = number(answer.ratio);
  document["lower"] = number(limits.lower);
  document["upper"] = number(limits.upper);
  document["verdict"] = json_word(answer.verdict);
  document["match"] = block_json(block_of(answer));
  document["to_go"] = nullptr;
  document["after_stop"] = document["match"]["test"]["after_stop"];
  document["match"].erase("test");
  if (!answer.corrected) {
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

}  // namespace ebiri::report
