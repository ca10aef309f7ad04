#include "referee/site/play.hpp"

#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "referee/described/library.hpp"
#include "referee/explain/lesson.hpp"
#include "referee/explain/position.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/rules/describe.hpp"
#include "referee/rules/registry.hpp"
#include "referee/support/sha256.hpp"
#include "referee/support/text.hpp"

namespace ebiri::site {

using Json = nlohmann::ordered_json;

namespace {

web::Answer text_answer(const Result<std::string>& text, const char* type) {
  if (text) return {.type = type, .body = web::text_of(*text)};
  return {.status = 404, .type = "text/plain; charset=utf-8", .body = web::text_of(text.error().message)};
}

std::string percent_encoded(std::string_view text) {
  std::string escaped;
  for (const char letter : text) {
    const auto byte = static_cast<unsigned char>(letter);
    escaped +=
        letter == '-' || std::isalnum(byte) != 0 ? std::string(1, letter) : fmt::format("%{:02X}", byte);
  }
  return escaped;
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
  for (const std::string& name : described::game_names()) {
    if (find_by(rules::variants(), name, &rules::VariantInfo::name) != nullptr) continue;
    const auto description = described::find_description(name);
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

std::string game_fragment(const rules::Rules& rules, const std::array<std::string, 2>& seats,
                          std::string_view from) {
  const bool described = !rules::find_variant(std::string(rules.variant()));
  return fmt::format("#game={}&rules={}&south={}&north={}{}{}", percent_encoded(rules.variant()),
                     described ? "" : percent_encoded(rules::ruleset_text(rules)), seats[0], seats[1],
                     from.empty() ? "" : "&from=", percent_encoded(from));
}

PlaySite::PlaySite(const report::Module& module, Endgames endgames)
    : endgames_(std::move(endgames)),
      module_(web::text_of(module.gzip)) {
  const auto& [head, begin, end] = report::play_frame;
  const std::string tables = endgames_.ends == nullptr
                                 ? ""
                                 : fmt::format(" data-tables=\"{} {}\"", endgames_.rules->variant(),
                                               rules::ruleset_text(*endgames_.rules));
  // `head` stops inside the attribute of the Content-Security-Policy, so that a directive can follow.
  page_ = web::text_of(fmt::format(
      "{}; connect-src 'self'{}<script type=\"application/json\" id=\"catalogue\"{}>{}</script>\n{}", head,
      begin, tables, report::script_safe(catalogue()), end));
}

web::Answer PlaySite::get(const web::Request& request) {
  const std::vector<std::string_view> parts = split(request.path, '/');
  if (request.path == "/") return {.type = "text/html; charset=utf-8", .body = page_};
  if (request.path == "/ebiri.wasm.gz") return {.type = "application/gzip", .body = module_};
  if (parts.size() == 3 && parts[1] == "ends" && endgames_.ends != nullptr)
    return text_answer(explain::known_end_json(*endgames_.ends, *endgames_.rules, parts[2]),
                       "application/json");
  // A name that ends in .yaml is a path on this machine, which no client may read.
  if (parts.size() == 3 && parts[1] == "games" && !parts[2].ends_with(".yaml"))
    return text_answer(described::game_bytes(std::string(parts[2])), "application/octet-stream");
  if (parts.size() == 4 && parts[1] == "rules" && !parts[2].ends_with(".yaml")) {
    auto text = rules_text(std::string(parts[2]), std::string(parts[3]));
    if (text) text = explain::rules_json(*text);
    return text_answer(text, "application/json");
  }
  return text_answer(Error{"not found"}, "");
}

}  // namespace ebiri::site
