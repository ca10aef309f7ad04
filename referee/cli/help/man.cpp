// `ebiri man`: shows manual pages, which `cmake --install` makes from the help (install.cmake).
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/command_line/help_text.hpp"
#include "referee/config/command.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* man_footer = R"(Examples:
  ebiri man
  ebiri man run
  ebiri man openings make

Shows the manual page of a command or of the program if Ebiri is installed (`cmake --install`), like `man ebiri-run`.
Otherwise it prints the command's --help.
Exit code 0: shown; 2: unknown command.)";

struct ManArguments {
  const CLI::App* program = nullptr;
  std::vector<std::string> command;
};

int show_page(const ManArguments& arguments) {
  const CLI::App* command = arguments.program;
  std::string name = "ebiri";
  for (const std::string& word : arguments.command) {
    if (word == name) continue;  // `ebiri man ebiri`
    command = command_line::command_below(*command, word);
    if (command == nullptr)
      return fail_usage({fmt::format("unknown command `{}`", printable(join(arguments.command, " "), 80))});
    name += "-" + word;
  }
  const auto page = config::search_path_for(".").home / "man" / (name + ".1");
  std::error_code ignored;
  if (std::filesystem::exists(page, ignored)) ::execlp("man", "man", "-l", page.c_str(), nullptr);
  return print_text(command_line::help_of(*command));
}

}  // namespace

void add_man(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "man", "Show the manual page of a command", man_footer, show_page);
  arguments.program = &app.app();
  command.add_option("COMMAND NAME", arguments.command, "The command; default: the program itself");
}

}  // namespace ebiri::cli
