// The oracle, which answers queries about many positions as JSON Lines.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "referee/explain/position.hpp"
#include "referee/rules/describe.hpp"
#include "referee/support/text.hpp"

namespace ebiri::explain {

namespace {

using nlohmann::json;
using Event = json::parse_event_t;

constexpr const char* shape = R"(expected {"position": "...", "moves": ["...", ...]})";

/// Reads a request, an object. Both keys may be absent. Other keys, duplicates and other types are errors.
Result<json> read_request(std::string_view line) {
  if (trim(line).empty()) return Error{fmt::format("the line is empty, {}", shape)};
  // The parser treats a NUL as the end of the text.
  if (const auto nul = line.find('\0'); nul != std::string_view::npos)
    return Error{fmt::format("not JSON: a NUL at byte {}, {}", nul + 1, shape)};
  std::string wrong, key;
  std::set<std::string> keys;
  std::size_t moves = 0;
  // Checks the parts of the line in their order, up to the first that is wrong.
  const auto check = [&](int depth, Event event, const json& part) {
    if (!wrong.empty() || event == Event::object_end || event == Event::array_end) return true;
    if (event == Event::key) {
      key = part.get<std::string>();
      if (key != "position" && key != "moves")
        wrong = fmt::format("unknown key `{}`, {}", printable(key, 40), shape);
      else if (!keys.insert(key).second)
        wrong = fmt::format("key `{}` is given twice", key);
      return true;
    }
    const std::string found = event == Event::array_start    ? "an array"
                              : event == Event::object_start ? "an object"
                              : part.is_null()               ? "null"
                                                             : fmt::format("a {}", part.type_name());
    if (depth == 2) ++moves;
    if (depth == 0 && event != Event::object_start)
      wrong = fmt::format("the line is {}, {}", found, shape);
    else if (depth == 1 && key == "moves" && event != Event::array_start)
      wrong = fmt::format("`moves` is {}, expected an array of strings", found);
    else if (depth == 1 && key == "position" && !part.is_string())
      wrong = fmt::format("`position` is {}, expected a string", found);
    else if (depth == 1 && key == "position" && part == "")
      wrong = "`position` is empty; leave it out for the start position";
    else if (depth == 2 && !part.is_string())
      wrong = fmt::format("move {} is {}, expected a string", moves, found);
    return true;
  };
  json request;
  try {
    request = json::parse(line.begin(), line.end(), check);
  } catch (const json::parse_error& error) {
    if (wrong.empty()) wrong = fmt::format("not JSON: syntax error at byte {}, {}", error.byte, shape);
  } catch (const json::out_of_range&) {
    if (wrong.empty()) wrong = fmt::format("a number is too large, {}", shape);
  }
  if (!wrong.empty()) return Error{wrong};
  return request;
}

}  // namespace

std::string oracle_answer(const rules::Rules& rules, std::string_view line) {
  const auto request = read_request(line);
  if (!request) return error_line(request.error().message);
  const auto game = game_from(rules, request->value("position", std::string{}));
  if (!game) return error_line("`position`: " + game.error().message);
  for (const std::string& move : request->value("moves", std::vector<std::string>{}))
    if (const auto played = play_move(**game, move); !played) return error_line(played.error().message);
  return answer_line(**game);
}

}  // namespace ebiri::explain
