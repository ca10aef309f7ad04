#include "referee/cli/common/serve_options.hpp"

#include <CLI/CLI.hpp>

namespace ebiri::cli {

void add_address_options(CLI::App& command, web::Address& address) {
  command.add_option("--address", address.ip, "The IP address to listen at")
      ->capture_default_str()
      ->check(CLI::Validator{[](const std::string& text) { return web::address_problem(text); }, "IP"});
  command.add_option("--port", address.port, "The port; 0: any free one")->capture_default_str();
  command.add_option("--name", address.names,
                     "A host name under which a browser may ask, as of a proxy before this server; several");
  command
      .add_option("--proxy", address.proxies,
                  "The IP address of a proxy whose X-Forwarded-For is believed; several. This machine's own "
                  "always is")
      ->check(CLI::Validator{[](const std::string& text) { return web::address_problem(text); }, "IP"});
}

}  // namespace ebiri::cli
