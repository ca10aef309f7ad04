#include "referee/config/schema.hpp"

#include <algorithm>
#include <cassert>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "referee/config/sections.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

using SchemaJson = nlohmann::ordered_json;

// A word as YAML 1.2 reads it: `true` is a boolean, `on` is text.
SchemaJson word_value(const std::string& word) {
  if (word == "true" || word == "false") return word == "true";
  return word;
}

// The words between backticks.
std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  const auto parts = split(text, '`');
  for (std::size_t k = 1; k < parts.size(); k += 2) words.emplace_back(parts[k]);
  return words;
}

SchemaJson one_of(const std::vector<std::string>& words) {
  SchemaJson values = SchemaJson::array();
  for (const std::string& word : words) values.push_back(word_value(word));
  return {{"enum", std::move(values)}};
}

// Adds a range such as `1..1000000`.
void add_range(SchemaJson& schema, const std::string& range) {
  const std::size_t dots = range.find("..");
  if (dots == std::string::npos) return;
  schema["minimum"] = SchemaJson::parse(range.substr(0, dots));
  schema["maximum"] = SchemaJson::parse(range.substr(dots + 2));
}

// A quantity with its unit; only `ebiri check` checks its range.
SchemaJson quantity(const std::string& units) {
  return {{"type", "string"}, {"pattern", "^[0-9]+(\\.[0-9]+)?(" + units + ")$"}};
}

// Letters, digits, and the characters that the range has between backticks.
SchemaJson name_schema(const std::string& range) {
  std::string further;  // `-` comes last, where the brackets of a pattern take it as a character
  for (const std::string& word : words_in(range)) further.insert(word == "-" ? further.size() : 0, word);
  if (further.empty()) return {{"type", {"string", "number"}}};
  return {{"type", {"string", "number"}},
          {"pattern", "^[A-Za-z0-9][A-Za-z0-9" + further + "]*$"},
          {"maxLength", 64}};
}

SchemaJson object_of(const std::vector<Description>& keys);

const Description* key_called(const std::vector<Description>& keys, std::string_view name) {
  const auto found = std::ranges::find(keys, name, &Description::key);
  return found == keys.end() ? nullptr : &*found;
}

// The schema of one kind of value in `Description::type`.
SchemaJson kind_schema(const Description& option, std::string_view kind) {
  if (kind.starts_with('`')) return one_of(words_in(kind));
  if (kind == "whole number" || kind == "number") {
    SchemaJson schema{{"type", kind == "number" ? "number" : "integer"}};
    add_range(schema, option.range);
    return schema;
  }
  if (kind == "word") return one_of(words_in(option.range));
  if (kind == "duration") return quantity("ms|s|min|h");
  if (kind == "part") return {{"type", "string"}, {"pattern", "^[1-9][0-9]*/[1-9][0-9]*$"}};
  if (kind == "size") return quantity("[kKMGT]?i?B");
  if (kind == "mapping") return object_of(option.keys);
  if (kind == "list of words") return {{"type", "array"}, {"items", one_of(words_in(option.range))}};
  if (kind == "list of pairs of engines")
    return {
        {"type", "array"},
        {"items", {{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 2}, {"maxItems", 2}}}};
  if (kind == "list of mappings")
    return {{"type", "array"}, {"minItems", 2}, {"items", object_of(option.keys)}};
  if (kind == "mapping of option names to values")
    return {{"type", "object"}, {"additionalProperties", {{"type", {"string", "number", "boolean"}}}}};
  if (kind == "mapping of engines to ratings")
    return {{"type", "object"}, {"additionalProperties", {{"type", {"number", "string"}}}}};
  if (kind == "name") return name_schema(option.range);
  if (kind == "time")
    return {{"type", "string"},
            {"pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?Z$"}};
  assert(kind == "text" || kind == "path");
  return {{"type", {"string", "number"}}};
}

// Splits a type into its kinds: "`each-game`, `never` or duration" has three.
std::vector<std::string> kinds_in(const std::string& type) {
  const std::string list = replaced(replaced(type, " or ", ","), ", ", ",");
  const auto kinds = split(list, ',');
  return {kinds.begin(), kinds.end()};
}

// The names of all variants or rulesets.
SchemaJson registered(const std::string& key) {
  std::vector<std::string> names;
  for (const rules::VariantInfo& variant : rules::variants()) {
    if (key == "name") names.push_back(variant.name);
    if (key == "ruleset")
      for (const rules::RulesetInfo& ruleset : variant.rulesets)
        if (std::ranges::find(names, ruleset.name) == names.end()) names.push_back(ruleset.name);
  }
  return one_of(names);
}

SchemaJson either_of(std::vector<SchemaJson> alternatives) {
  if (alternatives.size() == 1) return std::move(alternatives.front());
  return {{"anyOf", std::move(alternatives)}};
}

SchemaJson schema_of(const Description& option) {
  std::vector<SchemaJson> alternatives;
  const bool name_alone = option.type == "name or mapping";
  for (const std::string& kind : kinds_in(option.type)) {
    const Description* name = name_alone && kind == "name" ? key_called(option.keys, "name") : nullptr;
    alternatives.push_back(name != nullptr ? schema_of(*name) : kind_schema(option, kind));
  }
  if (option.key == "variant") {
    alternatives[0] = registered("name");
    for (const char* key : {"name", "ruleset"}) {
      SchemaJson& known = alternatives[1]["properties"][key];
      const SchemaJson description = known["description"];
      known = registered(key);
      known["description"] = description;
    }
  }
  SchemaJson schema = either_of(std::move(alternatives));
  schema["description"] = option.meaning + (option.fallback.empty() ? "" : ". Default: " + option.fallback);
  return schema;
}

SchemaJson object_of(const std::vector<Description>& keys) {
  SchemaJson properties = SchemaJson::object(), required = SchemaJson::array();
  for (const Description& key : keys) {
    properties[key.key] = schema_of(key);
    if (key.required) required.push_back(key.key);
  }
  SchemaJson schema{
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace

std::string schema_json() {
  std::vector<Description> keys;
  for (const auto& option : settings_section().options) keys.push_back(option.text);
  return schema_json("A tournament of Ebiri", "`ebiri check FILE` reports every problem of a config", keys);
}

std::string schema_json(const std::string& title, const std::string& description,
                        const std::vector<Description>& keys) {
  SchemaJson schema{
      {"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}, {"description", description}};
  schema.update(object_of(keys));
  return schema.dump(2) + "\n";
}

}  // namespace ebiri::config
