// `ebiri options`: the reference of the keys of a config.
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/config/reference.hpp"

namespace ebiri::cli {

namespace {

struct OptionsArguments {
  std::string key;
  bool markdown = false;
};

constexpr const char* options_footer = R"(Examples:
  ebiri options
  ebiri options limit
  ebiri options engines.command
  ebiri options --markdown > configs/OPTIONS.md

Exit code 0: printed; 2: unknown key.)";

int print_options(const OptionsArguments& arguments) {
  if (arguments.markdown) return print_text(config::options_markdown());
  if (arguments.key.empty()) return print_text(config::options_text());
  return print_text(config::option_text(arguments.key));
}

}  // namespace

void add_options(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "options", "Explain the keys of a config", options_footer, print_options);
  const auto key = command.add_option("KEY", arguments.key, "A key, for example limit.nodes");
  command.add_flag("--markdown", arguments.markdown, "Print the whole reference as Markdown").excludes(key);
}

}  // namespace ebiri::cli
