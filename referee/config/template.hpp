// Templates of configs, one for each purpose, with comments.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/config/command_line.hpp"
#include "referee/support/result.hpp"

namespace ebiri::config {

struct TemplateRequest {
  std::string purpose;  ///< one of `purposes`
  std::string name;     ///< of the run
  std::string variant, ruleset;
  std::vector<EngineArgument> engines;  ///< unnamed ones get their command's name; bots are added if needed
  std::string schema;                   ///< path of the schema for editors, relative to the config's folder
};

/// The names of the purposes for which there are templates: `round-robin`.
std::vector<std::string> purposes();

/// The text of a config. Its openings have `random_plies`; without them games begin at the start position.
/// Errors: too many engines for the purpose, and invalid commands. Whether programs exist is not checked.
Result<std::string> template_text(const TemplateRequest& wanted, std::optional<int> random_plies);

}  // namespace ebiri::config
