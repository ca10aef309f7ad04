// The catalogue of a variant's options and rulesets. Each option is declared once. The parser, the printed
// lists and the overrides in the protocol follow from the declaration.
#pragma once

#include <algorithm>
#include <boost/describe/enum.hpp>
#include <boost/describe/enumerators.hpp>
#include <boost/mp11/algorithm.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "referee/rules/fields.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

/// One option of a variant whose options live in the struct `Options`.
template <class Options>
struct Option {
  OptionInfo info;
  std::function<std::string(const Options&)> read;

  /// Sets the option. Returns false and changes nothing if the text is not one of its values.
  std::function<bool(Options&, std::string_view)> write;
};

/// A named bundle of option values.
template <class Options>
struct Ruleset {
  std::string name;
  std::string summary;
  Options options;
  std::string fixed_start = {};  ///< see `RulesetInfo`
};

/// All options and rulesets of one variant; the first ruleset is the default.
template <class Options>
struct Catalogue {
  std::string name;
  std::string summary;
  std::vector<Option<Options>> options;
  std::vector<Ruleset<Options>> rulesets;
  std::vector<std::string> sources = {};  ///< as `VariantInfo::sources`
};

/// The names of a `Rules`.
struct RulesName {
  std::string variant;
  std::string ruleset;
  std::vector<std::string> overrides;  ///< as `Rules::overrides` returns them
  std::string description{};           ///< as `Rules::description` returns it
};

/// The result of a selection.
template <class Options>
struct Resolved {
  Options options;
  RulesName name;
};

/// The spelling of an enumerator in configs: `no-capture` for `no_capture`. A trailing underscore, which
/// avoids a keyword of C++, is left out.
std::string option_word(std::string_view enumerator);

template <class Value>
using Spellings = std::vector<std::pair<std::string, Value>>;

/// The words for all values of a type: the enumerators that `BOOST_DESCRIBE_ENUM` lists, or `true` and
/// `false`.
template <class Value>
const Spellings<Value>& spellings() {
  static const Spellings<Value> words = [] {
    Spellings<Value> all;
    if constexpr (std::is_same_v<Value, bool>)
      all = {{"true", true}, {"false", false}};
    else
      boost::mp11::mp_for_each<boost::describe::describe_enumerators<Value>>(
          [&](const auto& one) { all.emplace_back(option_word(one.name), one.value); });
    return all;
  }();
  return words;
}

template <class Value>
std::vector<std::string> value_names() {
  return mapped(spellings<Value>(), &std::pair<std::string, Value>::first);
}

/// The value for a word.
template <class Value>
std::optional<Value> parse_value(std::string_view word) {
  const auto* found = find_by(spellings<Value>(), word, &std::pair<std::string, Value>::first);
  return found == nullptr ? std::nullopt : std::optional(found->second);
}

/// An option whose values are words: an enumeration or `bool`. `info` has its name and meaning.
template <class Options, class Value>
Option<Options> option(OptionInfo info, Value Options::*member) {
  info.values = value_names<Value>();
  const auto read = [member](const Options& options) {
    return find_by(spellings<Value>(), options.*member, &std::pair<std::string, Value>::second)->first;
  };
  const auto write = [member](Options& options, std::string_view word) {
    const auto value = parse_value<Value>(word);
    options.*member = value.value_or(options.*member);
    return value.has_value();
  };
  return {std::move(info), read, write};
}

/// An option whose value is an integer.
template <class Options>
Option<Options> option(OptionInfo info, int Options::*member, Range range) {
  info.values = {std::to_string(range.lowest) + ".." + std::to_string(range.highest)};
  const auto read = [member](const Options& options) { return std::to_string(options.*member); };
  const auto write = [member, range](Options& options, std::string_view value) {
    const auto number = parse_integer<std::int32_t>(value);
    if (!number || *number < range.lowest || *number > range.highest) return false;
    options.*member = *number;
    return true;
  };
  return {std::move(info), read, write};
}

/// ``WHAT `word`, expected one of `a`, `b`; did you mean `a`?``
Error not_among(const std::vector<std::string>& known, std::string_view what, std::string_view word);

template <class Options>
VariantInfo describe(const Catalogue<Options>& catalogue) {
  VariantInfo info{catalogue.name, catalogue.summary, {}, {}, catalogue.sources};
  for (const auto& option : catalogue.options) info.options.push_back(option.info);
  for (const auto& ruleset : catalogue.rulesets) {
    RulesetInfo& listed =
        info.rulesets.emplace_back(RulesetInfo{ruleset.name, ruleset.summary, {}, ruleset.fixed_start});
    for (const auto& option : catalogue.options) {
      listed.values.emplace_back(option.info.name, option.read(ruleset.options));
    }
  }
  return info;
}

/// Sets one option by its name, or returns an error.
template <class Options>
Result<void> apply(const Catalogue<Options>& catalogue, const OptionSetting& setting, Options& options) {
  const auto name = [](const Option<Options>& option) { return option.info.name; };
  const auto* option = find_by(catalogue.options, setting.name, name);
  if (option == nullptr)
    return not_among(mapped(catalogue.options, name), "unknown " + catalogue.name + " option", setting.name);
  if (option->write(options, setting.value)) return {};
  return not_among(option->info.values, "option `" + setting.name + "` of `" + catalogue.name + "` cannot be",
                   setting.value);
}

/// The options of a selection; ignores `selection.variant`.
template <class Options>
Result<Resolved<Options>> resolve(const Catalogue<Options>& catalogue, const Selection& selection) {
  const auto name = &Ruleset<Options>::name;
  const auto& wanted = selection.ruleset.empty() ? catalogue.rulesets.front().name : selection.ruleset;
  const auto* ruleset = find_by(catalogue.rulesets, wanted, name);
  if (ruleset == nullptr)
    return not_among(mapped(catalogue.rulesets, name), "unknown " + catalogue.name + " ruleset", wanted);
  Resolved<Options> resolved{ruleset->options, {catalogue.name, ruleset->name, {}}};
  for (auto setting = selection.options.begin(); setting != selection.options.end(); ++setting) {
    const auto same = [&](const OptionSetting& other) { return other.name == setting->name; };
    if (std::find_if(selection.options.begin(), setting, same) != setting)
      return Error{"option `" + setting->name + "` is given twice"};
    if (auto applied = apply(catalogue, *setting, resolved.options); !applied) return applied.error();
  }
  for (const auto& option : catalogue.options) {
    const std::string value = option.read(resolved.options);
    if (value != option.read(ruleset->options))
      resolved.name.overrides.push_back(option.info.name + "=" + value);
  }
  return resolved;
}

}  // namespace ebiri::rules
