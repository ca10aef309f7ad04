// Changes descriptions of games at random, and writes descriptions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/described/description.hpp"
#include "referee/support/random.hpp"

namespace ebiri::described {

/// Makes random changes of descriptions. Added rules come from the descriptions of a library.
class Mutator {
 public:
  explicit Mutator(const std::vector<Description>& library);

  /// A game that differs from `model` in up to four places, with the name `invented`; nothing if the changes
  /// give no valid game.
  std::optional<Description> change(const Description& model, Random& random) const;

 private:
  void change_once(nlohmann::json& rules, Random& random) const;
  void change_list(nlohmann::json& rules, Random& random) const;

  nlohmann::json rules_ = nlohmann::json::object();  // by the name of a list: the rules of the library
};

/// The text of a description file, without `names`, `region`, `certain`, `openings`, `perft` and defaults.
std::string description_text(const Description& description);

}  // namespace ebiri::described
