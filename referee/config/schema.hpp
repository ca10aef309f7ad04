// The JSON Schema of configs, for editors: generated from the tables of options.
#pragma once

#include <string>

namespace ebiri::config {

/// A JSON Schema (draft 7, which yaml-language-server and others read) of what a config may hold: every key
/// with its meaning, type, words and range; no others. It refuses nothing that a config may say; rules
/// between keys are left to `ebiri check`. Ends in a newline.
std::string schema_json();

}  // namespace ebiri::config
