// The page of a run in several files.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "referee/report/page.hpp"

namespace ebiri::report {

namespace {

// Of the text in a file, before escaping. The last replay may exceed it.
constexpr std::size_t max_bytes = 180'000;

}  // namespace

std::string head_with_scripts(const Frame& frame) {
  constexpr std::string_view scripts = "script-src ";
  const std::size_t at = frame.head.find(scripts) + scripts.size();
  return fmt::format("{}'self' file: {}", frame.head.substr(0, at), frame.head.substr(at));
}

void PageFiles::replay(std::string_view line) {
  if (replays_.empty()) firsts_.push_back(taken_);
  replays_ += replays_.empty() ? "" : ",\n";
  replays_ += line;
  ++taken_;
  if (replays_.size() > max_bytes) write_replays();
}

void PageFiles::write_replays() {
  write_(fmt::format("replays-{}.js", firsts_.size() - 1),
         fmt::format("ebiriReplays({}, [{}]);\n", firsts_.back(), replays_));
  replays_.clear();
}

void PageFiles::finish(const Page& page) {
  if (!replays_.empty()) write_replays();
  nlohmann::ordered_json document = page_document(page);
  document["shards"] = firsts_;
  const std::string text = document_text(page, document);
  std::string scripts;
  for (std::size_t at = 0, number = 0; at < text.size(); ++number) {
    std::size_t end = std::min(text.size(), at + max_bytes);
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
      ++end;  // do not split a character
    const std::string name = fmt::format("run-{}.js", number);
    write_(name, fmt::format("(self.ebiriParts = self.ebiriParts || []).push({});\n",
                             nlohmann::json(text.substr(at, end - at))
                                 .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)));
    scripts += fmt::format("<script src=\"{}\"></script>\n", name);
    at = end;
  }
  write_("index.html",
         fmt::format("{}{}<div id=\"home\" hidden data-address=\"{}\"></div>\n{}{}",
                     head_with_scripts(plain_frame), plain_frame.begin, home_, scripts, plain_frame.end));
}

}  // namespace ebiri::report
