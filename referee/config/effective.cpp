#include "referee/config/effective.hpp"

#include <algorithm>

#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"
#include "referee/tournament/formats.hpp"

namespace ebiri::config {

namespace {

using tournament::EngineSettings;
using tournament::Settings;

struct Leaf {
  std::string key;
  std::string value;
};

using Leaves = std::vector<Leaf>;

void flatten(const Node& node, const std::string& key, Leaves& leaves) {
  if (node.kind != Node::Kind::map) {
    leaves.push_back({key, emit_flow(node)});
    return;
  }
  for (const Entry& entry : node.entries) flatten(entry.value, key + "." + entry.key, leaves);
}

std::optional<std::string> value_of(const Leaves& leaves, const std::string& key) {
  const auto found = std::ranges::find(leaves, key, &Leaf::key);
  return found == leaves.end() ? std::nullopt : std::optional(found->value);
}

// The keys that differ: first in the order of `before`, then those that only `now` has.
void append_differences(const Leaves& before, const Leaves& now, Change change,
                        std::vector<Difference>& list) {
  for (const Leaf& leaf : before) {
    const auto value = value_of(now, leaf.key);
    if (value != leaf.value) list.push_back({leaf.key, leaf.value, value, change});
  }
  for (const Leaf& leaf : now) {
    if (!value_of(before, leaf.key)) list.push_back({leaf.key, std::nullopt, leaf.value, change});
  }
}

template <class Owner>
Leaves leaves_of(const Option<Owner>& option, const Owner& owner) {
  Leaves leaves;
  if (const auto node = option.write(owner)) flatten(*node, option.text.key, leaves);
  return leaves;
}

Leaves leaves_of(const EngineSettings& engine) {
  Leaves leaves;
  flatten(write_section(engine, engine_section()), "engines." + engine.name, leaves);
  return leaves;
}

const EngineSettings* find_engine(const Settings& settings, const std::string& name) {
  const auto& engines = settings.engines;
  const auto found = std::ranges::find(engines, name, &EngineSettings::name);
  return found == engines.end() ? nullptr : &*found;
}

std::string names(const Settings& settings) {
  std::vector<std::string> list;
  for (const EngineSettings& engine : settings.engines) list.push_back(engine.name);
  return join(list, ", ");
}

// Whether the engines that both have keep their order, and come before all new ones.
bool keeps_order(const Settings& old, const Settings& now) {
  std::vector<std::string> left;
  for (const EngineSettings& engine : old.engines) {
    if (find_engine(now, engine.name) != nullptr) left.push_back(engine.name);
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (now.engines[i].name != left[i]) return false;
  }
  return true;
}

void compare_engines(const Settings& old, const Settings& now, Change added, std::vector<Difference>& list) {
  if (!keeps_order(old, now)) list.push_back({"engines", names(old), names(now), Change::new_run});
  for (const EngineSettings& engine : old.engines) {
    const EngineSettings* other = find_engine(now, engine.name);
    if (other == nullptr) {
      list.push_back({"engines." + engine.name, engine.command, std::nullopt, Change::new_run});
    } else {
      append_differences(leaves_of(engine), leaves_of(*other), Change::new_run, list);
    }
  }
  for (const EngineSettings& engine : now.engines) {
    if (find_engine(old, engine.name) != nullptr) continue;
    list.push_back({"engines." + engine.name, std::nullopt, engine.command, added});
  }
}

}  // namespace

std::string effective_yaml(const Settings& settings) {
  return emit_yaml(write_section(settings, settings_section()));
}

std::vector<Difference> compare(const Settings& old, const Settings& now) {
  std::vector<Difference> list;
  const bool may_grow = !now.chunk && !depends_on_results(plan_of(now));
  const Change growth = may_grow ? Change::extends : Change::new_run;
  for (const Option<Settings>& option : settings_section().options) {
    if (option.text.key == "engines") continue;
    if (option.text.key == "cores" && old.cores.value_or(0) == now.cores.value_or(0)) continue;
    Change change = option.text.change;
    if (option.text.key == "pairs")
      change = now.pairs < old.pairs ? Change::new_run : now.stop ? Change::extends : growth;
    append_differences(leaves_of(option, old), leaves_of(option, now), change, list);
  }
  compare_engines(old, now, growth, list);
  return list;
}

std::string describe(const Difference& difference) {
  const auto text = [](const std::optional<std::string>& value) {
    return value ? "`" + *value + "`" : "not set";
  };
  return "`" + difference.key + "` was " + text(difference.before) + " and is " + text(difference.now);
}

}  // namespace ebiri::config
