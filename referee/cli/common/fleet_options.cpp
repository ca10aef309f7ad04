#include "referee/cli/common/fleet_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "referee/support/shell.hpp"

namespace ebiri::cli {

CLI::Option* add_nats_options(CLI::App& command, fleet::NatsAccess& access) {
  auto* nats =
      command.add_option("--nats", access.url, "The NATS server of the fleet: nats://HOST:4222, or tls://…")
          ->type_name("URL");
  const auto file = [&](const char* name, std::filesystem::path& path, const char* help) {
    return command.add_option(name, path, help)->type_name("FILE")->needs(nats);
  };
  auto* login = file("--nats-login", access.login, "User and password for it, a line each");
  file("--nats-creds", access.creds, "Credentials for it, as NATS has them")->excludes(login);
  file("--nats-ca", access.ca, "Who signs its certificate, in place of the system's authorities");
  auto* cert = file("--nats-cert", access.cert, "Our certificate for it");
  auto* key = file("--nats-key", access.key, "The key of --nats-cert");
  cert->needs(key);
  key->needs(cert);
  return nats;
}

void add_fleet_options(CLI::App& command, fleet::FleetArguments& arguments) {
  auto* nats = add_nats_options(command, arguments.access);
  command
      .add_option("--job-pairs", arguments.job_pairs,
                  "Opening pairs in a job of a fleet; otherwise 1 to 10, by what is left")
      ->type_name("N")
      ->check(CLI::Range(1, 50))
      ->needs(nats);
  command
      .add_option("--exclude-host", arguments.excluded,
                  "A machine whose results are refused, and whose games so far are played again; several")
      ->type_name("HOST")
      ->allow_extra_args(false);
}

std::string fleet_options_text(const fleet::FleetArguments& arguments) {
  std::string text;
  const auto add = [&](const char* option, const std::string& value) {
    if (!value.empty()) text += fmt::format(" {} {}", option, shell_word(value));
  };
  add("--nats", arguments.access.url);
  add("--nats-login", arguments.access.login.string());
  add("--nats-creds", arguments.access.creds.string());
  add("--nats-ca", arguments.access.ca.string());
  add("--nats-cert", arguments.access.cert.string());
  add("--nats-key", arguments.access.key.string());
  if (arguments.job_pairs > 0) add("--job-pairs", std::to_string(arguments.job_pairs));
  for (const std::string& host : arguments.excluded) add("--exclude-host", host);
  return text;
}

}  // namespace ebiri::cli
