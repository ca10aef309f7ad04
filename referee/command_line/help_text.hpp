// The text of `--help`, and its parts for completions.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/command_line/command.hpp"

namespace CLI {
class FormatterBase;
}

namespace ebiri::command_line {

/// A formatter that prints the examples before the options; with `EBIRI_HELP2MAN` set, in the order that
/// help2man needs. The program's commands inherit it.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// The examples in a footer: the lines between its first line, `Examples:`, and the first empty line.
std::string examples_of(const std::string& footer);

/// The subcommands of `app`, in the order of the help.
std::vector<const CLI::App*> commands_below(const CLI::App& app);

/// The subcommand of `app` with this name, or null.
const CLI::App* command_below(const CLI::App& app, const std::string& name);

/// The text of `--help`.
std::string help_of(const CLI::App& app);

/// The options of a command, and its positional arguments.
std::vector<const CLI::Option*> options_of(const CLI::App& app);
std::vector<const CLI::Option*> positionals_of(const CLI::App& app);

/// The name with those of the parents: `ebiri openings make`.
std::string full_name(const CLI::App& app);

/// The name of an argument's value in the help: `FILE`, `{csv,json}`; empty for a flag.
std::string value_name(const CLI::Option& option);

/// The argument's description, with its default.
std::string description_of(const CLI::Option& option);

/// Whether the option takes many values, and whether one mention of its name takes several of them.
bool takes_many(const CLI::Option& option);
bool takes_many_at_once(const CLI::Option& option);

}  // namespace ebiri::command_line
