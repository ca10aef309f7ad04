#include "referee/player/player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/support/text.hpp"

namespace ebiri::player {

std::string_view word(Fault::Kind kind) {
  return std::ranges::find(fault_words, kind, [](const auto& entry) { return entry.first; })->second;
}

std::optional<Fault::Kind> fault_kind(std::string_view text) {
  for (const auto& [kind, word] : fault_words)
    if (word == text) return kind;
  return std::nullopt;
}

std::string evidence_of(const Answer& answer) {
  std::string text = "bestmove " + printable(answer.move, 80);
  if (answer.kind != Answer::Kind::move)
    text = answer.kind == Answer::Kind::resign ? "bestmove resign" : "bestmove accept";
  return answer.said.empty() ? text : fmt::format("{} ({})", answer.said, text);
}

}  // namespace ebiri::player
