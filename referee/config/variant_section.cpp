#include <fmt/format.h>

#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"

namespace ebiri::config {

namespace {

using rules::OptionInfo;
using rules::Selection;
using rules::VariantInfo;

// `did you mean …?` if one is near, and otherwise the whole list.
std::string hint_of(const std::string& word, const std::vector<std::string>& known) {
  if (known.empty()) return "it has none";
  const std::string hint = did_you_mean(word, known);
  return hint.empty() ? "expected one of `" + join(known, "`, `") + "`" : hint;
}

void check_option(const Entry& entry, const VariantInfo& variant, Reading& reading) {
  const OptionInfo* option = find_by(variant.options, entry.key, &OptionInfo::name);
  if (option == nullptr) {
    reading.problems.add(entry.place,
                         fmt::format("{} has no option `{}`", variant.name, printable(entry.key, 64)),
                         hint_of(entry.key, mapped(variant.options, &OptionInfo::name)));
    return;
  }
  const std::string& value = option->values.front();  // a word, or the range of a number: `1..100000`
  const std::size_t dots = value.find("..");
  if (dots == value.npos) {
    static_cast<void>(read_scalar(word(option->values), entry, reading));
  } else {
    const auto low = parse_integer<std::uint64_t>(value.substr(0, dots));
    const auto high = parse_integer<std::uint64_t>(value.substr(dots + 2));
    assert(low && high);
    static_cast<void>(read_scalar(whole_number<std::uint64_t>(*low, *high), entry, reading));
  }
}

// The rulesets and the options depend on the variant, so they are checked after all keys.
void check_variant(Selection& selection, const Node& map, Reading& reading) {
  const Entry* name = map.find("name");
  const std::string text = name == nullptr ? selection.variant : name->value.text;
  const VariantInfo* variant = find_by(rules::variants(), text, &VariantInfo::name);
  if (variant == nullptr) {
    if (name == nullptr || name->value.kind != Node::Kind::scalar) return;
    // The ruleset of a described game is its identity, a hash.
    const auto described_game = rules::make_rules(Selection{text, "", {}});
    if (described_game) {
      const Entry* identity = map.find("ruleset");
      selection.ruleset =
          identity == nullptr ? std::string((*described_game)->ruleset()) : identity->value.text;
      return;
    }
    const auto names = rules::all_game_names();
    if (text.ends_with(".yaml") || std::ranges::find(names, text) != names.end())
      return reading.problems.add(name->value.place, described_game.error().message);
    const auto near = nearest(text, names);
    reading.problems.add(
        name->value.place, "unknown variant `" + printable(text, 64) + "`",
        hint_of(text, near ? std::vector{*near} : mapped(rules::variants(), &VariantInfo::name)));
    return;
  }
  const Entry* ruleset = map.find("ruleset");
  if (ruleset != nullptr && ruleset->value.kind == Node::Kind::scalar &&
      find_by(variant->rulesets, ruleset->value.text, &rules::RulesetInfo::name) == nullptr)
    reading.problems.add(
        ruleset->value.place,
        fmt::format("{} has no ruleset `{}`", variant->name, printable(ruleset->value.text, 64)),
        hint_of(ruleset->value.text, mapped(variant->rulesets, &rules::RulesetInfo::name)));
  const Entry* options = map.find("options");
  if (options == nullptr || options->value.kind != Node::Kind::map) return;
  for (const Entry& entry : options->value.entries) check_option(entry, *variant, reading);
}

// `check_variant` checks the option.
void read_option(Selection& selection, const Entry& entry, Reading& /*reading*/) {
  selection.options.push_back({entry.key, entry.value.text});
}

// `check_variant` checks the name against the registry, so any letters are accepted here.
Type<std::string> registered_name() {
  auto type = line_of_text();
  type.name = "name";
  return type;
}

}  // namespace

const Section<Selection>& variant_section() {
  static const Section<Selection> section{
      {
          scalar(&Selection::variant, registered_name(),
                 {"name", "The game; `ebiri variants` lists them", "oware"}),
          scalar(&Selection::ruleset, registered_name(),
                 {"ruleset", "A named set of rules of the variant; default: the variant's first", "abapa"}),
          texts_by_name(
              &Selection::options, read_option,
              {"options", "Options that differ from those of the ruleset; `ebiri variants` lists them",
               "{repetition: third}"}),
      },
      "{name: oware, ruleset: abapa}",
      check_variant};
  return section;
}

Selection with_ruleset(Selection selection) {
  const VariantInfo* variant = find_by(rules::variants(), selection.variant, &VariantInfo::name);
  if (selection.ruleset.empty() && variant != nullptr && !variant->rulesets.empty()) {
    selection.ruleset = variant->rulesets.front().name;
  }
  return selection;
}

Option<tournament::Settings> variant_option() {
  Option<tournament::Settings> option;
  option.info = {"variant", "The game and its rules; the name alone is enough",
                 "{name: oware, ruleset: abapa}"};
  describe_section(option.info, variant_section());
  option.info.keys.front().fallback = tournament::Settings{}.variant.variant;
  option.info.type = "name or mapping";
  option.read = [](tournament::Settings& settings, const Entry& entry, Reading& reading) {
    Entry full = entry;
    if (entry.value.kind == Node::Kind::scalar) {
      full.value = {.kind = Node::Kind::map,
                    .place = entry.value.place,
                    .entries = {{"name", entry.place, entry.value}}};
    }
    if (auto part = read_part(full, variant_section(), reading,
                              {.variant = settings.variant.variant, .ruleset = {}, .options = {}}))
      settings.variant = std::move(*part);
  };
  option.write = [](const tournament::Settings& settings) {
    return std::optional(write_section(with_ruleset(settings.variant), variant_section()));
  };
  return with_fallback(std::move(option));
}

}  // namespace ebiri::config
