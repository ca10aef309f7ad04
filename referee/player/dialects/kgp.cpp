// The Kalah Game Protocol 1.0 of KWARC, Erlangen, in its mode `freeplay`: lines `[id[@ref]] command` that end
// in CR LF.
//
//   referee: kgp 1 0 1   ping   state <6,0,0,4,…>   stop   ok   pong   goodbye
//   engine:  set "info:name" "Minmax"   mode "freeplay"   pong   move 3   yield   ping
//
// A state has the number of pits, the mover's store and the opponent's, then their pits in sowing order.
// The mover is always south. The engine may name several moves; the last one counts when it yields or its
// time is over. The engine connects to a port that ebiri-bridge opens. The bridge copies lines between the
// connection and the referee's pipes.
#include <fmt/format.h>

#include <algorithm>

#include "referee/player/dialects/dialect.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

struct Message {
  std::optional<std::uint64_t> id, about;
  std::string_view command, arguments;
};

// Parses `[id[@ref]] command arguments`.
Message read(std::string_view line) {
  Message message;
  std::string_view rest = trim(line);
  const auto take = [&] {
    const auto word = rest.substr(0, std::min(rest.find(' '), rest.size()));
    rest = trim(rest.substr(word.size()));
    return word;
  };
  std::string_view word = take();
  const auto at = std::min(word.find('@'), word.size());
  if (const auto id = parse_integer<std::uint64_t>(word.substr(0, at))) {
    message.id = id;
    if (at < word.size()) message.about = parse_integer<std::uint64_t>(word.substr(at + 1));
    word = take();
  }
  message.command = word;
  message.arguments = rest;
  return message;
}

// The quoted text at the end of `arguments`.
std::string quoted(std::string_view arguments) {
  if (!arguments.ends_with('"')) return {};
  arguments.remove_suffix(1);
  const auto open = arguments.rfind('"');
  return open == std::string_view::npos ? std::string{} : std::string{arguments.substr(open + 1)};
}

class Kgp final : public Dialect {
 public:
  void restart() override {
    last_id_ = ping_ = state_ = 0;
    first_.reset();
    asked_ = false;
  }

  std::string encode(const protocol::Request& request) override {
    if (std::holds_alternative<protocol::Hello>(request)) return say("kgp 1 0 1");
    if (std::holds_alternative<protocol::Stop>(request)) return asked_ ? say("stop", state_) : std::string{};
    if (std::holds_alternative<protocol::Quit>(request)) return "goodbye\r\n";
    if (!std::holds_alternative<protocol::IsReady>(request)) return {};
    std::string text = say("ping");
    ping_ = last_id_;
    return text;
  }

  std::string question(const GameLine& line, const Budget&) override {
    const auto game = game_at(line);
    mover_ = game->to_move();
    const auto board = two_rows(*game, mover_);
    pits_ = static_cast<int>(board.own.size());
    move_.reset();
    asked_ = true;
    std::string text = say(fmt::format("state <{},{},{},{},{}>", pits_, board.own_store, board.other_store,
                                       fmt::join(board.own, ","), fmt::join(board.other, ",")));
    state_ = last_id_;
    return text;
  }

  Interpreted interpret(std::string_view line) override {
    const Message message = read(line);
    if (message.id && !first_) first_ = message.id;
    if (message.command == "set") return on_set(message.arguments);
    if (message.command == "mode") return on_mode(message.arguments);
    if (message.command == "ping") return {protocol::Unknown{}, say("pong", message.id)};
    if (message.command == "pong") {
      if (message.about && *message.about != ping_) return {protocol::Unknown{}};
      return {protocol::Ready{}};
    }
    // A message about a closed state came too late.
    if (message.about && *message.about != state_) return {protocol::Unknown{}};
    if (message.command == "move" && asked_) {
      said_ = trim(line);
      return on_move(message.arguments);
    }
    if (message.command == "yield" && asked_) return on_yield(trim(line));
    return {protocol::Unknown{}};
  }

  std::optional<Duration> settles_after(const Budget& budget) const override {
    return time_for_move(budget, mover_);
  }

  std::optional<Interpreted> settle() override {
    if (!move_ || !asked_) return std::nullopt;
    asked_ = false;
    return Interpreted{protocol::BestMove{.move = *move_}, say("stop", state_), said_};
  }

 private:
  using Id = std::uint64_t;

  std::string say(std::string_view command, std::optional<Id> about = std::nullopt) {
    last_id_ += 2;
    if (about) return fmt::format("{}@{} {}\r\n", last_id_, *about, command);
    return fmt::format("{} {}\r\n", last_id_, command);
  }

  Interpreted on_set(std::string_view arguments) const {
    if (arguments.starts_with("\"info:name\"") || arguments.starts_with("info:name"))
      return {protocol::Id{"name", quoted(arguments)}};
    if (arguments.starts_with("\"info:authors\"") || arguments.starts_with("info:authors"))
      return {protocol::Id{"author", quoted(arguments)}};
    return {protocol::Unknown{}};
  }

  Interpreted on_mode(std::string_view arguments) {
    if (arguments != "freeplay" && quoted(arguments) != "freeplay")
      return {protocol::Malformed{
          fmt::format("expected `mode \"freeplay\"`, found `mode {}`", printable(arguments, 60))}};
    return {protocol::HelloDone{}, say("ok", first_)};
  }

  Interpreted on_move(std::string_view argument) {
    const auto pit = parse_integer<int>(argument);
    if (!pit || *pit < 1 || *pit > pits_)
      return {protocol::Malformed{
          fmt::format("expected `move N`, N from 1 to {}, found `move {}`", pits_, printable(argument, 60))}};
    move_ = pit_letter(mover_, *pit - 1);
    return {protocol::Unknown{}};
  }

  Interpreted on_yield(std::string_view line) {
    if (!move_) return {protocol::Malformed{"expected a `move` before `yield`"}};
    asked_ = false;
    return {protocol::BestMove{.move = *move_}, say("stop", state_), fmt::format("{}, {}", said_, line)};
  }

  Id last_id_ = 0;           // of the referee's messages, which have even ids
  std::optional<Id> first_;  // the first id of the engine's messages; `ok` refers to it, as on a KGP server
  Id ping_ = 0, state_ = 0;  // the ids of the last `ping` and `state`
  bool asked_ = false;       // whether the state is open
  rules::Side mover_ = rules::Side::south;
  int pits_ = 0;
  std::optional<std::string> move_;  // the last move that the engine named
  std::string said_;                 // the line with that move
};

}  // namespace

std::unique_ptr<Dialect> make_kgp() { return std::make_unique<Kgp>(); }

}  // namespace ebiri::player
