#include "referee/match/adjudication.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ebiri::match {

using rules::Side;

Adjudicator::Adjudicator(const Adjudication& criteria, const rules::Game& start,
                         std::shared_ptr<const rules::ExactEnds> ends)
    : criteria_(criteria),
      ends_(std::move(ends)) {
  if (criteria_.cycle) ++seen_[start.position()];
}

std::optional<Decision> Adjudicator::after(const rules::Game& game, Side mover,
                                           const player::Thought& thought) {
  count(streaks(mover), thought);
  auto decision = by_majority(game);
  if (!decision) decision = by_tables(game);
  if (!decision) decision = by_resign();
  if (!decision) decision = by_draw(game);
  if (!decision) decision = by_cycle(game);
  if (!decision) decision = by_plies(game);
  return decision;
}

void Adjudicator::count(Streaks& streaks, const player::Thought& thought) const {
  const bool known = thought.score && thought.score_in_seeds;
  const double score = thought.score.value_or(0);
  const auto count_if = [&](int& streak, bool holds) { streak = known && holds ? streak + 1 : 0; };
  if (criteria_.resign) {
    count_if(streaks.lost, score <= -criteria_.resign->score);
    count_if(streaks.won, score >= criteria_.resign->score);
  }
  if (criteria_.draw) count_if(streaks.level, std::abs(score) <= criteria_.draw->score);
}

std::optional<Decision> Adjudicator::by_majority(const rules::Game& game) const {
  if (!criteria_.majority) return std::nullopt;
  const auto winner = majority_holder(game);
  if (!winner) return std::nullopt;
  return Decision{
      winner, std::string{majority_rule},
      fmt::format("{} has captured {} of {} seeds", rules::name(*winner), game.score(*winner), game.seeds())};
}

std::optional<Decision> Adjudicator::by_tables(const rules::Game& game) const {
  const auto end = ends_ ? ends_->bounds(game) : std::nullopt;
  if (!end) return std::nullopt;
  const auto decided = [&](std::optional<Side> winner) {
    const std::string south =
        end->least == end->most ? std::to_string(end->least) : fmt::format("{} to {}", end->least, end->most);
    return Decision{winner, std::string{table_rule},
                    fmt::format("with best play south gets {} of {} seeds", south, game.seeds())};
  };
  if (2 * end->least > game.seeds()) return decided(Side::south);
  if (2 * end->most < game.seeds()) return decided(Side::north);
  if (2 * end->least == game.seeds() && end->least == end->most) return decided(std::nullopt);
  return std::nullopt;
}

std::optional<Decision> Adjudicator::by_resign() {
  if (!criteria_.resign) return std::nullopt;
  const auto& [score, moves, two_sided] = *criteria_.resign;
  for (const Side loser : {Side::south, Side::north}) {
    const Side winner = rules::opponent(loser);
    if (streaks(loser).lost < moves || (two_sided && streaks(winner).won < moves)) continue;
    const auto agrees =
        two_sided ? fmt::format(", {}'s were at least {}", rules::name(winner), score) : std::string{};
    return Decision{winner, std::string{resign_rule},
                    fmt::format("{}'s own scores were at most -{} seeds for {} moves{}", rules::name(loser),
                                score, moves, agrees)};
  }
  return std::nullopt;
}

std::optional<Decision> Adjudicator::by_draw(const rules::Game& game) {
  if (!criteria_.draw || game.plies() < criteria_.draw->from_ply) return std::nullopt;
  const auto& [score, moves, from_ply] = *criteria_.draw;
  if (std::min(streaks(Side::south).level, streaks(Side::north).level) < moves) return std::nullopt;
  return Decision{std::nullopt, std::string{draw_rule},
                  fmt::format("both sides' scores were within {} seeds of 0 for {} moves each, at ply {}",
                              score, moves, game.plies())};
}

std::optional<Decision> Adjudicator::by_cycle(const rules::Game& game) {
  if (!criteria_.cycle || ++seen_[game.position()] < *criteria_.cycle) return std::nullopt;
  return cut_off(game, cycle_rule, fmt::format("the position occurred {} times", *criteria_.cycle));
}

std::optional<Decision> Adjudicator::by_plies(const rules::Game& game) const {
  if (!criteria_.max_plies || game.plies() < *criteria_.max_plies) return std::nullopt;
  return cut_off(game, ply_cap, fmt::format("{} plies were played", game.plies()));
}

Decision Adjudicator::cut_off(const rules::Game& game, std::string_view reason, std::string detail) const {
  detail += fmt::format(", the seeds were {}-{}", game.score(Side::south), game.score(Side::north));
  return {criteria_.cut_off.value_or(CutOff::leader) == CutOff::leader ? leader(game) : std::nullopt,
          std::string{reason}, std::move(detail)};
}

std::optional<Side> leader(const rules::Game& game) {
  const int lead = game.score(Side::south) - game.score(Side::north);
  if (lead == 0) return std::nullopt;
  return lead > 0 ? Side::south : Side::north;
}

std::optional<Side> majority_holder(const rules::Game& game) {
  // Kalah's second player may take over the first player's side.
  constexpr std::string_view swap_move = "swap";
  const auto first = leader(game);
  if (!first || 2 * game.score(*first) <= game.seeds()) return std::nullopt;
  const auto moves = game.legal_moves();
  if (std::ranges::find(moves, swap_move) != moves.end()) return std::nullopt;
  return first;
}

}  // namespace ebiri::match
