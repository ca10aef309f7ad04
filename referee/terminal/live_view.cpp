#include "referee/terminal/live_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "referee/record/notation.hpp"
#include "referee/report/numbers.hpp"
#include "referee/report/table.hpp"
#include "referee/support/text.hpp"

namespace ebiri::terminal {

namespace {

constexpr int longest_bar = 30;
constexpr int shortest_bar = 6;
constexpr std::string_view bold = "1";
constexpr std::string_view dim = "2";
constexpr std::string_view green = "32";
constexpr std::string_view yellow = "33";

std::string painted(std::string_view text, std::string_view style, const Terminal& terminal) {
  if (!terminal.colour || text.empty()) return std::string{text};
  return fmt::format("\x1b[{}m{}\x1b[0m", style, text);
}

std::string title_line(const LiveState& state, const Terminal& terminal) {
  const report::RunMeta& meta = state.start.standings.meta;
  std::vector<std::string> parts;
  if (!meta.name.empty()) parts.push_back(printable(meta.name, 100));
  std::vector<std::string> game;
  for (const std::string& word : {meta.variant, meta.ruleset, meta.format})
    if (!word.empty()) game.push_back(word);
  if (!game.empty()) parts.push_back(join(game, " "));
  parts.push_back(fmt::format("{} engines", state.start.standings.rows.size()));
  if (state.start.pairs > 0) parts.push_back(fmt::format("{} pairs each", state.start.pairs));
  if (meta.seed) parts.push_back(fmt::format("seed {}", *meta.seed));
  if (state.start.slots > 0) parts.push_back(fmt::format("{} slots", state.start.slots));
  if (!state.start.address.empty()) parts.push_back(state.start.address);
  const std::string separator = terminal.utf8 ? " · " : ", ";
  const std::string hint = fitted(state.hint, terminal.width, terminal);
  const auto room = [&] {
    return terminal.width - display_width(join(parts, separator)) - display_width(hint);
  };
  while (!hint.empty() && parts.size() > 1 && room() < 2) parts.pop_back();  // the name stays
  const std::string left = fitted(join(parts, separator), terminal.width, terminal);
  if (hint.empty() || room() < 2) return painted(left, bold, terminal);
  return painted(left, bold, terminal) + std::string(static_cast<std::size_t>(room()), ' ') +
         painted(hint, dim, terminal);
}

// A bar of `cells` columns, filled to `share` (0 to 1), in eighths of a column if the terminal can draw them.
std::string bar(double share, int cells, const Terminal& terminal) {
  static constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int filled = static_cast<int>(std::clamp(share, 0.0, 1.0) * cells * 8);
  std::string text;
  if (!terminal.utf8) {
    for (int k = 0; k < cells; ++k) text += k < filled / 8 ? '#' : '.';
    return text;
  }
  for (int k = 0; k < filled / 8; ++k) text += "█";
  text += eighths[filled % 8];
  return padded_right(text, cells);
}

std::string speed(double per_second) {
  if (per_second >= 1) return report::decimal(per_second, 1) + " games/s";
  return report::decimal(per_second * 60, 1) + " games/min";
}

std::string progress_line(const LiveState& state, const Terminal& terminal) {
  const std::int64_t played = state.start.standings.games;
  const std::int64_t planned = state.start.standings.meta.games_planned;
  const double share = planned > 0 ? static_cast<double>(played) / static_cast<double>(planned) : 0;
  std::vector<std::string> parts;
  parts.push_back(planned > 0 ? fmt::format("{}/{} games {}", played, planned, report::percent(share))
                              : fmt::format("{} games", played));
  const double seconds = static_cast<double>(state.elapsed.count()) / 1000;
  const bool moving = state.finished_now > 0 && seconds > 0;
  const double per_second = moving ? static_cast<double>(state.finished_now) / seconds : 0;
  if (moving && state.idle_reason.empty()) parts.push_back(speed(per_second));
  if (!state.idle_reason.empty()) parts.push_back(state.idle_reason);
  parts.push_back("elapsed " + report::clock_text(state.elapsed));
  if (moving && planned > 0 && !state.sprt && state.idle_reason.empty()) {
    const double left = static_cast<double>(std::max<std::int64_t>(0, planned - played)) / per_second;
    parts.push_back("ETA " +
                    report::clock_text(std::chrono::milliseconds(static_cast<std::int64_t>(left * 1000))));
  }
  // On a narrow screen the ETA is more useful than the elapsed time.
  const auto text_of = [&] { return join(parts, "   "); };
  if (display_width(text_of()) > terminal.width)
    std::erase_if(parts, [](const std::string& part) { return part.starts_with("elapsed"); });
  if (display_width(text_of()) > terminal.width)
    std::erase_if(parts, [](const std::string& part) { return part.find("games/") != std::string::npos; });
  const std::string text = text_of();
  const int cells = std::min(longest_bar, terminal.width - display_width(text) - 3);
  if (planned == 0 || cells < shortest_bar) return fitted(text, terminal.width, terminal);
  const std::string_view colour = state.idle_reason.empty() ? green : yellow;
  return painted(bar(share, cells, terminal), colour, terminal) + "   " + text;
}

// The time per opening pair so far; empty before the first game.
std::optional<std::chrono::milliseconds> pair_time(const LiveState& state) {
  if (state.finished_now == 0) return std::nullopt;
  return 2 * state.elapsed / state.finished_now;
}

std::string summary_line(const LiveState& state, const Terminal& terminal) {
  const report::Standings& standings = state.start.standings;
  std::string forfeits = "forfeits: " + report::forfeits_text(standings.forfeits);
  if (!state.last_forfeit.empty()) forfeits += " (" + printable(state.last_forfeit, 120) + ")";
  std::vector<std::string> parts{"first mover " + report::first_mover_text(standings, terminal),
                                 std::move(forfeits)};
  if (standings.games > 0) parts.push_back("unique games " + report::percent(1 - standings.repetitions()));
  const auto groups = std::count_if(standings.fit.groups.begin(), standings.fit.groups.end(),
                                    [](const rating::Group& group) { return group.rated(); });
  if (groups > 1) parts.push_back(fmt::format("{} groups without a common game", groups));
  const std::string line = fitted(join(parts, "   "), terminal.width, terminal);
  return standings.forfeits.total() > 0 ? painted(line, yellow, terminal) : line;
}

// Appends the rows that fit, and the number of the others.
void append_rows(std::vector<std::string>& lines, const std::vector<std::string>& table, std::size_t room,
                 const Terminal& terminal) {
  const std::size_t rows = table.size() - 1;
  const std::size_t shown = rows <= room ? rows : room > 0 ? room - 1 : 0;
  lines.insert(lines.end(), table.begin() + 1, table.begin() + 1 + static_cast<std::ptrdiff_t>(shown));
  if (shown == rows || room == 0) return;
  const std::string more = fmt::format("{} {} more", terminal.utf8 ? "…" : "...", rows - shown);
  lines.push_back(fitted(more, terminal.width, terminal));
}

std::string outcome(const match::Verdict& verdict) {
  using Cause = match::Verdict::Cause;
  using Result = match::Verdict::Result;
  std::string reason = printable(verdict.reason, 60);
  std::replace(reason.begin(), reason.end(), '-', ' ');
  if (verdict.result == Result::void_game) return "void: " + reason;
  const std::string loser = verdict.loser ? std::string{rules::name(*verdict.loser)} : "a player";
  if (verdict.cause == Cause::fault) return loser + " forfeits: " + reason;
  if (verdict.cause == Cause::resigned) return loser + " resigned";
  const char* how = verdict.result == Result::south_wins   ? "south won by "
                    : verdict.result == Result::north_wins ? "north won by "
                                                           : "draw by ";
  if (verdict.cause == Cause::agreed) return how + std::string{"agreement"};
  if (verdict.cause == Cause::adjudicated) return how + ("adjudication: " + reason);
  return how + reason;
}

}  // namespace

std::string render(const LiveState& state, const Terminal& terminal) {
  const std::vector<std::string> table = report::live_table(state.start.standings, terminal);
  std::vector<std::string> lines{title_line(state, terminal), progress_line(state, terminal),
                                 painted(table[0], dim, terminal)};
  if (state.sprt) lines.insert(lines.begin() + 2, report::progress(*state.sprt, pair_time(state), terminal));
  const std::string match =
      state.start.standings.match ? report::live_line(*state.start.standings.match, pair_time(state)) : "";
  const std::size_t below = (state.last_game.empty() ? 1U : 2U) + (match.empty() ? 0U : 1U);
  const auto height = static_cast<std::size_t>(std::max(0, terminal.height));
  const std::size_t taken = lines.size() + below + 1;
  const std::size_t room = height == 0 ? table.size() : height > taken ? height - taken : 0;
  append_rows(lines, table, room, terminal);
  if (!match.empty()) lines.push_back(fitted(match, terminal.width, terminal));
  lines.push_back(summary_line(state, terminal));
  if (!state.last_game.empty()) lines.push_back(fitted(state.last_game, terminal.width, terminal));
  if (height > 1 && lines.size() > height - 1) lines.resize(height - 1);
  std::string frame;
  for (const std::string& line : lines) frame += line + "\n";
  return frame;
}

std::string game_line(const match::GameRecord& record) {
  const bool is_void = record.verdict.result == match::Verdict::Result::void_game;
  std::string line =
      fmt::format("#{} {} vs {}  {}-{}  {}  {}  {}", record.game, printable(record.south, 64),
                  printable(record.north, 64), record.verdict.south, record.verdict.north,
                  is_void ? "void" : record::pgn_result(record.verdict.result),
                  record.plies.size() == 1 ? "1 ply" : fmt::format("{} plies", record.plies.size()),
                  outcome(record.verdict));
  if (!record.opening.name.empty()) line += "  opening " + printable(record.opening.name, 64);
  return line;
}

}  // namespace ebiri::terminal
