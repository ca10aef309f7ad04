#include "referee/terminal/progress.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>

#include "referee/report/terminal.hpp"
#include "referee/support/files.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::terminal {

namespace {

constexpr std::chrono::seconds shown_after{1};
constexpr int progress_step_ms = 100;

}  // namespace

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
  write_error("\r\x1b[K" + report::fitted(part + what_, terminal.width - 1, terminal));
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
