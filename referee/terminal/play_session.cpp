#include "referee/terminal/play_session.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>

#include "referee/analysis/analysis.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/record/notation.hpp"
#include "referee/rules/describe.hpp"
#include "referee/run/arena.hpp"
#include "referee/support/files.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/coach.hpp"
#include "referee/terminal/console.hpp"
#include "referee/terminal/render.hpp"

namespace ebiri::terminal {

namespace {

using player::Answer;
using rules::Side;

match::Clock clock_for(const Seat& seat) {
  return match::Clock{
      {.limit = seat.limit, .margin = std::chrono::milliseconds{100}, .patience = std::chrono::hours{1}}};
}

// The time limit of a person for this move, if there is one.
std::optional<player::Duration> time_left(const match::Clock& clock) {
  std::optional<player::Duration> left = clock.left();
  if (clock.terms().limit.move)
    left = std::min<player::Duration>(*clock.terms().limit.move, left.value_or(player::Duration::max()));
  return left;
}

constexpr std::chrono::milliseconds frame_interval{100};
constexpr std::ptrdiff_t lines_around_board = 5;  // blank lines, score, end of the move list, prompt

std::string minutes_and_seconds(player::Duration left) {
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(left).count();
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

// The user may change the size of the terminal during a game.
void PlaySession::update_size() {
  const Terminal now = terminal_of(STDOUT_FILENO);
  terminal_.width = now.width;
  terminal_.height = now.height;
}

std::size_t PlaySession::page_width() const {
  return std::min(explain::page_width, static_cast<std::size_t>(terminal_.width));
}

std::optional<std::string> save_problem(const std::string& file) {
  if (!exists(status_of(file))) return std::nullopt;
  return fmt::format("`{}` exists already; name another file", printable(file, 200));
}

void PlaySession::say(const std::string& text) const {
  fmt::print("{}", in_lines(text, terminal_));
  std::fflush(stdout);
}

void PlaySession::say_lines(std::string_view text) const {
  for (const std::string_view line : split(text, '\n')) say(std::string{line});
}

PlaySession::PlaySession(PlaySettings settings)
    : settings_(std::move(settings)),
      terminal_(terminal_of(STDOUT_FILENO)),
      live_(can_redraw(STDOUT_FILENO)),
      echo_(::isatty(STDIN_FILENO) == 0),
      keyboard_(signals_.descriptor()),
      game_(*settings_.rules, settings_.base),
      clocks_{{clock_for(settings_.seats[0]), clock_for(settings_.seats[1])}},
      started_(std::chrono::system_clock::now()) {
  for (const std::size_t number : {std::size_t{0}, std::size_t{1}, adviser_seat}) {
    if (number != adviser_seat && !settings_.seats[number].engine) continue;
    auto setup = run::engine_setup(engine(number), settings_.search);
    setup.interrupt = signals_.descriptor();
    setup.on_info = [this](const protocol::Info& info) { update_info(info); };
    players_[number] = std::make_unique<player::EnginePlayer>(std::move(setup));
  }
  if (settings_.spoken) terminal_.colour = live_ = false;
  settings_.quiet = settings_.quiet || settings_.spoken;
  for (const std::string& move : settings_.moves) game_.repeat(move);
  clocks_before_.resize(settings_.moves.size(), clocks_);
}

PlaySession::Step PlaySession::run() {
  Step step = Step::go_on;
  for (const Side side : {Side::south, Side::north})
    if (step == Step::go_on && seat(side).engine) step = begin(index(side));
  if (step != Step::go_on) return step;
  introduce();
  while (step == Step::go_on) step = game_.verdict() ? afterwards() : turn();
  return leave(step);
}

PlaySession::Step PlaySession::begin(std::size_t number) {
  if (ready_[number]) return Step::go_on;
  const auto begun = players_[number]->begin(
      {*settings_.rules, number == adviser_seat ? analysis::judging_seed : settings_.seed});
  ready_[number] = std::holds_alternative<player::Ready>(begun);
  if (ready_[number]) return Step::go_on;
  const auto* interrupted = std::get_if<player::Interrupted>(&begun);
  if (interrupted != nullptr && interrupted->problem.empty()) return Step::interrupted;
  print_error(
      "ebiri: `{}` cannot start: {}\n", engine(number).name,
      interrupted != nullptr ? interrupted->problem : player::evidence_of(std::get<player::Fault>(begun)));
  return Step::failed;
}

PlaySession::Step PlaySession::turn() {
  const Side mover = game_.game().to_move();
  return seat(mover).engine ? engine_turn(mover) : person_turn(mover);
}

PlaySession::Step PlaySession::engine_turn(Side mover) {
  if (const Step step = begin(index(mover)); step != Step::go_on) return step;
  auto budget = match::budget(clocks_[0], clocks_[1], mover);
  budget.turn_passes = game_.game().may_be_stolen();
  info_ = {};
  asked_ = std::chrono::steady_clock::now();
  const auto reply = players_[index(mover)]->ask(game_.line(), budget);
  show_thinking(false);
  opponents_info_ = info_;
  if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) {
    ready_[index(mover)] = false;
    if (interrupted->problem.empty()) return Step::interrupted;
    print_error("ebiri: {}\n", interrupted->problem);
    return Step::failed;
  }
  const Clocks before = clocks_;
  if (const auto* answer = std::get_if<Answer>(&reply))
    charge(mover, player::charged(answer->thought, budget));
  if (const auto* late = std::get_if<player::OutOfTime>(&reply))
    charge(mover, player::charged(late->thought, budget));
  take(reply, mover);
  clocks_before_.resize(game_.plies().size(), before);
  if (game_.verdict())
    conclude();
  else if (!has_person())
    show();
  return Step::go_on;
}

void PlaySession::charge(Side mover, player::Duration used) {
  clock(mover).charge(used);
  clock(rules::opponent(mover)).add_opponent_time(used);
}

void PlaySession::take(const player::Reply& reply, Side mover) {
  if (const auto* late = std::get_if<player::OutOfTime>(&reply)) {
    game_.repeat(std::string{rules::stolen_turn}, late->thought);
    return say(last_move(game_));
  }
  if (const auto* fault = std::get_if<player::Fault>(&reply)) {
    ready_[index(mover)] = false;
    return game_.give_up(mover, *fault);
  }
  const auto& answer = std::get<Answer>(reply);
  if (answer.kind == Answer::Kind::resign) return game_.give_up(mover);
  const auto refused = answer.kind == Answer::Kind::accept
                           ? std::optional{rules::MoveError{rules::MoveError::Kind::illegal,
                                                            "no player has offered to end the game"}}
                           : game_.play(answer.move, answer.thought);
  if (!refused) return show_sowing();
  const player::Fault fault{
      .kind = player::Fault::Kind::illegal_move,
      .detail = fmt::format("{}; {}", printable(refused->message, 200), legal_here(game_.game())),
      .line = "bestmove " + printable(answer.move, 80)};
  game_.give_up(mover, fault);
}

PlaySession::Step PlaySession::person_turn(Side mover) {
  show();
  auto asked = std::chrono::steady_clock::now();
  const auto left = time_left(clock(mover));
  std::optional<Keyboard::Clock::time_point> deadline;
  if (left) deadline = asked + *left;
  const std::size_t plies = game_.plies().size();
  // The person's clock stops during a command or a question, and while the person reads a command's answer.
  const auto stop_clock_since = [&](std::chrono::steady_clock::time_point stopped) {
    const auto pause = std::chrono::steady_clock::now() - stopped;
    asked += pause;
    if (deadline) *deadline += pause;
  };
  bool reads_answer = false;  // the last line was a command, whose answer the person reads now
  while (true) {
    std::string line;
    const auto prompted = std::chrono::steady_clock::now();
    const auto event =
        ask(std::string{rules::name(mover)} + "> ", line, reads_answer ? std::nullopt : deadline);
    if (event == Keyboard::Event::timeout) return out_of_time(mover);
    if (event == Keyboard::Event::interrupted) return Step::interrupted;
    if (event == Keyboard::Event::end) return Step::leave;
    if (reads_answer) stop_clock_since(prompted);
    const auto typed = std::chrono::steady_clock::now();
    const Input input = parse_input(line, game_.game());
    reads_answer = input.kind != Input::Kind::move && input.kind != Input::Kind::nothing &&
                   input.kind != Input::Kind::refused;
    if (input.kind != Input::Kind::move) {
      const Step step = obey(input);
      const bool changed = game_.verdict() || game_.plies().size() != plies;
      if (step != Step::go_on || changed) return step;
      stop_clock_since(typed);
      continue;
    }
    refusal_.clear();
    player::Thought thought;
    thought.wall = std::chrono::duration_cast<player::Duration>(typed - asked);
    if (settings_.learn && takes_back_mistake(input.text)) {
      stop_clock_since(typed);
      show();
      continue;
    }
    clocks_before_.push_back(clocks_);
    charge(mover, thought.wall);
    game_.repeat(input.text, thought);
    show_sowing();
    if (game_.verdict()) conclude();
    return Step::go_on;
  }
}

PlaySession::Step PlaySession::out_of_time(Side mover) {
  if (game_.game().may_be_stolen()) {
    clocks_before_.push_back(clocks_);
    charge(mover, *time_left(clock(mover)));
    game_.repeat(std::string{rules::stolen_turn});
    say("");
    say(last_move(game_));
  } else {
    say("");
    game_.give_up(mover, player::Fault{.kind = player::Fault::Kind::time, .detail = "the time is up"});
  }
  if (game_.verdict()) conclude();
  return Step::go_on;
}

// After the game the user may save it, or take back moves.
PlaySession::Step PlaySession::afterwards() {
  if (!has_person()) return Step::leave;
  std::string line;
  if (ask("game over> ", line) != Keyboard::Event::line) return Step::leave;
  return obey(parse_input_after_end(line));
}

// Executes a command, or prints why the input was refused.
PlaySession::Step PlaySession::obey(const Input& input) {
  using Command = Input::Kind;
  const Command command = input.kind;
  if (command == Command::why && !refusal_.empty()) say(refusal_);
  refusal_ = command == Command::refused ? "your last input was refused: " + input.text : "";
  if (command == Command::refused) say(input.text);
  if (command == Command::undo) take_back();
  if (command == Command::hint) hint();
  if (command == Command::moves) show_moves();
  if (command == Command::why) explain_last_move();
  if (command == Command::rules)
    print_paged(explain::rules_page(*settings_.rules, page_width()), "q returns to the game");
  if (command == Command::lesson) return teach();
  if (command == Command::quit) return Step::leave;
  if (command == Command::board) {
    show();
    say("position " + game_.game().position());
  }
  // A script is not asked.
  if (command == Command::resign && (echo_ || confirms("resign? [y/N] "))) {
    game_.give_up(game_.game().to_move());
    conclude();
  }
  if (command == Command::save) {
    if (input.text.empty())
      say("save needs a file name, for example: save my-game.ogn");
    else if (const auto problem = save_problem(input.text); problem && input.text != saved_)
      say(*problem);
    else
      save(input.text);
  }
  if (command == Command::help) {
    fmt::print("{}", help(game_.verdict().has_value()));
    if (const auto moves = explain::moves_in_text(*settings_.rules); !game_.verdict() && !moves.empty())
      say(moves);
  }
  return Step::go_on;
}

bool PlaySession::confirms(const std::string& question) {
  std::string line;
  if (ask(question, line) != Keyboard::Event::line) return false;
  const std::string_view answer = trim(line);
  return answer == "y" || answer == "Y" || answer == "yes";
}

void PlaySession::take_back() {
  const auto plies = game_.undo_point({!settings_.seats[0].engine, !settings_.seats[1].engine});
  if (!plies) return say("you have no move to take back");
  for (const Seat& seat : settings_.seats)
    if (seat.engine && player::dialect(seat.engine->dialect).from_start_only)
      return say(fmt::format("the dialect of `{}` does not support undo", seat.name()));
  const std::size_t taken = game_.plies().size() - *plies;
  game_.take_back(*plies);
  opponents_info_ = {};  // it may be about a move that was taken back
  clocks_ = clocks_before_[*plies];
  clocks_before_.resize(*plies, clocks_);
  // Engines of other dialects may keep the moves that they got, so they begin the game again.
  for (const Side side : {Side::south, Side::north})
    if (seat(side).engine && seat(side).engine->dialect != player::native_dialect)
      ready_[index(side)] = false;
  say(counted(taken, "move") + " taken back");
}

void PlaySession::introduce() const {
  const auto player_text = [&](Side side) {
    if (!seat(side).engine) return std::string{"you"};
    const std::string& announced = players_[index(side)]->announced_name();
    const std::string limit = match::describe(seat(side).limit);
    if (announced.empty()) return fmt::format("{} ({})", seat(side).name(), limit);
    return fmt::format("{}{} ({})", printable(announced, 60),
                       seat(side).level().empty() ? "" : ", level " + seat(side).level(), limit);
  };
  const auto text = fmt::format("{}; south: {}; north: {}; seed {}", full_name(*settings_.rules),
                                player_text(Side::south), player_text(Side::north), settings_.seed);
  fmt::print("{}", in_lines(text, terminal_));
  if (settings_.learn) {
    say("commands: lesson (the rules in five minutes, with exercises), rules (how to play), "
        "why (the opponent's last move), help (all commands); --level 1 to 10 chooses the engine's "
        "strength");
    say(fmt::format(
        "You can take back moves that lose {:g} seeds or more, which `ebiri analyze` calls mistakes.",
        analysis::scale_of(settings_.rules->variant()).mistake));
    if (const auto moves = explain::moves_in_text(*settings_.rules); !moves.empty()) say(moves);
  } else if (has_person()) {
    say("type help for the commands and how moves are written, lesson to learn the game");
  }
  if (!has_person()) show();
  std::fflush(stdout);
}

// Prints the board, the score and the legal moves.
void PlaySession::show() const {
  const rules::Game& game = game_.game();
  fmt::print("\n{}\n", settings_.spoken ? spoken(*settings_.rules, game)
                                        : drawn(game.board(), terminal_, game_.verdict().has_value()));
  std::string text = score_text(*settings_.rules, game);
  for (const Side side : {Side::south, Side::north})
    if (const auto left = clocks_[index(side)].left())
      text += fmt::format(", {} has {}", rules::name(side), minutes_and_seconds(*left));
  if (!game_.verdict()) {
    text += fmt::format(", {} to move", rules::name(game.to_move()));
    if (lists_moves())
      text += ':';
    else if (!seat(game.to_move()).engine)
      text += "; " + legal_here(game);
  }
  fmt::print("{}", in_lines(text, terminal_));
  if (lists_moves()) {
    const std::ptrdiff_t room =
        terminal_.height - std::ranges::count(game.board(), '\n') - lines_around_board;
    show_moves(terminal_.height == 0 ? 0 : std::max<std::ptrdiff_t>(room, 1));
  }
  std::fflush(stdout);
}

// Whether the moves and their effects are listed below the board.
bool PlaySession::lists_moves() const {
  const rules::Game& game = game_.game();
  return settings_.learn && !game_.verdict() && !seat(game.to_move()).engine && !game.arrangement();
}

// Prints legal moves with their effects. If `most` is not 0, prints at most `most` lines, but at least three
// moves.
void PlaySession::show_moves(std::ptrdiff_t most) const {
  const std::string text = advice(game_.game());
  if (text.empty()) return say(legal_here(game_.game()));
  const auto moves = split(trim(text), '\n');
  const auto width = static_cast<std::size_t>(std::max(terminal_.width, 40));
  std::ptrdiff_t shown = 0, lines = 0;
  for (const std::string_view move : moves) {
    const std::size_t column = std::min(move.find_first_not_of(' ', move.find(' ')), move.size());
    const std::string wrapped =
        explain::beside(std::string{move.substr(0, column)}, move.substr(column), width);
    lines += std::ranges::count(wrapped, '\n');
    if (most > 0 && lines > most && shown >= 3) break;
    fmt::print("{}", wrapped);
    ++shown;
  }
  if (shown < std::ssize(moves))
    fmt::print("and {} more: type moves to list all\n", std::ssize(moves) - shown);
}

void PlaySession::update_info(const protocol::Info& info) {
  if (info.depth) info_.depth = info.depth;
  if (info.nodes) info_.nodes = info.nodes;
  if (info.score) info_.score = info.score;
  if (!info.pv.empty()) info_.pv = info.pv;
  const auto now = std::chrono::steady_clock::now();
  if (now - drawn_ < frame_interval) return;
  drawn_ = now;
  show_thinking(true);
}

// Prints the search report. `searching`: the next one will overwrite it. `whole`: wrapped instead of cut.
void PlaySession::show_thinking(bool searching, bool whole) {
  if (settings_.quiet || (searching && !live_)) return;
  update_size();
  const auto used = std::chrono::steady_clock::now() - asked_;
  const Side mover = game_.game().to_move();
  const std::string whose = seat(mover).engine ? fmt::format("{}'s", rules::name(mover)) : "your";
  const auto text =
      thinking(info_, std::chrono::duration_cast<player::Duration>(used), whose, game_.game().seeds());
  if (live_) fmt::print("\r\x1b[K");
  if (!text.empty()) {
    const int width = live_ ? std::max(1, terminal_.width - 3) : 200;
    const auto line =
        "  " + (whole ? join(wrapped(text, {.width = width}), "\n  ") : fitted(text, width, terminal_));
    fmt::print("{}{}{}{}", terminal_.colour ? "\x1b[2m" : "", line, terminal_.colour ? "\x1b[0m" : "",
               searching ? "" : "\n");
  }
  std::fflush(stdout);
}

void PlaySession::conclude() {
  for (const Side side : {Side::south, Side::north}) {
    if (!ready_[index(side)]) continue;
    players_[index(side)]->end(game_.line(), result_word(*game_.verdict()), game_.verdict()->reason);
    ready_[index(side)] = false;
  }
  show();
  const auto& text = ending(*game_.verdict());
  const auto first = text.substr(0, text.find('\n'));
  fmt::print("{}{}{}", terminal_.colour ? "\x1b[1m" : "", in_lines("The game is over. " + first, terminal_),
             terminal_.colour ? "\x1b[0m" : "");
  if (first.size() < text.size()) fmt::print("{}\n", text.substr(first.size() + 1));
  if (has_person())
    fmt::print("save FILE saves the game for `ebiri analyze`, undo takes back your last move, quit leaves\n");
  if (!settings_.save.empty()) save(settings_.save);
  std::fflush(stdout);
}

// Asks an engine for a move in the current position. If the engine fails, prints why there is no hint.
std::optional<Answer> PlaySession::consult(std::size_t number, const match::Limit& limit) {
  if (begin(number) != Step::go_on) return std::nullopt;
  const match::Clock fresh_clock{{.limit = limit}};
  info_ = {};
  asked_ = std::chrono::steady_clock::now();
  const auto reply =
      players_[number]->ask(game_.line(), match::budget(fresh_clock, fresh_clock, game_.game().to_move()));
  if (const auto* answer = std::get_if<Answer>(&reply)) return *answer;
  ready_[number] = false;
  std::string why;
  if (const auto* fault = std::get_if<player::Fault>(&reply)) why = player::evidence_of(*fault);
  if (const auto* interrupted = std::get_if<player::Interrupted>(&reply)) why = interrupted->problem;
  if (!why.empty()) fmt::print("no hint: `{}` failed: {}\n", engine(number).name, why);
  return std::nullopt;
}

void PlaySession::hint() {
  const Side mover = game_.game().to_move();
  if (const auto legal = game_.game().legal_moves(); !game_.game().arrangement() && legal.size() == 1)
    return say(fmt::format("{} is the only legal move", legal.front()));
  const Seat& other = seat(rules::opponent(mover));
  const bool can_ask = other.engine && other.engine->dialect == player::native_dialect && !settings_.learn;
  const std::size_t number = can_ask ? index(rules::opponent(mover)) : adviser_seat;
  // A limit with `base` is for a whole game, not for a hint.
  const match::Limit limit =
      can_ask && !other.limit.base ? other.limit : match::Limit{.move = std::chrono::seconds{1}};
  const auto answer = consult(number, limit);
  if (!answer) {  // `info_` may be the opponent's
    if (live_) fmt::print("\r\x1b[K");
    return;
  }
  show_thinking(false, true);
  const auto after = game_.game().clone();
  if (answer->kind != Answer::Kind::move)
    fmt::print("no hint: `{}` would resign\n", engine(number).name);
  else if (const auto refused = after->play(answer->move))
    fmt::print("no hint: `{}` suggests {}, which is illegal here\n", engine(number).name,
               printable(answer->move, 60));
  else {
    hinted_ = {game_.plies().size(), answer->move};
    say(fmt::format("`{}` would play {}: {}", engine(number).name, answer->move,
                    game_.game().effect(answer->move).words));
    if (settings_.learn) say_reasons(answer->move, info_);
  }
}

bool PlaySession::save(const std::string& file) {
  auto record = game_.record();
  record.south = settings_.seats[0].name();
  record.north = settings_.seats[1].name();
  if (record.north == record.south) record.north += "-north";  // readers refuse an engine against itself
  record.south_limit = match::describe(settings_.seats[0].limit);
  record.north_limit = match::describe(settings_.seats[1].limit);
  record.seed = settings_.seed;
  record.started = std::chrono::floor<std::chrono::milliseconds>(started_);
  const auto text = record::to_ogn(record, *settings_.rules,
                                   fmt::format("a game at the terminal, seed {}", settings_.seed));
  const auto written = text ? write_file(file, *text) : Result<void>{text.error()};
  if (!written) {
    print_error("ebiri: {}\n", written.error().message);
    return false;
  }
  saved_ = file;
  fmt::print("the game is in `{}`\n", printable(file, 200));
  return true;
}

// Prints a prompt and reads a line. Echoes input from a script, so that the output reads like a dialogue.
Keyboard::Event PlaySession::ask(const std::string& prompt, std::string& line,
                                 std::optional<Keyboard::Clock::time_point> deadline) {
  fmt::print("{}", prompt);
  std::fflush(stdout);
  const auto event = keyboard_.read(line, deadline);
  update_size();
  if (event == Keyboard::Event::line && echo_) fmt::print("{}\n", printable(line, 200));
  return event;
}

PlaySession::Step PlaySession::leave(Step step) {
  const bool unfinished = !game_.verdict();
  if (unfinished) fmt::print("\n");
  if (unfinished && !game_.plies().empty())
    fmt::print("The game is not over. To continue from here, add to the command:\n--from {}\n",
               game_.game().position());
  const bool already_saved = !unfinished && saved_ == settings_.save;  // by `conclude`
  const bool saved = settings_.save.empty() || already_saved || save(settings_.save);
  return step == Step::leave && !saved ? Step::failed : step;
}

}  // namespace ebiri::terminal
