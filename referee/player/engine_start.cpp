// An engine from its start to `readyok`, for its first game and for the next ones.
#include <fmt/format.h>

#include <algorithm>

#include "referee/player/engine_player.hpp"
#include "referee/player/running.hpp"
#include "referee/process/sandbox.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

using process::LineChannel;
using Clock = std::chrono::steady_clock;
using Status = LineChannel::Status;

}  // namespace

std::string EnginePlayer::set_option(std::string name, std::string value) {
  return line_of(protocol::SetOption{std::move(name), std::move(value)});
}

// What a line means; what the dialect answers by itself is written at once.
protocol::Reply EnginePlayer::interpret(std::string_view line) {
  auto interpreted = dialect_->interpret(line);
  if (!interpreted.answer.empty())
    (void)running_->channel.write(interpreted.answer, Clock::now() + setup_.stop_grace);
  if (setup_.dialect != DialectName::ugi)
    said_ = interpreted.said.empty() ? std::string{line} : std::move(interpreted.said);
  return std::move(interpreted.reply);
}

bool EnginePlayer::announced(std::string_view option) const {
  return std::ranges::find(running_->options, option) != running_->options.end();
}

std::variant<Ready, Fault, Interrupted> EnginePlayer::begin(const GameBrief& brief) {
  // An engine that left between two games, when nothing was asked of it, is simply started again.
  if (running_ && (!dialect_->stays() || has_left())) running_.reset();
  dialect_->begin(brief);
  const bool seasoned = running_ != nullptr;
  left_in_peace_ = false;
  pondered_ = {};
  question_.clear();
  auto trouble = seasoned ? prepare(brief) : start(brief);
  if (seasoned && left_in_peace_) trouble = start(brief);
  if (!trouble) {
    running_->child.meter().lap();
    return Ready{};
  }
  if (auto* interrupted = std::get_if<Interrupted>(&*trouble)) return *interrupted;
  return std::get<Fault>(std::move(*trouble));
}

bool EnginePlayer::has_left() {
  running_->channel.new_request();
  LineChannel::Event event{Status::line, {}};
  while (event.status == Status::line) {
    event = running_->channel.poll();
    if (event.status != Status::line) break;
    if (std::holds_alternative<protocol::BestMove>(interpret(event.line))) running_->owes_answer = false;
  }
  return event.status == Status::end;
}

std::optional<EnginePlayer::Problem> EnginePlayer::start(const GameBrief& brief) {
  running_.reset();
  process::Child::Blame blame{};
  auto command = setup_.command;
  if (setup_.dialect == DialectName::kgp) {
    const auto bridge = process::find_beside("ebiri-bridge");
    if (!bridge) return Interrupted{"the program `ebiri-bridge` is not beside the referee"};
    command.argv.insert(command.argv.begin(), bridge->string());
  }
  auto child = process::Child::spawn(command, &blame);
  if (!child && blame == process::Child::Blame::machine) return Interrupted{child.error().message};
  if (!child) return fault(Fault::Kind::failed_to_start, child.error().message);
  running_ = std::make_unique<Running>(std::move(*child), setup_);
  dialect_->restart();
  if (auto trouble = greet(brief)) return trouble;
  if (auto trouble = send_options()) return trouble;
  return warm_up(brief);
}

// The next line of an engine that starts, or what is wrong with it.
std::optional<EnginePlayer::Problem> EnginePlayer::hear_start(MoveDeadline& deadline,
                                                              std::string_view awaited,
                                                              LineChannel::Event& event) {
  Timing timing = Timing::in_time;
  do {
    const auto begin = Clock::now(), until = deadline.next_look();
    event = running_->channel.read(until);
    const bool silent = event.status == Status::timeout;
    const auto now = silent ? Clock::now() : running_->channel.arrived();
    deadline.note_wait(begin, until, now);
    if (silent)
      timing = deadline.judge_silence();
    else if (event.status == Status::line && now > deadline.next_look())
      timing = deadline.judge_answer(now);
  } while (event.status == Status::timeout && timing == Timing::in_time);
  if (timing == Timing::busy) return starved(deadline);
  if (event.status == Status::line && timing == Timing::in_time) return std::nullopt;
  return problem(
      timing == Timing::late ? LineChannel::Event{Status::timeout, {}} : event, Fault::Kind::failed_to_start,
      fmt::format("no `{}` within {}", awaited,
                  format_duration(std::chrono::ceil<std::chrono::milliseconds>(deadline.limit()))));
}

