#include "referee/fleet/nats_link.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include "referee/support/text.hpp"

namespace ebiri::fleet {

namespace {

// The parts of a URL: `nats://`, `TOKEN@`, `host:4222`.
struct Url {
  std::string_view scheme, user, server;
};

Url parts_of(std::string_view url) {
  Url parts;
  const auto scheme = url.find("://");
  parts.scheme = url.substr(0, scheme == url.npos ? 0 : scheme + 3);
  url.remove_prefix(parts.scheme.size());
  const auto user = url.rfind('@');
  parts.user = url.substr(0, user == url.npos ? 0 : user + 1);
  parts.server = url.substr(parts.user.size());
  return parts;
}

bool is_loopback(const std::string& host) {
  in_addr four{};
  if (::inet_pton(AF_INET, host.c_str(), &four) == 1) return ntohl(four.s_addr) >> 24 == 127;
  in6_addr six{};
  if (::inet_pton(AF_INET6, host.c_str(), &six) == 1) return IN6_IS_ADDR_LOOPBACK(&six);
  return host == "localhost";
}

}  // namespace

bool uses_tls(const NatsAccess& access) {
  return access.url.find("tls://") != std::string::npos || !access.ca.empty() || !access.cert.empty();
}

std::string host_of(std::string_view url) {
  const auto server = parts_of(url).server;
  if (server.starts_with('[')) return std::string{server.substr(1, server.find(']') - 1)};
  return std::string{server.substr(0, server.find_first_of(":/"))};
}

bool has_password(std::string_view url) { return parts_of(url).user.find(':') != url.npos; }

std::string without_token(std::string_view urls) {
  std::vector<std::string> shown;
  for (const auto url : split(urls, ','))
    shown.push_back(std::string{parts_of(url).scheme} + std::string{parts_of(url).server});
  return join(shown, ",");
}

std::vector<std::string> warnings(const NatsAccess& access) {
  std::vector<std::string> result;
  bool token = false;
  for (const auto url : split(access.url, ',')) {
    const bool logs_in = !access.login.empty() || !access.creds.empty() || !parts_of(url).user.empty();
    token = token || !parts_of(url).user.empty();
    if (!logs_in || uses_tls(access) || is_loopback(host_of(url))) continue;
    result.push_back(
        fmt::format("the login to `{}` is not encrypted, so others on the network can read it; use tls://{}",
                    without_token(url), parts_of(url).server));
  }
  if (token)
    result.push_back(
        "every user of this machine can read the token of `--nats` in the process list; use `--nats-login "
        "FILE` with a user and a password");
  return result;
}

}  // namespace ebiri::fleet
