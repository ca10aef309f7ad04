#include "referee/cli/play_web.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <nlohmann/json.hpp>
#include <vector>

#include "referee/described/library.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/text.hpp"

namespace ebiri::cli {

namespace {

using Json = nlohmann::ordered_json;

// The games to choose from: those of the table, then described ones.
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

web::Answer text_answer(const Result<std::string>& text, const char* type) {
  if (text) return {.type = type, .body = web::text_of(*text)};
  return {.status = 404, .type = "text/plain; charset=utf-8", .body = web::text_of(text.error().message)};
}

}  // namespace

PlaySite::PlaySite(const report::Module& module) : module_(web::text_of(module.gzip)) {
  const auto& [head, begin, end] = report::play_frame;
  page_ = web::text_of(fmt::format(
      "{}; connect-src 'self'{}<script type=\"application/json\" id=\"catalogue\">{}</script>\n{}", head,
      begin, report::script_safe(catalogue()), end));
}

web::Answer PlaySite::get(const web::Request& request) {
  const std::vector<std::string_view> parts = split(request.path, '/');
  if (request.path == "/") return {.type = "text/html; charset=utf-8", .body = page_};
  if (request.path == "/ebiri.wasm.gz") return {.type = "application/gzip", .body = module_};
  if (parts.size() == 3 && parts[1] == "games" && !parts[2].ends_with(".yaml"))
    return text_answer(described::game_bytes(std::string(parts[2])), "application/octet-stream");
  if (parts.size() == 4 && parts[1] == "rules" && !parts[2].ends_with(".yaml")) {
    const auto rules = rules::make_rules(parts[2], parts[3]);
    return text_answer(rules ? explain::rules_page(**rules) : Result<std::string>{rules.error()},
                       "text/plain; charset=utf-8");
  }
  return text_answer(Error{"not found"}, "");
}

}  // namespace ebiri::cli
