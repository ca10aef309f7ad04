#include "referee/player/dialects/kgp.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

struct Message {
  std::optional<std::uint64_t> id, about;
  std::string_view command, arguments;
};

// `[id[@ref]] command arguments`.
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

// The text between the quotes that end `arguments`.
std::string quoted(std::string_view arguments) {
  if (!arguments.ends_with('"')) return {};
  arguments.remove_suffix(1);
  const auto open = arguments.rfind('"');
  return open == std::string_view::npos ? std::string{} : std::string{arguments.substr(open + 1)};
}

}  // namespace

void Kgp::restart() {
  last_id_ = ping_ = state_ = 0;
  first_.reset();
  asked_ = false;
}

std::string Kgp::say(std::string_view command, std::optional<Id> about) {
  last_id_ += 2;
  if (about) return fmt::format("{}@{} {}\r\n", last_id_, *about, command);
  return fmt::format("{} {}\r\n", last_id_, command);
}

std::string Kgp::encode(const protocol::Request& request) {
  if (std::holds_alternative<protocol::Hello>(request)) return say("kgp 1 0 1");
  if (std::holds_alternative<protocol::Stop>(request)) return asked_ ? say("stop", state_) : std::string{};
  if (std::holds_alternative<protocol::Quit>(request)) return "goodbye\r\n";
  if (!std::holds_alternative<protocol::IsReady>(request)) return {};
  std::string text = say("ping");
  ping_ = last_id_;
  return text;
}

std::string Kgp::question(const Line& line, const Budget&) {
  const auto game = game_at(*rules_, line);
  mover_ = game->to_move();
  auto board = two_rows(game->position());
  if (mover_ == rules::Side::north) {
    std::swap(board.south, board.north);
    std::swap(board.south_store, board.north_store);
  }
  pits_ = static_cast<int>(board.south.size());
  move_.reset();
  asked_ = true;
  std::string text = say(fmt::format("state <{},{},{},{},{}>", pits_, board.south_store, board.north_store,
                                     joined(board.south, ","), joined(board.north, ",")));
  state_ = last_id_;
  return text;
}

Interpreted Kgp::interpret(std::string_view line) {
  const Message message = read(line);
  if (message.id && !first_) first_ = message.id;
  if (message.command == "set") return hear_set(message.arguments);
  if (message.command == "mode") return hear_mode(message.arguments);
  if (message.command == "ping") return {protocol::Unknown{}, say("pong", message.id)};
  if (message.command == "pong") {
    if (message.about && *message.about != ping_) return {protocol::Unknown{}};
    return {protocol::Ready{}};
  }
  // What is about a state that is closed came too late for it.
  if (message.about && *message.about != state_) return {protocol::Unknown{}};
  if (message.command == "move" && asked_) {
    said_ = trim(line);
    return hear_move(message.arguments);
  }
  if (message.command == "yield" && asked_) return hear_yield(trim(line));
  return {protocol::Unknown{}};
}

Interpreted Kgp::hear_set(std::string_view arguments) const {
  if (arguments.starts_with("\"info:name\"") || arguments.starts_with("info:name"))
    return {protocol::Id{"name", quoted(arguments)}};
  if (arguments.starts_with("\"info:authors\"") || arguments.starts_with("info:authors"))
    return {protocol::Id{"author", quoted(arguments)}};
  return {protocol::Unknown{}};
}

Interpreted Kgp::hear_mode(std::string_view arguments) {
  if (arguments != "freeplay" && quoted(arguments) != "freeplay")
    return {protocol::Malformed{
        fmt::format("expected `mode \"freeplay\"`, got `mode {}`", printable(arguments, 60))}};
  return {protocol::HelloDone{}, say("ok", first_)};
}

Interpreted Kgp::hear_move(std::string_view argument) {
  const auto pit = parse_integer<int>(argument);
  if (!pit || *pit < 1 || *pit > pits_)
    return {protocol::Malformed{
        fmt::format("expected `move N`, N from 1 to {}, got `move {}`", pits_, printable(argument, 60))}};
  move_ = pit_letter(mover_, *pit - 1);
  return {protocol::Unknown{}};
}

Interpreted Kgp::hear_yield(std::string_view line) {
  if (!move_) return {protocol::Malformed{"expected a `move` before `yield`"}};
  asked_ = false;
  return {protocol::BestMove{.move = *move_}, say("stop", state_), fmt::format("{}, {}", said_, line)};
}

std::optional<Duration> Kgp::settles_after(const Budget& budget) const {
  return time_for_move(budget, mover_);
}

std::optional<Interpreted> Kgp::settle() {
  if (!move_ || !asked_) return std::nullopt;
  asked_ = false;
  return Interpreted{protocol::BestMove{.move = *move_}, say("stop", state_), said_};
}

}  // namespace ebiri::player
