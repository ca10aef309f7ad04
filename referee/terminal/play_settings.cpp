// Checks of the settings of a game at the terminal.
#include <fmt/format.h>

#include "referee/player/dialects/dialect.hpp"
#include "referee/rules/describe.hpp"
#include "referee/terminal/play_session.hpp"

namespace ebiri::terminal {

Result<void> check_start(const PlaySettings& settings) {
  const auto game = game_from(*settings.rules, settings.base.value_or(""));
  if (!game) return game.error();
  for (const std::string& move : settings.moves)
    if (const auto refused = rules::advance(**game, move)) return Error{refused->message};
  if (const auto outcome = (*game)->outcome()) return Error{"the game is over there: " + sentence(*outcome)};
  return {};
}

Result<void> check_dialects(const PlaySettings& settings) {
  for (const Seat& seat : settings.seats) {
    if (!seat.engine) continue;
    const auto& dialect = player::dialect(seat.engine->dialect);
    if (const auto problem = player::dialect_problem(dialect, *settings.rules); !problem.empty())
      return Error{fmt::format("`{}`: {}", seat.name(), problem)};
    if (settings.base && dialect.from_start_only)
      return Error{fmt::format("--from: the dialect of `{}` supports only games from the start position",
                               seat.name())};
  }
  return {};
}

}  // namespace ebiri::terminal
