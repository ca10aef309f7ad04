#include "referee/report/sprt_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "referee/report/numbers.hpp"
#include "referee/support/markup.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr int bar_cells = 12;

std::string elo_line(const rating::MatchElo& elo) {
  return fmt::format("Elo   | {} ± {} (95%)   nElo {} ± {}   LOS {}\n", decimal(elo.elo, 1),
                     decimal(elo.error95(), 1), decimal(elo.normalised, 1),
                     decimal(elo.normalised_error95, 1), percent(elo.superiority));
}

std::string sprt_line(const SprtState& sprt) {
  const auto limits = rating::bounds(sprt.settings);
  return fmt::format("SPRT  | {} [{}, {}]  LLR {} ({}, {})  {}\n", elo_name(sprt.settings.model),
                     sprt.settings.elo0, sprt.settings.elo1, decimal(sprt.ratio, 2), decimal(limits.lower, 2),
                     decimal(limits.upper, 2), sentence(sprt.decision));
}

std::string games_line(const PasteBlock& block) {
  if (!block.games && !block.pairs) return "";
  std::string line = "Games |";
  if (block.games) {
    const auto& [lost, drawn, won] = *block.games;
    line += fmt::format(" N: {}  W: {} L: {} D: {}", lost + drawn + won, won, lost, drawn);
  } else {
    line +=
        fmt::format(" N: {}", 2 * std::accumulate(block.pairs->begin(), block.pairs->end(), std::int64_t{0}));
  }
  if (block.pairs) line += fmt::format("   Ptnml [{}]", fmt::join(*block.pairs, ", "));
  return line + "\n";
}

std::string pairs_text(std::int64_t pairs) { return fmt::format("{} pair{}", pairs, pairs == 1 ? "" : "s"); }

// Pairs are played to the end.
std::string whole(double pairs) { return decimal(std::ceil(pairs), 0); }

// Where the ratio stands between its bounds.
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
  std::string text = fmt::format("H1 {}  ~{} pairs to go (worst {})", percent(report.rest.pass_probability),
                                 whole(report.rest.units), whole(report.worst_pairs));
  if (report.most > 0)
    text += fmt::format(", at most {}", std::max<std::int64_t>(0, report.most - report.counted));
  if (!pair_time) return text;
  double pairs = std::ceil(report.rest.units);
  if (report.most > 0) pairs = std::min(pairs, static_cast<double>(report.most - report.counted));
  const double left = std::max(0.0, pairs) * static_cast<double>(pair_time->count());
  return text + "  ETA " +
         clock_text(std::chrono::milliseconds{static_cast<std::int64_t>(std::min(left, 1e15))});
}

std::string estimate_line(const SprtReport& report) {
  if (!report.after_stop) return "";
  const auto& estimate = *report.after_stop;
  return fmt::format(
      "After the stop: Elo {}, 95% from {} to {}, LOS {}. The Elo above takes no account of when the\n"
      "test stopped, and exaggerates.\n",
      decimal(estimate.elo, 1), decimal(estimate.low, 1), decimal(estimate.high, 1),
      percent(estimate.superiority));
}

std::string uncounted_line(const SprtReport& report) {
  std::vector<std::string> parts;
  if (report.beyond > 0) parts.push_back(pairs_text(report.beyond) + " beyond the stop");
  if (report.voids > 0) parts.push_back(pairs_text(report.voids) + " with a void game");
  return parts.empty() ? "" : "Not counted: " + join(parts, ", ") + ".\n";
}

// The message of a workflow command ends with its line.
std::string escaped_message(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else
      result += c;
  }
  return result;
}

std::string message(const SprtReport& report, TestEnd end) {
  const auto limits = rating::bounds(report.settings);
  return fmt::format("{}{}: LLR {} ({}, {}), Elo {} ± {}", headline(report),
                     end == TestEnd::broken_off ? ", broken off" : "", decimal(report.ratio, 2),
                     decimal(limits.lower, 2), decimal(limits.upper, 2), decimal(report.elo.elo, 1),
                     decimal(report.elo.error95(), 1));
}

// The element that says how it ended; a test case without one has passed.
std::string_view element(const SprtReport& report, TestEnd end) {
  if (report.decision == rating::TestDecision::h1) return "";
  if (report.decision == rating::TestDecision::h0) return "failure";
  return end == TestEnd::broken_off ? "error" : "skipped";
}

}  // namespace

std::string_view word(rating::SprtModel model) {
  switch (model) {
    case rating::SprtModel::normalized:
      return "normalized";
    case rating::SprtModel::logistic:
      return "logistic";
    case rating::SprtModel::bayesian:
      return "bayesian";
  }
  return "unknown";
}

std::string_view elo_name(rating::SprtModel model) {
  switch (model) {
    case rating::SprtModel::normalized:
      return "nElo";
    case rating::SprtModel::logistic:
      return "Elo";
    case rating::SprtModel::bayesian:
      return "BayesElo";
  }
  return "unknown";
}

std::string_view sentence(rating::TestDecision decision) {
  switch (decision) {
    case rating::TestDecision::undecided:
      return "undecided";
    case rating::TestDecision::h0:
      return "H0 accepted";
    case rating::TestDecision::h1:
      return "H1 accepted";
  }
  return "unknown";
}

