// Encodes and decodes UGI, the Universal Game Interface, with Ebiri's extensions, for both ends of the pipe.
//
// A line never includes its newline. The functions do not throw and have no state.
#pragma once

#include <string>
#include <string_view>

#include "protocol/message.hpp"
#include "referee/support/result.hpp"

namespace ebiri::protocol::ugi {

/// Referee's end: encodes `request` as a line.
std::string encode(const Request& request);

/// The same for a `Position`, without the copy that a `Request` contains.
std::string encode_position(const Position& position);

/// Referee's end: decodes any line of an engine and ignores a trailing `\r`. Never fails: the result may be
/// `Unknown` or `Malformed`.
Reply decode(std::string_view line);

/// Engine's end: encodes `reply` as a line. Precondition (assert): it is neither `Unknown` nor `Malformed`.
std::string encode_reply(const Reply& reply);

/// Engine's end: decodes a line of the referee. The error says why the line is invalid.
Result<Request> decode_request(std::string_view line);

/// Both ends: checks that `option` has the value `value`. The error names both and the valid values.
Result<void> check_value(const OptionOffer& option, std::string_view value);

/// Referee's end: checks that an engine announced the option `name`, with this value.
Result<void> check_option(const std::vector<OptionOffer>& announced, std::string_view name,
                          std::string_view value);

}  // namespace ebiri::protocol::ugi
