// `ebiri schema`: what a config may hold, for editors.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "referee/cli/commands.hpp"
#include "referee/config/schema.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* schema_footer = R"(Examples:
  ebiri schema > ebiri.schema.json

Prints the JSON Schema (draft 7) of configs. Editors that use yaml-language-server (VS Code, Neovim, Helix and others)
complete and check a config that begins with the line

  # yaml-language-server: $schema=ebiri.schema.json

if that file stands beside it. `ebiri init` writes the line, and with --schema the file too.)";

}  // namespace

void add_schema(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("schema", "Print the JSON Schema of configs, for editors");
  command->footer(schema_footer);
  command->callback([&exit_code] {
    fmt::print("{}", config::schema_json());
    exit_code = 0;
  });
}

}  // namespace ebiri::cli
