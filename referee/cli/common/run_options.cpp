#include "referee/cli/common/run_options.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "referee/cli/common/options.hpp"
#include "referee/live/served_run.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/support/files.hpp"
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

void add_run_options(CLI::App& command, RunArguments& arguments, const std::string& results_option) {
  arguments.command = &command;
  add_set_option(command, arguments.overrides);
  command
      .add_option("--chunk", arguments.chunk,
                  "Play only the I-th of N parts of the run; `ebiri merge` joins them")
      ->type_name("I/N");
  add_results_option(command, arguments.results, results_option);
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
      ->type_name("FILE")
      ->each([](const std::string& file) {  // until there is a verdict, FILE contains an error
        std::error_code ignored;
        const std::filesystem::path path = file;
        if (std::filesystem::exists(path, ignored) && !is_regular_file(path, ignored)) return;
        std::filesystem::create_directories(path.parent_path(), ignored);
        if (const auto written = write_file(path, report::junit_without_verdict()); !written)
          throw CLI::ValidationError("--junit", written.error().message);
      });
  command.add_flag("--fail-on-fault", arguments.fail_on_fault,
                   "Return 1 if an engine (in a test: the candidate) lost a game by a fault");
  command.add_flag("-q,--quiet", arguments.quiet, "Print neither the live view nor lines of games");
  command.add_flag("--dry-run", arguments.dry_run, "Print the schedule and do not play");
  command.add_flag("--force-new", arguments.force_new,
                   "Rename the folder of an earlier run with this name to NAME.old-1, and start a new run");
}

std::string resume_command(const CLI::App& command) {
  std::string text = command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_name() == "--force-new") continue;
    for (const std::string& value : option->results()) {
      if (!option->get_positional()) text += " " + option->get_name();
      // A flag, or an option such as `--serve` whose optional value is not given.
      const bool has_no_value =
          value.empty() ? option->get_items_expected_min() == 0 : option->get_items_expected_max() == 0;
      if (!has_no_value) text += (value.starts_with('-') ? "=" : " ") + shell_word(value);
    }
  }
  return as_typed(text);
}

}  // namespace ebiri::cli
