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

// The clauses of an effect from the one with `word` on: `captures 3` of `sows 4 from C, captures 3`.
std::string task_of(const std::string& effect, std::string_view word) {
  const std::size_t at = effect.find(trim(word));
  const std::size_t clause = effect.find_last_of(",;", at);
  return std::string{trim(effect.substr(clause == std::string::npos ? 0 : clause + 1))};
}

Next pause(const LessonTerminal& terminal) {
  while (true) {
    const auto line = terminal.ask("Enter to continue, skip to end the lesson> ");
    if (!line) return Next::end;
    const std::string_view answer = trim(*line);
    if (answer.empty()) return Next::step;
    if (answer == "skip" || answer == "quit") return Next::skip;
  }
}

// Asks for the move of the picture until it or one with the same effect is found.
Next exercise(const explain::Step& step, const rules::Game& game, const LessonTerminal& terminal) {
  const explain::Picture& picture = *step.picture;
  const std::string task = task_of(picture.effect, step.word);
  terminal.say(
      fmt::format("\nYour turn, as {}:\n\n{}\nFind a move with this effect: {}. Enter shows the answer.",
                  picture.mover, terminal.draw(game), task));
  std::string move = picture.move;
  while (true) {
    const auto line = terminal.ask(picture.mover + "> ");
    if (!line) return Next::end;
    const Input input = parse_input(*line, game);
    if (input.kind == Input::Kind::nothing || input.kind == Input::Kind::hint) {
      terminal.say(fmt::format("{}: {}.", move, picture.effect));
      break;
    }
    if (input.kind == Input::Kind::quit || trim(*line) == "skip") return Next::skip;
    if (input.kind == Input::Kind::refused) terminal.say(input.text);
    if (input.kind != Input::Kind::move) continue;
    const std::string effect = game.effect(input.text).words;
    const bool right = effect.find(task) != std::string::npos;
    terminal.say(fmt::format("{}: {}.{}", input.text, effect,
                             right ? " Right." : " Try another move, or press Enter for the answer."));
    if (!right) continue;
    move = input.text;
    break;
  }
  const auto after = game.clone();
  after->play(move);
  terminal.say(terminal.draw(*after));
  return pause(terminal);
}

// The position of a picture; nothing if it cannot be read.
std::unique_ptr<rules::Game> position_of(const explain::Picture& picture, const rules::Rules& rules) {
  auto game = rules.from_position(picture.from);
  return game ? std::move(*game) : nullptr;
}

}  // namespace

bool teach(const rules::Rules& rules, const LessonTerminal& terminal) {
  const auto steps = explain::lesson_steps(rules, std::min(terminal.width, explain::page_width));
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::string& section = steps[i].section;
    terminal.say(fmt::format("\n[{} of {}]{}", i + 1, steps.size(),
                             section.empty() ? "" : " " + section + ", continued"));
    terminal.say(std::string{trim(steps[i].text)});
    const auto game = steps[i].picture ? position_of(*steps[i].picture, rules) : nullptr;
    const Next next = game ? exercise(steps[i], *game, terminal) : pause(terminal);
    if (next == Next::end) return false;
    if (next == Next::skip) return true;
  }
  return true;
}

}  // namespace ebiri::terminal
