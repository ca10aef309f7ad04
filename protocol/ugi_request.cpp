// The messages from referee to engine.
#include <array>
#include <string>
#include <utility>

#include "protocol/ugi.hpp"
#include "protocol/ugi_words.hpp"
#include "referee/support/text.hpp"

namespace ebiri::protocol::ugi {

namespace {

constexpr std::array<std::string_view, 3> query_words{"gameover", "p1turn", "result"};

std::string write(const Hello&) { return "ugi"; }
std::string write(const IsReady&) { return "isready"; }
std::string write(const NewGame&) { return "uginewgame"; }
std::string write(const Stop&) { return "stop"; }
std::string write(const Quit&) { return "quit"; }

std::string write(const Query& query) {
  return fmt::format("query {}", query_words.at(static_cast<std::size_t>(query.what)));
}

// Calls `visit(name, member)` for each limit of `go`, for reading and for writing.
template <class AnyGo, class Visit>
void each_limit(AnyGo& go, Visit visit) {
  visit("p1time", go.p1time);
  visit("p2time", go.p2time);
  visit("p1inc", go.p1inc);
  visit("p2inc", go.p2inc);
  visit("movestogo", go.movestogo);
  visit("movetime", go.movetime);
  visit("depth", go.depth);
  visit("nodes", go.nodes);
}

std::int64_t number(std::chrono::milliseconds limit) { return limit.count(); }
auto number(std::integral auto limit) { return limit; }

std::string write(const SetOption& option) {
  return "setoption name " + option.name + (option.value.empty() ? "" : " value " + option.value);
}

std::string write(const Position& position) { return encode_position(position); }

std::string write(const Go& go) {
  if (go == Go{}) return "go infinite";
  std::string line = "go";
  each_limit(go, [&](std::string_view name, const auto& value) {
    if (value) line.append(" ").append(name).append(" ").append(std::to_string(number(*value)));
  });
  return line;
}

std::string write(const GameOver& over) {
  return "gameover " + over.result + (over.reason.empty() ? "" : " " + over.reason);
}

Error missing(std::string_view after, std::string_view expected) {
  return Error{in_backticks(after) + " needs " + std::string(expected)};
}

Result<Request> read_setoption(WordReader& in) {
  if (in.next() != "name") return missing("setoption", "`name NAME [value VALUE]`");
  SetOption option;
  option.name = in.until([](std::string_view word) { return word == "value"; });
  if (option.name.empty()) return missing("setoption name", "the name of an option");
  in.next();
  option.value = in.rest();
  if (option.value == "<empty>") option.value.clear();
  return Request{option};
}

Result<Request> read_position(WordReader& in) {
  Position position;
  const std::string_view kind = in.next();
  if (kind == "fen") {
    if (in.done() || in.peek() == "moves") return missing("position fen", "a position text");
    position.base = std::string(in.next());
  } else if (kind != "startpos") {
    return kind.empty() ? missing("position", "`startpos` or `fen POSITION`")
                        : Error{expected("`startpos` or `fen` after `position`", kind)};
  }
  if (in.done()) return Request{position};
  if (const auto word = in.next(); word != "moves")
    return Error{expected("`moves` or the end of the line after the position", word)};
  while (!in.done()) position.moves.emplace_back(in.next());
  return Request{position};
}

Error bad_number(std::string_view field, std::string_view least, std::string_view word) {
  return Error{fmt::format("`go {}` needs a whole number of at least {}, found {}", field, least,
                           word.empty() ? "nothing" : in_backticks(word))};
}

// Reads a value of the type of the last argument. A referee may send a clock that has run out as a negative
// number. It counts as 0.
Result<std::chrono::milliseconds> read_limit(std::string_view name, std::string_view word,
                                             std::chrono::milliseconds) {
  const auto value = parse_integer<std::int64_t>(word);
  if (!value || *value > longest_time_ms) return bad_number(name, "0", word);
  return std::chrono::milliseconds(std::max<std::int64_t>(*value, 0));
}

template <std::integral Number>
Result<Number> read_limit(std::string_view name, std::string_view word, Number) {
  const auto value = parse_integer<Number>(word);
  if (!value || *value < 1) return bad_number(name, "1", word);
  return *value;
}

Result<Request> read_go(WordReader& in) {
  Go go;
  Result<void> result;
  while (result && !in.done()) {
    const std::string_view given = in.next();
    each_limit(go, [&](std::string_view name, auto& target) {
      if (name != given || !result) return;
      const auto limit = read_limit(name, in.next(), typename std::decay_t<decltype(target)>::value_type{});
      if (limit)
        target = *limit;
      else
        result = limit.error();
    });
  }
  if (!result) return result.error();
  return Request{go};
}

Result<Request> read_query(WordReader& in) {
  const std::string_view word = in.next();
  const auto* found = std::find(query_words.begin(), query_words.end(), word);
  if (word.empty()) return missing("query", "`gameover`, `p1turn` or `result`");
  if (found == query_words.end())
    return Error{expected("`gameover`, `p1turn` or `result` after `query`", word)};
  return Request{Query{static_cast<Query::What>(found - query_words.begin())}};
}

Result<Request> read_gameover(WordReader& in) {
  const std::string_view word = in.next();
  if (word.empty()) return missing("gameover", "`p1`, `p2`, `draw` or `void`");
  if (word != "p1" && word != "p2" && word != "draw" && word != "void")
    return Error{expected("`p1`, `p2`, `draw` or `void` after `gameover`", word)};
  return Request{GameOver{.result = std::string(word), .reason = std::string(in.rest())}};
}

}  // namespace

std::string encode_position(const Position& position) {
  std::string line = "position " + (position.base ? "fen " + *position.base : "startpos");
  if (!position.moves.empty()) line += " moves " + join(position.moves, " ");
  return one_line(std::move(line));
}

std::string encode(const Request& request) {
  return one_line(std::visit([](const auto& message) { return write(message); }, request));
}

Result<Request> decode_request(std::string_view line) {
  WordReader in(line);
  const std::string_view command = in.next();
  if (command == "ugi") return Request{Hello{}};
  if (command == "setoption") return read_setoption(in);
  if (command == "isready") return Request{IsReady{}};
  if (command == "uginewgame") return Request{NewGame{}};
  if (command == "position") return read_position(in);
  if (command == "go") return read_go(in);
  if (command == "stop") return Request{Stop{}};
  if (command == "query") return read_query(in);
  if (command == "gameover") return read_gameover(in);
  if (command == "quit") return Request{Quit{}};
  if (command.empty()) return Error{"the line is empty"};
  return Error{"unknown message " + in_backticks(command)};
}

}  // namespace ebiri::protocol::ugi
