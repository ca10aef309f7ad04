// `--set a.b=c`: overrides values of the config file.
#pragma once

#include <string_view>

#include "referee/config/tree.hpp"

namespace ebiri::config {

/// Puts the value of `text` (`key.key=value`) into the tree of a config, with `source` as its place, so
/// that it is checked like a value of the file. `engines.NAME.key` selects the engine of that name. The text
/// after `options.` is one key, dots included. A value that begins with `{` or `[` is YAML; any other is
/// plain text. Precondition: `root` is a map.
void apply_override(Node& root, std::string_view text, int source, Problems& problems);

}  // namespace ebiri::config