std::optional<EnginePlayer::Problem> EnginePlayer::greet(const GameBrief& brief) {
  MoveDeadline deadline{running_->child.meter(), Clock::now(), setup_.start_limit, setup_.busy_limit};
  (void)running_->channel.write(line_of(protocol::Hello{}),
                                deadline.next_look());  // if it has ended, its stderr says why
  running_->channel.new_request();
  if (!dialect_->greets()) return std::nullopt;
  while (true) {
    LineChannel::Event event;
    if (auto trouble = hear_start(deadline, "ugiok", event)) return trouble;
    const auto reply = interpret(event.line);
    if (std::holds_alternative<protocol::HelloDone>(reply)) break;
    if (const auto* id = std::get_if<protocol::Id>(&reply); id != nullptr && id->field == "name")
      announced_name_ = id->value;
    if (const auto* option = std::get_if<protocol::OptionOffer>(&reply))
      running_->options.push_back(option->name);
    if (const auto* variants = std::get_if<protocol::Variants>(&reply)) running_->variants = variants->names;
    if (const auto* bad = std::get_if<protocol::Malformed>(&reply))
      return fault(Fault::Kind::failed_to_start, bad->why, event.line);
    if (std::holds_alternative<protocol::BestMove>(reply))
      return fault(Fault::Kind::out_of_turn, "answered before it was asked", event.line);
  }
  const auto& variants = running_->variants;
  if (variants && std::ranges::find(*variants, brief.variant) == variants->end())
    return fault(Fault::Kind::failed_to_start, fmt::format("does not play `{}`; it announces `variants {}`",
                                                           brief.variant, join(*variants, " ")));
  return std::nullopt;
}

std::optional<EnginePlayer::Problem> EnginePlayer::send_options() {
  std::string text;
  for (const auto& [name, value] : setup_.options) {
    if (!announced(name))
      return fault(Fault::Kind::failed_to_start, fmt::format("does not announce the option `{}`{}", name,
                                                             suggestion(name, running_->options)));
    text += set_option(name, value);
  }
  return send(text, Clock::now() + setup_.start_limit, Fault::Kind::failed_to_start);
}

// A new game in a running engine, up to the `readyok` after `uginewgame`.
std::optional<EnginePlayer::Problem> EnginePlayer::prepare(const GameBrief& brief) {
  std::string text;
  if (announced("UGI_Variant")) text += set_option("UGI_Variant", brief.variant);
  if (announced("UGI_Ruleset")) text += set_option("UGI_Ruleset", brief.ruleset);
  if (announced("UGI_Seed")) text += set_option("UGI_Seed", std::to_string(brief.seed));
  text += line_of(protocol::NewGame{});
  text += line_of(protocol::IsReady{});
  running_->channel.new_request();
  if (auto trouble = send(text, Clock::now() + setup_.ready_limit, Fault::Kind::failed_to_start))
    return trouble;
  return await_ready();
}

std::optional<EnginePlayer::Problem> EnginePlayer::await_ready() {
  if (!dialect_->gets_ready()) return std::nullopt;
  running_->child.meter().lap();
  MoveDeadline deadline{running_->child.meter(), Clock::now(), setup_.ready_limit, setup_.busy_limit};
  while (true) {
    LineChannel::Event event;
    if (auto trouble = hear_start(deadline, "readyok", event)) return trouble;
    const auto reply = interpret(event.line);
    if (std::holds_alternative<protocol::Ready>(reply)) return std::nullopt;
    if (!std::holds_alternative<protocol::BestMove>(reply)) continue;
    if (!running_->owes_answer)
      return fault(Fault::Kind::out_of_turn, "answered before it was asked", event.line);
    running_->owes_answer = false;
  }
}

}  // namespace ebiri::player
