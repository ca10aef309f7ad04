#include "referee/cli/common/config_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <iterator>

#include "referee/config/reference.hpp"
#include "referee/config/yaml.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

bool is_mapping(const config::Description& option) { return option.type.starts_with("mapping"); }

// Whether the user chooses the option's keys. Its flag may be repeated: `--anchor a=1500 --anchor b=1600`.
bool has_free_keys(const config::Description& option) { return is_mapping(option) && option.keys.empty(); }

// The value's name in the help and for completions: `{fit,none}`, `FILE`, `NAME=VALUE` or `VALUE`.
std::string flag_value_name(const config::Description& option, const ConfigFlag& flag) {
  if (option.key == "variant") return "VARIANT";
  if (flag.shorthand == "file") return "FILE";
  if (has_free_keys(option)) return "NAME=VALUE";
  if (is_mapping(option)) return "KEY=VALUE,...";
  if (option.type != "word") return "VALUE";
  std::string words;
  std::ranges::copy_if(option.range, std::back_inserter(words), [](char c) { return c != '`' && c != ' '; });
  return "{" + words + "}";
}

bool begins_with_a_key(const config::Description& option, std::string_view text) {
  return std::ranges::any_of(option.keys,
                             [&](const config::Description& key) { return text.starts_with(key.key + "="); });
}

// Turns `nodes=1000,depth=8` into `{nodes: 1000, depth: 8}`.
std::string mapping_of(const std::vector<std::string>& texts) {
  std::string map;
  for (const std::string& text : texts) {
    for (const auto part : split(text, ',')) {
      const std::size_t equals = std::min(part.find('='), part.size());
      map += fmt::format("{}{}: {}", map.empty() ? "" : ", ", part.substr(0, equals),
                         equals < part.size() ? part.substr(equals + 1) : "");
    }
  }
  return "{" + map + "}";
}

// The value of a flag in the syntax of configs.
std::string value_of(const config::Description& option, const std::vector<std::string>& texts,
                     std::string_view shorthand) {
  const std::string& text = texts.front();
  if (!is_mapping(option) || text.starts_with('{')) return text;
  if (has_free_keys(option) || begins_with_a_key(option, text)) return mapping_of(texts);
  const bool is_word = option.type.find("`" + text + "`") != option.type.npos;  // `none` for example
  return is_word || shorthand.empty()
             ? text
             : fmt::format("{{{}: {}}}", shorthand, config::emit_flow(config::scalar_node(text)));
}

}  // namespace

void ConfigFlags::add(command_line::Command command, std::span<const ConfigFlag> flags) {
  for (const ConfigFlag& flag : flags) {
    const config::Description* option = config::find_option(flag.key);
    assert(option != nullptr);
    Given& given = given_[flag.key];
    given.shorthand = flag.shorthand;
    const auto added = command.add_option(fmt::format("{} {}", flag.flag, flag_value_name(*option, flag)),
                                          given.texts, option->meaning);
    added.repeatable();                              // each mention takes one value
    if (!has_free_keys(*option)) added.takes(1, 1);  // and there is only one mention
    added.default_text(flag.fallback != nullptr ? flag.fallback : option->fallback);
  }
}

std::vector<std::string> ConfigFlags::overrides(const std::vector<std::string>& set) const {
  std::vector<std::string> overrides;
  for (const auto& [key, given] : given_)
    if (!given.texts.empty())
      overrides.push_back(
          fmt::format("{}={}", key, value_of(*config::find_option(key), given.texts, given.shorthand)));
  overrides.insert(overrides.end(), set.begin(), set.end());
  return overrides;
}

}  // namespace ebiri::cli
