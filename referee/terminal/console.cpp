#include "referee/terminal/console.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <limits.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string_view>

#include "referee/report/table.hpp"
#include "referee/support/files.hpp"
#include "referee/support/terminal.hpp"
#include "referee/support/text.hpp"

namespace ebiri::terminal {

namespace {

constexpr std::chrono::milliseconds frame_time{100};

// The value of an environment variable; empty if it is not set.
std::string_view value_of(const char* variable) {
  const char* value = std::getenv(variable);
  return value == nullptr ? "" : value;
}

bool is_dumb() { return std::getenv("TERM") == nullptr || value_of("TERM") == "dumb"; }

bool utf8_locale() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const std::string value = lower_case(value_of(variable));
    if (!value.empty()) return value.find("utf-8") != value.npos || value.find("utf8") != value.npos;
  }
  return false;
}

// Removes SGR escapes, the only ones in a frame.
std::string without_escapes(std::string_view line) {
  std::string plain;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b')
      at = std::min(line.find('m', at), line.size());
    else
      plain += line[at];
  }
  return plain;
}

// Writes to standard error without blocking. Returns the number of bytes written; drops the rest.
// A pipe that polls as writable takes PIPE_BUF bytes at once, but a terminal may have room for fewer. It is
// opened again, because O_NONBLOCK on the inherited description would affect other processes.
std::size_t write_error(std::string_view text) {
  constexpr int flags = O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC;
  const Descriptor terminal{::isatty(STDERR_FILENO) != 0 ? ::open("/proc/self/fd/2", flags) : -1};
  const int output = terminal.open() ? terminal.get() : STDERR_FILENO;
  std::size_t written = 0;
  while (written < text.size()) {
    pollfd target{output, POLLOUT, 0};
    if (::poll(&target, 1, 0) <= 0) break;
    const std::string_view rest = text.substr(written, PIPE_BUF);
    const ssize_t count = ::write(output, rest.data(), rest.size());
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  return written;
}

extern "C" void do_nothing(int) {}

constexpr std::chrono::seconds shown_after{1};
constexpr int progress_step_ms = 100;

}  // namespace

bool can_redraw(int descriptor) { return ::isatty(descriptor) != 0 && !is_dumb(); }

Terminal terminal_of(int descriptor) {
  Terminal terminal;
  if (::isatty(descriptor) == 0) return terminal;
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.width = size.ws_col;
    terminal.height = size.ws_row;
  }
  const std::string_view force = value_of("CLICOLOR_FORCE");
  terminal.colour = (!is_dumb() && value_of("NO_COLOR").empty()) || (!force.empty() && force != "0");
  terminal.utf8 = utf8_locale();
  return terminal;
}

void print_paged(const std::string& text, const std::string& prompt) {
  const int height = terminal_of(STDOUT_FILENO).height;
  const char* wanted = std::getenv("PAGER");
  const std::string command = wanted != nullptr ? wanted : "less -R";
  if (height > 0 && std::ranges::count(text, '\n') >= height && !command.empty()) {
    std::fflush(stdout);
    // Ctrl-C and Ctrl-Z are for the pager, which inherits the mask and ignored signals, but no handlers.
    // Ctrl-Z also stops this process, because the shell waits for it.
    sigset_t interrupt, mask;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGINT);
    const auto on_interrupt = std::signal(SIGINT, do_nothing), on_stop = std::signal(SIGTSTP, SIG_DFL);
    const auto on_closed_pipe = std::signal(SIGPIPE, SIG_IGN);  // the user may quit before the end
    ::pthread_sigmask(SIG_UNBLOCK, &interrupt, &mask);
    // `-P` sets the prompt of `less`: `?e(END) .` shows (END) on the last page; `$` ends it, before LESS.
    const auto options = prompt.empty() ? "" : fmt::format("export LESS='-P?e(END) .{}$'\"$LESS\"; ", prompt);
    std::FILE* pager = ::popen((options + command + " 2>/dev/null").c_str(), "w");
    if (pager != nullptr) std::fputs(text.c_str(), pager);
    const int status = pager != nullptr ? ::pclose(pager) : -1;
    ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    std::signal(SIGPIPE, on_closed_pipe);
    std::signal(SIGTSTP, on_stop);
    std::signal(SIGINT, on_interrupt);
    // The shell's codes for a command that it cannot run. After Ctrl-C the status differs between shells.
    if (pager != nullptr && !(WIFEXITED(status) && WEXITSTATUS(status) >= 126)) return;
  }
  fmt::print("{}", text);
}

Console::Console(Verbosity verbosity) : verbosity_(verbosity) {
  if (verbosity_ == Verbosity::live && !can_redraw(STDERR_FILENO)) verbosity_ = Verbosity::lines;
}

Console::~Console() { erase(); }

// The rows of the last frame, whose longer lines wrap if the terminal has become narrower.
int Console::rows_on_screen() const {
  const int width = std::max(1, terminal_of(STDERR_FILENO).width);
  int rows = 0;
  for (const int columns : widths_) rows += std::max(1, (columns + width - 1) / width);
  return rows;
}

void Console::erase() {
  if (widths_.empty()) return;
  if (write_error(fmt::format("\x1b[{}F\x1b[J", rows_on_screen())) > 0) widths_.clear();
}

void Console::begin(const run::Start& start) {
  state_.start = start;
  state_.finished_now = start.finished;
}

