// How commands that serve a page are told where.
#pragma once

#include <CLI/App.hpp>

#include "referee/web/server.hpp"

namespace ebiri::cli {

/// Adds --address, --port, --name and --proxy; the defaults are those of `address`, which outlives the
/// command.
void add_address_options(CLI::App& command, web::Address& address);

}  // namespace ebiri::cli
