// `ebiri man`: shows manual pages, which `cmake --install` makes from the help (install.cmake).
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/help/help_text.hpp"
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
    const auto below =
        command->get_subcommands([&](const CLI::App* each) { return each->get_name() == word; });
    if (below.empty())
      return refused({fmt::format("unknown command `{}`", printable(join(arguments.command, " "), 80))});
    command = below.front();
    name += "-" + word;
  }
  const auto page = config::search_path_for(".").home / "man" / (name + ".1");
  std::error_code ignored;
  if (std::filesystem::exists(page, ignored)) ::execlp("man", "man", "-l", page.c_str(), nullptr);
  fmt::print("{}",
             command->get_formatter()->make_help(command, full_name(*command), CLI::AppFormatMode::Normal));
  return 0;
}

}  // namespace

void add_man(CLI::App& app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "man", "Show the manual page of a command", man_footer, show_page);
  arguments.program = &app;
  command.add_option("COMMAND", arguments.command, "The command; default: the program itself");
}

}  // namespace ebiri::cli
