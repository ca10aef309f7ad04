#include "referee/site/play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "referee/described/library.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/markup.hpp"
#include "referee/support/sha256.hpp"

namespace ebiri::site {

using Json = nlohmann::ordered_json;

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
    if (!description) continue;  // `ebiri rules` reports its problem
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
  return rules ? explain::rules_page(**rules) : Result<std::string>{rules.error()};
}

void write_play_page(SiteFiles& files, const std::string& title, const report::Module& module) {
  const Json games = catalogue();
  // A script that passes `bytes` to the page as the file `name`.
  const auto script = [&](const std::string& name, const std::string& bytes) {
    files.write(fmt::format("play/{}{}.js", name, name.ends_with('/') ? "index" : ""),
                fmt::format("ebiriFile({}, \"{}\");\n", Json("./" + name).dump(), base64(bytes)));
  };
  script("ebiri.wasm.gz", module.gzip);
  for (const Json& game : games) {
    const std::string name = game["name"];
    if (game["described"])
      if (const auto bytes = described::game_bytes(name)) script("games/" + name, *bytes);
    for (const Json& ruleset : game["rulesets"]) {
      const std::string which = ruleset["name"];
      if (const auto text = rules_text(name, which))
        script(fmt::format("rules/{}/{}", name, which), explain::rules_json(*text));
    }
  }
  files.write("play/index.html",
              fmt::format("{}{}<script type=\"application/json\" id=\"catalogue\" "
                          "data-home=\"../index.html\" data-title=\"{}\">{}</script>\n{}",
                          report::head_with_scripts(report::play_frame), report::play_frame.begin,
                          escaped_markup(title), report::script_safe(games), report::play_frame.end));
}

}  // namespace ebiri::site
