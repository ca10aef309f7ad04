#include "referee/cli/common/run_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "referee/cli/common/options.hpp"
#include "referee/live/serving.hpp"
#include "referee/support/shell.hpp"

namespace ebiri::cli {

namespace {

struct NatsFile {
  const char* flag;
  std::filesystem::path fleet::NatsAccess::*path;
  const char* help;
};

constexpr NatsFile nats_files[] = {
    {"--nats-login", &fleet::NatsAccess::login,
     "File with the user and the password for the server, one per line"},
    {"--nats-creds", &fleet::NatsAccess::creds, "NATS credentials file for the server"},
    {"--nats-ca", &fleet::NatsAccess::ca, "Certificate authority of the server, in place of the system's"},
    {"--nats-cert", &fleet::NatsAccess::cert, "Client certificate for the server"},
    {"--nats-key", &fleet::NatsAccess::key, "The key of --nats-cert"},
};

// Adds all options of a fleet.
void add_fleet_options(CLI::App& command, fleet::FleetArguments& arguments) {
  auto* nats = add_nats_options(command, arguments.access);
  command
      .add_option("--job-pairs", arguments.job_pairs,
                  "Opening pairs per job of a fleet; default: 1 to 10, depending on the remaining pairs")
      ->type_name("N")
      ->check(CLI::Range(1, 50))
      ->needs(nats);
  command
      .add_option(
          "--exclude-host", arguments.excluded,
          "A machine whose results are refused and whose earlier games are played again; may be repeated")
      ->type_name("HOST")
      ->allow_extra_args(false);
}

std::string fleet_options_text(const fleet::FleetArguments& arguments) {
  std::string text;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} {}", option, shell_word(value));
  };
  add("--nats", arguments.access.url);
  for (const NatsFile& file : nats_files) add(file.flag, (arguments.access.*file.path).string());
  if (arguments.job_pairs > 0) add("--job-pairs", std::to_string(arguments.job_pairs));
  for (const std::string& host : arguments.excluded) add("--exclude-host", host);
  return text;
}

}  // namespace

CLI::Option* add_nats_options(CLI::App& command, fleet::NatsAccess& access) {
  auto* nats =
      command.add_option("--nats", access.url, "The NATS server of the fleet: nats://HOST:4222, or tls://…")
          ->type_name("URL");
  for (const auto& [flag, path, help] : nats_files)
    command.add_option(flag, access.*path, help)->type_name("FILE")->needs(nats);
  command.get_option("--nats-creds")->excludes("--nats-login");
  command.get_option("--nats-cert")->needs("--nats-key");
  command.get_option("--nats-key")->needs("--nats-cert");
  return nats;
}

void add_run_options(CLI::App& command, RunArguments& arguments) {
  add_set_option(command, arguments.overrides);
  command
      .add_option("--chunk", arguments.chunk,
                  "Play only the I-th of N parts of the run; `ebiri merge` joins them")
      ->type_name("I/N");
  add_results_option(command, arguments.results, arguments.results_option);
  command
      .add_option("--events", arguments.events,
                  "Write events as JSON Lines to FILE, or to - (standard output)")
      ->type_name("FILE");
  auto* serve = command.add_option("--serve", arguments.serve,
                                   "Serve the run's page while it plays; without a value at 127.0.0.1:8080");
  serve->type_name("[ADDRESS:PORT]")
      ->expected(0, 1)
      ->check(CLI::Validator{[](const std::string& text) {
                               const auto address = live::served_address(text);
                               return address ? std::string{} : address.error().message;
                             },
                             ""});
  command
      .add_option(
          "--serve-name", arguments.serve_names,
          "A host name by which browsers reach this server, for example through a proxy; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs(serve);
  add_fleet_options(command, arguments.fleet);
  command.add_option("--junit", arguments.junit, "Write the verdict of a test as JUnit XML to FILE")
      ->type_name("FILE");
  command.add_flag("--fail-on-fault", arguments.fail_on_fault,
                   "Return 1 if an engine (in a test: the candidate) lost a game by a fault");
  command.add_flag("-q,--quiet", arguments.quiet, "Print neither the live view nor a line per game");
  command.add_flag("--dry-run", arguments.dry_run, "Print the schedule and do not play");
  command.add_flag("--force-new", arguments.force_new,
                   "Rename the folder of an earlier run with the same name, and start a new run");
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
  if (!arguments.events.empty()) text += " --events " + shell_word(arguments.events);
  if (!arguments.junit.empty()) text += " --junit " + shell_word(arguments.junit);
  if (arguments.fail_on_fault) text += " --fail-on-fault";
  if (arguments.quiet) text += " --quiet";
  if (arguments.format != RunArguments{}.format) text += " --format " + arguments.format;
  return text;
}

std::string resume_command(const std::string& command, const RunArguments& arguments) {
  return as_typed(command + " " + shell_word(arguments.config)) + run_options_text(arguments);
}

}  // namespace ebiri::cli
