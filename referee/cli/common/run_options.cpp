#include "referee/cli/common/run_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "referee/cli/common/fleet_options.hpp"
#include "referee/live/serving.hpp"
#include "referee/support/shell.hpp"

namespace ebiri::cli {

void add_run_options(CLI::App& command, RunArguments& arguments) {
  command.add_option("--set", arguments.overrides, "Use KEY=VALUE in place of the file's value")
      ->type_name("KEY=VALUE")
      ->take_all()
      ->allow_extra_args(false);
  command
      .add_option("--chunk", arguments.chunk,
                  "Play only the I-th of N parts of the run; `ebiri merge` makes one of them")
      ->type_name("I/N");
  command.add_option(arguments.results_option, arguments.results, "Folder that holds the run folders")
      ->type_name("FOLDER")
      ->capture_default_str()
      ->envname("EBIRI_RESULTS");
  command
      .add_option("--events", arguments.events,
                  "Write events as JSON Lines to FILE, or to - (standard output)")
      ->type_name("FILE");
  auto* serve = command.add_option("--serve", arguments.serve,
                                   "Serve the run's page while it plays; otherwise at 127.0.0.1:8080");
  serve->type_name("[ADDRESS:PORT]")
      ->expected(0, 1)
      ->check(CLI::Validator{[](const std::string& text) {
                               const auto address = live::served_address(text);
                               return address ? std::string{} : address.error().message;
                             },
                             ""});
  command
      .add_option("--serve-name", arguments.serve_names,
                  "A host name under which a browser may ask, as of a proxy before this server; several")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs(serve);
  add_fleet_options(command, arguments.fleet);
  command.add_option("--junit", arguments.junit, "Write the verdict of a test as JUnit XML to FILE")
      ->type_name("FILE");
  command.add_flag("-q,--quiet", arguments.quiet, "No live view and no lines per game");
  command.add_flag("--dry-run", arguments.dry_run, "Print the schedule and play nothing");
  command.add_flag("--force-new", arguments.force_new, "Set an old run of the same name aside");
}

std::string run_options_text(const RunArguments& arguments) {
  std::string text;
  for (const std::string& setting : arguments.overrides) text += " --set " + shell_word(setting);
  if (!arguments.chunk.empty()) text += " --chunk " + shell_word(arguments.chunk);
  if (arguments.results != RunArguments{}.results)
    text += " " + arguments.results_option + " " + shell_word(arguments.results);
  if (arguments.serve)
    text += " --serve" + (arguments.serve->empty() ? "" : " " + shell_word(*arguments.serve));
  text += fleet_options_text(arguments.fleet);
  for (const std::string& name : arguments.serve_names) text += " --serve-name " + shell_word(name);
  return text;
}

std::string resume_command(const std::string& command, const RunArguments& arguments) {
  return launched(command + " " + shell_word(arguments.config)) + run_options_text(arguments);
}

}  // namespace ebiri::cli
