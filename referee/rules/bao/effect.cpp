// What a move of Bao does, in words.
#include <fmt/format.h>

#include "referee/rules/bao/bao.hpp"
#include "referee/rules/bao/notation.hpp"

namespace ebiri::rules::bao {

namespace {

std::string many(int count, std::string_view thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string_view to_hand(const Move& move) {
  return typed(move).hand == Hand::left ? "to the left" : "to the right";
}

std::string start_text(const Position& position, const Move& move) {
  const std::string pit = pit_name(move.pit);
  const int seeds = position.ring(position.mover).seeds(move.pit);
  switch (move.kind) {
    case Move::Kind::namua_capture:
      return fmt::format("namua: introduces 1 into {}", pit);
    case Move::Kind::namua_takasa:
      return fmt::format("namua takasa: adds 1 to {} and sows {} {}", pit, seeds + 1, to_hand(move));
    case Move::Kind::tax:
      return fmt::format("namua takasa: adds 1 to the house {} and taxes it, sows 2 {}", pit, to_hand(move));
    case Move::Kind::mtaji_capture:
      return fmt::format("mtaji: sows {} from {} {}", seeds, pit, to_hand(move));
    case Move::Kind::mtaji_takasa:
      return fmt::format("takasa: sows {} from {} {}", seeds, pit, to_hand(move));
  }
  __builtin_unreachable();
}

/// `captures 3 from north's A4, sown from the left kichwa, 1 from A2, from the left`
std::string captures_text(const Turn& turn, Side victim) {
  std::string text;
  for (const Turn::Captured& taken : turn.captures()) {
    const std::string pit = pit_name(taken.pit);
    const std::string_view side = taken.kichwa == left_kichwa ? "left" : "right";
    text += text.empty() ? fmt::format("captures {} from {}'s {}, sown from the {} kichwa", taken.seeds,
                                       name(victim), pit, side)
                         : fmt::format(", {} from {}, sown from the {}", taken.seeds, pit, side);
  }
  return text;
}

std::string_view house_text(const Move& move, const Turn& turn) {
  if (move.plays_house) return "plays the house";
  const bool stops = turn.state() == Turn::State::at_house || turn.state() == Turn::State::stopped;
  return stops ? "stops at the house" : "";
}

std::string taxed_text(const Position& after) {
  std::string text;
  if (after.blocked != no_pit)
    text = fmt::format("blocks {}'s {}", name(after.mover), pit_name(after.blocked));
  return text;
}

std::string ending_text(const Position& after) {
  const std::string_view played = name(opponent(after.mover));
  const std::string_view next = name(after.mover);
  switch (after.ending) {
    case Ending::none:
      return "";
    case Ending::front_row:
      return fmt::format("wins, {}'s front row is empty", next);
    case Ending::immobile:
      return fmt::format("wins, {} has no two seeds in a pit", next);
    case Ending::no_moves:
      return fmt::format("wins, {} has no move", next);
    case Ending::own_front_row:
      return fmt::format("loses, {}'s front row is empty", played);
    case Ending::own_immobile:
      return fmt::format("loses, {} has no two seeds in a pit", played);
  }
  __builtin_unreachable();
}

}  // namespace

std::string endless_text(const Turn& turn) {
  switch (turn.state()) {
    case Turn::State::proved:
      return fmt::format("endless: proved (period {})", turn.period());
    case Turn::State::lap_limit:
      return "endless: lap limit";
    default:
      return "endless: seed limit";
  }
}

Effect Bao::effect(const Position& position, Move move) const {
  const Turn turn = sown(position, move);
  const Position after = after_turn(position, move, turn);
  Effect effect;
  effect.captured = turn.captured_seeds();
  effect.laps = turn.laps();
  effect.words = start_text(position, move);
  for (const std::string& part :
       {captures_text(turn, opponent(position.mover)), many(turn.laps(), "lap"),
        std::string(house_text(move, turn)), taxed_text(after), ending_text(after)}) {
    if (!part.empty()) effect.words += "; " + part;
  }
  return effect;
}

}  // namespace ebiri::rules::bao
