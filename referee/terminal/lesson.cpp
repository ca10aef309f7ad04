// The part of `PlaySession` that teaches a game step by step: each step has a part of the rules, and perhaps
// a move to find.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "referee/explain/lesson.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/coach.hpp"
#include "referee/terminal/play_session.hpp"
#include "referee/terminal/render.hpp"

namespace ebiri::terminal {

namespace {

// The clause of `effect` that contains `word`, and all after it: `captures 3` of `sows 4 from C, captures 3`.
std::string task_of(const std::string& effect, std::string_view word) {
  const std::size_t at = effect.find(trim(word));
  const std::size_t clause = effect.find_last_of(",;", at);
  return std::string{trim(effect.substr(clause == std::string::npos ? 0 : clause + 1))};
}

// The position of a picture; null if it is invalid.
std::unique_ptr<rules::Game> position_of(const explain::Picture& picture, const rules::Rules& rules) {
  auto game = rules.from_position(picture.from);
  return game ? std::move(*game) : nullptr;
}

}  // namespace

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
      text.remove_prefix(std::min(text.find_first_not_of('\n'), text.size()));  // keeps blanks, an indent
      while (text.ends_with('\n')) text.remove_suffix(1);
      const auto game = steps[i].picture ? position_of(*steps[i].picture, rules) : nullptr;
      rows_ = 0;
      Next next = say_all(fmt::format("\n[{} of {}]{}\n{}", i + 1, steps.size(),
                                      section.empty() ? "" : " " + section + ", continued", text));
      if (next == Next::step) next = game ? exercise(steps[i], *game) : pause();
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

  void print(const std::string& text) const {
    for (const std::string_view line : split(text, '\n'))
      fmt::print("{}", in_lines(std::string{line}, session_.terminal_));
  }

  std::string draw(const rules::Game& game) const {
    return session_.settings_.spoken ? spoken(*session_.settings_.rules, game)
                                     : drawn(game.board(), session_.terminal_);
  }

  Next pause() {
    while (true) {
      const auto line = ask("Enter continues, `skip` ends the lesson> ");
      if (!line) return Next::end;
      const std::string_view answer = trim(*line);
      if (answer.empty()) return Next::step;
      if (answer == "skip" || answer == "quit") return Next::skip;
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
    print(text);
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
  Next exercise(const explain::Step& step, const rules::Game& game) {
    const explain::Picture& picture = *step.picture;
    const std::string task = task_of(picture.effect, step.word);
    const Next shown =
        say(fmt::format("\nYour turn, as {}:\n\n{}\nFind a move with this effect: {}.\n"
                        "Type the move, or `answer` to see one.",
                        picture.mover, draw(game), task));
    if (shown != Next::step) return shown;
    std::string move = picture.move;
    bool pressed_enter = false;  // Enter was pressed in place of a move
    while (true) {
      const auto line = ask(picture.mover + "> ");
      if (!line) return Next::end;
      const Input input = parse_input(*line, game, Listed::nothing);
      const bool empty = input.kind == Input::Kind::nothing;
      if (trim(*line) == "answer" || input.kind == Input::Kind::hint || (empty && pressed_enter)) {
        print(fmt::format("{}: {}.", move, picture.effect));
        break;
      }
      pressed_enter = empty;
      if (empty) print("Type a move. `answer`, or Enter again, shows a correct one.");
      if (input.kind == Input::Kind::quit || trim(*line) == "skip") return Next::skip;
      if (input.kind == Input::Kind::refused) print(input.text);
      if (input.kind != Input::Kind::move) continue;
      const std::string effect = game.effect(input.text).words;
      const bool right = effect.find(task) != std::string::npos;
      print(fmt::format("{}: {}.{}", input.text, effect,
                        right ? " Right." : " Try another move, or type `answer`."));
      if (!right) continue;
      move = input.text;
      break;
    }
    const auto after = game.clone();
    after->play(move);
    print(draw(*after));
    return pause();
  }

  PlaySession& session_;
  Keyboard::Event event_ = Keyboard::Event::line;  // what ended the last wait for a line
  int rows_ = 0;                                   // of this step's texts on the screen
};

PlaySession::Step PlaySession::teach() {
  Lesson lesson{*this};
  if (!lesson.give()) return lesson.interrupted() ? Step::interrupted : Step::leave;
  say("The lesson is over; your game continues.");
  say("A first strategy: `moves` lists what each move does; prefer one after which the opponent can capture "
      "little.");
  show();
  return Step::go_on;
}

}  // namespace ebiri::terminal
