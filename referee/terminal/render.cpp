#include "referee/terminal/render.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "referee/rules/scene.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::terminal {

namespace {

using match::Verdict;
using rules::Side;

constexpr std::pair<std::string_view, std::string_view> reasons[] = {
    {"majority", "more than half of all seeds are captured"},
    {"empty-board", "no seed is left to play"},
    {"no-seeds", "the side to move has no seeds in its row"},
    {"cannot-feed", "the opponent has no seeds, and no move gives it any"},
    {"only-slams", "every move would capture all seeds of the opponent, which is not allowed"},
    {"grand-slam", "all seeds of the opponent were captured, and it gets the rest"},
    {"repetition", "the position was repeated"},
    {"max-plies", "the limit of moves is reached"},
    {"agreed", "both sides agreed to end the game"},
    {"row-empty", "a row is empty"},
    {"territory", "one side has the houses that win the match"},
    {"max-rounds", "the last round is over"},
    {"akawumbi", "a turn captured from all eight columns, or left the opponent no seeds (akawumbi)"},
    {"emitwe", "both end columns were captured in one turn (emitwe)"},
    {"akakyala", "two turns captured before the opponent captured at all (akakyala)"},
    {"no-moves", "the side to move has no move"},
    {"endless", "the sowing would not end"},
    {"front-row", "a front row is empty"},
    {"immobile", "a side cannot sow"},
    {"stuck", "neither side has a move"},
    {"mover-empty", "the side to move has no seeds in its pits"},
    {"other-empty", "the side that moved last has no seeds in its pits"},
    {"singles", "no pit holds two seeds or more"},
    {"stored", "the side to move has enough seeds in its store"},
    {"their-stored", "the side that moved last has enough seeds in its store"},
    {"in-play", "too few seeds are left"},
    {"took", "the last turn emptied the pits whose capture ends the game"},
    {"plies", "the limit of turns is reached"},
    {"sweep", "the last turn captured all other seeds"},
    {"goal", "a side fills the pits that win the match"},
    {"fill", "a side cannot fill enough pits for another round"},
    {"rounds", "the last round is over"},
};

std::string_view result_text(const Verdict& verdict) {
  static constexpr std::string_view words[] = {"south wins", "north wins", "a draw", "void"};
  return words[static_cast<std::size_t>(verdict.result)];
}

// The place of the gap between a row of pits and the text beside it; npos if the line has no such text.
std::size_t gap_before_text(std::string_view line) {
  constexpr std::size_t margin = 8;
  const auto head = line.substr(0, margin);
  if (head.find("south") == std::string_view::npos && head.find("north") == std::string_view::npos)
    return std::string_view::npos;
  const std::size_t gap = line.rfind("   ");
  const bool has_text = gap > margin && gap != std::string_view::npos &&
                        line.find_first_of("abcdefghijklmnopqrstuvwxyz", gap) != std::string_view::npos;
  return has_text ? gap : std::string_view::npos;
}

}  // namespace

std::string drawn(const std::string& board, const Terminal& terminal, bool ended) {
  std::string text;
  for (const std::string_view row : split(std::string_view{board}.substr(0, board.size() - 1), '\n')) {
    std::string line{row};
    if (ended && line.starts_with('>')) line.front() = ' ';
    const std::size_t gap = gap_before_text(line);
    if (display_width(line) <= terminal.width || gap == std::string_view::npos)
      text += line + '\n';
    else
      text += fmt::format("{}\n    {}\n", line.substr(0, gap), trim(std::string_view{line}.substr(gap)));
  }
  return text;
}

std::string score_text(const rules::Rules& rules, const rules::Game& game) {
  const int south = game.score(Side::south), north = game.score(Side::north);
  const rules::BoardShape shape = rules.shape();
  const rules::Cells cells = game.scene().cells;
  const bool counts_board =
      shape.rows_per_side == 2 && south + north == std::accumulate(cells.begin(), cells.end(), 0);
  const char* what = !counts_board ? "score" : shape.stores ? "seeds in pits and store" : "seeds in pits";
  return fmt::format("{} {}-{}", what, south, north);
}

std::string in_column(const std::string& text, std::size_t column, const Terminal& terminal) {
  constexpr int least = 20;
  const int room = terminal.width - static_cast<int>(column);
  if (terminal.height == 0 || room < least) return text;
  return join(wrapped(text, {.width = room}), "\n");
}

std::string narrowed(std::string_view text, const Terminal& terminal) {
  if (terminal.height == 0) return std::string{text};
  constexpr std::size_t full = 110;
  const auto lines = split(text, '\n');
  const auto prose = [](std::string_view line) { return !line.empty() && !line.starts_with("  "); };
  std::string result;
  for (std::size_t at = 0, next = 0; at < lines.size(); at = next) {
    bool fits = display_width(lines[at]) <= terminal.width;
    std::string paragraph{lines[at]}, joined{lines[at]};
    for (next = at + 1; prose(lines[at]) && next < lines.size() && prose(lines[next]); ++next) {
      const std::size_t wanted = lines[next - 1].size() + 1 + words(lines[next]).front().size();
      if (wanted <= full || lines[next].starts_with("Exit code")) break;
      fits = fits && display_width(lines[next]) <= terminal.width;
      paragraph += fmt::format("\n{}", lines[next]);
      joined += fmt::format(" {}", lines[next]);
    }
    result += fits || !prose(lines[at]) ? paragraph + "\n" : in_lines(joined, terminal);
  }
  result.pop_back();
  return result;
}

std::string in_lines(const std::string& text, const Terminal& terminal) {
  return (display_width(text) <= terminal.width ? text : join(wrapped(text, terminal), "\n")) + "\n";
}

