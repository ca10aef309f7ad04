// The head of a request: its end, what no parser should have to guess about, and what it says of the client.
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
  incomplete,  ///< more has to be read
  complete,    ///< its empty line has come
  bare_lf,     ///< a line ends in LF without CR
  too_long,    ///< no end within `longest_head`
};

/// How far the bytes at the start of a connection's buffer are a head. What follows the head is not looked
/// at.
HeadState head_state(std::string_view bytes);

/// Why the head of an HTTP/1.1 request (`version` 11), or of an older one, is ambiguous although it can be
/// parsed: one sentence; empty if it is not.
std::string head_problem(const boost::beast::http::fields& head, unsigned version);

/// `localhost:8080` and `[::1]:8080` without the port.
std::string_view without_port(std::string_view host);

/// `ask.client` of an address: of IPv6 the first 64 bits.
std::string client_of(const boost::asio::ip::address& address);

/// Whether an address may be a proxy's: it is one of `proxies`, or a loopback address.
bool is_proxy(const boost::asio::ip::address& address, const std::vector<boost::asio::ip::address>& proxies);

/// All of a request but its path. `X-Forwarded-For` and `X-Forwarded-Proto` are believed of proxies alone.
/// The client is the last address of `X-Forwarded-For` that is not a proxy's, as a client can write anything
/// before it.
Ask ask_of(const boost::beast::http::fields& head, const boost::asio::ip::address& peer,
           const std::vector<boost::asio::ip::address>& proxies);

/// Whether a POST comes from a page of this server, or from no page at all: browsers say which page sends it.
bool is_of_this_site(const boost::beast::http::fields& head);

}  // namespace ebiri::web
