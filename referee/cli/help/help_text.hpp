// What commands say of themselves: `--help`, and its parts for who shows them in another way.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ebiri::cli {

/// `--help` with the examples before the options. For the program; its commands take it over.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// A footer in its parts, each without a newline at its end; empty what it does not have.
struct FooterParts {
  std::string examples;  ///< lines as they stand there, indented by two blanks
  std::string text;      ///< paragraphs between empty lines; lines that are indented stay as they are
  std::vector<std::string> exit_codes;  ///< `3: no such run`
};

/// A footer is `Examples:` with its lines, an empty line, text, and `Exit code 0: …; 3: ….` at the beginning
/// of a line.
FooterParts parts_of(const std::string& footer);

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
