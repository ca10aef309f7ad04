// The part of `PlaySession` that shows how moves sow, gives reasons for moves, and points out mistakes.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "referee/support/text.hpp"
#include "referee/terminal/coach.hpp"
#include "referee/terminal/play_session.hpp"
#include "referee/terminal/render.hpp"

namespace ebiri::terminal {

namespace {

constexpr std::chrono::milliseconds slowest_frame{150}, longest_animation{4000};
constexpr double mistake = 2;  // seeds; smaller losses are not pointed out
constexpr const char* unchecked = "the move is not checked for mistakes";

}  // namespace

// Prints the last move; on a terminal, shows it pit by pit first. Enter shows the end at once.
void PlaySession::show_sowing() {
  const rules::Game* before = game_.before_last();
  if (live_ && settings_.animated) {
    const auto frames = sowing_frames(*settings_.rules, *before, game_.game());
    const auto delay =
        std::min(slowest_frame, longest_animation / std::max<std::int64_t>(1, std::ssize(frames)));
    bool skips = false;
    for (const std::string& frame : frames) {
      const bool last = &frame == &frames.back();
      if (skips && !last) continue;
      const std::string text = drawn(frame, terminal_);
      const auto rows = std::ranges::count(text, '\n');
      if (terminal_.height > 0 && rows + 1 >= terminal_.height) break;
      if (&frame == &frames.front()) fmt::print("\n{}", std::string(static_cast<std::size_t>(rows), '\n'));
      std::string lines;
      for (const std::string_view line : split(std::string_view{text}.substr(0, text.size() - 1), '\n'))
        lines += fmt::format("\x1b[2K{}\n", terminal_.colour ? coloured(std::string{line}) : line);
      fmt::print("\x1b[{}F{}", rows, lines);
      std::fflush(stdout);
      skips = skips || keyboard_.wait(delay);
    }
  }
  say(last_move(game_));
}

void PlaySession::explain_last_move() const {
  const auto& plies = game_.plies();
  auto last = std::find_if(plies.rbegin(), plies.rend(),
                           [&](const match::Ply& ply) { return seat(ply.side).engine.has_value(); });
  if (last == plies.rend()) last = plies.rbegin();
  if (last == plies.rend()) return say("no move was played yet");
  InteractiveGame before{*settings_.rules, settings_.base};
  const auto count = static_cast<std::size_t>(plies.rend() - last) - 1;
  for (std::size_t ply = 0; ply < count; ++ply) before.repeat(plies[ply].move);
  const std::string text =
      reasons_for(before.game(), *last, seat(last->side).engine ? opponents_info_ : protocol::Info{});
  for (const std::string_view line : split(trim(text), '\n')) say(std::string{line});
}

// The lead in seeds that the adviser expects for the mover after `move`; empty if `move` ends the game.
std::optional<double> PlaySession::score_after(const std::string& move) {
  const rules::Side mover = game_.game().to_move();
  const std::size_t plies = game_.plies().size();
  if (game_.play(move, {})) return std::nullopt;
  std::optional<double> score;
  if (!game_.verdict() && consult(adviser, settings_.mistake_limit, unchecked) && info_.score)
    score = info_.score->seeds();
  if (score && game_.game().to_move() != mover) score = -*score;
  game_.take_back(plies);
  return score;
}

// Whether `move`, which is not played yet, is a mistake that the person wants to take back.
bool PlaySession::takes_back_mistake(const std::string& move) {
  if (game_.game().arrangement() || game_.game().legal_moves().size() == 1) return false;
  if (hinted_ == std::pair{game_.plies().size(), move}) return false;
  const bool live = std::exchange(live_, false);  // the searches would show replies to a move not yet played
  const auto best = consult(adviser, settings_.mistake_limit, unchecked);
  std::optional<double> best_score, score;
  if (best && best->kind == player::Answer::Kind::move && best->move != move) {
    // Both scores are from positions after a move: scores from before and after a move are not comparable.
    best_score = score_after(best->move);
    score = score_after(move);
  }
  live_ = live;
  if (!score || !best_score || *best_score - *score < mistake) return false;
  const double lost = *best_score - *score;
  say(fmt::format("{} is {} than {}: {}.", best->move,
                  lost < 30 ? fmt::format("about {:.0f} seeds better", lost) : std::string{"much better"},
                  move, game_.game().effect(best->move).words));
  const auto next = game_.game().clone();
  if (!next->play(move) && !info_.pv.empty() && !next->clone()->play(info_.pv.front()))
    say(fmt::format("After {}, {} would play {}: {}.", move, rules::name(next->to_move()), info_.pv.front(),
                    next->effect(info_.pv.front()).words));
  for (std::string line; ask("take it back? [Y/n] ", line) == Keyboard::Event::line;) {
    const std::string answer{trim(line)};
    if (answer.empty() || answer == "y" || answer == "Y" || answer == "yes") return true;
    if (answer == "n" || answer == "N" || answer == "no") return false;
    say("Type `y` or Enter to choose another move, or `n` to play " + move + ".");
  }
  return false;
}

}  // namespace ebiri::terminal
