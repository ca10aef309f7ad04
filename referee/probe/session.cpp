#include "referee/probe/session.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>

#include "protocol/ugi.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

using process::LineChannel;
using Clock = std::chrono::steady_clock;
using Status = LineChannel::Status;

constexpr std::chrono::milliseconds exit_grace{1000};   // to find out how a process ended
constexpr std::chrono::milliseconds write_limit{1000};  // for the process to read its input
constexpr std::size_t lines_kept = 14, bytes_shown = 200;

}  // namespace

std::optional<Trouble> Session::start() {
  channel_.reset();
  child_.reset();
  greeting_.clear();
  desynchronised_ = write_failed_ = false;
  process::Child::Cause cause{};
  auto child = process::Child::spawn(engine_.command, &cause);
  if (!child) {
    const bool by_machine = cause == process::Child::Cause::machine;
    return Trouble{Trouble::Kind::failed_to_start, child.error().message, {}, by_machine};
  }
  child_ = std::make_unique<process::Child>(std::move(*child));
  channel_ = std::make_unique<LineChannel>(*child_, process::ChannelLimits{}, -1);
  start_clock();
  return std::nullopt;
}

// Beyond `lines_kept` lines, drops the oldest `info` of the engine, or else the oldest line.
void Session::note(std::string_view arrow, std::string_view line) {
  exchange_.push_back(fmt::format("{} {}", arrow, printable(line, bytes_shown)));
  const auto infos = [](const std::string& noted) { return noted.starts_with("< info"); };
  if (exchange_.size() <= lines_kept) return;
  const auto first = std::find_if(exchange_.begin(), exchange_.end(), infos);
  exchange_.erase(first == exchange_.end() ? exchange_.begin() : first);
}

void Session::send_raw(std::string_view bytes) {
  for (auto rest = bytes; !rest.empty();) {
    const auto end = std::min(rest.find('\n'), rest.size());
    note(">", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (channel_)
    write_failed_ = channel_->write(bytes, Clock::now() + write_limit) != Status::line || write_failed_;
}

void Session::send(const protocol::Request& request) { send_raw(protocol::ugi::encode(request) + "\n"); }

void Session::start_clock() {
  channel_->new_request();
  child_->meter().lap();
  asked_ = Clock::now();
}

// Whether the line is a wanted reply. A forbidden line sets `response.trouble`.
bool Session::take_line(std::string_view line, Wanted wanted, Response& response) {
  note("<", line);
  response.reply = protocol::ugi::decode(line);
  if (wanted == is<protocol::HelloDone>) greeting_.push_back(response.reply);
  if (wanted(response.reply)) return true;
  if (const auto* bad = std::get_if<protocol::Malformed>(&response.reply))
    response.trouble = Trouble{Trouble::Kind::malformed, bad->why, {}};
  if (is<protocol::BestMove>(response.reply))
    response.trouble = Trouble{Trouble::Kind::out_of_turn, "sent `bestmove` without a request", {}};
  desynchronised_ = desynchronised_ || response.trouble.has_value();
  return false;
}

std::optional<Response> Session::listen(Wanted wanted, std::chrono::milliseconds limit) {
  const auto end = Clock::now() + limit;
  while (true) {
    Response response;
    const auto event = channel_->read(end);
    if (event.status == Status::timeout) return std::nullopt;
    if (event.status != Status::line)
      response.trouble = trouble(event, limit);
    else if (!take_line(event.line, wanted, response) && !response.trouble)
      continue;
    return response;
  }
}

Response Session::await(Wanted wanted, Duration limit) {
  if (write_failed_) return {ended("closed its input or does not read it"), {}, {}};
  Response response;
  player::MoveDeadline deadline{child_->meter(), asked_, limit, engine_.busy_limit};
  while (true) {
    const auto begin = std::chrono::steady_clock::now(), until = deadline.next_check();
    const auto event = channel_->read(until);
    if (event.status != Status::line && event.status != Status::timeout)
      return {trouble(event, limit), {}, {}};
    // Here a line came, or it is time to check the deadline.
    const bool silent = event.status == Status::timeout;
    const auto now = silent ? std::chrono::steady_clock::now() : channel_->arrived();
    deadline.note_wait(begin, until, now);
    const bool answer = !silent && take_line(event.line, wanted, response);
    if (response.trouble) return response;
    if (!silent && !answer && now <= until) continue;  // a line such as `info`, and no check is due yet
    const auto timing = answer ? deadline.judge_answer(now) : deadline.judge_silence();
    response.time = deadline.evidence();
    if (timing == player::Timing::in_time && !answer) continue;  // the deadline has a later check
    if (timing == player::Timing::busy) {
      desynchronised_ = true;
      response.trouble = Trouble{Trouble::Kind::time, "other processes kept it from the cores", {}, true};
    } else if (timing == player::Timing::late) {
      response.trouble = trouble({Status::timeout, {}}, limit);
    }
    return response;
  }
}

Trouble Session::trouble(LineChannel::Event event, Duration limit) {
  desynchronised_ = true;
  if (event.status == Status::end) return ended("closed its output");
  if (event.status == Status::too_long)
    return {Trouble::Kind::too_talkative,
            fmt::format("wrote a line longer than {} bytes", protocol::max_line_bytes),
            {}};
  if (event.status == Status::too_much)
    return {Trouble::Kind::too_talkative,
            fmt::format("wrote more than {} bytes for one request", process::ChannelLimits{}.request),
            {}};
  const auto shown = format_duration(std::chrono::ceil<std::chrono::milliseconds>(limit));
  return {Trouble::Kind::time, fmt::format("no answer within {}", shown), last_output()};
}

Trouble Session::ended(std::string_view did) {
  desynchronised_ = true;
  std::string errors = last_output();
  const auto exit = stop(exit_grace);
  return {Trouble::Kind::crashed, exit.killed ? std::string{did} : "ended with " + exit.describe(),
          std::move(errors)};
}

// Notes the unfinished line. Returns the end of the standard error.
std::string Session::last_output() {
  const std::string unfinished{channel_->unfinished()};
  if (!unfinished.empty()) note("<", unfinished + " (no newline)");
  channel_->drain_errors();
  return printable_lines(channel_->errors(), 2000);
}

process::Exit Session::stop(std::chrono::milliseconds grace) {
  const auto exit = child_->stop(grace);
  channel_.reset();
  child_.reset();
  return exit;
}

process::Exit Session::exit_after_quit(std::chrono::milliseconds grace) {
  const auto deadline = Clock::now() + grace;
  for (auto event = channel_->read(deadline); event.status == Status::line; event = channel_->read(deadline))
    note("<", event.line);
  // Waits here, because `stop` closes the input, and that may end the process too.
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  pollfd handle{child_->handle(), POLLIN, 0};
  (void)::poll(&handle, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0)));
  return stop(std::chrono::milliseconds{0});
}

process::Exit Session::exit_at_end_of_input(std::chrono::milliseconds grace) {
  exchange_.emplace_back("> (end of input)");
  return stop(grace);
}

}  // namespace ebiri::probe
