#include "referee/terminal/coach.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>
#include <vector>

#include "referee/analysis/analysis.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/scene.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/play_session.hpp"
#include "referee/terminal/render.hpp"

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
  if (!now->winning_move.empty()) {
    const bool avoidable = std::ranges::any_of(moves, [&](const Continuation& each) {
      const auto risk = danger(before, each);
      return !risk || risk->winning_move.empty();
    });
    return fmt::format("Now {} can win the game at once with {}; {}.", opponent, now->winning_move,
                       avoidable ? "other moves prevent that" : "no move prevents that");
  }
  std::pair<int, std::string> worst{0, ""};
  bool less = false, safer = false;  // a safer move allows less, and no win
  for (const Continuation& each : moves) {
    const auto risk = &each == &played ? std::nullopt : danger(before, each);
    if (risk && risk->seeds > worst.first) worst = {risk->seeds, each.move};
    if (!risk || risk->seeds >= now->seeds) continue;
    less = true;
    safer = safer || risk->winning_move.empty();
  }
  std::string text = now->seeds == 0 ? fmt::format("Now {} can capture nothing with its next move", opponent)
                                     : fmt::format("Now {} can capture {} with {}", opponent,
                                                   counted(now->seeds, "seed"), now->move);
  if (worst.first > now->seeds)
    text += fmt::format("; after {} instead it could capture {}", worst.second, worst.first);
  return text + (safer                     ? "; other moves allow less."
                 : less || now->seeds == 0 ? "."
                                           : "; no move allows less.");
}

// The most that the mover can capture with its next move, how many of the opponent's answers allow that, and
// what every answer allows at least.
std::string next_captures(const Game& before, const Continuation& played) {
  if (played.outcome || played.to_move == before.to_move()) return {};
  const auto position = after(before, played.move);
  const auto answers = position->continuations();
  if (answers.empty() || answers.size() > max_moves) return {};
  BestCapture most;
  std::vector<int> after_answer;
  for (const Continuation& answer : answers) {
    if (!answer.outcome && answer.to_move == played.to_move) return {};  // a further answer follows
    const auto next = answer.outcome ? BestCapture{} : best_capture(*after(*position, answer.move));
    after_answer.push_back(next.seeds);
    if (next.seeds > most.seeds) most = next;
  }
  if (most.seeds == 0)
    return fmt::format("Next, {} can capture nothing, whatever {} plays.", rules::name(before.to_move()),
                       rules::name(played.to_move));
  const auto allow = std::ranges::count(after_answer, most.seeds);
  const int least = std::ranges::min(after_answer);
  const auto opponent = rules::name(played.to_move);
  std::string text = fmt::format("Next, {} can capture up to {}, with {}, ", rules::name(before.to_move()),
                                 counted(most.seeds, "seed"), most.move);
  if (allow == std::ssize(answers)) return text + fmt::format("whatever {} plays.", opponent);
  text += fmt::format("but only after {} of {}'s {} possible moves", allow, opponent, answers.size());
  if (least == 0) return text + ".";
  const bool one_other = allow + 1 == std::ssize(answers);
  return text + fmt::format("; after the other{} {}.", one_other ? " one," : "s at least", least);
}

// `seeds`: all seeds in the game. A score of that size is a proven win or loss.
std::string expectations(Side mover, const protocol::Info& info, int seeds) {
  std::string text;
  if (info.score) {
    const double lead = info.score->seeds();
    text = std::abs(lead) < 0.05 ? fmt::format("{} expects an equal game", rules::name(mover))
                                 : fmt::format("{} expects to be {:.1f} seeds {}", rules::name(mover),
                                               std::abs(lead), lead > 0 ? "ahead" : "behind");
    if (std::abs(lead) >= seeds)
      text = fmt::format("{} expects to {}", rules::name(mover), lead > 0 ? "win" : "lose");
  }
  if (info.pv.size() < 2) return text.empty() ? text : text + ".";
  text += text.empty() ? fmt::format("{} expects", rules::name(mover)) : ", after";
  return text + fmt::format(" the moves {} (the first one is {}'s).",
                            printable(join(std::vector(info.pv.begin() + 1, info.pv.end()), " "), 200),
                            rules::name(rules::opponent(mover)));
}

// The moves that the engine expects after `move`, with their captures, and how all these moves change the
// score. Empty if the engine named no moves.
std::string expected_line(const Game& game, const std::string& move, const std::vector<std::string>& pv) {
  const auto end = after(game, move);
  std::string line;
  for (const std::string& each : pv) {
    const auto before = end->clone();
    if (end->outcome() || end->play(each)) break;
    const int seeds = before->effect(each).captured;
    line += (line.empty() ? "" : ", ") + each + (seeds > 0 ? fmt::format(" (captures {})", seeds) : "");
  }
  if (line.empty()) return line;
  return fmt::format(
      "After {}, the engine expects {}. With all these moves south's score goes from {} to {}, "
      "north's from {} to {}{}.",
      move, line, game.score(Side::south), end->score(Side::south), game.score(Side::north),
      end->score(Side::north), end->outcome() ? "; the game ends: " + sentence(*end->outcome()) : "");
}

