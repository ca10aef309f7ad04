#include "referee/terminal/coach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "referee/rules/describe.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/text.hpp"

namespace ebiri::terminal {

namespace {

using rules::Continuation;
using rules::Game;
using rules::Side;

constexpr std::size_t max_moves = 60;  // with more, the answers to the moves are not examined

std::unique_ptr<Game> after(const Game& game, const std::string& move) {
  auto next = game.clone();
  next->play(move);
  return next;
}

// The opponent's largest capture after the move; empty if the opponent does not move next.
std::optional<BestCapture> danger(const Game& game, const Continuation& move) {
  if (move.outcome || move.to_move == game.to_move()) return std::nullopt;
  return best_capture(*after(game, move.move));
}

// Compares the captures of the other moves with those of the move that was played.
std::string captures_compared(const std::vector<Continuation>& moves, const Continuation& played) {
  const Continuation* other = nullptr;
  for (const Continuation& each : moves)
    if (&each != &played && (other == nullptr || each.effect.captured > other->effect.captured))
      other = &each;
  const int mine = played.effect.captured, best = other->effect.captured;
  if (mine == 0 && best == 0) return "No move captures anything.";
  if (best > mine) return fmt::format("{} would capture more ({}).", other->move, best);
  if (best == mine) return fmt::format("No move captures more; {} captures as much.", other->move);
  if (best == 0) return "No other move captures anything.";
  return fmt::format("No other move captures more than {} ({}).", best, other->move);
}

// Compares what the opponent could capture after each move.
std::string dangers_compared(const Game& before, const std::vector<Continuation>& moves,
                             const Continuation& played) {
  const auto now = danger(before, played);
  if (!now) return {};
  const auto opponent = rules::name(played.to_move);
  std::pair<int, std::string> worst{0, ""};
  bool safer = false;
  for (const Continuation& each : moves) {
    const auto risk = &each == &played ? std::nullopt : danger(before, each);
    if (risk && risk->seeds > worst.first) worst = {risk->seeds, each.move};
    safer = safer || (risk && risk->seeds < now->seeds);
  }
  std::string text = now->seeds == 0 ? fmt::format("Now {} can capture nothing", opponent)
                                     : fmt::format("Now {} can capture {} with {}", opponent,
                                                   counted(now->seeds, "seed"), now->move);
  if (worst.first > now->seeds)
    text += fmt::format("; after {} it could capture {}", worst.second, worst.first);
  return text + (safer ? "; other moves allow less." : now->seeds > 0 ? "; no move allows less." : ".");
}

// The mover's largest possible capture next, how many of the opponent's answers allow it, and the least after
// any answer.
std::string next_captures(const Game& before, const Continuation& played) {
  if (played.outcome || played.to_move == before.to_move()) return {};
  const auto position = after(before, played.move);
  const auto answers = position->continuations();
  if (answers.empty() || answers.size() > max_moves) return {};
  BestCapture most;
  std::vector<int> after_answer;
  for (const Continuation& answer : answers) {
    const bool movers_turn = !answer.outcome && answer.to_move == before.to_move();
    const auto next = movers_turn ? best_capture(*after(*position, answer.move)) : BestCapture{};
    after_answer.push_back(next.seeds);
    if (next.seeds > most.seeds) most = next;
  }
  if (most.seeds == 0) return fmt::format("Next, {} can capture nothing.", rules::name(before.to_move()));
  const auto allow = std::ranges::count(after_answer, most.seeds);
  const int least = std::ranges::min(after_answer);
  std::string text = fmt::format("Next, {} can capture at most {}, with {}: {} of {} answers allow{} that",
                                 rules::name(before.to_move()), counted(most.seeds, "seed"), most.move, allow,
                                 answers.size(), allow == 1 ? "s" : "");
  return text + (least > 0 ? fmt::format(", and each allows at least {}.", least) : ".");
}

std::string expectations(Side mover, const protocol::Info& info) {
  std::string text;
  if (info.score) {
    const double lead = info.score->seeds();
    text = std::abs(lead) < 0.05 ? fmt::format("{} expects an equal game", rules::name(mover))
                                 : fmt::format("{} expects to be {:.1f} seeds {}", rules::name(mover),
                                               std::abs(lead), lead > 0 ? "ahead" : "behind");
  }
  if (info.pv.size() < 2) return text.empty() ? text : text + ".";
  text += text.empty() ? fmt::format("{} expects", rules::name(mover)) : ", after";
  return text + fmt::format(" the moves {} (the first one is {}'s).",
                            printable(join(std::vector(info.pv.begin() + 1, info.pv.end()), " "), 200),
                            rules::name(rules::opponent(mover)));
}

}  // namespace

BestCapture best_capture(const Game& game) {
  BestCapture best;
  for (const Continuation& each : game.continuations())
    if (each.effect.captured > best.seeds) best = {each.effect.captured, each.move};
  return best;
}

std::string advice(const Game& game) {
  const auto moves = game.continuations();
  std::size_t width = 0;
  for (const Continuation& each : moves) width = std::max(width, each.move.size());
  std::string text;
  for (const Continuation& each : moves) {
    text += fmt::format("{:<{}}  {}", each.move, width, each.effect.words);
    if (each.outcome) text += "; ends the game: " + sentence(*each.outcome);
    const auto risk = moves.size() > max_moves ? std::nullopt : danger(game, each);
    if (risk && risk->seeds > 0)
      text +=
          fmt::format("; then {} can capture {} with {}", rules::name(each.to_move), risk->seeds, risk->move);
    text += "\n";
  }
  return text;
}

std::string reasons_for(const Game& before, const match::Ply& ply, const protocol::Info& info) {
  const auto moves = before.continuations();
  const auto played = std::ranges::find(moves, ply.move, &Continuation::move);
  if (played == moves.end())
    return fmt::format("{} {}.\n", rules::name(ply.side),
                       ply.move == rules::stolen_turn ? "lost the turn by time" : "laid out its seeds");
  std::string text =
      fmt::format("{} played {}: {}.\n", rules::name(ply.side), ply.move, played->effect.words);
  if (moves.size() == 1) return text + "It was the only legal move.\n";
  std::vector<std::string> sentences{captures_compared(moves, *played)};
  if (played->outcome) sentences.push_back("The move ends the game: " + sentence(*played->outcome) + ".");
  if (played->to_move == ply.side && !played->outcome) sentences.emplace_back("The move earns another move.");
  if (moves.size() <= max_moves) {
    sentences.push_back(dangers_compared(before, moves, *played));
    sentences.push_back(next_captures(before, *played));
  }
  sentences.push_back(expectations(ply.side, info));
  for (const std::string& each : sentences)
    if (!each.empty()) text += each + "\n";
  return text;
}

std::string spoken(const rules::Rules& rules, const Game& game) {
  const rules::BoardShape shape = rules.shape();
  const rules::Scene scene = game.scene();
  std::string text;
  for (const Side side : {Side::south, Side::north}) {
    std::string filled, empty;
    for (int pit = 0; pit < shape.pits(); ++pit) {
      // `Scene::norths` has 32 bits; on a larger board, no pit changes its owner.
      const bool norths = pit < 32 ? ((scene.norths >> static_cast<unsigned>(pit)) & 1U) != 0
                                   : pit >= shape.first_pit(Side::north);
      if (norths != (side == Side::north)) continue;
      const std::string& name = shape.pit_names[static_cast<std::size_t>(pit)];
      const int seeds = scene.cells[static_cast<std::size_t>(pit)];
      if (seeds == 0)
        empty += " " + name;
      else
        filled += fmt::format("{}{} {}", filled.empty() ? " " : ", ", name, seeds);
    }
    text +=
        fmt::format("{}:{}{}", side == Side::south ? "South" : "North", filled, filled.empty() ? "" : ";");
    if (!empty.empty()) text += fmt::format(" empty:{};", empty);
    text += shape.stores
                ? fmt::format(" {} in the store.\n", scene.cells[static_cast<std::size_t>(shape.store(side))])
                : fmt::format(" {} in all.\n", game.score(side));
  }
  return text;
}

}  // namespace ebiri::terminal
