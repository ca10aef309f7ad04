#include "referee/run/forecast.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "referee/rating/sprt_design.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/resume.hpp"
#include "referee/run/slots.hpp"
#include "referee/tournament/forecast.hpp"

namespace ebiri::run {

namespace {

std::string range(tournament::Bounds bounds) {
  if (bounds.least == bounds.most) return fmt::format("{}", bounds.most);
  return fmt::format("{} to {}", bounds.least, bounds.most);
}

std::string schedule_text(const Arena& arena, const tournament::Schedule& schedule, std::size_t shown) {
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    const tournament::Pairing pairing = schedule[i];
    const match::Opening opening = arena.openings[static_cast<std::size_t>(pairing.opening) - 1];
    std::string moves = opening.base.value_or("");
    for (const std::string& move : opening.moves) moves += (moves.empty() ? "" : " ") + move;
    text += fmt::format("#{} pair {}  {} vs {}  opening {}{}\n", pairing.game, pairing.pair, pairing.south,
                        pairing.north, opening.name, moves.empty() ? "" : " (" + moves + ")");
  }
  return text;
}

std::string later_rounds_text(const tournament::Tournament& tournament,
                              const tournament::Forecast& forecast) {
  if (tournament.course().complete) return "";
  std::string text = "… later rounds depend on results\n";
  for (const auto& round : forecast.rounds)
    text += fmt::format("{}: {} games\n", round.title, range(round.games));
  return text;
}

constexpr std::size_t shown_games_of_a_test = 6;

// The variance of the scores of opening pairs, for equal engines and the assumed draw rate.
constexpr double pair_variance = (1 - tournament::assumed_draws) / 4 / 2;

// The length of a test that is not cut off at `most` pairs.
std::string length_text(const rating::SprtSettings& settings, double elo, int most) {
  const auto unit = rating::Unit::opening_pair;
  const double mean = rating::score_of(settings.model, elo, pair_variance, unit);
  const rating::UnitScore truth{.mean = mean, .variance = pair_variance, .unit = unit};
  const auto expected = rating::prospect(settings, truth);
  const double long_one = std::ceil(rating::units_within(settings, truth, 0.95));
  return fmt::format("{:.0f} opening pairs, 95 % of tests within {:.0f}{}; {:.1f} % accept H1",
                     std::ceil(expected.units), long_one, long_one > most ? " if `pairs` allowed them" : "",
                     100 * expected.pass_probability);
}

// The same test in a model that knows no draws.
rating::SprtSettings without_draws(const rating::SprtSettings& test) {
  const auto draws = static_cast<std::int64_t>(1000 * tournament::assumed_draws);
  return rating::without_draw_model(test, {(1000 - draws) / 2, draws, (1000 - draws) / 2});
}

std::string test_text(const tournament::Plan& plan) {
  const tournament::TestSettings& test = *plan.sprt;
  const std::string_view unit = report::elo_name(test.model);
  const auto plain = without_draws(test);
  std::string text = fmt::format(
      "test of {} against {}: {} {:g} or {:g}, alpha {:g}, beta {:g}; at most {} opening pairs\n",
      test.candidate, test.baseline, unit, test.elo0, test.elo1, test.alpha, test.beta, plan.pairs);
  const auto add = [&](std::string_view where, double elo, double plain_elo) {
    text += fmt::format("  {:<9} {} {:g}: {}\n", where, unit, elo, length_text(plain, plain_elo, plan.pairs));
  };
  add("at H0", test.elo0, plain.elo0);
  add("half-way", (test.elo0 + test.elo1) / 2, (plain.elo0 + plain.elo1) / 2);
  add("at H1", test.elo1, plain.elo1);
  return text +
         fmt::format(
             "expected lengths with {:.0f} % draws and fair openings; real tests are a few percent longer\n",
             100 * tournament::assumed_draws);
}

std::string error_text(tournament::Bounds games) {
  std::string text =
      fmt::format("±{:.0f} Elo after {} games", tournament::expected_error(games.most), games.most);
  if (games.least == 0)
    text += ", and no rating without games";
  else if (games.least != games.most)
    text += fmt::format(", ±{:.0f} after {}", tournament::expected_error(games.least), games.least);
  return fmt::format(
      "expected error of a rating (95 %): {}; for equal engines, {:.0f} % draws, fair openings\n", text,
      100 * tournament::assumed_draws);
}

// The conditions that end a run with `stop`.
std::string precision_text(const tournament::Plan& plan) {
  const double precision = plan.stop->precision;
  std::string text = fmt::format("ends at ±{:g} Elo", precision);
  if (plan.stop->superiority)
    text += fmt::format(", at a likelihood of superiority of {:g}", *plan.stop->superiority);
  text += fmt::format(", or after {} openings", plan.pairs);
  if (plan.engines.size() == 2) {
    const double pairs = std::ceil(std::pow(tournament::expected_error(2) / precision, 2));
    text += fmt::format("; two equal engines need about {:.0f} opening pairs",
                        std::max(pairs, static_cast<double>(plan.stop->min_pairs)));
  }
  return text + "\n";
}

std::string forecast_text(const Arena& arena, const tournament::Tournament& tournament) {
  const auto forecast = tournament::forecast(tournament.plan());
  const bool known = tournament.course().complete;
  const std::size_t planned = tournament.schedule().size();
  const bool test = tournament.plan().sprt.has_value();
  const std::size_t shown = test ? std::min(planned, shown_games_of_a_test) : planned;
  std::string text = describe(tournament.plan()) + "\n" + schedule_text(arena, tournament.schedule(), shown);
  if (shown < planned) text += "… and so on, until there is a verdict\n";
  text += later_rounds_text(tournament, forecast);
  text += fmt::format("{}{} games, {} of them played; {} at a time; limit {}\n", test ? "at most " : "",
                      known ? fmt::format("{}", planned) : range(forecast.games), tournament.over(),
                      placement(arena.settings).slots, match::describe(arena.settings.limit));
  if (tournament.plan().stop) text += precision_text(tournament.plan());
  return text + (test ? test_text(tournament.plan()) : error_text(forecast.games_of_an_engine));
}

}  // namespace

std::string short_book_warning(const Arena& arena) {
  if (arena.pairs_asked_for == 0) return "";
  const double worst_pairs =
      rating::worst_units(without_draws(*arena.settings.sprt), pair_variance, rating::Unit::opening_pair);
  return fmt::format(
      "warning: there are {} openings, but `pairs` is {}; a test uses each opening once, so it may end "
      "without a verdict after {} pairs: a verdict may need {:.0f}",
      arena.settings.pairs, arena.pairs_asked_for, arena.settings.pairs, std::ceil(worst_pairs));
}

Result<std::string> forecast(Arena& arena, const RunFolder& folder, PlayedBefore games,
                             const Observers& observers) {
  find_missing_isolation(arena);
  if (const auto warning = short_book_warning(arena); !warning.empty()) observers.warn(warning);
  record::Digest played;
  if (games == PlayedBefore::counted && exists(status_of(folder.journal()))) {
    auto digest = record::read_digest(folder.journal());
    if (!digest) return digest.error();
    observers.warn(describe_rejected(folder.journal(), *digest, "left out"));
    if (auto fit = may_continue(folder, *digest, arena); !fit) return fit.error();
    played = std::move(*digest);
  }
  complete_cores(arena.settings, played.plans);
  played.plans.push_back(plan_info(arena));
  const auto tournament = tournament_of(played.plans, played.games);
  if (!tournament) return tournament.error();
  return forecast_text(arena, *tournament);
}

}  // namespace ebiri::run
