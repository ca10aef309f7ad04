#include "referee/web/head.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <optional>

#include "referee/support/text.hpp"

namespace ebiri::web {

namespace {

namespace http = boost::beast::http;
using boost::asio::ip::address;

std::string_view field_of(const http::fields& head, std::string_view name) { return head[name]; }

address plain(const address& any) {
  if (any.is_v6() && any.to_v6().is_v4_mapped())
    return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, any.to_v6());
  return any;
}

// The client behind proxies; nothing if they do not name it, or name something that is not an address.
std::optional<address> forwarded_for(const http::fields& head, const std::vector<address>& proxies) {
  std::string list;
  for (const auto& field : head)
    if (boost::beast::iequals(field.name_string(), "X-Forwarded-For"))
      list.append(list.empty() ? "" : ",").append(field.value());
  std::optional<address> client;
  for (std::string_view rest = list; !rest.empty() && (!client || is_proxy(*client, proxies));) {
    const auto comma = rest.rfind(',');
    const std::string_view last = trim(comma == rest.npos ? rest : rest.substr(comma + 1));
    rest = comma == rest.npos ? std::string_view{} : rest.substr(0, comma);
    boost::system::error_code problem;
    const address found = boost::asio::ip::make_address(std::string{last}, problem);
    if (problem) return std::nullopt;
    client = found;
  }
  return client;
}

bool is_forwarded(const http::fields& head) {
  constexpr const char* names[] = {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host",
                                   "X-Real-IP",       "Forwarded",         "Via"};
  return std::ranges::any_of(names, [&](const char* name) { return head.find(name) != head.end(); });
}

}  // namespace

HeadState head_state(std::string_view bytes) {
  std::size_t begin = 0;  // start of a line
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
  if (hosts > 1) return "duplicate Host";
  if (hosts == 0 && version >= 11) return "missing Host";
  if (head.count(http::field::content_length) > 0 && head.count(http::field::transfer_encoding) > 0)
    return "both Content-Length and Transfer-Encoding";
  return {};
}

std::string_view without_port(std::string_view host) {
  const auto colon = host.rfind(':');
  const bool has_port = colon != host.npos && host.find(']', colon) == host.npos;
  return has_port ? host.substr(0, colon) : host;
}

std::string client_of(const address& any) {
  const address one = plain(any);
  if (!one.is_v6() || one.is_loopback()) return one.to_string();
  auto bytes = one.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), std::uint8_t{0});
  return boost::asio::ip::address_v6{bytes}.to_string();
}

bool is_proxy(const address& any, const std::vector<address>& proxies) {
  const address one = plain(any);
  return one.is_loopback() ||
         std::ranges::any_of(proxies, [&](const address& proxy) { return plain(proxy) == one; });
}

Request request_of(const http::fields& head, const address& peer, const std::vector<address>& proxies) {
  Request request;
  request.client = client_of(peer);
  const bool forwarded = is_forwarded(head);
  request.local = plain(peer).is_loopback() && !forwarded;
  if (forwarded && is_proxy(peer, proxies)) {
    const auto original = forwarded_for(head, proxies);
    request.client = original ? client_of(*original) : "unknown";
    request.encrypted = field_of(head, "X-Forwarded-Proto") == "https";
  }
  constexpr std::string_view bearer = "Bearer ";
  const std::string_view authorization = field_of(head, "Authorization");
  if (boost::beast::iequals(authorization.substr(0, bearer.size()), bearer))
    request.token = trim(authorization.substr(bearer.size()));
  request.html = field_of(head, "Accept").find("text/html") != std::string_view::npos;
  request.cookies = field_of(head, "Cookie");
  request.type = field_of(head, "Content-Type");
  return request;
}

bool is_same_origin(const http::fields& head) {
  const std::string_view from = field_of(head, "Sec-Fetch-Site");
  if (!from.empty() && from != "same-origin" && from != "none") return false;
  if (head.find("Origin") == head.end()) return true;
  const std::string_view origin = field_of(head, "Origin"), host = field_of(head, "Host");
  const auto scheme = origin.find("://");
  if (scheme == origin.npos || host.empty()) return false;
  return boost::beast::iequals(origin.substr(scheme + 3), host);
}

}  // namespace ebiri::web
