#include "referee/site/play_server.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "referee/described/library.hpp"
#include "referee/explain/rules_blocks.hpp"
#include "referee/site/play.hpp"
#include "referee/support/text.hpp"

namespace ebiri::site {

namespace {

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
  // A name ending in .yaml is a path of this machine, which no client may read.
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
