#include "referee/report/two_engines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"
#include "referee/support/text.hpp"

namespace ebiri::report {

namespace {

using Json = nlohmann::ordered_json;
using rating::TwoEngines;
using Known = TwoEngines::Known;

std::optional<double> ratio(std::int64_t part, std::int64_t other) {
  if (other == 0) return std::nullopt;
  return static_cast<double>(part) / static_cast<double>(other);
}

// Ratios of numbers of opening pairs.
struct PairShares {
  std::optional<double> drawn;          // share of pairs with half of the points
  std::optional<double> won_to_lost;    // fastchess: PairsRatio
  std::optional<double> split_to_even;  // WL/DD: pairs with a win and a loss to pairs with two draws
};

PairShares shares_of(const TwoEngines& two) {
  const auto& [both_lost, lost, level, won, both_won] = two.pairs;
  PairShares shares{.drawn = ratio(level, two.pair_count()),
                    .won_to_lost = ratio(won + both_won, lost + both_lost)};
  if (two.known == Known::sides) shares.split_to_even = ratio(two.won_and_lost, level - two.won_and_lost);
  return shares;
}

// The ratio as a share of the bound on its side, negative towards H0, as in fastchess.
double llr_share(const SprtState& test) {
  const auto limits = rating::bounds(test.settings);
  return test.ratio >= 0 ? test.ratio / limits.upper : -test.ratio / limits.lower;
}

std::string elo_line(const TwoEngines& two) {
  const std::string elo =
      two.rated ? fmt::format("{}{} ± {} (95%: {} to {})", decimal(two.elo, 1), two.marked ? "*" : "",
                              decimal((two.interval.high - two.interval.low) / 2, 1),
                              decimal(two.interval.low, 1), decimal(two.interval.high, 1))
                : "-";
  return fmt::format("Elo   | {}   nElo {} ± {}   LOS {}\n", elo, decimal(two.normalised.value, 1),
                     decimal(two.normalised.error95, 1), two.rated ? percent(two.superiority) : "-");
}

std::string sprt_line(const SprtState& sprt) {
  const auto limits = rating::bounds(sprt.settings);
  return fmt::format("SPRT  | {} [{}, {}]  LLR {} ({}) ({}, {})  {}\n", elo_name(sprt.settings.model),
                     sprt.settings.elo0, sprt.settings.elo1, decimal(sprt.ratio, 2), percent(llr_share(sprt)),
                     decimal(limits.lower, 2), decimal(limits.upper, 2), verdict_text(sprt.decision));
}

std::string games_line(const TwoEngines& two) {
  std::string line = fmt::format("Games | N: {}", two.games());
  const auto& [lost, drawn, won] = two.results();
  if (two.known != Known::pairs) line += fmt::format("  W: {} L: {} D: {}", won, lost, drawn);
  if (two.games() > 0)
    line += fmt::format("   Points {} ({})", points_text(two.points()), percent(two.score()));
  if (two.known != Known::pairs && two.games() > 0)
    line += fmt::format("   Draws {}", percent(ratio(drawn, two.games())));
  return line + "\n";
}

std::string pairs_line(const TwoEngines& two) {
  if (two.pair_count() == 0) return "";
  const auto [drawn, won_to_lost, split_to_even] = shares_of(two);
  std::string line = fmt::format("Pairs | Ptnml [{}]   PairsRatio {}   DrawRatio {}",
                                 fmt::join(two.pairs, ", "), decimal(won_to_lost, 2), percent(drawn));
  if (two.known == Known::sides) line += fmt::format("   WL/DD {}", decimal(split_to_even, 2));
  return line + "\n";
}

std::string first_line(const MatchBlock& block) {
  const auto score = block.numbers.first_mover_score();
  if (!score) return "";
  return fmt::format("First | {} of points for first movers   {} {} as first, {} as second\n", percent(score),
                     printable(block.first, 60), percent(rating::score(block.numbers.as_first)),
                     percent(rating::score(block.numbers.as_second)));
}

// Rounded up to two significant digits.
std::string roughly(double games) {
  constexpr double limit = 1e9;
  if (games > limit) return "more than 1000000000";
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(games)) - 1));
  return "about " + decimal(std::ceil(games / unit) * unit, 0);
}

std::string further_line(const MatchBlock& block) {
  if (const auto pairs = block.pairs_to_precision(); pairs && *pairs >= 1)
    return fmt::format("At this variance, ±{:g} Elo needs {} more pairs.\n", *block.outlook.precision,
                       roughly(*pairs));
  const auto further = block.numbers.further_games();
  if (!block.numbers.rated || block.test) return "";  // a test has its own forecast
  if (!further) return "The ratings are equal: the number of games that would separate the two is unknown.\n";
  if (*further < 1) return "";
  return fmt::format("If the lead stays the same, {} more games make it significant (LOS 97.5%).\n",
                     roughly(*further));
}

