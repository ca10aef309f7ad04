#include "referee/player/player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

constexpr std::pair<Fault::Kind, std::string_view> fault_words[] = {
    {Fault::Kind::failed_to_start, "failed-to-start"},
    {Fault::Kind::crashed, "crashed"},
    {Fault::Kind::time, "time"},
    {Fault::Kind::illegal_move, "illegal-move"},
    {Fault::Kind::malformed, "malformed"},
    {Fault::Kind::out_of_turn, "out-of-turn"},
    {Fault::Kind::too_talkative, "too-talkative"},
    {Fault::Kind::pondering, "pondering"},
    {Fault::Kind::cores, "cores"},
    {Fault::Kind::evasion, "evasion"},
};

}  // namespace

std::string_view word(Fault::Kind kind) {
  return std::ranges::find(fault_words, kind, &std::pair<Fault::Kind, std::string_view>::first)->second;
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
