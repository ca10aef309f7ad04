// The conversation with one engine process under examination.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/message.hpp"
#include "referee/player/move_deadline.hpp"
#include "referee/probe/probe.hpp"
#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"

namespace ebiri::probe {

/// Why an expected reply did not come.
struct Trouble {
  using Kind = player::Fault::Kind;

  Kind kind = Kind::time;
  std::string what;         ///< one sentence
  std::string errors;       ///< the end of its standard error
  bool by_machine = false;  ///< not the engine's fault: a busy machine, or a system error

  /// Whether it is this fault of the engine.
  bool is(Kind fault) const { return !by_machine && kind == fault; }
};

/// The response to a request: a reply, or why there is none.
struct Response {
  std::optional<Trouble> trouble;
  protocol::Reply reply;
  player::TimeEvidence time;
};

/// Selects the reply that a call waits for. A `bestmove` that it does not select is out of turn.
using Wanted = bool (*)(const protocol::Reply& reply);

template <class Message>
bool is(const protocol::Reply& reply) {
  return std::holds_alternative<Message>(reply);
}

/// Runs one engine process. One thread at a time; the process ends with the session.
class Session {
 public:
  /// `engine` must outlive the session.
  explicit Session(const player::EngineSetup& engine) : engine_(engine) {}

  /// Starts a new process in place of the last one.
  std::optional<Trouble> start();

  /// Whether the process runs and has had no trouble since its start. After trouble, a late answer could be
  /// taken for the answer to the next request.
  bool in_sync() const { return channel_ != nullptr && !desynchronised_; }

  /// The number of written bytes that the process has not read; 0 without a process.
  std::size_t unread() const { return channel_ ? channel_->unread() : 0; }

  /// Writes bytes unchanged. The next `await` reports a failure.
  void send_raw(std::string_view bytes);
  void send(const protocol::Request& request);

  /// Starts measuring time for `await` and `used`. Call it just before sending a request.
  void start_clock();

  /// Waits for the first wanted reply, until `limit` after the last `start_clock`. Notes all lines.
  Response await(Wanted wanted, Duration limit);

  /// Waits up to `limit` for a wanted reply or trouble. Returns nothing if neither came.
  std::optional<Response> listen(Wanted wanted, std::chrono::milliseconds limit);

  /// CPU time that the engine has used since the last `start_clock`.
  Duration used() const { return child_->meter().so_far().cpu; }

  /// How the process ended. The session then has no process.
  process::Exit exit_after_quit(std::chrono::milliseconds grace);  ///< after the caller sent `quit`
  process::Exit exit_at_end_of_input(std::chrono::milliseconds grace);

  /// Begins a new exchange, which `exchange` returns.
  void clear_exchange() { exchange_.clear(); }

  /// Adds a line to the exchange; `arrow` is `>` for a sent line and `<` for others.
  void note(std::string_view arrow, std::string_view line);

  /// The last lines sent and received since `clear_exchange`.
  const std::vector<std::string>& exchange() const { return exchange_; }

  /// The engine's replies between `ugi` and `ugiok`.
  const std::vector<protocol::Reply>& greeting() const { return greeting_; }

 private:
  bool take_line(std::string_view line, Wanted wanted, Response& response);
  Trouble trouble(process::LineChannel::Event event, Duration limit);
  Trouble ended(std::string_view did);
  std::string last_output();
  process::Exit stop(std::chrono::milliseconds grace);

  const player::EngineSetup& engine_;
  std::unique_ptr<process::Child> child_;
  std::unique_ptr<process::LineChannel> channel_;
  process::Deadline asked_{};
  bool desynchronised_ = false;
  bool write_failed_ = false;  // whether something could not be written
  std::vector<std::string> exchange_;
  std::vector<protocol::Reply> greeting_;
};

}  // namespace ebiri::probe
