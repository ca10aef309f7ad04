// Embeds the module of referee/wasm in the page of a run.
#include <fmt/format.h>

#include <cstdint>

#include "referee/report/page.hpp"

namespace ebiri::report {

std::string base64(std::string_view bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = at; i < at + 3; ++i)
      group = group << 8U | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += at + i > bytes.size() ? '=' : digits[group >> (18 - 6 * i) & 63U];
  }
  return text;
}

namespace {

std::string data_block(std::string_view id, std::string_view bytes) {
  if (bytes.empty()) return {};
  return fmt::format("<script type=\"application/octet-stream\" id=\"{}\">{}</script>\n", id, base64(bytes));
}

}  // namespace

Result<std::string> interactive_page(std::string_view page, const Module& module) {
  const std::string plain_begin = std::string(plain_frame.head) + std::string(plain_frame.begin);
  if (!page.starts_with(plain_begin) || !page.ends_with(plain_frame.end))
    return Error{"report.html is not a page that this version wrote"};
  page.remove_prefix(plain_begin.size());
  page.remove_suffix(plain_frame.end.size());
  const auto& [head, begin, end] = interactive_frame;
  return fmt::format("{}{}{}{}{}{}", head, begin, page, data_block("module", module.gzip),
                     data_block("book", module.book), end);
}

}  // namespace ebiri::report
