#include "referee/contest/practice/practice_view.hpp"

#include <fmt/format.h>

#include "referee/support/text.hpp"

namespace ebiri::contest {

namespace {

using player::Fault;
using rules::Side;

void hide(match::GameRecord& record, Side side) {
  for (match::Ply& ply : record.plies) {
    if (ply.side != side) continue;
    ply.thought.depth.reset();
    ply.thought.nodes.reset();
    ply.thought.score.reset();
    ply.thought.score_in_seeds = true;
  }
  if (!is_fault_of(record, side)) return;
  const Fault& fault = *record.verdict.fault;
  Fault bare{.kind = fault.kind, .detail = std::string{player::word(fault.kind)}};
  if (fault.kind == Fault::Kind::illegal_move) {
    bare.detail = fault.detail;
    bare.line = fault.line;
  }
  record.verdict.fault = std::move(bare);
}

// A section of a report; empty if it has no text.
std::string section(std::string_view title, const std::string& text) {
  constexpr std::size_t longest = 20'000;
  if (text.empty()) return {};
  return fmt::format("\n{}:\n{}\n", title, printable_lines(text, longest));
}

std::string moves_of(const match::GameRecord& record) {
  std::string text;
  for (const std::string& move : record.opening.moves) text += move + " ";
  for (const match::Ply& ply : record.plies) text += ply.move + " ";
  return std::string{trim(text)};
}

}  // namespace

bool is_fault_of(const match::GameRecord& record, Side side) {
  return record.verdict.fault && record.verdict.loser == side;
}

match::GameRecord public_view(match::GameRecord record) {
  hide(record, Side::south);
  hide(record, Side::north);
  return record;
}

match::GameRecord team_view(match::GameRecord record, Side own) {
  hide(record, rules::opponent(own));
  return record;
}

std::string fault_report(const match::GameRecord& record) {
  const Fault& fault = *record.verdict.fault;
  const bool south = record.verdict.loser == Side::south;
  std::string text = fmt::format(
      "game {}{}: {} (south) against {} (north)\n{} lost after {} plies: {}\n", record.game,
      record.attempt == 1 ? "" : fmt::format(", attempt {}", record.attempt), record.south, record.north,
      south ? record.south : record.north, record.plies.size(), printable(fault.detail, 2000));
  if (!fault.exit.empty()) text += "its process ended with " + printable(fault.exit, 200) + "\n";
  text += section("request", fault.asked);
  text += section("answer", fault.line);
  text += section("its standard error ends with", fault.errors);
  if (record.opening.base) text += section("start position", *record.opening.base);
  return text + section("moves, including the opening", moves_of(record));
}

}  // namespace ebiri::contest
