#include "referee/cli/play_table.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "referee/cli/common/chosen_engine.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/match/play_game.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/record/notation.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/telling.hpp"

namespace ebiri::cli {

namespace {

using player::Answer;
using rules::Side;
using terminal::Typed;

match::Clock clock_for(const Seat& seat) {
  return match::Clock{
      {.limit = seat.limit, .margin = std::chrono::milliseconds{100}, .patience = std::chrono::hours{1}}};
}

bool dumb_terminal() {
  const char* kind = std::getenv("TERM");
  return kind == nullptr || std::string_view{kind} == "dumb";
}

// How long a person may think about this move, if not for ever.
std::optional<player::Duration> time_left(const match::Clock& clock) {
  std::optional<player::Duration> left = clock.left();
  if (clock.terms().limit.move)
    left = std::min<player::Duration>(*clock.terms().limit.move, left.value_or(player::Duration::max()));
  return left;
}

}  // namespace

void PlayTable::say(const std::string& text) const {
  fmt::print("{}", terminal::in_lines(text, terminal_));
  std::fflush(stdout);
}

PlayTable::PlayTable(TableOrder order)
    : order_(std::move(order)),
      terminal_(terminal::terminal_of(STDOUT_FILENO)),
      live_(::isatty(STDOUT_FILENO) != 0 && !dumb_terminal()),
      echo_(::isatty(STDIN_FILENO) == 0),
      keyboard_(signals_.descriptor()),
      sitting_(*order_.rules, order_.base),
      clocks_{clock_for(order_.seats[0]), clock_for(order_.seats[1])},
      started_(std::chrono::system_clock::now()) {
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}, adviser}) {
    if (number != adviser && !order_.seats[number].engine) continue;
    auto setup = engine_setup(engine(number), order_.search);
    setup.interrupt = signals_.descriptor();
    setup.overhear = [this](const protocol::Info& info) { overhear(info); };
    players_[number] = std::make_unique<player::EnginePlayer>(std::move(setup));
  }
}

int PlayTable::run() {
  if (!order_.save.empty()) {
    if (const auto problem = refuse_to_save(order_.save)) return refused(Error{"--save: " + *problem});
  }
  if (!seat_engines()) return machine_error;
  introduce();
  while (true) {
    const Step step = sitting_.verdict() ? afterwards() : turn();
    if (step != Step::go_on) return leave(step);
  }
}

bool PlayTable::seat_engines() {
  for (const Side side : {Side::south, Side::north})
    if (seat(side).engine && begin(at(side)) != Step::go_on) return false;
  return true;
}

PlayTable::Step PlayTable::begin(std::size_t number) {
  if (ready_[number]) return Step::go_on;
  const auto begun = players_[number]->begin({.variant = std::string{order_.rules->variant()},
                                              .ruleset = match::ruleset_text(*order_.rules),
                                              .seed = order_.seed});
  const std::string problem = complaint(begun);
  ready_[number] = problem.empty();
  if (ready_[number]) return Step::go_on;
  const auto* interrupted = std::get_if<player::Interrupted>(&begun);
  if (interrupted != nullptr && interrupted->machine.empty()) return Step::interrupted;
  fmt::print(stderr, "ebiri: `{}` cannot start: {}\n", engine(number).name, problem);
  return Step::failed;
}

PlayTable::Step PlayTable::turn() {
  const Side mover = sitting_.game().to_move();
  return seat(mover).engine ? engine_turn(mover) : person_turn(mover);
}

PlayTable::Step PlayTable::engine_turn(Side mover) {
  if (const Step step = begin(at(mover)); step != Step::go_on) return step;
  auto budget = match::budget(clocks_.south, clocks_.north, mover);
  budget.turn_passes = sitting_.game().may_be_stolen();
  info_ = {};
  asked_ = std::chrono::steady_clock::now();
  const auto reply = players_[at(mover)]->ask(sitting_.line(), budget);
  show_thinking(false);
  if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) {
    ready_[at(mover)] = false;
    if (interrupted->machine.empty()) return Step::interrupted;
    fmt::print(stderr, "ebiri: {}\n", interrupted->machine);
    return Step::failed;
  }
  before_.push_back(clocks_);
  const std::size_t plies = sitting_.plies().size();
  if (const auto* answer = std::get_if<Answer>(&reply))
    clock(mover).charge(player::charged(answer->thought, budget));
  take(reply, mover);
  if (sitting_.plies().size() == plies) before_.pop_back();
  if (sitting_.verdict())
    conclude();
  else if (!has_person())
    show();
  return Step::go_on;
}

// What the engine's answer comes to.
void PlayTable::take(const player::Reply& reply, Side mover) {
  if (const auto* late = std::get_if<player::OutOfTime>(&reply)) {
    sitting_.steal(late->thought);
    return say(terminal::last_move(sitting_));
  }
  if (const auto* fault = std::get_if<player::Fault>(&reply)) {
    ready_[at(mover)] = false;
    return sitting_.forfeit(mover, *fault);
  }
  const auto& answer = std::get<Answer>(reply);
  if (answer.kind == Answer::Kind::resign) return sitting_.give_up(mover);
  const auto refused = answer.kind == Answer::Kind::accept
                           ? std::optional{rules::MoveError{rules::MoveError::Kind::illegal,
                                                            "nobody has offered to end the game"}}
                           : sitting_.play(answer.move, answer.thought);
  if (!refused) return say(terminal::last_move(sitting_));
  sitting_.forfeit(mover, {.kind = player::Fault::Kind::illegal_move,
                           .detail = fmt::format("{}; {}", printable(refused->message, 200),
                                                 terminal::legal_here(sitting_.game())),
                           .line = "bestmove " + printable(answer.move, 80)});
}

