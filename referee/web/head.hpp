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
  complete,    ///< the bytes contain the head and the empty line after it
  bare_lf,     ///< a line ends in LF without CR
  too_long,    ///< no end within `longest_head`
};

/// The state of the head at the start of a connection's buffer. Bytes after the head are ignored.
HeadState head_state(std::string_view bytes);

/// Why a head that can be parsed is ambiguous, in one phrase; empty if it is unambiguous.
/// `version` is 11 for HTTP/1.1, and lower for older versions.
std::string head_problem(const boost::beast::http::fields& head, unsigned version);

/// `localhost:8080` and `[::1]:8080` without the port.
std::string_view without_port(std::string_view host);

/// The key of a client for limits: its address, or for IPv6 the first 64 bits, which one network shares.
std::string client_of(const boost::asio::ip::address& address);

/// Whether an address is a trusted proxy: one of `proxies`, or a loopback address.
bool is_proxy(const boost::asio::ip::address& address, const std::vector<boost::asio::ip::address>& proxies);

/// Makes a request from its head, without the path. Only trusted proxies may set `X-Forwarded-For` and
/// `X-Forwarded-Proto`. The client is the last address of `X-Forwarded-For` that is not a proxy, because a
/// client can write anything before it.
Request request_of(const boost::beast::http::fields& head, const boost::asio::ip::address& peer,
                   const std::vector<boost::asio::ip::address>& proxies);

/// Whether a POST comes from a page of this server, or from a program that is not a browser. Browsers send
/// the origin of the page.
bool is_same_origin(const boost::beast::http::fields& head);

}  // namespace ebiri::web
