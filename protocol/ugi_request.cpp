// Referee -> engine.
#include <array>
#include <utility>

#include "protocol/ugi.hpp"
#include "protocol/ugi_words.hpp"
#include "referee/support/text.hpp"

namespace ebiri::protocol::ugi {

namespace {

constexpr std::array<std::string_view, 3> query_words{"gameover", "p1turn", "result"};

template <class... Cases>
struct Overload : Cases... {
  using Cases::operator()...;
};
template <class... Cases>
Overload(Cases...) -> Overload<Cases...>;

std::string write(const SetOption& option) {
  LineWriter out("setoption name");
  out << option.name;
  if (!option.value.empty()) out << "value" << option.value;
  return std::move(out).line();
}

std::string write(const Position& position) {
  return encode_position(position.base, join(position.moves, " "));
}

std::string write(const Go& go) {
  if (go == Go{}) return "go infinite";
  LineWriter out("go");
  const auto field = [&](std::string_view name, const auto& value) {
    if (value) out << name << *value;
  };
  field("p1time", go.p1time);
  field("p2time", go.p2time);
  field("p1inc", go.p1inc);
  field("p2inc", go.p2inc);
  field("movestogo", go.movestogo);
  field("movetime", go.movetime);
  field("depth", go.depth);
  field("nodes", go.nodes);
  return std::move(out).line();
}

std::string write(const GameOver& over) {
  LineWriter out("gameover");
  out << over.result;
  if (!over.reason.empty()) out << over.reason;
  return std::move(out).line();
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
                        : Error{"expected `startpos` or `fen` after `position`, got " + in_backticks(kind)};
  }
  if (in.done()) return Request{position};
  if (const std::string_view word = in.next(); word != "moves") {
    return Error{"expected `moves` or the end of the line after the position, got " + in_backticks(word)};
  }
  while (!in.done()) position.moves.emplace_back(in.next());
  return Request{position};
}

Error bad_number(std::string_view field, std::string_view least, std::string_view word) {
  const std::string got = word.empty() ? "nothing" : in_backticks(word);
  return Error{"`go " + std::string(field) + "` needs a whole number of at least " + std::string(least) +
               ", got " + got};
}

// Reads the number after a field of `go`, if `name` is one; says whether it was, or what is wrong.
class GoReader {
 public:
  Result<void> field(std::string_view name, WordReader& in) {
    if (name == "p1time") return time(name, go_.p1time, in);
    if (name == "p2time") return time(name, go_.p2time, in);
    if (name == "p1inc") return time(name, go_.p1inc, in);
    if (name == "p2inc") return time(name, go_.p2inc, in);
    if (name == "movetime") return time(name, go_.movetime, in);
    if (name == "movestogo") return count(name, go_.movestogo, in);
    if (name == "depth") return count(name, go_.depth, in);
    if (name == "nodes") return count(name, go_.nodes, in);
    return {};
  }

  const Go& go() const { return go_; }

 private:
  // A clock that has run out may be sent as a negative number: nothing is left then.
  static Result<void> time(std::string_view name, std::optional<std::chrono::milliseconds>& target,
                           WordReader& in) {
    const std::string_view word = in.next();
    const auto value = parse_integer<std::int64_t>(word);
    if (!value || *value > longest_time_ms) return bad_number(name, "0", word);
    target = std::chrono::milliseconds(std::max<std::int64_t>(*value, 0));
    return {};
  }

  template <class T>
  static Result<void> count(std::string_view name, std::optional<T>& target, WordReader& in) {
    const std::string_view word = in.next();
    const auto value = parse_integer<T>(word);
    if (!value || *value < T{1}) return bad_number(name, "1", word);
    target = *value;
    return {};
  }

  Go go_;
};

Result<Request> read_go(WordReader& in) {
  GoReader reader;
  while (!in.done()) {
    const std::string_view name = in.next();
    if (auto read = reader.field(name, in); !read) return read.error();
  }
  return Request{reader.go()};
}

Result<Request> read_query(WordReader& in) {
  const std::string_view word = in.next();
  const auto* found = std::find(query_words.begin(), query_words.end(), word);
  if (word.empty()) return missing("query", "`gameover`, `p1turn` or `result`");
  if (found == query_words.end()) {
    return Error{"expected `gameover`, `p1turn` or `result` after `query`, got " + in_backticks(word)};
  }
  return Request{Query{static_cast<Query::What>(found - query_words.begin())}};
}

Result<Request> read_gameover(WordReader& in) {
  const std::string_view word = in.next();
  if (word.empty()) return missing("gameover", "`p1`, `p2`, `draw` or `void`");
  if (word != "p1" && word != "p2" && word != "draw" && word != "void") {
    return Error{"expected `p1`, `p2`, `draw` or `void` after `gameover`, got " + in_backticks(word)};
  }
  return Request{GameOver{.result = std::string(word), .reason = std::string(in.rest())}};
}

}  // namespace

std::string encode_position(const std::optional<std::string>& base, std::string_view moves) {
  constexpr std::size_t head = 160;  // in bytes, roughly: the caller may add a request
  LineWriter out("position", head + moves.size());
  if (base) {
    out << "fen" << *base;
  } else {
    out << "startpos";
  }
  if (!moves.empty()) out << "moves" << moves;
  return std::move(out).line();
}

std::string encode(const Request& request) {
  return std::visit(Overload{[](const Hello&) { return std::string("ugi"); },
                             [](const IsReady&) { return std::string("isready"); },
                             [](const NewGame&) { return std::string("uginewgame"); },
                             [](const Stop&) { return std::string("stop"); },
                             [](const Quit&) { return std::string("quit"); },
                             [](const Query& query) {
                               return "query " +
                                      std::string(query_words.at(static_cast<std::size_t>(query.what)));
                             },
                             [](const auto& other) { return write(other); }},
                    request);
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
