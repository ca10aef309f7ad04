// Finds the end of a request's head, and what no parser should have to guess about.
#pragma once

#include <boost/beast/http/fields.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

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

}  // namespace ebiri::web
