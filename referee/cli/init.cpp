// `ebiri init`: writes a config to start from.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/cli/common/commands.hpp"
#include "referee/cli/common/options.hpp"
#include "referee/config/reference.hpp"
#include "referee/config/template.hpp"
#include "referee/run/play.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/support/print_error.hpp"
#include "referee/support/shell.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* schema_name = "ebiri.schema.json";

struct InitArguments {
  std::string purpose;
  std::string variant = "oware";
  std::string ruleset, name, output;
  std::vector<std::string> engines;  ///< `COMMAND` or `NAME=COMMAND`
  bool force = false;
  bool schema = false;
};

constexpr const char* init_footer = R"(Examples:
  ebiri init match                                    print a config for a match of two engines
  ebiri init match --engine ./mine -o mine.yaml       your engine against a bot
  ebiri init sprt --engine new=./mine --engine old=./mine-1.0 -o test.yaml
  ebiri init contest --variant kalah --engine 'a=python3 a.py' --engine b=./b -o contest.yaml --schema

PURPOSE is match, round-robin, gauntlet (the first engine against the others), sprt (the first engine is the
candidate, the second the baseline) or contest (sandbox; an engine that does not start forfeits). Every key has a
comment, and the config passes `ebiri check`. If fewer than two engines are given, bots of Ebiri fill the other places.
Editors that use yaml-language-server (VS Code, Neovim, Helix and others) complete and check the file if the schema is
in the same folder; --schema writes it there.
Exit code 0: written; 2: an engine is not found, or the file exists already; 3: a system error.)";

// `NAME=COMMAND`, or a command alone.
config::EngineArgument init_engine(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::string_view name = std::string_view{text}.substr(0, std::min(equals, text.size()));
  if (equals == std::string::npos || name.empty() || name.find_first_of(" /'\"") != std::string_view::npos)
    return {"", text};
  return {std::string{name}, text.substr(equals + 1)};
}

std::string init_run_name(const InitArguments& arguments) {
  if (!arguments.name.empty()) return arguments.name;
  if (!arguments.output.empty()) return fs::path{arguments.output}.stem().string();
  return arguments.variant + "-" + arguments.purpose;
}

int write_template(const InitArguments& arguments) {
  const auto rules = chosen_rules({arguments.variant, {arguments.ruleset}});
  if (!rules) return fail_usage(rules.error());
  if (arguments.ruleset.find('=') != std::string::npos)
    return fail_usage(
        {"`--ruleset` takes no options; write them into the config: `variant` has the key `options`"});
  config::TemplateRequest wanted{.purpose = arguments.purpose,
                                 .name = init_run_name(arguments),
                                 .variant = arguments.variant,
                                 .ruleset = std::string{(*rules)->ruleset()},
                                 .schema = schema_name};
  for (const std::string& engine : arguments.engines) wanted.engines.push_back(init_engine(engine));
  const std::string file = arguments.output.empty() ? "config.yaml" : arguments.output;
  const auto text = run::playable_template(wanted, **rules, file);
  if (!text || arguments.output.empty()) return print_text(text);
  if (!arguments.force && exists(status_of(file)))
    return fail(usage_error, fmt::format("`{}` exists already; --force replaces it", file));
  if (const auto written = write_file(fs::path{file}, *text); !written)
    return fail(system_error, written.error());
  print_error("ebiri: wrote {}; to play it: {}\n", file, as_typed("run " + shell_word(file)));
  if (!arguments.schema) return 0;
  const fs::path schema = fs::path{file}.parent_path() / schema_name;
  if (const auto written = write_file(schema, config::schema_json()); !written)
    return fail(system_error, written.error());
  print_error("ebiri: wrote {}\n", schema.string());
  return 0;
}

}  // namespace

void add_init(Command app, int& exit_code) {
  auto [command, arguments] =
      add_command(app, exit_code, "init", "Write a config to start from", init_footer, write_template);
  command.add_option("PURPOSE", arguments.purpose, "The kind of run").required().one_of(config::purposes());
  command.add_option("--variant VARIANT", arguments.variant, "The game").show_default();
  command.add_option("--ruleset RULESET", arguments.ruleset, "The ruleset; default: the variant's first");
  command.add_option("--engine [NAME=]COMMAND", arguments.engines, "An engine's command; may be repeated")
      .repeatable();
  command.add_option("--name", arguments.name, "The run's name; default: the file's, or VARIANT-PURPOSE");
  const auto output =
      command.add_option("-o,--output FILE", arguments.output, "Write to FILE; default: standard output");
  command.add_flag("--force", arguments.force, "Replace an existing file").needs(output);
  command.add_flag("--schema", arguments.schema, "Also write ebiri.schema.json into the same folder")
      .needs(output);
}

}  // namespace ebiri::cli
