// Configs to begin with, one for each purpose, with comments.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/support/result.hpp"

namespace ebiri::config {

struct TemplateEngine {
  std::string name;     ///< empty: made from the command
  std::string command;  ///< as in a config
};

struct Template {
  std::string purpose;  ///< one of `purposes`
  std::string name;     ///< of the run
  std::string variant, ruleset;
  std::vector<TemplateEngine> engines;  ///< where there are too few, ours are added
  std::string schema;                   ///< where editors find the schema, from the config's folder
};

struct Purpose {
  std::string name;     ///< `round-robin`
  std::string meaning;  ///< one sentence, capital first letter, no full stop
};

/// What configs can be written for.
std::span<const Purpose> purposes();

/// The text of a config whose openings come from `random_plies`, or are the start position without. An error
/// is the user's: engines that the purpose has no room for, commands that cannot be read. Programs are not
/// looked for.
Result<std::string> template_text(const Template& wanted, std::optional<int> random_plies);

}  // namespace ebiri::config
