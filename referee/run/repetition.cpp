#include "referee/run/repetition.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace ebiri::run {

bool repeats_itself(player::Player& player, const Arena& arena, player::Budget budget) {
  constexpr std::size_t max_openings = 4;
  const tournament::Settings& settings = arena.settings;
  const auto end = std::chrono::steady_clock::now() + settings.start_limit;
  budget.hard_limit = settings.start_limit;
  if (settings.dispute) budget.busy_limit = settings.busy_limit;
  const auto move = [&](const match::Opening& opening, std::uint64_t seed) -> std::optional<std::string> {
    const auto ready = player.begin(player::brief_of(*arena.rules, seed));
    if (!std::holds_alternative<player::Ready>(ready)) return std::nullopt;
    const auto reply = player.ask({.base = opening.base, .moves = opening.moves}, budget);
    const auto* answer = std::get_if<player::Answer>(&reply);
    return answer != nullptr ? std::optional{answer->move} : std::nullopt;
  };
  for (std::size_t k = 0; k < std::min(max_openings, arena.openings.size()); ++k) {
    const match::Opening opening = arena.openings[k];
    const auto once = move(opening, 1), again = move(opening, 2);
    if (!once || once != again || std::chrono::steady_clock::now() > end) return false;
  }
  return true;
}

}  // namespace ebiri::run
