// What a table shows, and what it keeps.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "referee/cli/common/chosen_engine.hpp"
#include "referee/cli/common/chosen_rules.hpp"
#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/play_table.hpp"
#include "referee/match/play_game.hpp"
#include "referee/record/notation.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/telling.hpp"

namespace ebiri::cli {

namespace {

using rules::Side;

constexpr std::chrono::milliseconds frame_interval{100};

std::string_view result_word(const match::Verdict& verdict) {
  static constexpr std::string_view words[] = {"p1", "p2", "draw", "void"};
  return words[static_cast<std::size_t>(verdict.result)];
}

std::string seconds(player::Duration left) {
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(left).count();
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

}  // namespace

void PlayTable::introduce() const {
  const auto who = [&](Side side) {
    if (!seat(side).engine) return std::string{"you"};
    const std::string& announced = players_[at(side)]->announced_name();
    const std::string limit = match::describe(seat(side).limit);
    return fmt::format("{} ({})", announced.empty() ? seat(side).name() : printable(announced, 60), limit);
  };
  const auto text = fmt::format("{}; south: {}; north: {}; seed {}", described(*order_.rules),
                                who(Side::south), who(Side::north), order_.seed);
  fmt::print("{}", terminal::in_lines(text, terminal_));
  if (has_person()) fmt::print("help lists what can be typed\n");
  if (!has_person()) show();
  std::fflush(stdout);
}

// The board, how it stands, and what can be done.
void PlayTable::show() const {
  const rules::Game& game = sitting_.game();
  fmt::print("\n{}\n", terminal::drawn(game, terminal_));
  std::string text = fmt::format("score {}-{}", game.score(Side::south), game.score(Side::north));
  for (const auto& [name, clock] : {std::pair{"south", &clocks_.south}, std::pair{"north", &clocks_.north}})
    if (const auto left = clock->left()) text += fmt::format(", {} has {}", name, seconds(*left));
  if (!sitting_.verdict()) {
    text += fmt::format(", {} to move", rules::name(game.to_move()));
    if (!seat(game.to_move()).engine) text += "; " + terminal::legal_here(game);
  }
  fmt::print("{}", terminal::in_lines(text, terminal_));
  std::fflush(stdout);
}

void PlayTable::show_moves() const {
  const auto next = sitting_.game().continuations();
  if (next.empty()) fmt::print("{}", terminal::in_lines(terminal::legal_here(sitting_.game()), terminal_));
  std::size_t width = 0;
  for (const auto& move : next) width = std::max(width, move.move.size());
  for (const auto& move : next) {
    const auto end = move.outcome ? "; ends the game: " + sentence(*move.outcome) : "";
    fmt::print("{}", terminal::in_lines(fmt::format("{:<{}}  {}{}", move.move, width, move.effect.words, end),
                                        terminal_));
  }
}

void PlayTable::overhear(const protocol::Info& info) {
  if (info.depth) info_.depth = info.depth;
  if (info.nodes) info_.nodes = info.nodes;
  if (info.score) info_.score = info.score;
  if (!info.pv.empty()) info_.pv = info.pv;
  const auto now = std::chrono::steady_clock::now();
  if (now - drawn_ < frame_interval) return;
  drawn_ = now;
  show_thinking(true);
}

// In one line that is drawn over while it thinks, and stays when it has answered.
void PlayTable::show_thinking(bool live) {
  if (order_.quiet || (live && !live_)) return;
  const auto used = std::chrono::steady_clock::now() - asked_;
  const auto text = terminal::thinking(info_, std::chrono::duration_cast<player::Duration>(used));
  if (live_) fmt::print("\r\x1b[K");
  if (!text.empty()) {
    const int width = live_ ? std::max(1, terminal_.width - 3) : 200;
    const auto line = "  " + report::fitted(text, width, terminal_);
    fmt::print("{}{}{}{}", terminal_.colour ? "\x1b[2m" : "", line, terminal_.colour ? "\x1b[0m" : "",
               live ? "" : "\n");
  }
  std::fflush(stdout);
}

void PlayTable::conclude() {
  for (const Side side : {Side::south, Side::north}) {
    if (!ready_[at(side)]) continue;
    players_[at(side)]->end(sitting_.line(), result_word(*sitting_.verdict()), sitting_.verdict()->reason);
    ready_[at(side)] = false;
  }
  show();
  const auto& text = terminal::ending(*sitting_.verdict());
  const auto first = text.substr(0, text.find('\n'));
  fmt::print("{}{}{}", terminal_.colour ? "\x1b[1m" : "",
             terminal::in_lines("The game is over. " + first, terminal_), terminal_.colour ? "\x1b[0m" : "");
  if (first.size() < text.size()) fmt::print("{}\n", text.substr(first.size() + 1));
  if (has_person()) fmt::print("save FILE keeps the game, undo takes your last move back, quit leaves\n");
  std::fflush(stdout);
}

void PlayTable::hint() {
  const Side mover = sitting_.game().to_move();
  const Seat& other = seat(rules::opponent(mover));
  const bool can_ask = other.engine && other.engine->dialect == player::native_dialect;
  const std::size_t number = can_ask ? at(rules::opponent(mover)) : adviser;
  if (begin(number) != Step::go_on) return;
  const match::Clock unhurried{{.limit = can_ask && !other.limit.base ? other.limit : order_.adviser_limit}};
  info_ = {};
  asked_ = std::chrono::steady_clock::now();
  const auto reply = players_[number]->ask(sitting_.line(), match::budget(unhurried, unhurried, mover));
  show_thinking(false);
  const auto* answer = std::get_if<player::Answer>(&reply);
  if (answer == nullptr) ready_[number] = false;
  if (const auto* fault = std::get_if<player::Fault>(&reply))
    fmt::print("no hint: `{}` fails: {}\n", engine(number).name, terminal::evidence(*fault));
  if (answer == nullptr) return;
  const auto after = sitting_.game().clone();
  if (answer->kind != player::Answer::Kind::move)
    fmt::print("no hint: `{}` would give the game up\n", engine(number).name);
  else if (const auto refused = after->play(answer->move))
    fmt::print("no hint: `{}` says {}, which is not legal here\n", engine(number).name,
               printable(answer->move, 60));
  else
    fmt::print("{}", terminal::in_lines(fmt::format("`{}` would play {}: {}", engine(number).name,
                                                    answer->move, sitting_.game().effect(answer->move).words),
                                        terminal_));
}

std::optional<std::string> PlayTable::refuse_to_save(const std::string& file) const {
  std::error_code problem;
  if (file == saved_ || !std::filesystem::exists(file, problem)) return std::nullopt;
  return fmt::format("`{}` exists already, and stays as it is: give another name", printable(file, 200));
}

bool PlayTable::save(const std::string& file) {
  auto record = sitting_.record();
  record.south = order_.seats[0].name();
  record.north = order_.seats[1].name();
  record.south_limit = match::describe(order_.seats[0].limit);
  record.north_limit = match::describe(order_.seats[1].limit);
  record.seed = order_.seed;
  record.started = std::chrono::floor<std::chrono::milliseconds>(started_);
  const auto text = record::to_ogn(record, *order_.rules, "a game at the terminal");
  const auto written = text ? write_file(file, *text) : Result<void>{text.error()};
  if (!written) {
    fmt::print(stderr, "ebiri: {}\n", written.error().message);
    return false;
  }
  saved_ = file;
  fmt::print("the game is in `{}`\n", printable(file, 200));
  return true;
}

// A prompt and a line. Where nobody types it is shown what was read, so that the output can be followed.
terminal::Keyboard::Event PlayTable::ask(const std::string& prompt, std::string& line,
                                         std::optional<terminal::Keyboard::Clock::time_point> deadline) {
  fmt::print("{}", prompt);
  std::fflush(stdout);
  const auto event = keyboard_.read(line, deadline);
  if (event == terminal::Keyboard::Event::line && echo_) fmt::print("{}\n", printable(line, 200));
  return event;
}

int PlayTable::leave(Step step) {
  const bool unfinished = !sitting_.verdict();
  if (unfinished) fmt::print("\n");
  if (unfinished && !sitting_.plies().empty())
    fmt::print("The game is not over. This goes on from here:\n--from {}\n", sitting_.game().position());
  const bool kept = order_.save.empty() || save(order_.save);
  if (step == Step::interrupted) return interrupted_code;
  return step == Step::failed || !kept ? machine_error : 0;
}

}  // namespace ebiri::cli
