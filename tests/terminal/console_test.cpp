// Progress output on a terminal that does not take it.
#include "referee/terminal/console.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <string>
#include <utility>

#include "referee/support/descriptor.hpp"
#include "tests/report/sample.hpp"

using namespace ebiri;
using namespace ebiri::terminal;

namespace {

// Makes standard error a terminal whose output the test reads.
class ErrorTerminal {
 public:
  ErrorTerminal() {
    ::setenv("TERM", "xterm", 1);
    ::unsetenv("CLICOLOR_FORCE");
    REQUIRE((::grantpt(screen_.get()) == 0 && ::unlockpt(screen_.get()) == 0));
    const Descriptor terminal{::open(::ptsname(screen_.get()), O_RDWR | O_NOCTTY | O_CLOEXEC)};
    REQUIRE(::dup2(terminal.get(), STDERR_FILENO) == STDERR_FILENO);
  }
  ~ErrorTerminal() { ::dup2(before_.get(), STDERR_FILENO); }
  ErrorTerminal(const ErrorTerminal&) = delete;
  ErrorTerminal& operator=(const ErrorTerminal&) = delete;

  // Reads until `end` appears.
  std::string read_until(const std::string& end) const {
    std::string text;
    while (text.find(end) == text.npos) {
      char block[4096];
      const ssize_t count = ::read(screen_.get(), block, sizeof block);
      REQUIRE(count > 0);
      text.append(block, static_cast<std::size_t>(count));
    }
    return text;
  }

 private:
  Descriptor before_{::fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)};
  Descriptor screen_{::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
};

}  // namespace

TEST_CASE("console: an empty NO_COLOR has no effect, and UTF-8 has several spellings") {
  const ErrorTerminal terminal;
  for (const auto& [value, colour] : {std::pair{"", true}, std::pair{"1", false}}) {
    ::setenv("NO_COLOR", value, 1);
    CHECK(terminal_of(STDERR_FILENO).colour == colour);
  }
  for (const auto& [value, utf8] : {std::pair{"en_US.UTF-8", true}, std::pair{"en_US.utf-8", true},
                                    std::pair{"en_US.UTF8", true}, std::pair{"C", false}}) {
    ::setenv("LC_ALL", value, 1);
    CHECK(terminal_of(STDERR_FILENO).utf8 == utf8);
  }
  for (const char* variable : {"NO_COLOR", "LC_ALL"}) ::unsetenv(variable);
}

TEST_CASE("console: a terminal that is not read does not block the run") {
  const ErrorTerminal terminal;
  Console console{Verbosity::quiet};
  for (int k = 0; k < 1000; ++k) console.warn(std::string(1000, 'x'));
}

TEST_CASE("console: a frame that a stopped terminal does not show leaves the earlier one on the screen") {
  const ErrorTerminal terminal;
  Console console{Verbosity::live};
  console.begin({.standings = report::sample::standings()});
  console.say("first");
  console.redraw(std::chrono::milliseconds{0});
  const auto frame = terminal.read_until("\x1b[J");
  const auto begin = frame.find("first\r\n") + 7;
  const auto rows = std::count(frame.begin() + static_cast<std::ptrdiff_t>(begin), frame.end(), '\n');
  REQUIRE(::tcflow(STDERR_FILENO, TCOOFF) == 0);
  console.print_game(report::sample::games()[0]);  // the next frame has a row more
  console.say("not shown");
  console.redraw(std::chrono::milliseconds{0});
  REQUIRE(::tcflow(STDERR_FILENO, TCOON) == 0);
  console.say("second");
  CHECK(terminal.read_until("second").starts_with(fmt::format("\x1b[{}F\x1b[J", rows)));
}
