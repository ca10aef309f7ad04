#include <fmt/format.h>

#include <algorithm>

#include "referee/config/sections.hpp"
#include "referee/support/text.hpp"
#include "referee/tournament/formats.hpp"

namespace ebiri::config {

namespace {

using tournament::Elimination;
using tournament::Final;
using tournament::FormatSettings;
using tournament::Seeding;
using tournament::Settings;

Type<std::string> format_word() { return word(mapped(tournament::formats(), &tournament::FormatInfo::name)); }

void check_keys(FormatSettings& settings, const Node& map, Reading& reading) {
  const auto& format = tournament::info(settings.name);
  const Entry* name = map.find("name");
  if (name == nullptr || name->value.text != format.name) return;  // reported already
  const std::vector<std::string> keys(format.keys.begin(), format.keys.end());
  for (const Entry& entry : map.entries) {
    if (entry.key == "name" || std::ranges::find(keys, entry.key) != keys.end()) continue;
    const auto& options = format_section().options;
    if (std::ranges::none_of(options, [&](const auto& option) { return option.info.key == entry.key; }))
      continue;  // reported already
    reading.problems.add(
        entry.place, fmt::format("the format `{}` does not use `{}`", format.name, entry.key),
        keys.empty() ? "it has no keys of its own" : "its keys are `" + join(keys, "`, `") + "`");
  }
}

}  // namespace

const Section<FormatSettings>& format_section() {
  static const Section<FormatSettings> section{
      {
          scalar(&FormatSettings::name, format_word(), required({"name", "The pairing system", "swiss"})),
          scalar(
              &FormatSettings::rounds, whole_number<int>(1, 1000),
              {"rounds", "swiss: number of rounds; default: log2 of the number of engines, rounded up", "5"}),
          scalar(&FormatSettings::extra_pairs, whole_number<int>(0, 1000),
                 {"extra-pairs",
                  "knockout, staged: openings that may extend a tied match, one at a time; if it stays tied, "
                  "the engine seeded higher advances; default: 3",
                  "3"}),
          scalar(&FormatSettings::elimination,
                 word<Elimination>({{"single", Elimination::single}, {"double", Elimination::twice}}),
                 {"elimination",
                  "knockout: whether an engine is out after its first lost match or after its second; "
                  "default: single",
                  "double"}),
          scalar(&FormatSettings::third_place, word<bool>({{"true", true}, {"false", false}}),
                 {"third-place",
                  "knockout: whether the losers of the semi-finals play for the third place; default: false, "
                  "they share it",
                  "true"}),
          scalar(&FormatSettings::pass, whole_number<int>(1, 100),
                 {"pass",
                  "Lowest percentage of points that passes a ladder step (default 50) or the test against "
                  "references (staged, default 60)",
                  "55"}),
          scalar(&FormatSettings::groups, whole_number<int>(1, 500),
                 {"groups", "staged: number of groups; default: 2", "2"}),
          scalar(&FormatSettings::survivors, whole_number<int>(1, 500),
                 {"survivors", "staged: number of engines of each group in the final; default: 2", "2"}),
          scalar(&FormatSettings::final,
                 word<Final>({{"round-robin", Final::round_robin}, {"knockout", Final::knockout}}),
                 {"final", "staged: format of the final; default: `round-robin`", "knockout"}),
          scalar(&FormatSettings::seeding, word<Seeding>({{"order", Seeding::order}, {"lot", Seeding::lot}}),
                 {"seeding",
                  "swiss, knockout, staged: initial ranking, by the config's order (default) or by a lot "
                  "from the run's seed",
                  "lot"}),
      },
      "{name: swiss, rounds: 5}",
      check_keys};
  return section;
}

Option<Settings> format_option() {
  Option<Settings> option =
      mapping(&Settings::format, format_section(),
              {"format", "The pairing system; the name alone is enough", "round-robin"});
  option.info.type = "name or mapping";
  option.read = [read = option.read](Settings& settings, const Entry& entry, Reading& reading) {
    if (entry.value.kind != Node::Kind::scalar) return read(settings, entry, reading);
    if (auto name = read_scalar(format_word(), entry, reading)) settings.format = {.name = *name};
  };
  option.write = [](const Settings& settings) -> std::optional<Node> {
    const Node map = write_section(settings.format, format_section());
    return map.entries.size() == 1 ? map.entries.front().value : map;
  };
  return with_fallback(std::move(option));
}

void check_plan(const Settings& settings, const Node& map, Reading& reading) {
  if (settings.engines.size() < 2) return;
  const Entry* engines = map.find("engines");
  const Entry* format = map.find("format");
  if (format != nullptr) {
    const bool mapping = format->value.kind == Node::Kind::map;
    const Entry* name = mapping ? format->value.find("name") : format;
    if (name == nullptr || name->value.text != settings.format.name) return;
  }
  for (const auto& problem : tournament::problems(plan_of(settings))) {
    const Node* where = format == nullptr ? &engines->value : &format->value;
    if (problem.engine) where = &engines->value.items[*problem.engine];
    if (const Entry* key = where->find(problem.key)) where = &key->value;
    reading.problems.add(where->place, problem.what, problem.hint);
  }
}

}  // namespace ebiri::config
