#include "referee/terminal/user_input.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/rules/arrange.hpp"
#include "referee/support/text.hpp"

namespace ebiri::terminal {

namespace {

constexpr tcflag_t typing_flags = ICANON | ECHO;

// The usual signals that end a process, except those that `Signals` handles and those that `prepare_process`
// ignores.
constexpr std::array ending_signals{SIGABRT, SIGALRM, SIGBUS,  SIGFPE,  SIGILL,  SIGPROF,   SIGQUIT,
                                    SIGSEGV, SIGSYS,  SIGTRAP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU};

// Globals, because a signal handler can use nothing else.
struct TerminalState {
  volatile std::sig_atomic_t changed = 0;
  pid_t owner = 0;  // a forked child must not restore the terminal
  termios before{};
  std::array<struct sigaction, ending_signals.size()> actions{};
};
TerminalState terminal_state;

bool in_foreground() { return ::tcgetpgrp(STDIN_FILENO) == ::getpgrp(); }

// In the background it changes nothing, because then the shell's settings apply.
void restore_terminal() {
  if (terminal_state.changed == 0 || ::getpid() != terminal_state.owner) return;
  terminal_state.changed = 0;
  if (in_foreground()) ::tcsetattr(STDIN_FILENO, TCSANOW, &terminal_state.before);
}

extern "C" void restore_and_end(int number) {
  restore_terminal();
  const auto* const found = std::find(ending_signals.begin(), ending_signals.end(), number);
  ::sigaction(number, &terminal_state.actions[static_cast<std::size_t>(found - ending_signals.begin())],
              nullptr);
  ::raise(number);
}

void watch_ending_signals() {
  struct sigaction action {};
  action.sa_handler = restore_and_end;
  sigemptyset(&action.sa_mask);
  for (std::size_t k = 0; k < ending_signals.size(); ++k) {
    ::sigaction(ending_signals[k], nullptr, &terminal_state.actions[k]);
    if (terminal_state.actions[k].sa_handler != SIG_IGN) ::sigaction(ending_signals[k], &action, nullptr);
  }
  [[maybe_unused]] static const int registered = std::atexit(restore_terminal);
}

void forget_ending_signals() {
  for (std::size_t k = 0; k < ending_signals.size(); ++k)
    ::sigaction(ending_signals[k], &terminal_state.actions[k], nullptr);
}

constexpr std::size_t longest_line = 65536;  // longer lines are split

// The line without control characters and the escape sequences of keys. Keeps tabs.
std::string without_controls(std::string_view line) {
  std::string kept;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b' && at + 1 < line.size()) {
      ++at;
      if (line[at] != '[' && line[at] != 'O') continue;
      for (++at; at < line.size() && (line[at] < '@' || line[at] > '~');)
        ++at;  // a sequence ends with @ to ~
    } else if (line[at] == '\t' || std::iscntrl(static_cast<unsigned char>(line[at])) == 0) {
      kept += line[at];
    }
  }
  return kept;
}

int milliseconds_until(std::optional<Keyboard::Clock::time_point> deadline) {
  if (!deadline) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Keyboard::Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 1'000'000'000));
}

using Kind = Input::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 16> commands{{{"undo", Kind::undo},
                                                                      {"back", Kind::undo},
                                                                      {"hint", Kind::hint},
                                                                      {"moves", Kind::moves},
                                                                      {"why", Kind::why},
                                                                      {"rules", Kind::rules},
                                                                      {"lesson", Kind::lesson},
                                                                      {"board", Kind::board},
                                                                      {"resign", Kind::resign},
                                                                      {"save", Kind::save},
                                                                      {"help", Kind::help},
                                                                      {"?", Kind::help},
                                                                      {"quit", Kind::quit},
                                                                      {"exit", Kind::quit},
                                                                      {":q", Kind::quit},
                                                                      {"q", Kind::quit}}};

constexpr std::size_t shown_bytes = 60;

std::optional<Input> command_in(std::string_view line) {
  const std::string_view word = words(line).front();
  const auto* found = find_by(commands, lower_case(word), &std::pair<std::string_view, Kind>::first);
  if (found == nullptr) return std::nullopt;
  const auto rest = trim(trim(line).substr(word.size()));
  if (found->second == Kind::save) return Input{Kind::save, std::string{rest}};
  if (!rest.empty()) return std::nullopt;
  return Input{found->second};
}