std::string last_move(const InteractiveGame& game) {
  const match::Ply& ply = game.plies().back();
  if (ply.move == rules::stolen_turn)
    return fmt::format("{} loses the turn: its time is up", rules::name(ply.side));
  const auto effect = game.before_last()->effect(ply.move);
  return fmt::format("{} plays {}: {}", rules::name(ply.side), ply.move, effect.words);
}

std::string thinking(const protocol::Info& info, const player::Duration& used, std::string_view whose,
                     int seeds) {
  std::vector<std::string> parts;
  if (info.depth) parts.push_back(fmt::format("depth {}", *info.depth));
  const double lead = info.score ? info.score->seeds() : 0;
  if (std::abs(lead) >= seeds)
    parts.push_back(fmt::format("{} certain {}", whose, lead > 0 ? "win" : "loss"));
  else if (info.score)
    parts.push_back(fmt::format("{} expected lead {:+.2f} seeds", whose, lead));
  if (info.nodes) parts.push_back(fmt::format("{} nodes", fmt::group_digits(*info.nodes)));
  if (parts.empty()) return {};
  parts.push_back(fmt::format("{:.1f} s", std::chrono::duration<double>(used).count()));
  std::string text = join(parts, ", ");
  if (!info.pv.empty()) text += "; expected line " + printable(join(info.pv, " "), 200);
  return text;
}

std::string in_words(std::string_view reason) {
  for (const auto& [known, words] : reasons)
    if (known == reason) return std::string{words};
  return std::string{reason};
}

std::string ending(const Verdict& verdict) {
  const auto seeds = fmt::format("{}-{}", verdict.south, verdict.north);
  if (verdict.cause == Verdict::Cause::resigned)
    return fmt::format("{}: {} resigns at {}", result_text(verdict), rules::name(*verdict.loser), seeds);
  if (verdict.cause == Verdict::Cause::fault)
    return fmt::format("{}: {} forfeits ({}): {}", result_text(verdict), rules::name(*verdict.loser),
                       verdict.reason, player::evidence_of(*verdict.fault));
  return fmt::format("{} {}: {}", result_text(verdict), seeds, in_words(verdict.reason));
}

std::string fault_text(const match::GameRecord& game, const std::string& folder) {
  const match::Verdict& verdict = game.verdict;
  const std::string& engine = *verdict.loser == rules::Side::south ? game.south : game.north;
  return fmt::format("ebiri: `{}` lost game {} by a fault ({}): {}\nebiri: to see it again: {}\n", engine,
                     game.game, verdict.reason, player::evidence_of(*verdict.fault),
                     as_typed(fmt::format("reproduce {} {}", shell_word(folder), game.game)));
}

std::vector<std::string> sowing_frames(const rules::Rules& rules, const rules::Game& before,
                                       const rules::Game& after) {
  const rules::BoardShape shape = rules.shape();
  rules::Scene scene = before.scene();
  const auto trace = after.trace(shape, scene, after.scene());
  if (!trace || trace->redrawn) return {};
  scene.cells.push_back(0);  // the hand
  const auto at = [&](int cell) -> int& { return scene.cells[static_cast<std::size_t>(cell)]; };
  // Whether seeds may be lifted from a pit without a capture. In four-row games, seeds that are lifted from
  // the opponent's pits are captured. In two-row games a relay lap may lift them.
  const auto may_lift_to_sow = [&](int pit) {
    return shape.rows_per_side == 1 || (pit >= shape.first_pit(Side::north)) == (scene.mover == Side::north);
  };
  std::vector<std::string> frames;
  const auto draw = [&](std::string_view marks) {
    std::array<rules::SideNote, 2> notes;
    for (const Side side : {Side::south, Side::north}) {
      const auto first = scene.cells.begin() + shape.first_pit(side);
      notes[static_cast<std::size_t>(side)].text =
          shape.stores ? fmt::format("store {}", at(shape.store(side)))
                       : fmt::format("{} seeds", std::accumulate(first, first + shape.pits_per_side, 0));
    }
    frames.push_back(
        fmt::format("{}{} left to sow\n", rules::draw_board(shape, scene, notes, marks), at(shape.hand())));
  };
  std::string captures(static_cast<std::size_t>(shape.pits()), ' ');
  for (const rules::Transfer& step : trace->transfers) {
    at(step.from) -= step.seeds;
    at(step.to) += step.seeds;
    const bool sown = step.from == shape.hand();
    const bool captured = !sown && (step.to != shape.hand() || !may_lift_to_sow(step.from));
    std::string marks = captures;
    const int place = sown ? step.to : step.from;
    if (place < shape.pits()) {
      const auto pit = static_cast<std::size_t>(place);
      marks[pit] = sown ? '+' : captured ? 'x' : '-';
      if (captured) captures[pit] = 'x';
    }
    draw(marks);
  }
  draw(captures);
  return frames;
}

std::string coloured(const std::string& frame) {
  std::string text;
  for (std::size_t at = 0; at < frame.size(); ++at) {
    const char sign = frame[at];
    const bool counts = at + 1 < frame.size() && std::isdigit(static_cast<unsigned char>(frame[at + 1])) != 0;
    if (!counts || (sign != '+' && sign != '-' && sign != 'x')) {
      text += sign;
      continue;
    }
    const std::size_t end = frame.find_first_not_of("0123456789", at + 1);
    // Blue and yellow, which people with red-green colour blindness can distinguish.
    text += fmt::format("\x1b[{}m{}\x1b[0m", sign == 'x' ? "1;33" : "1;34", frame.substr(at, end - at));
    at = end - 1;
  }
  return text;
}

}  // namespace ebiri::terminal
