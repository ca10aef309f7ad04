// `ebiri options`: the reference of the keys of a config.
#include <fmt/format.h>

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
  if (arguments.markdown) {
    fmt::print("{}", config::options_markdown());
    return 0;
  }
  if (arguments.key.empty()) {
    fmt::print("{}", config::options_text());
    return 0;
  }
  const auto text = config::option_text(arguments.key);
  if (!text) return refused(text.error());
  fmt::print("{}", *text);
  return 0;
}

}  // namespace

void add_options(Command app, int& exit_code) {
  auto [command, arguments] = add_command(app, exit_code, "options", "Explain the options of a config",
                                          options_footer, print_options);
  const auto key = command.add_option("KEY", arguments.key, "One option or section, for example limit.nodes");
  command.add_flag("--markdown", arguments.markdown, "Print the whole reference as Markdown").excludes(key);
}

}  // namespace ebiri::cli
