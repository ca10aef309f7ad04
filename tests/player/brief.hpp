// Briefs of games for the tests of players.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "referee/player/player.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::tests {

/// The brief of a game by these rules, which live as long as the program.
inline player::GameBrief brief_of(const std::string& variant, const std::string& ruleset,
                                  std::uint64_t seed = 0) {
  static std::mutex mutex;
  const std::lock_guard lock{mutex};
  static std::map<std::pair<std::string, std::string>, std::unique_ptr<rules::Rules>> known;
  auto& rules = known[{variant, ruleset}];
  if (!rules) rules = std::move(*rules::make_rules(variant, ruleset));
  return {*rules, seed};
}

}  // namespace ebiri::tests
