#include "referee/site/play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/described/compile.hpp"
#include "referee/described/library.hpp"
#include "referee/explain/game.hpp"
#include "referee/explain/variant.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"

namespace ebiri::site {

namespace {

using Json = nlohmann::ordered_json;

std::string title_of(const rules::VariantInfo& variant) {
  return variant.summary.substr(0, variant.summary.find(':'));
}

}  // namespace

Json catalogue() {
  Json games = Json::array();
  for (const rules::VariantInfo& variant : rules::variants()) {
    Json rulesets = Json::array();
    for (const auto& ruleset : variant.rulesets)
      rulesets.push_back({{"name", ruleset.name}, {"summary", ruleset.summary}});
    games.push_back(
        {{"name", variant.name}, {"title", title_of(variant)}, {"described", false}, {"rulesets", rulesets}});
  }
  const auto in_table = [](const std::string& name) {
    return std::ranges::any_of(rules::variants(), [&](const auto& info) { return info.name == name; });
  };
  for (const std::string& name : described::game_names()) {
    if (in_table(name)) continue;
    const auto description = described::load_description(*described::game_file(name));
    if (!description) continue;  // `ebiri rules` says what is wrong with it
    const std::string title = description->region.empty()
                                  ? description->title
                                  : fmt::format("{} ({})", description->title, description->region);
    games.push_back({{"name", name},
                     {"title", description->title.empty() ? name : title},
                     {"described", true},
                     {"rulesets", Json::array({{{"name", ""}, {"summary", ""}}})}});
  }
  return games;
}

Result<std::string> rules_text(const std::string& name, const std::string& ruleset) {
  const auto rules = rules::make_rules(name, ruleset);
  if (!rules) return rules.error();
  if (const auto variant = rules::find_variant(name)) return explain::variant_page(**variant, **rules);
  return explain::game_page(*described::described_game(**rules), **rules);
}

std::string data_script(const std::string& name, const std::string& bytes) {
  return fmt::format("ebiriFile({}, \"{}\");\n", Json(name).dump(), report::base64(bytes));
}

void write_play_page(SiteFiles& files, const report::Module& module) {
  const Json games = catalogue();
  const auto script = [&](const std::string& name, const std::string& bytes) {
    files.write(fmt::format("play/{}{}.js", name, name.ends_with('/') ? "index" : ""),
                data_script("./" + name, bytes));
  };
  script("ebiri.wasm.gz", module.gzip);
  for (const Json& game : games) {
    const std::string name = game["name"];
    if (game["described"])
      if (const auto bytes = described::game_bytes(name)) script("games/" + name, *bytes);
    for (const Json& ruleset : game["rulesets"]) {
      const std::string which = ruleset["name"];
      if (const auto text = rules_text(name, which)) script(fmt::format("rules/{}/{}", name, which), *text);
    }
  }
  files.write("play/index.html",
              fmt::format("{}{}<script type=\"application/json\" id=\"catalogue\" "
                          "data-home=\"../index.html\">{}</script>\n{}",
                          report::head_with_scripts(report::play_frame), report::play_frame.begin,
                          report::script_safe(games), report::play_frame.end));
}

}  // namespace ebiri::site
