// How a variant describes what people may choose: its options, each declared once, and its rulesets.
// From one declaration come the parser, the lists that people see, and the overrides on the wire.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::rules {

/// One option of a variant whose options live in the struct `Options`.
template <class Options>
struct Option {
  OptionInfo info;
  std::function<std::string(const Options&)> read;
  std::function<bool(Options&, std::string_view)> write;  ///< false, and nothing written: not a value
};

/// A named bundle of option values.
template <class Options>
struct Ruleset {
  std::string name;
  std::string summary;
  Options options;
};

/// Everything that people may choose in one variant; the first ruleset is the default.
template <class Options>
struct Catalogue {
  std::string name;
  std::string summary;
  std::vector<Option<Options>> options;
  std::vector<Ruleset<Options>> rulesets;
  std::vector<std::string> sources = {};  ///< as `VariantInfo::sources`
};

/// What a selection comes to.
template <class Options>
struct Choice {
  std::string ruleset;
  Options options;
  std::vector<std::string>
      overrides;  ///< `name=value` where `options` differs from the ruleset, in option order
};

/// Name and one-line meaning of an option.
struct OptionText {
  std::string name;
  std::string meaning;
};

/// An option whose values are words.
template <class Options, class Word>
Option<Options> word_option(OptionText text, Word Options::*member,
                            std::vector<std::pair<std::string, Word>> words) {
  Option<Options> option{{std::move(text.name), {}, std::move(text.meaning)}, {}, {}};
  for (const auto& word : words) option.info.values.push_back(word.first);
  option.read = [member, words](const Options& options) {
    for (const auto& [spelling, word] : words) {
      if (options.*member == word) return spelling;
    }
    return std::string{};
  };
  option.write = [member, words = std::move(words)](Options& options, std::string_view value) {
    for (const auto& [spelling, word] : words) {
      if (spelling != value) continue;
      options.*member = word;
      return true;
    }
    return false;
  };
  return option;
}

/// An option that is `true` or `false`.
template <class Options>
Option<Options> flag_option(OptionText text, bool Options::*member) {
  return word_option<Options, bool>(std::move(text), member, {{"true", true}, {"false", false}});
}

/// An allowed range of whole numbers, ends included.
struct Range {
  int lowest;
  int highest;
};

/// An option that is a whole number.
template <class Options>
Option<Options> number_option(OptionText text, int Options::*member, Range range) {
  Option<Options> option{{std::move(text.name), {}, std::move(text.meaning)}, {}, {}};
  option.info.values = {std::to_string(range.lowest) + ".." + std::to_string(range.highest)};
  option.read = [member](const Options& options) { return std::to_string(options.*member); };
  option.write = [member, range](Options& options, std::string_view value) {
    const auto number = parse_integer<std::int32_t>(value);
    if (!number || *number < range.lowest || *number > range.highest) return false;
    options.*member = *number;
    return true;
  };
  return option;
}

/// ``unknown KIND `word`, expected one of `a`, `b`; did you mean `a`?``
Error unknown_word(std::string_view kind, std::string_view word, const std::vector<std::string>& known);

/// ``option `name` of `variant` cannot be `value`, expected …``
Error bad_value(const OptionInfo& option, std::string_view variant, std::string_view value);

/// ``option `name` is given twice``
Error given_twice(std::string_view option);

template <class Options>
VariantInfo describe(const Catalogue<Options>& catalogue) {
  VariantInfo info{catalogue.name, catalogue.summary, {}, {}, catalogue.sources};
  for (const auto& option : catalogue.options) info.options.push_back(option.info);
  for (const auto& ruleset : catalogue.rulesets) {
    RulesetInfo& listed = info.rulesets.emplace_back(RulesetInfo{ruleset.name, ruleset.summary, {}});
    for (const auto& option : catalogue.options) {
      listed.values.emplace_back(option.info.name, option.read(ruleset.options));
    }
  }
  return info;
}

/// The ruleset called `name` (the default if that is empty), or what is unknown.
template <class Options>
Result<Ruleset<Options>> find_ruleset(const Catalogue<Options>& catalogue, std::string_view name) {
  if (name.empty()) return catalogue.rulesets.front();
  std::vector<std::string> known;
  for (const auto& ruleset : catalogue.rulesets) {
    if (ruleset.name == name) return ruleset;
    known.push_back(ruleset.name);
  }
  return unknown_word(catalogue.name + " ruleset", name, known);
}

/// Sets one option by its name, or says what is wrong.
template <class Options>
Result<void> apply(const Catalogue<Options>& catalogue, const OptionSetting& setting, Options& options) {
  std::vector<std::string> known;
  for (const auto& option : catalogue.options) {
    known.push_back(option.info.name);
    if (option.info.name != setting.name) continue;
    if (option.write(options, setting.value)) return {};
    return bad_value(option.info, catalogue.name, setting.value);
  }
  return unknown_word(catalogue.name + " option", setting.name, known);
}

/// The options that `selection` stands for; `selection.variant` is not looked at.
template <class Options>
Result<Choice<Options>> choose(const Catalogue<Options>& catalogue, const Selection& selection) {
  auto ruleset = find_ruleset(catalogue, selection.ruleset);
  if (!ruleset) return ruleset.error();
  Choice<Options> choice{ruleset->name, ruleset->options, {}};
  for (auto setting = selection.options.begin(); setting != selection.options.end(); ++setting) {
    for (auto earlier = selection.options.begin(); earlier != setting; ++earlier) {
      if (earlier->name == setting->name) return given_twice(setting->name);
    }
    if (auto applied = apply(catalogue, *setting, choice.options); !applied) return applied.error();
  }
  for (const auto& option : catalogue.options) {
    const std::string value = option.read(choice.options);
    if (value != option.read(ruleset->options)) choice.overrides.push_back(option.info.name + "=" + value);
  }
  return choice;
}

}  // namespace ebiri::rules
