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

std::string write(const Id& id) { return fmt::format("id {} {}", id.field, id.value); }

std::string write(const OptionOffer& offer) {
  std::string line = fmt::format("option name {} type {}", offer.name, offer.type);
  if (offer.fallback) line += " default " + (offer.fallback->empty() ? "<empty>" : *offer.fallback);
  if (offer.type == "string") return line;
  if (offer.min) line += " min " + *offer.min;
  if (offer.max) line += " max " + *offer.max;
  for (const std::string& value : offer.vars) line += " var " + value;
  return line;
}

std::string write(const Variants& variants) { return "variants " + join(variants.names, " "); }

std::string write(const Info& info) {
  std::string line = "info";
  if (info.depth) line += fmt::format(" depth {}", *info.depth);
  if (info.score && std::isfinite(info.score->value)) {
    const bool in_seeds = info.score->unit == Score::Unit::seeds;
    line += fmt::format(" score {} {}", in_seeds ? "seeds" : "cp", info.score->value);
  }
  if (info.nodes) line += fmt::format(" nodes {}", *info.nodes);
  if (info.time) line += fmt::format(" time {}", info.time->count());
  if (!info.pv.empty()) line += " pv " + join(info.pv, " ");
  return line;
}

std::string write(const BestMove& best) {
  if (best.kind == BestMove::Kind::resign) return "bestmove resign";
  if (best.kind == BestMove::Kind::accept) return "bestmove accept";
  return "bestmove " + best.move + (best.offer ? " offer" : "");
}

std::string write(const Response& response) { return "response " + response.value; }

Reply alone(WordReader& in, std::string_view word, Reply reply) {
  if (in.done()) return reply;
  return Malformed{expected("nothing after " + in_backticks(word), in.next())};
}

Reply read_id(WordReader& in) {
  const std::string_view field = in.next();
  if (field.empty()) return Malformed{expected("`name` or `author` after `id`", field)};
  if (field != "name" && field != "author") return Unknown{};
  const std::string_view value = in.rest();
  if (value.empty()) return Malformed{expected(fmt::format("a text after `id {}`", field), value)};
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
  if (const auto word = in.next(); word != "name") return Malformed{expected("`name` after `option`", word)};
  OptionOffer offer;
  offer.name = in.until([](std::string_view word) { return word == "type"; });
  if (offer.name.empty()) return Malformed{expected("a name after `option name`", {})};
  if (in.done()) return Malformed{"expected `type` after the name of option " + in_backticks(offer.name)};
  in.next();
  offer.type = in.next();
  if (std::find(option_types.begin(), option_types.end(), offer.type) == option_types.end())
    return Malformed{expected(
        "`check`, `spin`, `combo`, `button` or `string` as the type of option " + in_backticks(offer.name),
        offer.type)};
  while (!in.done()) {
    const std::string_view keyword = in.next();
    if (option_keyword(keyword)) read_option_field(keyword, in, offer);
  }
  return offer;
}

Reply read_variants(WordReader& in) {
  Variants variants;
  while (!in.done()) variants.names.emplace_back(in.next());
  if (variants.names.empty()) return Malformed{expected("the name of a variant after `variants`", {})};
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
  if (word.empty()) return Malformed{expected("a move, `resign` or `accept` after `bestmove`", word)};
  if (word == "resign") return alone(in, "bestmove resign", BestMove{.kind = BestMove::Kind::resign});
  if (word == "accept") return alone(in, "bestmove accept", BestMove{.kind = BestMove::Kind::accept});
  BestMove best{.move = std::string(word)};
  if (in.peek() == "offer") {
    in.next();
    best.offer = true;
  }
  if (in.peek() == "ponder") {
    in.next();
    if (in.next().empty()) return Malformed{expected("a move after `ponder`", {})};
  }
  if (in.done()) return best;
  return Malformed{
      expected("`offer` or nothing after " + in_backticks(fmt::format("bestmove {}", word)), in.next())};
}

Reply read_response(WordReader& in) {
  const std::string_view value = in.rest();
  if (value.empty()) return Malformed{expected("a value after `response`", value)};
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
  return one_line(std::visit([](const auto& message) { return write(message); }, reply));
}

}  // namespace ebiri::protocol::ugi
