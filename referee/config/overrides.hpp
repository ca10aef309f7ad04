// `--set a.b=c`: a value from the command line in place of the file's.
#pragma once

#include <string_view>

#include "referee/config/tree.hpp"

namespace ebiri::config {

/// Puts the value of `text` (`key.key=value`) into the tree of a config, with `source` as its place,
/// so that it is judged as if it stood in the file. `engines.NAME.key` means the engine of that
/// name; what follows `options.` is one key, dots included. A value that begins with `{` or `[` is
/// YAML, any other is the text as it is. Precondition: `root` is a map.
void apply_override(Node& root, std::string_view text, int source, Problems& problems);

}  // namespace ebiri::config
