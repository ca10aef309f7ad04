#include "referee/terminal/lesson.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "referee/explain/lesson.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/parse_input.hpp"

namespace ebiri::terminal {

namespace {

enum class Next : unsigned char { step, skip, end };

// The clause of `effect` that contains `word`, and all after it: `captures 3` of `sows 4 from C, captures 3`.
std::string task_of(const std::string& effect, std::string_view word) {
  const std::size_t at = effect.find(trim(word));
  const std::size_t clause = effect.find_last_of(",;", at);
  return std::string{trim(effect.substr(clause == std::string::npos ? 0 : clause + 1))};
}

Next pause(const LessonTerminal& terminal) {
  while (true) {
    const auto line = terminal.ask("Enter continues, `skip` ends the lesson> ");
    if (!line) return Next::end;
    const std::string_view answer = trim(*line);
    if (answer.empty()) return Next::step;
    if (answer == "skip" || answer == "quit") return Next::skip;
  }
}

/// Prints the texts of one step. Pauses before a text that does not fit on the screen with the earlier ones.
class Page {
 public:
  explicit Page(const LessonTerminal& terminal) : terminal_(terminal) {}

  Next say(const std::string& text) {
    const int rows = static_cast<int>(std::ranges::count(text, '\n')) + 1;
    if (terminal_.height > 0 && rows_ > 0 && rows_ + rows >= terminal_.height) {
      rows_ = 0;
      if (const Next next = pause(terminal_); next != Next::step) return next;
    }
    rows_ += rows;
    terminal_.say(text);
    return Next::step;
  }

  /// Prints the paragraphs of a text. A board is one paragraph, because it has no empty line.
  Next say_all(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find("\n\n"), text.size());
      if (const Next next = say(std::string{text.substr(0, end)}); next != Next::step) return next;
      text.remove_prefix(std::min(end + 1, text.size()));  // the empty line stays before the next paragraph
    }
    return Next::step;
  }

 private:
  const LessonTerminal& terminal_;
  int rows_ = 0;
};

// Asks for a move until the user finds one with the effect of the picture's move, or asks for the answer.
Next exercise(const explain::Step& step, const rules::Game& game, const LessonTerminal& terminal,
              Page& page) {
  const explain::Picture& picture = *step.picture;
  const std::string task = task_of(picture.effect, step.word);
  const Next shown = page.say(fmt::format(
      "\nYour turn, as {}:\n\n{}\nFind a move with this effect: {}.\nType the move, or `answer` to see one.",
      picture.mover, terminal.draw(game), task));
  if (shown != Next::step) return shown;
  std::string move = picture.move;
  bool pressed_enter = false;  // Enter was pressed in place of a move
  while (true) {
    const auto line = terminal.ask(picture.mover + "> ");
    if (!line) return Next::end;
    const Input input = parse_input(*line, game, Listed::nothing);
    const bool empty = input.kind == Input::Kind::nothing;
    if (trim(*line) == "answer" || input.kind == Input::Kind::hint || (empty && pressed_enter)) {
      terminal.say(fmt::format("{}: {}.", move, picture.effect));
      break;
    }
    pressed_enter = empty;
    if (empty) terminal.say("Type a move. `answer`, or Enter again, shows a correct one.");
    if (input.kind == Input::Kind::quit || trim(*line) == "skip") return Next::skip;
    if (input.kind == Input::Kind::refused) terminal.say(input.text);
    if (input.kind != Input::Kind::move) continue;
    const std::string effect = game.effect(input.text).words;
    const bool right = effect.find(task) != std::string::npos;
    terminal.say(fmt::format("{}: {}.{}", input.text, effect,
                             right ? " Right." : " Try another move, or type `answer`."));
    if (!right) continue;
    move = input.text;
    break;
  }
  const auto after = game.clone();
  after->play(move);
  terminal.say(terminal.draw(*after));
  return pause(terminal);
}

// The position of a picture; null if it is invalid.
std::unique_ptr<rules::Game> position_of(const explain::Picture& picture, const rules::Rules& rules) {
  auto game = rules.from_position(picture.from);
  return game ? std::move(*game) : nullptr;
}

}  // namespace

bool teach(const rules::Rules& rules, const LessonTerminal& terminal) {
  const auto steps = explain::lesson_steps(rules, std::min(terminal.width, explain::page_width));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& section = steps[i].section;
    std::string_view text = steps[i].text;
    text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));  // keeps blanks, an indent
    while (text.ends_with('\n')) text.remove_suffix(1);
    Page page{terminal};
    const auto game = steps[i].picture ? position_of(*steps[i].picture, rules) : nullptr;
    Next next = page.say_all(fmt::format("\n[{} of {}]{}\n{}", i + 1, steps.size(),
                                         section.empty() ? "" : " " + section + ", continued", text));
    if (next == Next::step) next = game ? exercise(steps[i], *game, terminal, page) : pause(terminal);
    if (next == Next::end) return false;
    if (next == Next::skip) return true;
  }
  return true;
}

}  // namespace ebiri::terminal