constexpr std::chrono::milliseconds slowest_frame{150}, longest_animation{4000};

// The position of a picture; null if it is invalid.
std::unique_ptr<rules::Game> position_of(const explain::Picture& picture, const rules::Rules& rules) {
  auto game = rules.from_position(picture.from);
  return game ? std::move(*game) : nullptr;
}

}  // namespace

BestCapture best_capture(const Game& game) {
  BestCapture best;
  for (const Continuation& each : game.continuations()) {
    if (each.outcome && each.outcome->sign(game.to_move()) > 0) best.winning_move = each.move;
    if (each.effect.captured <= best.seeds) continue;
    best.seeds = each.effect.captured;
    best.move = each.move;
  }
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
    if (risk && !risk->winning_move.empty())
      text +=
          fmt::format("; then {} can win the game with {}", rules::name(each.to_move), risk->winning_move);
    else if (risk && risk->seeds > 0)
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
  sentences.push_back(expectations(ply.side, info, before.seeds()));
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

// --- The part of `PlaySession` that teaches ---

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
      // After a typed Enter the cursor is a row lower, so the last frame does not overwrite another.
      fmt::print("{}{}", skips ? "" : fmt::format("\x1b[{}F", rows), lines);
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
  say_lines(trim(text));
}

// Prints the reasons for a move of the side to move, without the first line, which names its effect.
void PlaySession::say_reasons(const std::string& move, const protocol::Info& info) const {
  const std::string reasons = reasons_for(game_.game(), {game_.game().to_move(), move, {}}, info);
  say_lines(trim(std::string_view{reasons}.substr(reasons.find('\n') + 1)));
}

// Whether `move`, which is not played yet, is a mistake that the person wants to take back: one that
// `ebiri analyze` calls a mistake, with the same engine and limit.
bool PlaySession::takes_back_mistake(const std::string& move) {
  if (game_.game().arrangement() || game_.game().legal_moves().size() == 1) return false;
  if (hinted_ == std::pair{game_.plies().size(), move} || begin(adviser_seat) != Step::go_on) return false;
  const analysis::Scale& scale = analysis::scale_of(settings_.rules->variant());
  const match::Clock clock{{.limit = {.nodes = analysis::default_nodes}}};
  const bool live = std::exchange(live_, false);  // the searches would show replies to a move not yet played
  info_ = {};
  const auto judged = analysis::judge_move(game_.line(), game_.game(), move, scale, *players_[adviser_seat],
                                           match::budget(clock, clock, game_.game().to_move()));
  live_ = live;
  if (!judged) {
    ready_[adviser_seat] = false;
    if (!judged.error().message.empty())
      fmt::print("the move is not checked for mistakes: `{}` failed: {}\n", settings_.adviser.name,
                 judged.error().message);
    return false;
  }
  const auto& [from, to, ply] = *judged;
  if (analysis::mark(ply.loss, scale) < analysis::Mark::mistake) return false;
  const bool known = from.value->result || to.value->result;
  const std::string better = fmt::format(
      "{} is {} than {}: {}.", from.best,
      known ? std::string{"much better"} : fmt::format("about {:.0f} seeds better", ply.loss.seeds), move,
      game_.game().effect(from.best).words);
  say(better);
  const std::string expected = expected_line(game_.game(), move, info_.pv);
  if (!expected.empty()) {
    const std::string& reply = info_.pv.front();
    const auto next = after(game_.game(), move), end = after(*next, reply);
    say(fmt::format("After {}, {} would play {}: {}{}.", move, rules::name(next->to_move()), reply,
                    next->effect(reply).words,
                    end->outcome() ? "; the game ends: " + sentence(*end->outcome()) : ""));
  }
  for (std::string line; ask("take it back? [Y/n/why] ", line) == Keyboard::Event::line;) {
    const std::string answer{trim(line)};
    if (answer.empty() || answer == "y" || answer == "Y" || answer == "yes") {
      refusal_ = fmt::format("you took back {}. {}{}{}", move, better, expected.empty() ? "" : " ", expected);
      return true;
    }
    if (answer == "n" || answer == "N" || answer == "no") return false;
    if (answer == "why") {
      say_reasons(move, {});
      if (!expected.empty()) say(expected);
    } else {
      say("Type `y` or Enter to choose another move, `n` to play " + move + ", or `why`.");
    }
  }
  return true;  // the next prompt ends the session
}

// Teaches a game step by step: each step has a part of the rules, and perhaps a move to find.
class PlaySession::Lesson {
 public:
  explicit Lesson(PlaySession& session) : session_(session) {}

