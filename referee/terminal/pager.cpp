#include "referee/terminal/pager.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "referee/terminal/console.hpp"

namespace ebiri::terminal {

void print_paged(const std::string& text) {
  const int height = ::isatty(STDOUT_FILENO) != 0 ? terminal_of(STDOUT_FILENO).height : 0;
  const char* wanted = std::getenv("PAGER");
  const std::string command = wanted != nullptr ? wanted : "less -R";
  if (height > 0 && std::ranges::count(text, '\n') >= height && !command.empty()) {
    std::fflush(stdout);
    const auto before = std::signal(SIGPIPE, SIG_IGN);  // the user may quit before the end
    std::FILE* pager = ::popen((command + " 2>/dev/null").c_str(), "w");
    if (pager != nullptr) std::fputs(text.c_str(), pager);
    const bool shown = pager != nullptr && ::pclose(pager) == 0;
    std::signal(SIGPIPE, before);
    if (shown) return;
  }
  fmt::print("{}", text);
}

}  // namespace ebiri::terminal