PlayTable::Step PlayTable::person_turn(Side mover) {
  show();
  const auto asked = std::chrono::steady_clock::now();
  const auto left = time_left(clock(mover));
  std::optional<terminal::Keyboard::Clock::time_point> deadline;
  if (left) deadline = asked + *left;
  const std::size_t plies = sitting_.plies().size();
  while (true) {
    std::string line;
    const auto event = ask(std::string{rules::name(mover)} + "> ", line, deadline);
    if (event == terminal::Keyboard::Event::timeout) return out_of_time(mover);
    if (event == terminal::Keyboard::Event::interrupted) return Step::interrupted;
    if (event == terminal::Keyboard::Event::end) return Step::leave;
    const terminal::Typed typed = terminal::understand(line, sitting_.game());
    if (typed.kind != terminal::Typed::Kind::move) {
      const Step step = obey(typed);
      const bool changed = sitting_.verdict() || sitting_.plies().size() != plies;
      if (step != Step::go_on || changed) return step;
      continue;
    }
    player::Thought thought;
    thought.wall = std::chrono::duration_cast<player::Duration>(std::chrono::steady_clock::now() - asked);
    before_.push_back(clocks_);
    clock(mover).charge(thought.wall);
    clock(rules::opponent(mover)).take_from_opponent(thought.wall);
    const auto refused = sitting_.play(typed.text, thought);
    say(refused ? refused->message : terminal::last_move(sitting_));
    if (sitting_.verdict()) conclude();
    return Step::go_on;
  }
}

PlayTable::Step PlayTable::out_of_time(Side mover) {
  if (sitting_.game().may_be_stolen()) {
    before_.push_back(clocks_);
    clock(mover).charge(*time_left(clock(mover)));
    sitting_.steal({});
    say("");
    say(terminal::last_move(sitting_));
  } else {
    say("");
    sitting_.forfeit(mover, {.kind = player::Fault::Kind::time, .detail = "the time is up"});
  }
  if (sitting_.verdict()) conclude();
  return Step::go_on;
}

// The game is over: it may be kept, or taken up again.
PlayTable::Step PlayTable::afterwards() {
  if (!has_person()) return Step::leave;
  std::string line;
  switch (ask("over> ", line)) {
    case terminal::Keyboard::Event::interrupted:
    case terminal::Keyboard::Event::end:
    case terminal::Keyboard::Event::timeout:
      return Step::leave;
    case terminal::Keyboard::Event::line:
      break;
  }
  return obey(terminal::understand_afterwards(line));
}

// Any command, and what is none.
PlayTable::Step PlayTable::obey(const terminal::Typed& typed) {
  switch (typed.kind) {
    case terminal::Typed::Kind::refused:
      say(typed.text);
      break;
    case terminal::Typed::Kind::undo:
      take_back();
      break;
    case terminal::Typed::Kind::hint:
      hint();
      break;
    case terminal::Typed::Kind::moves:
      show_moves();
      break;
    case terminal::Typed::Kind::board:
      show();
      say("position " + sitting_.game().position());
      break;
    case terminal::Typed::Kind::resign:
      sitting_.give_up(sitting_.game().to_move());
      conclude();
      break;
    case terminal::Typed::Kind::save:
      if (typed.text.empty())
        say("save needs the name of a file: save my-game.ogn");
      else if (const auto problem = refuse_to_save(typed.text))
        say(*problem);
      else
        save(typed.text);
      break;
    case terminal::Typed::Kind::help:
      fmt::print("{}", terminal::help());
      break;
    case terminal::Typed::Kind::quit:
      return Step::leave;
    case terminal::Typed::Kind::nothing:
    case terminal::Typed::Kind::move:
      break;
  }
  return Step::go_on;
}

void PlayTable::take_back() {
  const auto plies = sitting_.way_back({!order_.seats[0].engine, !order_.seats[1].engine});
  if (!plies) return say("there is no move of yours to take back");
  for (const Seat& seat : order_.seats)
    if (seat.engine && player::dialect(seat.engine->dialect).from_start_only)
      return say(fmt::format("`{}` speaks a dialect in which nothing can be taken back", seat.name()));
  const std::size_t taken = sitting_.plies().size() - *plies;
  const bool over = sitting_.verdict().has_value();
  sitting_.take_back(*plies);
  if (*plies < before_.size()) clocks_ = before_[*plies];
  before_.resize(std::min(before_.size(), *plies), clocks_);
  for (const Side side : {Side::south, Side::north})
    if (over || (seat(side).engine && seat(side).engine->dialect != player::native_dialect))
      ready_[at(side)] = false;
  say(taken == 1 ? "1 move taken back" : fmt::format("{} moves taken back", taken));
}

}  // namespace ebiri::cli
