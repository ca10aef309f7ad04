// `ebiri schema`: the JSON Schema of a config or a contest.yaml, for editors.
#include <string>

#include "referee/cli/common/commands.hpp"
#include "referee/config/reference.hpp"
#include "referee/contest/entries/settings.hpp"

namespace ebiri::cli {

namespace {

constexpr const char* schema_footer = R"(Examples:
  ebiri schema > ebiri.schema.json
  ebiri schema contest > contest.schema.json     for the contest.yaml of a contest

Prints the JSON Schema (draft 7) of configs or of contests. Editors that use yaml-language-server (VS Code, Neovim,
Helix and others) complete and check a config that begins with the line

  # yaml-language-server: $schema=ebiri.schema.json

if ebiri.schema.json is in the same folder. `ebiri init` writes that line, and with --schema also the file; `ebiri
contest init` writes both.
Exit code 0: printed; 2: unknown kind.)";

int print_schema(const std::string& kind) {
  return print_text(kind == "contest" ? contest::contest_schema_json() : config::schema_json());
}

}  // namespace

void add_schema(Command app, int& exit_code) {
  auto [command, kind] = add_command(
      app, exit_code, "schema", "Print the JSON Schema of configs, for editors", schema_footer, print_schema);
  kind = "config";
  command.add_option("KIND", kind, "The kind of file: config or contest")
      .one_of({"config", "contest"})
      .show_default();
}

}  // namespace ebiri::cli