std::string command_suggestion(std::string_view line) {
  std::vector<std::string> names;
  for (const auto& [name, kind] : commands)
    if (name.size() > 2) names.emplace_back(name);
  const auto first = words(line).front();
  return suggestion(lower_case(first), names);
}

// Turns `2 2 0 3` and `2, 2, 0, 3` into `=2,2,0,3`. Other texts are unchanged.
std::string arrangement_meant(std::string_view line) {
  const bool numbers = line.find_first_not_of("0123456789, \t") == std::string_view::npos;
  if (line.starts_with('=') || !numbers) return std::string{line};
  std::string spaced{line};
  std::ranges::replace(spaced, ',', ' ');
  std::string text;
  for (const auto word : words(spaced)) text += (text.empty() ? "=" : ",") + std::string{word};
  return text;
}

std::optional<std::string> move_meant(std::string_view line, const std::vector<std::string>& legal) {
  const auto exact = std::ranges::find(legal, line);
  if (exact != legal.end()) return *exact;
  std::string wanted;
  for (const auto word : words(line)) wanted += lower_case(word);
  const auto same = [&](const std::string& move) { return lower_case(move) == wanted; };
  if (std::ranges::count_if(legal, same) != 1) return std::nullopt;
  return *std::ranges::find_if(legal, same);
}

}  // namespace

Keys::Keys(bool wanted) : wanted_(wanted && ::isatty(STDIN_FILENO) != 0) {
  if (!wanted_) return;
  terminal_state.owner = ::getpid();
  watch_ending_signals();
}

Keys::~Keys() {
  if (!wanted_) return;
  restore_terminal();
  forget_ending_signals();
}

// Line mode may be on again, because a shell restores its settings when it continues a stopped process.
bool Keys::active() {
  if (!wanted_ || closed_ || !in_foreground()) return false;
  termios now{};
  if (::tcgetattr(STDIN_FILENO, &now) != 0) return false;
  if ((now.c_lflag & typing_flags) == 0) return true;
  terminal_state.before = now;
  terminal_state.changed = 1;
  now.c_lflag &= ~typing_flags;
  now.c_cc[VMIN] = 1;
  now.c_cc[VTIME] = 0;
  return ::tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0;
}

std::string Keys::take() {
  std::string letters;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (active() && ::poll(&input, 1, 0) > 0) {
    std::array<char, 256> bytes{};
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0) {
      closed_ = count == 0 || errno != EINTR;
      continue;
    }
    for (const char byte : std::string_view{bytes.data(), static_cast<std::size_t>(count)}) {
      if (byte == '\x1b') break;  // a cursor key sends letters too
      if ('a' <= byte && byte <= 'z') letters += byte;
      if ('A' <= byte && byte <= 'Z') letters += static_cast<char>(byte - 'A' + 'a');
    }
  }
  return letters;
}

bool Keyboard::take_line(std::string& line) {
  const std::size_t end = std::min(waiting_.find('\n'), longest_line);
  const bool whole = end < waiting_.size();
  if (!whole && (!ended_ || waiting_.empty())) return false;
  line = without_controls(std::string_view{waiting_}.substr(0, end));
  waiting_.erase(0, whole && waiting_[end] == '\n' ? end + 1 : end);
  return true;
}

bool Keyboard::wait(std::chrono::milliseconds time) const {
  if (ended_ || !waiting_.empty()) return true;
  std::array<pollfd, 2> watched{{{STDIN_FILENO, POLLIN, 0}, {interrupt_, POLLIN, 0}}};
  return ::poll(watched.data(), watched.size(), static_cast<int>(time.count())) != 0;
}

Keyboard::Event Keyboard::read(std::string& line, std::optional<Clock::time_point> deadline) {
  while (!take_line(line)) {
    if (ended_) return Event::end;
    std::array<pollfd, 2> watched{{{STDIN_FILENO, POLLIN, 0}, {interrupt_, POLLIN, 0}}};
    const int ready = ::poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (ready < 0 && errno == EINTR) continue;
    if (watched[1].revents != 0) return Event::interrupted;
    if (ready == 0) return Event::timeout;
    std::array<char, 4096> block;
    const ssize_t count = ::read(STDIN_FILENO, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0)
      ended_ = true;
    else
      waiting_.append(block.data(), static_cast<std::size_t>(count));
  }
  return Event::line;
}

