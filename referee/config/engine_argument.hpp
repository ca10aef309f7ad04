// Engines that are arguments of commands, and their YAML.
#pragma once

#include <string>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::config {

struct EngineArgument {
  std::string name, command;
  std::string level;  ///< of a bot of Ebiri, or empty
  bool ours = false;  ///< a bot of Ebiri
};

/// The engine that `text` names: a bot, perhaps with its level (`alphabeta@3`), a file, or a command.
EngineArgument engine_argument(const std::string& text);

/// Checks that the engine's program exists and can run, and the form of its name and level.
Result<void> check_engine(const EngineArgument& engine);

/// Renames engines of the same name: their folders become a part of it, as in `old-bot` and `new-bot`, and
/// names that are still equal get numbers, as in `a` and `a-2`.
void make_names_unique(std::vector<EngineArgument>& engines);

/// The engine as an element of `engines` in a config. `dialect` may be empty, and is ignored for a bot of
/// Ebiri. `more` has further keys, each after a comma.
std::string engine_yaml(const EngineArgument& engine, const std::string& dialect,
                        const std::string& more = {});

/// A text as a scalar of a flow mapping in YAML, in quotes if needed.
std::string yaml_text(const std::string& text);

}  // namespace ebiri::config
