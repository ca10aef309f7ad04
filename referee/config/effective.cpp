#include "referee/config/effective.hpp"

#include <algorithm>

#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"
#include "referee/tournament/formats.hpp"

namespace ebiri::config {

namespace {

using tournament::EngineSettings;
using tournament::Settings;

// Adds the values below `node` to the mapping `values`, by their whole keys.
void flatten(const Node& node, const std::string& key, Node& values) {
  if (node.kind != Node::Kind::map) {
    values.entries.push_back({key, {}, scalar_node(emit_flow(node))});
    return;
  }
  for (const Entry& entry : node.entries) flatten(entry.value, key + "." + entry.key, values);
}

// The keys that differ: first in the order of `before`, then those that only `now` has.
void append_differences(const std::string& key, const std::optional<Node>& before,
                        const std::optional<Node>& now, Change change, std::vector<Difference>& list) {
  Node old_values, new_values;
  if (before) flatten(*before, key, old_values);
  if (now) flatten(*now, key, new_values);
  for (const Entry& old : old_values.entries) {
    const Entry* other = new_values.find(old.key);
    const auto value = other == nullptr ? std::nullopt : std::optional(other->value.text);
    if (value != old.value.text) list.push_back({old.key, old.value.text, value, change});
  }
  for (const Entry& added : new_values.entries) {
    if (old_values.find(added.key) == nullptr)
      list.push_back({added.key, std::nullopt, added.value.text, change});
  }
}

const EngineSettings* find_engine(const Settings& settings, const std::string& name) {
  return find_by(settings.engines, name, &EngineSettings::name);
}

void compare_engines(const Settings& old, const Settings& now, Change added, std::vector<Difference>& list) {
  const auto before = mapped(old.engines, &EngineSettings::name);
  const auto after = mapped(now.engines, &EngineSettings::name);
  auto kept = before;
  std::erase_if(kept, [&](const std::string& name) { return find_engine(now, name) == nullptr; });
  // The engines that both have must keep their order, and come before all new ones.
  if (!std::equal(kept.begin(), kept.end(), after.begin()))
    list.push_back({"engines", join(before, ", "), join(after, ", "), Change::new_run});
  for (const EngineSettings& engine : old.engines) {
    const EngineSettings* other = find_engine(now, engine.name);
    if (other == nullptr) {
      list.push_back({"engines." + engine.name, engine.command, std::nullopt, Change::new_run});
    } else {
      append_differences("engines." + engine.name, write_section(engine, engine_section()),
                         write_section(*other, engine_section()), Change::new_run, list);
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
    if (option.info.key == "engines") continue;
    if (option.info.key == "cores" && old.cores.value_or(0) == now.cores.value_or(0)) continue;
    Change change = option.info.change;
    if (option.info.key == "pairs")
      change = now.pairs < old.pairs ? Change::new_run : now.stop ? Change::extends : growth;
    append_differences(option.info.key, option.write(old), option.write(now), change, list);
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
