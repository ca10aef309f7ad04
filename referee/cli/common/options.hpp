// Options that several commands share.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/command_line/command.hpp"
#include "referee/report/standings.hpp"
#include "referee/rules/registry.hpp"
#include "referee/run/chunks.hpp"
#include "referee/web/server.hpp"

namespace ebiri::cli {

using command_line::Command;

struct RulesArguments {
  std::string variant;
  std::vector<std::string> rules;  ///< words of `RULESET name=value …`, in one string or several

  /// The words as `rules::parse_selection` takes them.
  std::string ruleset() const;
};

/// The rules that the arguments select, or an error about the arguments.
Result<std::unique_ptr<rules::Rules>> chosen_rules(const RulesArguments& arguments);

/// Adds `--rules` and the required `VARIANT`.
void add_rules_arguments(Command command, RulesArguments& arguments);

/// Adds `--rules RULESET name=value …`, whose values end at the next option. `names` are the names of the
/// option, separated by commas.
void add_rules_option(Command command, RulesArguments& arguments, const std::string& names = "--rules");

/// Adds `--results FOLDER`. `name` replaces `--results` in a command where that means something else.
void add_results_option(Command command, std::string& folder, const std::string& name = "--results");

/// Adds `--set KEY=VALUE`, which may be given several times.
void add_set_option(Command command, std::vector<std::string>& overrides,
                    const std::string& about = "Override the config's value of KEY");

/// Adds `--format table|markdown|csv|json`.
void add_format_option(Command command, std::string& format);

/// Adds `--address`, `--port`, `--name` and `--proxy`; the defaults are those of `address`, which outlives
/// the command.
void add_address_options(Command command, web::Address& address);

/// Adds CONFIG, FOLDER…, `--set` and `--results`.
void add_chunk_arguments(Command command, run::ChunkArguments& arguments);

/// The standings in a format of `--format`. The format `table` fits the terminal of standard output;
/// `rounds`, a text about the rounds, follows it after an empty line.
std::string table_text(const report::Standings& standings, const std::string& format,
                       const std::string& rounds = "");

}  // namespace ebiri::cli
