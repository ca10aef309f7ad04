// The reference of all options and their JSON Schema, generated from the tables of options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/config/options.hpp"
#include "referee/support/result.hpp"

namespace ebiri::config {

/// configs/OPTIONS.md, byte for byte.
std::string options_markdown();

/// All options in columns for a terminal, and a complete config as an example.
std::string options_text();

/// The keys of all options and sections, as `option_text` takes them.
std::vector<std::string> option_keys();

/// One option or section: `limit`, `engines.command`, `variant.ruleset`. An error suggests a key.
Result<std::string> option_text(std::string_view key);

/// The description of an option or section; null if there is no such key.
const Description* find_option(std::string_view key);

/// A config in which every top-level option is set to its example, except those whose example conflicts with
/// another (`not_in_sample`).
std::string sample_config();

/// A JSON Schema (draft 7, which yaml-language-server and others read) of configs: every key with its
/// meaning, type, words and range. It refuses described games, and numbers and booleans in quotes, and
/// otherwise accepts every valid config; only `ebiri check` checks rules between keys. Ends in a newline.
std::string schema_json();

/// The same for another kind of file, from its keys.
std::string schema_json(const std::string& title, const std::string& description,
                        const std::vector<Description>& keys);

}  // namespace ebiri::config