  // Gives the lesson. Returns false at the end of the input or after a signal.
  bool give() {
    const rules::Rules& rules = *session_.settings_.rules;
    const auto steps = explain::lesson_steps(rules, session_.page_width());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const std::string& section = steps[i].section;
      std::string_view text = steps[i].text;
      text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));  // keeps an indent
      while (text.ends_with('\n')) text.remove_suffix(1);
      const auto game = steps[i].picture ? position_of(*steps[i].picture, rules) : nullptr;
      rows_ = 0;
      Next next = say_all(fmt::format("\n[{} of {}]{}\n{}", i + 1, steps.size(),
                                      section.empty() ? "" : " " + section + ", continued", text));
      const bool last = i + 1 == steps.size();
      if (next == Next::step) next = game ? exercise(*steps[i].picture, *game, last) : pause(last);
      if (next == Next::end) return false;
      if (next == Next::skip) return true;
    }
    return true;
  }

  bool interrupted() const { return event_ == Keyboard::Event::interrupted; }

 private:
  enum class Next : unsigned char { step, skip, end };

  std::optional<std::string> ask(const std::string& prompt) {
    std::string line;
    event_ = session_.ask(prompt, line);
    return event_ == Keyboard::Event::line ? std::optional{std::move(line)} : std::nullopt;
  }

  std::string draw(const rules::Game& game) const {
    return session_.settings_.spoken ? spoken(*session_.settings_.rules, game)
                                     : drawn(game.board(), session_.terminal_);
  }

  Next pause(bool last = false) {
    while (true) {
      const auto line =
          ask(last ? "Enter returns to the game> " : "Enter continues, `skip` ends the lesson> ");
      if (!line) return Next::end;
      const std::string_view answer = trim(*line);
      if (answer.empty()) return Next::step;
      if (answer == "skip" || answer == "quit") return Next::skip;
      session_.say("Commands and moves work after the lesson; type `skip` to end it.");
    }
  }

  // Prints a text of the step. Pauses first if it does not fit on the screen with the earlier ones.
  Next say(const std::string& text) {
    const int rows = static_cast<int>(std::ranges::count(text, '\n')) + 1;
    if (session_.terminal_.height > 0 && rows_ > 0 && rows_ + rows >= session_.terminal_.height) {
      rows_ = 0;
      if (const Next next = pause(); next != Next::step) return next;
    }
    rows_ += rows;
    session_.say_lines(text);
    return Next::step;
  }

  // Prints the paragraphs of a text. A board is one paragraph, because it has no empty line.
  Next say_all(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find("\n\n"), text.size());
      if (const Next next = say(std::string{text.substr(0, end)}); next != Next::step) return next;
      text.remove_prefix(std::min(end + 1, text.size()));  // the empty line stays before the next paragraph
    }
    return Next::step;
  }

  // Asks for a move until the user finds one with the effect of the picture's move, or asks for the answer.
  Next exercise(const explain::Picture& picture, const rules::Game& game, bool last) {
    const Next shown =
        say(fmt::format("\nYour turn, as south:\n\n{}\nFind a move with this effect: {}.\n"
                        "Type the move, or `answer` to see one.",
                        draw(game), picture.task));
    if (shown != Next::step) return shown;
    std::string move = picture.move;
    bool pressed_enter = false;  // Enter was pressed in place of a move
    while (true) {
      const auto line = ask("south> ");
      if (!line) return Next::end;
      const Input input = parse_input(*line, game, Listed::nothing);
      const bool empty = input.kind == Input::Kind::nothing;
      if (trim(*line) == "answer" || input.kind == Input::Kind::hint || (empty && pressed_enter)) {
        session_.say_lines(fmt::format("{}: {}.", move, picture.effect));
        break;
      }
      pressed_enter = empty;
      if (empty) session_.say("Type a move. `answer`, or Enter again, shows a correct one.");
      if (input.kind == Input::Kind::quit || trim(*line) == "skip") return Next::skip;
      if (input.kind == Input::Kind::refused)
        session_.say_lines(input.text);
      else if (input.kind != Input::Kind::move && !empty)
        session_.say("Commands work after the lesson; type `skip` to end it.");
      if (input.kind != Input::Kind::move) continue;
      const std::string effect = game.effect(input.text).words;
      const bool right = effect.find(picture.task) != std::string::npos;
      session_.say_lines(fmt::format("{}: {}.{}", input.text, effect,
                                     right ? " Right." : " Try another move, or type `answer`."));
      if (!right) continue;
      move = input.text;
      break;
    }
    session_.say_lines(draw(*after(game, move)));
    return pause(last);
  }

  PlaySession& session_;
  Keyboard::Event event_ = Keyboard::Event::line;  // what ended the last wait for a line
  int rows_ = 0;                                   // of this step's texts on the screen
};

PlaySession::Step PlaySession::teach() {
  Lesson lesson{*this};
  if (!lesson.give()) return lesson.interrupted() ? Step::interrupted : Step::leave;
  if (game_.verdict()) {
    say("The lesson is over.");
  } else {
    say("The lesson is over; your game continues.");
    say("A first strategy: `moves` lists what each move does; prefer one after which the opponent can "
        "capture little.");
  }
  show();
  return Step::go_on;
}

}  // namespace ebiri::terminal
