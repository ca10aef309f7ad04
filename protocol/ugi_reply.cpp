// The messages from engine to referee.
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "protocol/ugi.hpp"
#include "protocol/ugi_words.hpp"

namespace ebiri::protocol::ugi {

namespace {

constexpr std::array<std::string_view, 5> option_types{"check", "spin", "combo", "button", "string"};

bool option_keyword(std::string_view word) {
  return word == "type" || word == "default" || word == "min" || word == "max" || word == "var";
}

std::string write(const HelloDone&) { return "ugiok"; }
std::string write(const Ready&) { return "readyok"; }
std::string write(const Unknown&) { return {}; }
std::string write(const Malformed&) { return {}; }

std::string write(const Id& id) { return line_of("id", id.field, id.value); }

std::string write(const OptionOffer& offer) {
  LineWriter out("option name");
  out << offer.name << "type" << offer.type;
  if (offer.fallback) out << "default" << (offer.fallback->empty() ? "<empty>" : *offer.fallback);
  if (offer.type == "string") return std::move(out).line();
  if (offer.min) out << "min" << *offer.min;
  if (offer.max) out << "max" << *offer.max;
  for (const std::string& value : offer.vars) out << "var" << value;
  return std::move(out).line();
}

std::string write(const Variants& variants) {
  LineWriter out("variants");
  for (const std::string& name : variants.names) out << name;
  return std::move(out).line();
}

std::string write(const Info& info) {
  LineWriter out("info");
  if (info.depth) out << "depth" << *info.depth;
  if (info.score && std::isfinite(info.score->value)) {
    out << "score" << (info.score->unit == Score::Unit::seeds ? "seeds" : "cp") << info.score->value;
  }
  if (info.nodes) out << "nodes" << *info.nodes;
  if (info.time) out << "time" << *info.time;
  if (!info.pv.empty()) out << "pv";
  for (const std::string& move : info.pv) out << move;
  return std::move(out).line();
}

std::string write(const BestMove& best) {
  if (best.kind == BestMove::Kind::resign) return "bestmove resign";
  if (best.kind == BestMove::Kind::accept) return "bestmove accept";
  return best.offer ? line_of("bestmove", best.move, "offer") : line_of("bestmove", best.move);
}

std::string write(const Response& response) { return line_of("response", response.value); }

Malformed surplus(std::string_view after, std::string_view word) {
  return Malformed{"expected nothing after " + in_backticks(after) + ", found " + in_backticks(word)};
}

Reply alone(WordReader& in, std::string_view word, Reply reply) {
  if (in.done()) return reply;
  return surplus(word, in.next());
}

Reply read_id(WordReader& in) {
  const std::string_view field = in.next();
  if (field.empty()) return Malformed{"expected `name` or `author` after `id`, found nothing"};
  if (field != "name" && field != "author") return Unknown{};
  const std::string_view value = in.rest();
  if (value.empty()) return Malformed{"expected a text after `id " + std::string(field) + "`, found nothing"};
  return Id{.field = std::string(field), .value = std::string(value)};
}

// A string may contain any word, so its default reaches to the end of the line.
void read_option_field(std::string_view keyword, WordReader& in, OptionOffer& offer) {
  const bool to_the_end = keyword == "default" && offer.type == "string";
  std::string value = to_the_end ? std::string(in.rest()) : in.until(option_keyword);
  if (keyword == "default") offer.fallback = value == "<empty>" ? std::string{} : std::move(value);
  if (keyword == "min") offer.min = std::move(value);
  if (keyword == "max") offer.max = std::move(value);
  if (keyword == "var") offer.vars.push_back(std::move(value));
}

Reply read_option(WordReader& in) {
  if (const std::string_view word = in.next(); word != "name") {
    return Malformed{"expected `name` after `option`, found " +
                     (word.empty() ? "nothing" : in_backticks(word))};
  }
  OptionOffer offer;
  offer.name = in.until([](std::string_view word) { return word == "type"; });
  if (offer.name.empty()) return Malformed{"expected a name after `option name`, found nothing"};
  if (in.done()) return Malformed{"expected `type` after the name of option " + in_backticks(offer.name)};
  in.next();
  offer.type = in.next();
  if (std::find(option_types.begin(), option_types.end(), offer.type) == option_types.end()) {
    return Malformed{"expected `check`, `spin`, `combo`, `button` or `string` as the type of option " +
                     in_backticks(offer.name) + ", found " +
                     (offer.type.empty() ? "nothing" : in_backticks(offer.type))};
  }
  while (!in.done()) {
    const std::string_view keyword = in.next();
    if (option_keyword(keyword)) read_option_field(keyword, in, offer);
  }
  return offer;
}

Reply read_variants(WordReader& in) {
  Variants variants;
  while (!in.done()) variants.names.emplace_back(in.next());
  if (variants.names.empty())
    return Malformed{"expected the name of a variant after `variants`, found nothing"};
  return variants;
}

template <class T>
std::optional<T> not_negative(std::string_view word, T limit) {
  const auto value = parse_integer<T>(word);
  if (!value || *value < T{0} || *value > limit) return std::nullopt;
  return value;
}

std::optional<Score> read_score(WordReader& in) {
  const std::string_view unit = in.peek();
  if (unit != "cp" && unit != "seeds") return std::nullopt;
  in.next();
  const auto value = parse_number(in.peek());
  if (!value) return std::nullopt;
  in.next();
  return Score{.unit = unit == "cp" ? Score::Unit::centipawns : Score::Unit::seeds, .value = *value};
}

// Reads a number without taking it, so that the next field is not lost if the number is missing. The caller
// skips the number like an unknown field.
void read_info_field(std::string_view name, WordReader& in, Info& info) {
  if (name == "score") {
    info.score = read_score(in);
  } else if (name == "depth") {
    info.depth = not_negative<std::int32_t>(in.peek(), INT32_MAX);
  } else if (name == "nodes") {
    info.nodes = parse_integer<std::uint64_t>(in.peek());
  } else if (name == "time") {
    const auto time = not_negative<std::int64_t>(in.peek(), longest_time_ms);
    info.time = time ? std::optional(std::chrono::milliseconds(*time)) : std::nullopt;
  } else if (name == "pv") {
    while (!in.done()) info.pv.emplace_back(in.next());
  }
}

// Score and pv of a second-best move (`multipv 2`) are not those of the move that will be played.
Reply read_info(WordReader& in) {
  Info info;
  bool secondary = false;
  while (!in.done()) {
    const std::string_view name = in.next();
    if (name == "string") break;
    if (name == "multipv") secondary = in.peek() != "1";
    read_info_field(name, in, info);
  }
  if (secondary) {
    info.score.reset();
    info.pv.clear();
  }
  return info;
}

Reply read_bestmove(WordReader& in) {
  const std::string_view word = in.next();
  if (word.empty()) return Malformed{"expected a move, `resign` or `accept` after `bestmove`, found nothing"};
  if (word == "resign") return alone(in, "bestmove resign", BestMove{.kind = BestMove::Kind::resign});
  if (word == "accept") return alone(in, "bestmove accept", BestMove{.kind = BestMove::Kind::accept});
  BestMove best{.move = std::string(word)};
  if (in.peek() == "offer") {
    in.next();
    best.offer = true;
  }
  if (in.peek() == "ponder") {
    in.next();
    if (in.next().empty()) return Malformed{"expected a move after `ponder`, found nothing"};
  }
  if (!in.done()) {
    return Malformed{"expected `offer` or nothing after `bestmove " + printable(word, 60) + "`, found " +
                     in_backticks(in.next())};
  }
  return best;
}

Reply read_response(WordReader& in) {
  const std::string_view value = in.rest();
  if (value.empty()) return Malformed{"expected a value after `response`, found nothing"};
  return Response{std::string(value)};
}

}  // namespace

Reply decode(std::string_view line) {
  WordReader in(line);
  const std::string_view command = in.next();
  if (command == "bestmove") return read_bestmove(in);
  if (command == "info") return read_info(in);
  if (command == "readyok") return alone(in, command, Ready{});
  if (command == "ugiok") return alone(in, command, HelloDone{});
  if (command == "id") return read_id(in);
  if (command == "option") return read_option(in);
  if (command == "variants") return read_variants(in);
  if (command == "response") return read_response(in);
  return Unknown{};
}

std::string encode_reply(const Reply& reply) {
  assert(!std::holds_alternative<Unknown>(reply) && !std::holds_alternative<Malformed>(reply));
  return std::visit([](const auto& message) { return write(message); }, reply);
}

}  // namespace ebiri::protocol::ugi
