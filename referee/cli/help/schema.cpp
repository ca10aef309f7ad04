// `ebiri schema`: what a config, or a contest.yaml, may hold, for editors.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "referee/cli/help/commands.hpp"
#include "referee/config/schema.hpp"
#include "referee/contest/entries/settings.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* schema_footer = R"(Examples:
  ebiri schema > ebiri.schema.json
  ebiri schema contest > contest.schema.json     of a contest's contest.yaml

Prints the JSON Schema (draft 7) of configs, or of contests. Editors that use yaml-language-server (VS Code, Neovim, Helix and others)
complete and check a config that begins with the line

  # yaml-language-server: $schema=ebiri.schema.json

if that file stands beside it. `ebiri init` writes the line, and with --schema the file too; `ebiri contest init` writes both.)";

}  // namespace

void add_schema(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand("schema", "Print the JSON Schema of configs, for editors");
  command->footer(schema_footer);
  const auto kind = std::make_shared<std::string>("config");
  command->add_option("KIND", *kind, "Of what: config or contest")
      ->check(CLI::IsMember({"config", "contest"}))
      ->capture_default_str();
  command->callback([kind, &exit_code] {
    fmt::print("{}", *kind == "contest" ? contest::rules_schema_json() : config::schema_json());
    exit_code = 0;
  });
}

}  // namespace ebiri::cli
