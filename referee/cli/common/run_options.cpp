#include <filesystem>

#include "referee/cli/common/options.hpp"
#include "referee/cli/common/play_run.hpp"
#include "referee/live/served_run.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/support/files.hpp"

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

void add_fleet_options(Command command, fleet::FleetArguments& arguments) {
  const auto nats = add_nats_options(command, arguments.access);
  command
      .add_option("--job-pairs N", arguments.job_pairs,
                  "Opening pairs per job of a fleet; default: 1 to 10, depending on the remaining pairs")
      .range(1, 50)
      .needs(nats);
  command
      .add_option(
          "--exclude-host HOST", arguments.excluded,
          "A machine whose results are refused and whose earlier games are played again; may be repeated")
      .repeatable();
}

}  // namespace

command_line::Option add_nats_options(Command command, fleet::NatsAccess& access) {
  const auto nats = command.add_option("--nats URL", access.url,
                                       "The NATS server of the fleet: nats://HOST:4222, or tls://…");
  for (const auto& [flag, path, help] : nats_files)
    command.add_option(std::string{flag} + " FILE", access.*path, help).needs(nats);
  command.option("--nats-creds").excludes(command.option("--nats-login"));
  command.option("--nats-cert").needs(command.option("--nats-key"));
  command.option("--nats-key").needs(command.option("--nats-cert"));
  return nats;
}

void add_run_options(Command command, RunArguments& arguments, const std::string& results_option) {
  arguments.command = command;
  add_set_option(command, arguments.overrides);
  command.add_option("--chunk I/N", arguments.chunk,
                     "Play only the I-th of N parts of the run; `ebiri merge` joins them");
  add_results_option(command, arguments.results, results_option);
  command.add_option("--events FILE", arguments.events,
                     "Write events as JSON Lines to FILE, or to - (standard output, instead of the table)");
  const auto serve = command
                         .add_option("--serve [ADDRESS:PORT]", arguments.serve,
                                     "Serve the run's page while it plays; without a value at 127.0.0.1:8080")
                         .takes(0, 1)
                         .check([](const std::string& text) {
                           const auto address = live::served_address(text);
                           return address ? std::string{} : address.error().message;
                         });
  command
      .add_option(
          "--serve-name NAME", arguments.serve_names,
          "A host name by which browsers reach this server, for example through a proxy; may be repeated")
      .repeatable()
      .needs(serve);
  add_fleet_options(command, arguments.fleet);
  command.add_option("--junit FILE", arguments.junit, "Write the verdict of a test as JUnit XML to FILE")
      .check([](const std::string& file) {
        // Writes a test case with the result "error" to FILE. The verdict replaces it.
        std::error_code ignored;
        const std::filesystem::path path = file;
        if (std::filesystem::exists(path, ignored) && !is_regular_file(path, ignored)) return std::string{};
        std::filesystem::create_directories(path.parent_path(), ignored);
        const auto written = write_file(path, report::junit_without_verdict());
        return written ? std::string{} : written.error().message;
      });
  command.add_flag("--fail-on-fault", arguments.fail_on_fault,
                   "Return 1 if an engine (in a test: the candidate) lost a game by a fault");
  command.add_flag("-q,--quiet", arguments.quiet, "Print only the table, warnings and errors");
  command.add_flag("--dry-run", arguments.dry_run, "Print the schedule and do not play")
      .excludes(command.option("--junit"));
  command.add_flag("--force-new", arguments.force_new,
                   "Rename the folder of an earlier run with this name to NAME.old-N, and start a new run");
}

}  // namespace ebiri::cli
