// `ebiri man`: manual pages.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "referee/cli/common/exit_code.hpp"
#include "referee/cli/help/commands.hpp"
#include "referee/cli/help/help_text.hpp"
#include "referee/cli/help/man_page.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* man_footer = R"(Examples:
  ebiri man run | man -l -               read the page of `ebiri run`
  ebiri man > ebiri.1
  ebiri man --folder ~/.local/share/man/man1        all pages, where man looks for them: man ebiri-run

Prints the manual page of a command, or of the program, in the macros of man(7). An installed Ebiri has brought all pages along.
Exit code 0: printed or written; 2: no such command; 3: the machine said no.)";

struct ManArguments {
  std::string command, folder;
};

int write_pages(const std::filesystem::path& folder, const CLI::App& program) {
  std::error_code problem;
  std::filesystem::create_directories(folder, problem);
  if (problem) return fail(3, fmt::format("cannot create `{}`: {}", folder.string(), problem.message()));
  std::vector<const CLI::App*> pages = commands_below(program);
  pages.insert(pages.begin(), &program);
  for (const CLI::App* command : pages) {
    const auto written =
        write_file(folder / (man_name(*command) + ".1"), [&](std::ostream& page) -> Result<void> {
          page << man_page(*command);
          return {};
        });
    if (!written) return fail(3, written.error().message);
  }
  return 0;
}

int print_page(const std::string& name, const CLI::App& program) {
  fmt::print("{}", man_page(name.empty() ? program : *program.get_subcommand(name)));
  return 0;
}

}  // namespace

void add_man(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("man", "Print the manual page of a command");
  std::vector<std::string> names;
  for (const CLI::App* each : commands_below(app)) names.push_back(each->get_name());
  const auto arguments = std::make_shared<ManArguments>();
  auto* name = command->add_option("COMMAND", arguments->command, "Whose page; otherwise that of the program")
                   ->check(CLI::IsMember(names));
  command->add_option("--folder", arguments->folder, "Write all pages to files there")
      ->type_name("FOLDER")
      ->excludes(name);
  command->footer(man_footer);
  command->callback([arguments, &app, &exit_code] {
    exit_code =
        arguments->folder.empty() ? print_page(arguments->command, app) : write_pages(arguments->folder, app);
  });
}

}  // namespace ebiri::cli
