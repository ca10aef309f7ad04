#include "referee/cli/common/options.hpp"

#include <unistd.h>

#include "referee/report/table.hpp"
#include "referee/support/text.hpp"
#include "referee/terminal/console.hpp"

namespace ebiri::cli {

std::string RulesArguments::ruleset() const { return join(rules, " "); }

Result<std::unique_ptr<rules::Rules>> chosen_rules(const RulesArguments& arguments) {
  return rules::make_rules(arguments.variant, arguments.ruleset());
}

void add_rules_arguments(Command command, RulesArguments& arguments) {
  add_rules_option(command, arguments);
  command.add_option("VARIANT", arguments.variant, "For example oware").required();
}

void add_rules_option(Command command, RulesArguments& arguments, const std::string& names) {
  command.add_option(names + " RULESET", arguments.rules,
                     "A ruleset and its options: RULESET name=value ...");
}

void add_results_option(Command command, std::string& folder, const std::string& name) {
  command.add_option(name + " FOLDER", folder, "Folder that contains the run folders")
      .show_default()
      .environment("EBIRI_RESULTS");
}

void add_set_option(Command command, std::vector<std::string>& overrides, const std::string& about) {
  command.add_option("--set KEY=VALUE", overrides, about).repeatable();
}

void add_format_option(Command command, std::string& format) {
  command.add_option("--format", format, "Format of the table")
      .one_of({"table", "markdown", "csv", "json"})
      .show_default();
}

void add_address_options(Command command, web::Address& address) {
  command.add_option("--address", address.ip, "The IP address to listen on")
      .show_default()
      .check(web::address_problem);
  command.add_option("--port", address.port, "The port; 0: any free port").show_default();
  command
      .add_option(
          "--name", address.names,
          "A host name by which browsers reach this server, for example through a proxy; may be repeated")
      .repeatable();
  command
      .add_option("--proxy", address.proxies,
                  "The IP address of a proxy whose X-Forwarded-For is trusted; may be repeated. Loopback "
                  "addresses are always trusted")
      .repeatable()
      .check(web::address_problem);
}

void add_chunk_arguments(Command command, run::ChunkArguments& arguments) {
  command.add_option("CONFIG", arguments.config, "The YAML file with which the chunks were played")
      .required();
  command.add_option("FOLDER", arguments.folders,
                     "Other folders with chunks, in addition to those in RESULTS");
  add_set_option(command, arguments.overrides, "Override the config's value of KEY, as the chunks did");
  add_results_option(command, arguments.results);
}

std::string table_text(const report::Standings& standings, const std::string& format,
                       const std::string& rounds) {
  if (format == "markdown") return report::markdown_table(standings);
  if (format == "csv") return report::csv_table(standings);
  if (format == "json") return report::json_table(standings);
  const std::string table = report::text_table(standings, terminal::terminal_of(STDOUT_FILENO));
  return rounds.empty() ? table : table + "\n" + rounds;
}

}  // namespace ebiri::cli
