// The oracle, which answers queries about many positions as JSON Lines.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "referee/explain/position.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

constexpr const char* shape = R"(expected {"position": "...", "moves": ["...", ...]})";

struct Request {
  std::string position;            ///< empty: the start
  std::vector<std::string> moves;  ///< played first
};

/// Handles the parser's events. Each function returns whether to continue; `error()` says why not.
class Reader {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  const Error& error() const { return error_; }
  Request take() { return std::move(request_); }

  bool null() { return unexpected("null"); }
  bool boolean(bool) { return unexpected("a boolean"); }
  bool number_integer(number_integer_t) { return unexpected("a number"); }
  bool number_unsigned(number_unsigned_t) { return unexpected("a number"); }
  bool number_float(number_float_t, const string_t&) { return unexpected("a number"); }
  bool binary(binary_t&) { return unexpected("binary data"); }

  bool string(string_t& text) {
    if (place_ == Place::position) {
      if (text.empty()) return fail("`position` is empty; leave it out for the start position");
      request_.position = std::move(text);
      place_ = Place::object;
      return true;
    }
    if (place_ != Place::in_moves) return unexpected("a string");
    request_.moves.push_back(std::move(text));
    return true;
  }

  bool start_object(std::size_t) {
    if (place_ != Place::outside) return unexpected("an object");
    place_ = Place::object;
    return true;
  }
  bool end_object() { return true; }

  bool start_array(std::size_t) {
    if (place_ != Place::moves) return unexpected("an array");
    place_ = Place::in_moves;
    return true;
  }
  bool end_array() {
    place_ = Place::object;
    return true;
  }

  bool key(string_t& name) {
    if (name == "position") return enter(Place::position, saw_position_, name);
    if (name == "moves") return enter(Place::moves, saw_moves_, name);
    return fail(fmt::format("unknown key `{}`, {}", printable(name, 40), shape));
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::json::exception&) {
    return fail(fmt::format("not JSON: syntax error at byte {}, {}", byte, shape));
  }

 private:
  /// The place of the next value.
  enum class Place : unsigned char { outside, object, position, moves, in_moves };

  bool enter(Place place, bool& seen, const std::string& name) {
    if (seen) return fail(fmt::format("key `{}` is given twice", name));
    seen = true;
    place_ = place;
    return true;
  }

  bool unexpected(const char* found) {
    switch (place_) {
      case Place::position:
        return fail(fmt::format("`position` is {}, expected a string", found));
      case Place::moves:
        return fail(fmt::format("`moves` is {}, expected an array of strings", found));
      case Place::in_moves:
        return fail(fmt::format("move {} is {}, expected a string", request_.moves.size() + 1, found));
      case Place::outside:
      case Place::object:
        break;
    }
    return fail(fmt::format("the line is {}, {}", found, shape));
  }

  bool fail(std::string message) {
    error_ = {std::move(message)};
    return false;
  }

  Request request_;
  Error error_;
  Place place_ = Place::outside;
  bool saw_position_ = false;
  bool saw_moves_ = false;
};

/// Reads a request. Both keys may be absent. Other keys, duplicates and other types are errors.
Result<Request> read_request(std::string_view line) {
  if (trim(line).empty()) return Error{fmt::format("the line is empty, {}", shape)};
  // The parser treats a NUL as the end of the text.
  if (const auto nul = line.find('\0'); nul != std::string_view::npos)
    return Error{fmt::format("not JSON: a NUL at byte {}, {}", nul + 1, shape)};
  Reader reader;
  if (!nlohmann::json::sax_parse(line.begin(), line.end(), &reader)) return reader.error();
  return reader.take();
}

}  // namespace

std::string oracle_answer(const rules::Rules& rules, std::string_view line) {
  const auto request = read_request(line);
  if (!request) return error_line(request.error().message);
  const auto game = game_from(rules, request->position);
  if (!game) return error_line("`position`: " + game.error().message);
  for (const std::string& move : request->moves)
    if (const auto played = play_move(**game, move); !played) return error_line(played.error().message);
  return answer_line(**game);
}

}  // namespace ebiri::explain
