#include "referee/cli/common/options.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <map>

#include "referee/report/table.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::cli {

std::string RulesArguments::ruleset() const { return join(rules, " "); }

Result<std::unique_ptr<rules::Rules>> chosen_rules(const RulesArguments& arguments) {
  return rules::make_rules(arguments.variant, arguments.ruleset());
}

void add_rules_arguments(CLI::App& command, RulesArguments& arguments) {
  add_rules_option(command, arguments);
  command.add_option("VARIANT", arguments.variant, "For example oware")->type_name("VARIANT")->required();
}

CLI::Option* add_rules_option(CLI::App& command, RulesArguments& arguments, const std::string& names) {
  return command.add_option(names, arguments.rules, "A ruleset and its options: RULESET name=value ...")
      ->type_name("RULESET");
}

void add_results_option(CLI::App& command, std::string& folder, const std::string& name) {
  command.add_option(name, folder, "Folder that contains the run folders")
      ->type_name("FOLDER")
      ->capture_default_str()
      ->envname("EBIRI_RESULTS");
}

void add_set_option(CLI::App& command, std::vector<std::string>& overrides, const std::string& about) {
  command.add_option("--set", overrides, about)->type_name("KEY=VALUE")->take_all()->allow_extra_args(false);
}

void add_format_option(CLI::App& command, std::string& format) {
  command.add_option("--format", format, "Format of the table")
      ->check(CLI::IsMember({"table", "markdown", "csv", "json"}))
      ->capture_default_str();
}

void add_address_options(CLI::App& command, web::Address& address) {
  const CLI::Validator ip{[](const std::string& text) { return web::address_problem(text); }, "IP"};
  command.add_option("--address", address.ip, "The IP address to listen on")
      ->capture_default_str()
      ->check(ip);
  command.add_option("--port", address.port, "The port; 0: any free port")->capture_default_str();
  command.add_option(
      "--name", address.names,
      "A host name by which browsers reach this server, for example through a proxy; may be repeated");
  command
      .add_option("--proxy", address.proxies,
                  "The IP address of a proxy whose X-Forwarded-For is trusted; may be repeated. Loopback "
                  "addresses are always trusted")
      ->check(ip);
}

CLI::AsNumberWithUnit as_seconds() {
  return CLI::AsNumberWithUnit(std::map<std::string, int>{{"s", 1}, {"min", 60}, {"h", 3600}},
                               CLI::AsNumberWithUnit::Options::UNIT_OPTIONAL, "TIME");
}

void add_chunk_arguments(CLI::App& command, run::ChunkArguments& arguments) {
  command.add_option("CONFIG", arguments.config, "The YAML file with which the chunks were played")
      ->type_name("CONFIG")
      ->required();
  command
      .add_option("FOLDER", arguments.folders, "Other folders with chunks, in addition to those in RESULTS")
      ->type_name("FOLDER");
  add_set_option(command, arguments.overrides, "Override the config's value of KEY, as the chunks did");
  add_results_option(command, arguments.results);
}

std::string table_text(const report::Standings& standings, const std::string& format) {
  if (format == "markdown") return report::markdown_table(standings);
  if (format == "csv") return report::csv_table(standings);
  if (format == "json") return report::json_table(standings);
  return report::text_table(standings, terminal::terminal_of(STDOUT_FILENO));
}

std::string final_text(const report::Standings& standings, const std::string& rounds,
                       const std::string& format) {
  return table_text(standings, format) + (format == "table" ? rounds : "");
}

}  // namespace ebiri::cli
