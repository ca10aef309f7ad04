#include "referee/run/isolation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebiri::run {

namespace {

using process::Enforced;
using tournament::EngineSettings;

Enforced for_one(const Arena& arena, const EngineSettings& engine) {
  const auto limits =
      process::changed(arena.settings.limits, engine.limits.value_or(process::LimitChanges{}));
  return process::enforce(arena.settings.isolation, limits, arena.capabilities,
                          cores_of(arena.settings, engine));
}

}  // namespace

std::vector<std::string> find_missing_isolation(Arena& arena) {
  if (arena.settings.isolation == process::Isolation::none) return {};
  arena.capabilities = process::Capabilities::find();
  std::vector<std::string> missing;
  for (const EngineSettings& engine : arena.settings.engines)
    for (const std::string& what : for_one(arena, engine).missing)
      if (std::ranges::find(missing, what) == missing.end()) missing.push_back(what);
  return missing;
}

process::Confinement confinement_of(const Arena& arena, const EngineSettings& engine) {
  return for_one(arena, engine).confinement;
}

std::string isolation_text(const Arena& arena) {
  const Enforced enforced = for_one(arena, {});
  const std::string all = enforced.describe();
  std::string text = all;
  if (arena.settings.accounting) text += fmt::format(", CPU by {}", word(enforced.confinement.cpu_source()));
  for (const EngineSettings& engine : arena.settings.engines)
    if (const std::string own = for_one(arena, engine).describe(); own != all)
      text += "; " + engine.name + ": " + own;
  return text;
}

}  // namespace ebiri::run
