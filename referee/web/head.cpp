#include "referee/web/head.hpp"

namespace ebiri::web {

namespace {

namespace http = boost::beast::http;

}  // namespace

HeadState head_state(std::string_view bytes) {
  std::size_t begin = 0;  // of a line
  while (true) {
    const std::size_t end = bytes.find('\n', begin);
    if (end == std::string_view::npos || end >= longest_head)
      return bytes.size() >= longest_head ? HeadState::too_long : HeadState::incomplete;
    if (end == begin || bytes[end - 1] != '\r') return HeadState::bare_lf;
    if (end == begin + 1) return HeadState::complete;
    begin = end + 1;
  }
}

std::string head_problem(const http::fields& head, unsigned version) {
  const std::size_t hosts = head.count(http::field::host);
  if (hosts > 1) return "there is more than one Host";
  if (hosts == 0 && version >= 11) return "there is no Host";
  if (head.count(http::field::content_length) > 0 && head.count(http::field::transfer_encoding) > 0)
    return "there are both Content-Length and Transfer-Encoding";
  return {};
}

}  // namespace ebiri::web