void Console::print_game(const match::GameRecord& record, bool always) {
  ++state_.finished_now;
  recall(record);
  if (verbosity_ != Verbosity::lines || (!always && state_.finished_now < next_line_)) return;
  write_error(state_.last_game + "\n");
  next_line_ = state_.finished_now + state_.finished_now / 10 + 1;
}

void Console::recall(const match::GameRecord& record) {
  state_.last_game = terminal::game_line(record);
  const auto& loser = record.verdict.loser;
  if (record.verdict.fault && loser)
    state_.last_forfeit =
        fmt::format("{}, game {}", *loser == rules::Side::south ? record.south : record.north, record.game);
}

void Console::test(const report::SprtReport& report) {
  const std::int64_t tens = report.counted / 10;
  if (verbosity_ == Verbosity::lines && tens > tens_ && !report.decided())
    write_error(report::progress(report, std::nullopt, terminal_of(STDERR_FILENO)) + "\n");
  tens_ = tens;
  state_.sprt = report;
}

void Console::say(const std::string& sentence) {
  if (verbosity_ == Verbosity::quiet) return;
  erase();
  write_error("ebiri: " + sentence + "\n");
  drawn_ = {};
}

void Console::warn(const std::string& sentence) {
  if (verbosity_ == Verbosity::quiet)
    write_error("ebiri: " + sentence + "\n");
  else
    say(sentence);
}

void Console::table() {
  if (verbosity_ != Verbosity::live) return;
  erase();
  write_error("\n" + report::text_table(state_.start.standings, terminal_of(STDERR_FILENO)) + "\n");
  drawn_ = {};
}

void Console::tick(const run::LoopState& state, const tournament::GameQueue&) {
  const std::string running = counted(state.playing, "game");
  state_.idle_reason = state.ending        ? "finishing " + running
                       : !state.paused     ? state.idle
                       : state.playing > 0 ? fmt::format("pausing, {} to finish", running)
                                           : "paused";
  if (keys_ != nullptr && keys_->active())
    hint(state.ending   ? "q abort  t table"
         : state.paused ? "q quit  p resume  t table"
                        : "q quit  p pause  t table");
  else
    hint(state.ending ? "Ctrl-C aborts" : "Ctrl-C stops");
  redraw(state.elapsed);
}

void Console::redraw(std::chrono::milliseconds elapsed) {
  state_.elapsed = elapsed;
  if (verbosity_ != Verbosity::live) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - drawn_ < frame_time) return;
  drawn_ = now;
  const std::string frame = terminal::render(state_, terminal_of(STDERR_FILENO));
  // Overwrites the old frame in one write, because erasing it first would flicker.
  std::string text = widths_.empty() ? "" : fmt::format("\x1b[{}F", rows_on_screen());
  const auto lines = split(std::string_view{frame}.substr(0, frame.size() - 1), '\n');
  for (const std::string_view line : lines) text += fmt::format("\x1b[2K{}\n", line);
  const std::size_t written = write_error(text + "\x1b[J");
  if (written == 0) return;  // the old frame is still on the screen
  widths_.clear();
  const auto complete = std::ranges::count(std::string_view{text}.substr(0, written), '\n');
  for (const std::string_view line : std::span{lines}.first(static_cast<std::size_t>(complete)))
    widths_.push_back(display_width(without_escapes(line)));
}

ProgressLine::ProgressLine(int interrupted_code)
    : end_(::eventfd(0, EFD_CLOEXEC)),
      shown_(can_redraw(STDERR_FILENO)),
      exit_code_(interrupted_code),
      thread_([this] { watch(); }) {}

ProgressLine::~ProgressLine() {
  (void)::eventfd_write(end_.get(), 1);
  thread_.join();
  make_room();
  if (signals_.take() > 0) remove_parts_and_exit(exit_code_);
}

std::atomic<std::uint64_t>* ProgressLine::reading(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::uint64_t size = std::filesystem::file_size(file, unknown);
  const std::lock_guard lock{mutex_};
  what_ = "reading " + printable(file.string(), 200);
  total_ = unknown ? 0 : size;
  done_ = 0;
  return &done_;
}

void ProgressLine::doing(std::string what) {
  const std::lock_guard lock{mutex_};
  what_ = std::move(what);
  total_ = 0;
}

void ProgressLine::make_room() {
  const std::lock_guard lock{mutex_};
  quiet_since_ = std::chrono::steady_clock::now();
  if (std::exchange(drawn_, false)) write_error("\r\x1b[K");
}

void ProgressLine::draw() {
  const std::lock_guard lock{mutex_};
  if (what_.empty() || std::chrono::steady_clock::now() - quiet_since_ < shown_after) return;
  const auto terminal = terminal_of(STDERR_FILENO);
  const std::string part =
      total_ == 0 ? "" : fmt::format("{:3}% ", 100 * std::min(done_.load(), total_) / total_);
  write_error("\r\x1b[K" + fitted(part + what_, terminal.width - 1, terminal));
  drawn_ = true;
}

void ProgressLine::watch() {
  while (true) {
    pollfd watched[] = {{end_.get(), POLLIN, 0}, {signals_.descriptor(), POLLIN, 0}};
    ::poll(watched, std::size(watched), shown_ ? progress_step_ms : -1);
    if (watched[1].revents != 0) {
      make_room();
      remove_parts_and_exit(exit_code_);
    }
    if (watched[0].revents != 0) return;
    if (shown_) draw();
  }
}

}  // namespace ebiri::terminal
