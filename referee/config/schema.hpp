// The JSON Schema of configs, for editors: generated from the tables of options.
#pragma once

#include <string>
#include <vector>

#include "referee/config/options.hpp"

namespace ebiri::config {

/// A JSON Schema (draft 7, which yaml-language-server and others read) of configs: every key with its
/// meaning, type, words and range. It accepts every valid config of a built-in variant, but no described
/// game; only `ebiri check` checks rules between keys. Ends in a newline.
std::string schema_json();

/// The same for another kind of file, from its keys.
std::string schema_json(const std::string& title, const std::string& description,
                        const std::vector<Description>& keys);

}  // namespace ebiri::config