Signals::Signals(CtrlZ ctrl_z) {
  sigemptyset(&watched_);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    const bool ignored = ::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
    if (!ignored) sigaddset(&watched_, number);  // respects nohup
  }
  if (ctrl_z == CtrlZ::ignored) ::signal(SIGTSTP, SIG_IGN);
  ::pthread_sigmask(SIG_BLOCK, &watched_, nullptr);
  descriptor_ = ::signalfd(-1, &watched_, SFD_CLOEXEC | SFD_NONBLOCK);
}

Signals::~Signals() {
  take();  // pending signals must not end later work
  ::pthread_sigmask(SIG_UNBLOCK, &watched_, nullptr);
  ::close(descriptor_);
}

int Signals::take() {
  int count = 0;
  signalfd_siginfo info{};
  while (::read(descriptor_, &info, sizeof info) == sizeof info) ++count;
  return count;
}

std::string legal_here(const rules::Game& game) {
  const auto due = game.arrangement();
  if (!due) return "legal: " + join(game.legal_moves(), " ");
  return fmt::format("lay out {} seeds in your {} pits: {} numbers, pit 0 first, for example {}", due->seeds,
                     due->pits, due->pits, fmt::join(rules::even_arrangement(*due), " "));
}

Input parse_input(std::string_view line, const rules::Game& game, Listed listed) {
  line = trim(line);
  if (line.empty()) return {};
  if (auto command = command_in(line)) return *command;
  if (lower_case(words(line).front()) == "level")
    return {Kind::refused, "the level is chosen at the start: quit, then play with --level 1 to 10"};
  if (!game.arrangement()) {
    if (auto move = move_meant(line, game.legal_moves())) return {Kind::move, std::move(*move)};
  }
  const std::string text = game.arrangement() ? arrangement_meant(line) : std::string{line};
  auto refusal = text == rules::stolen_turn
                     ? rules::MoveError{rules::MoveError::Kind::illegal, "a turn can only be lost by time"}
                     : game.clone()->play(text).value_or(rules::MoveError{});
  if (game.arrangement() && refusal.message.empty()) return {Kind::move, text};
  // If the text in capitals is a move, but an illegal one, the refusal says why that move is illegal.
  if (refusal.kind == rules::MoveError::Kind::unparsable && !game.arrangement()) {
    std::string upper;  // without blanks
    for (const auto word : words(text)) upper += word;
    std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
    const auto again = game.clone()->play(upper);
    if (again && again->kind == rules::MoveError::Kind::illegal) refusal = *again;
  }
  const std::string hint = refusal.kind == rules::MoveError::Kind::unparsable ? command_suggestion(line) : "";
  const std::string legal = listed == Listed::legal ? "; " + legal_here(game) : "";
  return {Kind::refused, fmt::format("{}{}{}", printable(refusal.message, 4 * shown_bytes), legal, hint)};
}

Input parse_input_after_end(std::string_view line) {
  if (trim(line).empty()) return {};
  const auto command = command_in(line);
  if (!command)
    return {Kind::refused, fmt::format("the game is over, and `{}` is not a command{}; commands are undo, "
                                       "why, rules, lesson, save FILE, board, help and quit",
                                       printable(trim(line), shown_bytes), command_suggestion(line))};
  if (command->kind == Kind::hint || command->kind == Kind::moves || command->kind == Kind::resign)
    return {Kind::refused, "the game is over; `undo` takes your last move back"};
  return *command;
}

std::string help(bool over) {
  constexpr std::string_view before_end =
      "a move     as in the list, in upper or lower case\n"
      "moves      list the effects of all legal moves\n"
      "hint       ask an engine for a move\n"
      "resign     resign the game\n";
  constexpr std::string_view always =
      "why        explain the last move of the opponent\n"
      "rules      explain how to play\n"
      "lesson     learn the rules step by step, with exercises\n"
      "undo       take back your last move and the moves after it\n"
      "board      draw the board again, with the position in one line\n"
      "save FILE  write the game so far to a new file (OGN, for analyze, convert and rate)\n"
      "quit       leave the game; Ctrl-D and Ctrl-C do the same\n";
  return fmt::format("{}{}", over ? "" : before_end, always);
}

}  // namespace ebiri::terminal
