// What the head of a request says of who asks.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/fields.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "referee/web/server.hpp"

namespace ebiri::web {

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