std::string paste_block(const PasteBlock& block) {
  return elo_line(block.elo) + (block.sprt ? sprt_line(*block.sprt) : "") + games_line(block) +
         (block.conditions.empty() ? "" : fmt::format("Cond. | {}\n", block.conditions));
}

SprtReport make_sprt_report(const rating::Sprt& test) {
  SprtReport report{.settings = test.settings(),
                    .decision = test.decision(),
                    .ratio = test.ratio(),
                    .games = test.games(),
                    .pairs = test.pairs(),
                    .counted = test.counted(),
                    .voids = test.voids(),
                    .beyond = test.beyond()};
  const rating::Sample sample = rating::Sample::of(report.pairs);
  const rating::Moments seen = rating::moments(sample);
  const rating::SprtSettings plain = rating::without_draw_model(report.settings, report.games);
  report.elo = rating::match_elo(sample);
  report.rest = rating::prospect(plain, {seen.mean, seen.variance, sample.unit}, report.ratio);
  report.worst_pairs = rating::worst_units(plain, seen.variance, sample.unit, report.ratio);
  if (report.decided()) report.after_stop = rating::estimate(sample, plain);
  return report;
}

std::string headline(const SprtReport& report) {
  return fmt::format("{} against {}: {} after {}", report.candidate, report.baseline,
                     report.decided() ? sentence(report.decision) : "no verdict", pairs_text(report.counted));
}

std::string progress(const SprtReport& report, std::optional<std::chrono::milliseconds> pair_time,
                     const Terminal& terminal) {
  const auto limits = rating::bounds(report.settings);
  std::string text = fmt::format("SPRT: LLR {} [{}, {}] {} ", decimal(report.ratio, 2),
                                 decimal(limits.lower, 2), decimal(limits.upper, 2), bar(report, terminal));
  if (report.decided())
    text += fmt::format("{} after {}", sentence(report.decision), pairs_text(report.counted));
  else if (report.counted == 0)
    text += "no pair is over yet";
  else
    text += to_go(report, pair_time);
  return fitted(text, terminal.width, terminal);
}

std::string sprt_text(const SprtReport& report) {
  PasteBlock block{.elo = report.elo,
                   .sprt = SprtState{report.settings, report.ratio, report.decision},
                   .games = report.games,
                   .pairs = report.pairs,
                   .conditions = report.conditions};
  const std::string notes = estimate_line(report) + uncounted_line(report);
  return headline(report) + "\n" + paste_block(block) + (notes.empty() ? "" : "\n" + notes);
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
            {"verdict", report.decision == rating::TestDecision::h1   ? "H1"
                        : report.decision == rating::TestDecision::h0 ? "H0"
                                                                      : "undecided"},
            {"llr", number(report.ratio)},
            {"lower", number(limits.lower)},
            {"upper", number(limits.upper)},
            {"games", report.games},
            {"pairs", report.pairs},
            {"counted", report.counted},
            {"most", report.most},
            {"voids", report.voids},
            {"beyond", report.beyond},
            {"match",
             {{"elo", number(report.elo.elo)},
              {"low", number(report.elo.low)},
              {"high", number(report.elo.high)},
              {"nelo", number(report.elo.normalised)},
              {"nelo_error95", number(report.elo.normalised_error95)},
              {"los", number(report.elo.superiority)}}},
            {"to_go", nullptr},
            {"after_stop", nullptr}};
  if (report.after_stop) {
    json["after_stop"] = {{"elo", number(report.after_stop->elo)},
                          {"low", number(report.after_stop->low)},
                          {"high", number(report.after_stop->high)},
                          {"los", number(report.after_stop->superiority)}};
  } else if (report.counted > 0) {
    json["to_go"] = {{"pass_probability", number(report.rest.pass_probability)},
                     {"pairs", number(report.rest.units)},
                     {"worst_pairs", number(report.worst_pairs)}};
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string junit_xml(const SprtReport& report, TestEnd end) {
  const std::string_view kind = element(report, end);
  const auto count = [&](std::string_view word) { return kind == word ? 1 : 0; };
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuites>\n"
      "  <testsuite name=\"{}\" tests=\"1\" failures=\"{}\" errors=\"{}\" skipped=\"{}\">\n"
      "    <testcase classname=\"ebiri.sprt\" name=\"{}\">\n",
      escaped_markup(report.name), count("failure"), count("error"), count("skipped"),
      escaped_markup(report.candidate + " against " + report.baseline));
  if (!kind.empty())
    xml += fmt::format("      <{} message=\"{}\"/>\n", kind, escaped_markup(message(report, end)));
  xml += fmt::format("      <system-out>{}</system-out>\n", escaped_markup(sprt_text(report)));
  return xml + "    </testcase>\n  </testsuite>\n</testsuites>\n";
}

std::string github_annotation(const SprtReport& report, TestEnd end) {
  const char* command = report.decision == rating::TestDecision::h1   ? "notice"
                        : report.decision == rating::TestDecision::h0 ? "error"
                                                                      : "warning";
  return fmt::format("::{} title=ebiri sprt::{}\n", command, escaped_message(message(report, end)));
}

std::string markdown_summary(const SprtReport& report, TestEnd end) {
  return fmt::format("### {}{}\n\n```\n{}```\n\n", headline(report),
                     end == TestEnd::broken_off ? ", broken off" : "", sprt_text(report));
}

}  // namespace ebiri::report
