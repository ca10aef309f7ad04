#include "referee/cli/forecast.hpp"

#include <fmt/format.h>

#include "referee/tournament/forecast.hpp"

namespace ebiri::cli {

namespace {

std::string range(tournament::Bounds bounds) {
  if (bounds.least == bounds.most) return fmt::format("{}", bounds.most);
  return fmt::format("{} to {}", bounds.least, bounds.most);
}

void print_schedule(const Arena& arena, const tournament::Schedule& schedule) {
  for (const tournament::Pairing& pairing : schedule) {
    const match::Opening& opening = arena.openings[static_cast<std::size_t>(pairing.opening) - 1];
    std::string text = opening.base.value_or("");
    for (const std::string& move : opening.moves) text += (text.empty() ? "" : " ") + move;
    fmt::print("#{} pair {}  {} vs {}  opening {}{}\n", pairing.game, pairing.pair, pairing.south,
               pairing.north, opening.name, text.empty() ? "" : " (" + text + ")");
  }
}

void print_rounds(const tournament::Tournament& tournament, const tournament::Forecast& forecast) {
  if (tournament.course().complete) return;
  fmt::print("… what follows depends on results\n");
  for (const auto& round : forecast.rounds) fmt::print("{}: {} games\n", round.title, range(round.games));
}

void print_error(tournament::Bounds games) {
  std::string text =
      fmt::format("±{:.0f} Elo after {} games", tournament::expected_error(games.most), games.most);
  if (games.least == 0)
    text += ", none without a game";
  else if (games.least != games.most)
    text += fmt::format(", ±{:.0f} after {}", tournament::expected_error(games.least), games.least);
  fmt::print(
      "error of a rating to be expected (95 %): {}; for equal engines, {:.0f} % draws, fair openings\n", text,
      100 * tournament::assumed_draws);
}

}  // namespace

void print_forecast(const Arena& arena, const tournament::Tournament& tournament) {
  const auto forecast = tournament::forecast(tournament.plan());
  const bool known = tournament.course().complete;
  const std::size_t planned = tournament.schedule().size();
  fmt::print("{}\n", describe(tournament.plan()));
  print_schedule(arena, tournament.schedule());
  print_rounds(tournament, forecast);
  fmt::print("{} games, {} of them played; {} at a time; limit {}\n",
             known ? fmt::format("{}", planned) : range(forecast.games), tournament.over(),
             placement(arena.settings).slots, match::describe(arena.settings.limit));
  print_error(forecast.games_of_an_engine);
}

}  // namespace ebiri::cli