std::string left_out_line(const LeftOut& left) {
  std::vector<std::string> parts;
  const auto list = [&](std::int64_t number, const char* what, const char* why) {
    if (number > 0) parts.push_back(counted(number, what) + why);
  };
  list(left.repeated_pairs, "repeated pair", "");
  list(left.repeated_games, "repeated game", " without a partner");
  list(left.pairs_beyond, "pair", " after the stop");
  list(left.void_pairs, "pair", " with a void game");
  list(left.void_games, "void game", "");
  return parts.empty() ? "" : "Not counted: " + join(parts, ", ") + ".\n";
}

std::string corrected_line(const std::optional<SprtState>& test) {
  if (!test || !test->corrected) return "";
  const rating::SprtEstimate& estimate = *test->corrected;
  return fmt::format("Corrected for early stopping: Elo {}, 95% from {} to {}, LOS {}.\n",
                     decimal(estimate.elo, 1), decimal(estimate.low, 1), decimal(estimate.high, 1),
                     percent(estimate.superiority));
}

// The interval that is valid at any time, on the scale of the block's Elo.
std::optional<rating::Interval> always_valid(const MatchBlock& block) {
  if (!block.outlook.always_valid) return std::nullopt;
  const auto elo = [&](double score) {
    if (score <= 0 || score >= 1) return (score - 0.5) * std::numeric_limits<double>::infinity();
    return block.numbers.from_score_elo(400 * std::log10(score / (1 - score)));
  };
  const auto& [engine, score, pairs] = *block.outlook.always_valid;
  return engine == block.first ? rating::Interval{elo(score.low), elo(score.high)}
                               : rating::Interval{elo(1 - score.high), elo(1 - score.low)};
}

// The same for texts; nothing while an end is infinite, as before the first pairs.
std::optional<rating::Interval> finite_always_valid(const MatchBlock& block) {
  const auto interval = always_valid(block);
  return interval && std::isfinite(interval->low) && std::isfinite(interval->high) ? interval : std::nullopt;
}

std::string always_valid_line(const MatchBlock& block) {
  const auto interval = finite_always_valid(block);
  if (!interval) return "";
  return fmt::format(
      "95% interval, valid at any time during the run: {:.1f} to {:.1f} Elo ({}, each with a new opening).\n",
      interval->low, interval->high, counted(block.outlook.always_valid->pairs, "pair"));
}

// By `rating::SprtModel`: its word in configs, and the unit of its `elo0` and `elo1`.
constexpr const char* models[] = {"normalized", "logistic", "bayesian"};
constexpr std::string_view units[] = {"nElo", "Elo", "BayesElo"};

Json test_json(const SprtState& test) {
  const auto limits = rating::bounds(test.settings);
  const bool decided = test.decision != rating::TestDecision::undecided;
  Json json{{"model", models[static_cast<std::size_t>(test.settings.model)]},
            {"elo0", test.settings.elo0},
            {"elo1", test.settings.elo1},
            {"alpha", test.settings.alpha},
            {"beta", test.settings.beta},
            {"llr", number(test.ratio)},
            {"lower", number(limits.lower)},
            {"upper", number(limits.upper)},
            {"verdict", decided ? verdict_text(test.decision).substr(0, 2) : "undecided"},
            {"after_stop", nullptr}};
  if (const auto& estimate = test.corrected; estimate)
    json["after_stop"] = {{"elo", number(estimate->elo)},
                          {"low", number(estimate->low)},
                          {"high", number(estimate->high)},
                          {"los", number(estimate->superiority)}};
  return json;
}

}  // namespace

std::string_view elo_name(rating::SprtModel model) { return units[static_cast<std::size_t>(model)]; }

std::string_view verdict_text(rating::TestDecision decision) {
  static constexpr std::string_view texts[] = {"undecided", "H0 accepted", "H1 accepted"};
  return texts[static_cast<std::size_t>(decision)];
}

std::string block_text(const MatchBlock& block) {
  const bool played = block.numbers.games() > 0;
  return (played ? elo_line(block.numbers) : "") + (block.test ? sprt_line(*block.test) : "") +
         games_line(block.numbers) + pairs_line(block.numbers) + first_line(block) +
         (block.conditions.empty() ? "" : fmt::format("Cond. | {}\n", block.conditions));
}

