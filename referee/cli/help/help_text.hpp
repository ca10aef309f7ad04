// What commands say of themselves: `--help`, and its parts for completions.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <vector>

namespace ebiri::cli {

/// `--help` with the examples before the options, or in the order that help2man needs if `EBIRI_HELP2MAN` is
/// set. For the program; its commands take it over.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// The lines of a footer that begins with `Examples:`, without that line and up to the first empty one.
std::string examples_of(const std::string& footer);

/// The commands below one, in the order of the help.
std::vector<const CLI::App*> commands_below(const CLI::App& app);

/// Its options, or what it takes without a name.
std::vector<const CLI::Option*> options_of(const CLI::App& app);
std::vector<const CLI::Option*> positionals_of(const CLI::App& app);

/// `ebiri openings make`.
std::string full_name(const CLI::App& app);

/// What an argument takes, as the help calls it: `FILE`, `{csv,json}`; empty for a flag.
std::string value_name(const CLI::Option& option);

/// Whether it can be given many values, and whether all of them at once.
bool takes_many(const CLI::Option& option);
bool takes_many_at_once(const CLI::Option& option);

}  // namespace ebiri::cli
