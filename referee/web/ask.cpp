#include "referee/web/ask.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "referee/support/text.hpp"

namespace ebiri::web {

namespace {

namespace http = boost::beast::http;
using boost::asio::ip::address;

std::string_view field_of(const http::fields& head, std::string_view name) {
  const auto value = head[{name.data(), name.size()}];
  return {value.data(), value.size()};
}

address plain(const address& any) {
  if (any.is_v6() && any.to_v6().is_v4_mapped())
    return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, any.to_v6());
  return any;
}

// Of the proxy's last word: what stands before it is what its client has claimed.
std::string_view forwarded_for(const http::fields& head) {
  std::string_view last;
  for (const auto& field : head)
    if (boost::beast::iequals(field.name_string(), "X-Forwarded-For"))
      last = {field.value().data(), field.value().size()};
  return trim(last.substr(last.rfind(',') + 1));
}

bool is_forwarded(const http::fields& head) {
  constexpr const char* names[] = {"X-Forwarded-For", "X-Forwarded-Proto", "X-Forwarded-Host",
                                   "X-Real-IP",       "Forwarded",         "Via"};
  return std::ranges::any_of(names, [&](const char* name) { return head.find(name) != head.end(); });
}

}  // namespace

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

Ask ask_of(const http::fields& head, const address& peer) {
  Ask ask;
  ask.client = client_of(peer);
  const bool here = plain(peer).is_loopback(), forwarded = is_forwarded(head);
  ask.local = here && !forwarded;
  if (here && forwarded) {
    boost::system::error_code problem;
    const auto original = boost::asio::ip::make_address(std::string{forwarded_for(head)}, problem);
    ask.client = problem ? "a proxy's" : client_of(original);
    ask.encrypted = field_of(head, "X-Forwarded-Proto") == "https";
  }
  constexpr std::string_view bearer = "Bearer ";
  const std::string_view authorization = field_of(head, "Authorization");
  if (boost::beast::iequals(
          {authorization.substr(0, bearer.size()).data(), authorization.substr(0, bearer.size()).size()},
          "Bearer "))
    ask.token = trim(authorization.substr(bearer.size()));
  ask.html = field_of(head, "Accept").find("text/html") != std::string_view::npos;
  ask.cookies = field_of(head, "Cookie");
  ask.type = field_of(head, "Content-Type");
  return ask;
}

bool is_of_this_site(const http::fields& head) {
  const std::string_view from = field_of(head, "Sec-Fetch-Site");
  if (!from.empty() && from != "same-origin" && from != "none") return false;
  if (head.find("Origin") == head.end()) return true;
  const std::string_view origin = field_of(head, "Origin"), host = field_of(head, "Host");
  const auto scheme = origin.find("://");
  if (scheme == origin.npos || host.empty()) return false;
  const std::string_view named = origin.substr(scheme + 3);
  return boost::beast::iequals({named.data(), named.size()}, {host.data(), host.size()});
}

}  // namespace ebiri::web