std::string block_notes(const MatchBlock& block) {
  std::string notes = always_valid_line(block) + corrected_line(block.test) + further_line(block) +
                      left_out_line(block.left_out);
  if (block.extended_from > 0 && !block.test)
    notes += fmt::format(
        "The run was extended from {} pairs. If its results were looked at before, the interval and LOS\n"
        "are too optimistic.\n",
        block.extended_from);
  return notes;
}

Json block_json(const MatchBlock& block) {
  const TwoEngines& two = block.numbers;
  const auto rated = [&](double value) { return two.rated ? number(value) : Json(nullptr); };
  const auto shares = shares_of(two);
  const auto& [lost, drawn, won] = two.results();
  const bool games = two.known != Known::pairs;
  Json json{{"format", "ebiri-two-engines/1"},
            {"first", block.first},
            {"second", block.second},
            {"elo", rated(two.elo)},
            {"low", rated(two.interval.low)},
            {"high", rated(two.interval.high)},
            {"error95", rated((two.interval.high - two.interval.low) / 2)},
            {"prior", two.marked},
            {"nelo", number(two.normalised.value)},
            {"nelo_error95", number(two.normalised.error95)},
            {"los", rated(two.superiority)},
            {"games", two.games()},
            {"wins", games ? Json(won) : Json(nullptr)},
            {"draws", games ? Json(drawn) : Json(nullptr)},
            {"losses", games ? Json(lost) : Json(nullptr)},
            {"points", number(two.points())},
            {"score", number(two.score())},
            {"draw_rate", games ? number(ratio(drawn, two.games())) : Json(nullptr)},
            {"pairs", two.pairs},
            {"pairs_ratio", number(shares.won_to_lost)},
            {"drawn_pairs", number(shares.drawn)},
            {"wl_dd", number(shares.split_to_even)},
            {"first_mover_score", number(two.first_mover_score())},
            {"score_first", number(two.known == Known::sides ? rating::score(two.as_first) : std::nullopt)},
            {"score_second", number(two.known == Known::sides ? rating::score(two.as_second) : std::nullopt)},
            {"further_games", number(two.further_games())},
            {"left_out",
             {{"repeated_pairs", block.left_out.repeated_pairs},
              {"repeated_games", block.left_out.repeated_games},
              {"pairs_beyond", block.left_out.pairs_beyond},
              {"void_pairs", block.left_out.void_pairs},
              {"void_games", block.left_out.void_games}}},
            {"extended_from", block.extended_from > 0 ? Json(block.extended_from) : Json(nullptr)},
            {"always_valid", nullptr},
            {"test", block.test ? test_json(*block.test) : Json(nullptr)}};
  if (const auto interval = always_valid(block))
    json["always_valid"] = {{"low", number(interval->low)},
                            {"high", number(interval->high)},
                            {"pairs", block.outlook.always_valid->pairs}};
  return json;
}

std::optional<double> MatchBlock::pairs_to_precision() const {
  if (!outlook.precision || !numbers.rated || numbers.marked) return std::nullopt;
  const auto [low, high] = numbers.interval;
  const double ratio = std::max(high - numbers.elo, numbers.elo - low) / *outlook.precision;
  return static_cast<double>(numbers.pair_count()) * std::max(0.0, ratio * ratio - 1);
}

std::string live_line(const MatchBlock& block, std::optional<std::chrono::milliseconds> pair_time) {
  const TwoEngines& two = block.numbers;
  if (!two.rated) return "";
  std::string line =
      fmt::format("{} - {}: {} Elo, 95%: {} to {}", printable(block.first, 60), printable(block.second, 60),
                  decimal(two.elo, 1), decimal(two.interval.low, 1), decimal(two.interval.high, 1));
  if (const auto interval = finite_always_valid(block))
    line += fmt::format(", 95% valid at any time: {:.1f} to {:.1f} ({})", interval->low, interval->high,
                        counted(block.outlook.always_valid->pairs, "pair"));
  if (const auto pairs = block.pairs_to_precision()) {
    line += fmt::format(", {1} more pairs to an error of {0:g} Elo", *block.outlook.precision,
                        roughly(std::max(1.0, *pairs)));
    if (pair_time) line += eta_text(*pairs * static_cast<double>(pair_time->count()));
  }
  return line;
}

std::string match_text(const Standings& standings) {
  if (!standings.match) return "";
  if (standings.meta.test) return sprt_text(*standings.meta.test) + always_valid_line(*standings.match);
  const MatchBlock& block = *standings.match;
  const std::string notes = block_notes(block);
  return fmt::format("{} against {}\n{}{}{}", printable(block.first, 256), printable(block.second, 256),
                     block_text(block), notes.empty() ? "" : "\n", notes);
}

}  // namespace ebiri::report
