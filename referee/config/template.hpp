// Templates of configs, one for each purpose, with comments.
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
  std::vector<TemplateEngine> engines;  ///< if too few, bots of Ebiri are added
  std::string schema;                   ///< path of the schema for editors, relative to the config's folder
};

struct Purpose {
  std::string name;     ///< `round-robin`
  std::string meaning;  ///< one sentence, capital first letter, no full stop
};

/// The purposes for which there are templates.
std::span<const Purpose> purposes();

/// The text of a config. Its openings have `random_plies`; without them games begin at the start position.
/// Errors: too many engines for the purpose, and invalid commands. Whether programs exist is not checked.
Result<std::string> template_text(const Template& wanted, std::optional<int> random_plies);

}  // namespace ebiri::config
