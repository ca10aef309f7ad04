// The head of a request: finds its end, checks that it is unambiguous, and identifies the client.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/fields.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/web/server.hpp"

namespace ebiri::web {

inline constexpr std::size_t longest_head = 8192;  ///< bytes

enum class HeadState : std::uint8_t {
  incomplete,  ///< more bytes are needed
  complete,    ///< with its empty line
  bare_lf,     ///< a line ends in LF without CR
  too_long,    ///< no end within `longest_head`
};

/// The state of the head at the start of a connection's buffer. Bytes after the head are ignored.
HeadState head_state(std::string_view bytes);

/// Why the head of a request of HTTP/1.1 (`version` 11) or older is ambiguous although it can be parsed, in
/// one phrase; empty if it is not.
std::string head_problem(const boost::beast::http::fields& head, unsigned version);

/// `localhost:8080` and `[::1]:8080` without the port.
std::string_view without_port(std::string_view host);

/// The `client` of an address: for IPv6 the first 64 bits.
std::string client_of(const boost::asio::ip::address& address);

/// Whether an address is a trusted proxy: one of `proxies`, or a loopback address.
bool is_proxy(const boost::asio::ip::address& address, const std::vector<boost::asio::ip::address>& proxies);

/// The request of a head, without its path. Only trusted proxies may set `X-Forwarded-For` and
/// `X-Forwarded-Proto`. The client is the last address of `X-Forwarded-For` that is no proxy, because a
/// client can write anything before it.
Request request_of(const boost::beast::http::fields& head, const boost::asio::ip::address& peer,
                   const std::vector<boost::asio::ip::address>& proxies);

/// Whether a POST comes from a page of this server or from no page; browsers name the page that sends it.
bool is_of_this_site(const boost::beast::http::fields& head);

}  // namespace ebiri::web
