// The Universal Game Interface with our extensions: messages <-> lines, for both ends of the pipe.
//
// A line here never includes its newline. Nothing throws and nothing is remembered between calls.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "protocol/message.hpp"
#include "referee/support/result.hpp"

namespace ebiri::protocol::ugi {

/// Referee's end: the line that carries `request`.
std::string encode(const Request& request);

/// The same of a `Position` that nobody has put together: `moves` have blanks between.
std::string encode_position(const std::optional<std::string>& base, std::string_view moves);

/// Referee's end: any line of an engine (a trailing `\r` is ignored). Never fails: what is not
/// understood is `Unknown`, what is understood but wrong is `Malformed`.
Reply decode(std::string_view line);

/// Engine's end: the line that carries `reply` (`Unknown` and `Malformed` are not sent: assert).
std::string encode_reply(const Reply& reply);

/// Engine's end: a line of the referee, or why it is not understood.
Result<Request> decode_request(std::string_view line);

}  // namespace ebiri::protocol::ugi
