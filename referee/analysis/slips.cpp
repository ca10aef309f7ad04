#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "referee/analysis/analysis.hpp"
#include "referee/support/text.hpp"

namespace ebiri::analysis {

namespace {

// A sort key that puts the worst slip first.
auto sort_key(const Slip& slip) {
  return std::tuple{-slip.loss.points, -slip.loss.seeds, slip.game, slip.attempt, slip.ply};
}

Slip slip_of(const GameAnalysis& game, std::size_t ply) {
  return {.engine = game.plies[ply].side == rules::Side::south ? game.south : game.north,
          .game = game.game,
          .attempt = game.attempt,
          .ply = game.opening + static_cast<int>(ply) + 1,
          .move = game.moves[ply],
          .better = game.positions[ply].best,
          .loss = game.plies[ply].loss};
}

// Empty if no better move is known.
std::string advice(const Slip& slip) {
  if (slip.better.empty() || slip.better == slip.move) return {};
  return fmt::format("; {} was better", printable(slip.better, 60));
}

}  // namespace

std::vector<Slip> worst_moves(const std::vector<GameAnalysis>& games, std::string_view variant,
                              std::size_t max_each) {
  const Scale& scale = scale_of(variant);
  std::map<std::string, std::vector<Slip>> by_engine;
  for (const GameAnalysis& game : games)
    for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
      if (mark(game.plies[ply].loss, scale) < Mark::mistake) continue;
      Slip slip = slip_of(game, ply);
      by_engine[slip.engine].push_back(std::move(slip));
    }
  std::vector<Slip> worst;
  for (auto& [engine, slips] : by_engine) {
    std::ranges::sort(slips, {}, sort_key);
    slips.resize(std::min(slips.size(), max_each));
    std::ranges::move(slips, std::back_inserter(worst));
  }
  std::ranges::sort(worst, {}, sort_key);
  return worst;
}

std::optional<Slip> losing_move(const GameAnalysis& game, match::Verdict::Result result,
                                std::string_view variant) {
  using enum rules::Outcome::Kind;
  if (result != south_wins && result != north_wins) return {};
  const auto loser = result == south_wins ? rules::Side::north : rules::Side::south;
  const auto& end = game.positions.back().value;  // after a fault or a resignation the loser may be ahead
  if (end && points(*end, loser, scale_of(variant)) >= 0.5) return {};
  for (std::size_t ply = game.plies.size(); ply-- > 0;) {
    const auto& before = game.positions[ply].value;
    if (!before || points(*before, loser, scale_of(variant)) < 0.5) continue;
    return game.plies[ply].side == loser ? std::optional{slip_of(game, ply)} : std::nullopt;
  }
  return {};
}

std::string losing_text(const GameAnalysis& game, match::Verdict::Result result, std::string_view variant) {
  const auto slip = losing_move(game, result, variant);
  if (!slip) return {};
  std::string text = fmt::format("{} fell behind for good at ply {} with {}{}\n", printable(slip->engine, 64),
                                 slip->ply, printable(slip->move, 60), advice(*slip));
  Slip worst = *slip;  // a move in a lost game can lose more seeds
  for (std::size_t ply = static_cast<std::size_t>(slip->ply - game.opening); ply < game.plies.size(); ++ply) {
    const Slip later = slip_of(game, ply);
    if (later.engine == slip->engine && later.loss.seeds > worst.loss.seeds) worst = later;
  }
  if (worst.ply > slip->ply)
    text += fmt::format("its largest loss came after that: {:.1f} seeds at ply {} with {}{}\n",
                        worst.loss.seeds, worst.ply, printable(worst.move, 60), advice(worst));
  return text;
}

std::string loss_text(const GameAnalysis& game, std::size_t ply) {
  const int win = game.plies[ply].side == rules::Side::south ? 1 : -1;
  if (game.positions[ply + 1].value->result == -win) return "loses the game";
  if (game.positions[ply].value->result == win) return "misses a win";
  return fmt::format("loses {:.1f} seeds", game.plies[ply].loss.seeds);
}

std::string values_text(const GameAnalysis& game, std::string_view variant) {
  const Scale& scale = scale_of(variant);
  std::string text = fmt::format(
      "value: south's lead in seeds after the move; `!` marks an exact value\n"
      "a move's loss compares it with the engine's choice, searched equally deep, so the values need "
      "not differ by it\n"
      "a lead above {0:.1f} seeds counts as {0:.1f}\n",
      largest_lead(scale));
  double change = 0;
  int own_choices = 0;
  for (std::size_t ply = 0; ply < game.plies.size(); ++ply) {
    const Position &from = game.positions[ply], &to = game.positions[ply + 1];
    if (game.plies[ply].why != Judged::Why::judged || from.best != game.moves[ply]) continue;
    if (!from.value || !to.value || from.value->result || to.value->result) continue;
    change += std::abs(to.value->seeds - from.value->seeds);
    ++own_choices;
  }
  if (own_choices == 0 || change / own_choices < scale.inaccuracy) return text;
  return text + fmt::format(
                    "the value changes by {:.1f} seeds on average after the engine's own choices, so "
                    "smaller losses are uncertain; a higher --limit judges better\n",
                    change / own_choices);
}

}  // namespace ebiri::analysis
