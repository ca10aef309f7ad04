#include "referee/player/player.hpp"

#include <fmt/format.h>

#include "referee/support/text.hpp"

namespace ebiri::player {

std::string_view word(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::failed_to_start:
      return "failed-to-start";
    case Fault::Kind::crashed:
      return "crashed";
    case Fault::Kind::time:
      return "time";
    case Fault::Kind::illegal_move:
      return "illegal-move";
    case Fault::Kind::malformed:
      return "malformed";
    case Fault::Kind::out_of_turn:
      return "out-of-turn";
    case Fault::Kind::too_talkative:
      return "too-talkative";
    case Fault::Kind::pondering:
      return "pondering";
    case Fault::Kind::cores:
      return "cores";
    case Fault::Kind::evasion:
      return "evasion";
  }
  return "unknown";
}

std::optional<Fault::Kind> fault_kind(std::string_view text) {
  for (const auto kind :
       {Fault::Kind::failed_to_start, Fault::Kind::crashed, Fault::Kind::time, Fault::Kind::illegal_move,
        Fault::Kind::malformed, Fault::Kind::out_of_turn, Fault::Kind::too_talkative, Fault::Kind::pondering,
        Fault::Kind::cores, Fault::Kind::evasion})
    if (word(kind) == text) return kind;
  return std::nullopt;
}

std::string evidence_of(const Answer& answer) {
  std::string text = "bestmove ";
  switch (answer.kind) {
    case Answer::Kind::move:
      text += printable(answer.move, 80);
      break;
    case Answer::Kind::resign:
      text += "resign";
      break;
    case Answer::Kind::accept:
      text += "accept";
      break;
  }
  return answer.said.empty() ? text : fmt::format("{} ({})", answer.said, text);
}

}  // namespace ebiri::player
