#include "referee/config/reference.hpp"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "referee/config/yaml.hpp"

using namespace ebiri::config;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

// A YAML scalar as an editor reads it, by the core schema of YAML 1.2.
Json value_of(const std::string& text) {
  static const std::regex whole{"[-+]?[0-9]+"},
      number{R"([-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?)"};
  if (text == "true" || text == "false") return text == "true";
  if (std::regex_match(text, whole) || std::regex_match(text, number))
    return Json::parse(text, nullptr, false).is_discarded() ? Json(text) : Json::parse(text);
  return text;
}

Json json_of(const Node& node) {
  if (node.kind == Node::Kind::scalar) return value_of(node.text);
  Json json = node.kind == Node::Kind::map    ? Json::object()
              : node.kind == Node::Kind::list ? Json::array()
                                              : Json{};
  for (const Entry& entry : node.entries) json[entry.key] = json_of(entry.value);
  for (const Node& item : node.items) json.push_back(json_of(item));
  return json;
}

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "integer") return value.is_number_integer();
  REQUIRE(type == "number");
  return value.is_number();
}

bool valid(const Json& schema, const Json& value);

// Whether a value satisfies one keyword of JSON Schema. A keyword that is not implemented here fails the
// test.
bool holds(const std::string& keyword, const Json& what, const Json& schema, const Json& value) {
  if (keyword == "$schema" || keyword == "title" || keyword == "description") return true;
  if (keyword == "type" && what.is_string()) return has_type(value, what);
  if (keyword == "type")
    return std::ranges::any_of(what, [&](const Json& type) { return has_type(value, type); });
  if (keyword == "enum") return std::ranges::find(what, value) != what.end();
  if (keyword == "anyOf")
    return std::ranges::any_of(what, [&](const Json& one) { return valid(one, value); });
  if (keyword == "minimum") return !value.is_number() || value >= what;
  if (keyword == "maximum") return !value.is_number() || value <= what;
  if (keyword == "maxLength") return !value.is_string() || value.get<std::string>().size() <= what;
  if (keyword == "pattern")
    return !value.is_string() ||
           std::regex_search(value.get<std::string>(), std::regex{what.get<std::string>()});
  if (keyword == "minItems") return !value.is_array() || value.size() >= what;
  if (keyword == "maxItems") return !value.is_array() || value.size() <= what;
  if (keyword == "items")
    return !value.is_array() ||
           std::ranges::all_of(value, [&](const Json& item) { return valid(what, item); });
  if (keyword == "required")
    return !value.is_object() ||
           std::ranges::all_of(what, [&](const Json& key) { return value.contains(key.get<std::string>()); });
  if (keyword == "properties") {
    if (value.is_object())
      for (const auto& [key, one] : value.items())
        if (what.contains(key) && !valid(what[key], one)) return false;
    return true;
  }
  REQUIRE(keyword == "additionalProperties");
  if (value.is_object())
    for (const auto& [key, one] : value.items())
      if (!(schema.contains("properties") && schema["properties"].contains(key)) &&
          (what == false || !valid(what, one)))
        return false;
  return true;
}

bool valid(const Json& schema, const Json& value) {
  for (const auto& [keyword, what] : schema.items())
    if (!holds(keyword, what, schema, value)) return false;
  return true;
}

const Json& schema() {
  static const Json json = Json::parse(schema_json());
  return json;
}

bool accepts(const std::string& yaml) {
  Problems problems;
  const auto tree = parse_yaml(yaml, 0, problems);
  REQUIRE(tree);
  return valid(schema(), json_of(*tree));
}

const std::string engine_lines =
    "engines:\n"
    "  - {name: a, command: bots/a}\n"
    "  - {name: b, command: bots/b}\n";
const std::string least = "name: test\n" + engine_lines;

// All schemas of mappings with their own keys, each with a value that it accepts.
void every_mapping(const Json& at, const std::string& path,
                   std::vector<std::pair<std::string, const Json*>>& found) {
  if (at.contains("properties")) {
    found.emplace_back(path, &at);
    for (const auto& [key, below] : at["properties"].items()) every_mapping(below, path + "." + key, found);
  }
  if (at.contains("anyOf"))
    for (const Json& one : at["anyOf"]) every_mapping(one, path, found);
  if (at.contains("items")) every_mapping(at["items"], path, found);
}

}  // namespace

TEST_CASE("schema: it accepts every config that comes with Ebiri, and the sample of all options") {
  int configs = 0;
  const fs::path folder = fs::path{EBIRI_SOURCE_DIR} / "configs";
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".yaml") continue;
    const auto part = *fs::relative(entry.path(), folder).begin();
    // Files of contests, entries, cluster jobs and games are not configs.
    if (part == "contest" || part == "course" || part == "cluster" || part == "games") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    INFO(entry.path().string());
    CHECK(accepts(text.str()));
    ++configs;
  }
  CHECK(configs > 15);
  CHECK(accepts(sample_config()));
  CHECK(accepts(least));
  CHECK(accepts(least + "stop: {precision: 15, max-pairs: 200, between: [[a, 7]]}\n"));
}

TEST_CASE("schema: it refuses invalid configs") {
  const char* const rows[] = {
      "pair: 3",
      "variant: chess",
      "variant: {name: oware, ruleset: fide}",
      "variant: {nam: oware}",
      "format: round robin",
      "format: {name: swiss, round: 5}",
      "pairs: 0",
      "pairs: many",
      "pairs: 1000001",
      "limit: 100ms",
      "limit: {move: 100}",
      "limit: {nodes: 0}",
      "limit: {node: 100}",
      "margin: 50",
      "margin: 50 ms",
      "dispute: maybe",
      "accounting: 1",
      "isolation: jail",
      "isolation-required: yes",
      "limits: {memory: 512}",
      "limits: {memory: 512mb}",
      "slots: all",
      "openings: {random-plies: 99}",
      "openings: random",
      "sync: sometimes",
      "tie-breaks: [wins, luck]",
      "sprt: {baseline: a, candidate: b, model: elo}",
      "sprt: {baseline: a}",
      "sprt: {baseline: a, candidate: b, elo1: 401}",
      "adjudication: {resign: {scor: 12, moves: 3}}",
  };
  for (const char* row : rows) {
    INFO(row);
    CHECK_FALSE(accepts(least + row + "\n"));
  }
  CHECK_FALSE(accepts(engine_lines));                                           // no name
  CHECK_FALSE(accepts("name: test\n"));                                         // no engines
  CHECK_FALSE(accepts("name: test\nengines: [{name: a, command: bots/a}]\n"));  // one engine
  CHECK_FALSE(accepts("name: -test\n" + engine_lines));
  CHECK_FALSE(accepts("name: test\nengines: [{name: a, comand: x}, {name: b, command: y}]\n"));
}

TEST_CASE("schema: no mapping of it has unknown keys, and every key is described") {
  std::vector<std::pair<std::string, const Json*>> mappings;
  every_mapping(schema(), "", mappings);
  CHECK(mappings.size() > 12);
  for (const auto& [path, mapping] : mappings) {
    INFO(path);
    CHECK(mapping->at("additionalProperties") == false);
    for (const auto& [key, option] : mapping->at("properties").items()) {
      INFO(key);
      CHECK_FALSE(option.at("description").get<std::string>().empty());
    }
  }
}
