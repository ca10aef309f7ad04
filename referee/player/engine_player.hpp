// A player that runs an engine as a child process, asks it for moves, and reports its faults with evidence.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/message.hpp"
#include "referee/player/dialects/dialect.hpp"
#include "referee/player/move_deadline.hpp"
#include "referee/player/player.hpp"
#include "referee/process/child.hpp"
#include "referee/process/line_channel.hpp"

namespace ebiri::player {

/// How to run one engine, and the limits of its process.
struct EngineSetup {
  std::string name;
  process::Command command;
  std::vector<std::pair<std::string, std::string>> options;  ///< sent with `setoption`, in order
  std::chrono::milliseconds start_limit{10000};              ///< from spawn to `ugiok`
  std::chrono::milliseconds ready_limit{10000};              ///< from `isready` to `readyok`

  /// How long the engine may take to exit, to answer `stop`, and to read lines that need no answer.
  std::chrono::milliseconds stop_grace{1000};

  /// For `start_limit` and `ready_limit`, as in `Budget`.
  std::optional<Duration> busy_limit = std::chrono::seconds{10};

  WarmUp warm_up = {};  ///< for each process; takes at most `start_limit`, or twice that without a greeting
  Budget warm_up_budget = {};  ///< limits of the warm-up moves; `hard_limit` and `busy_limit` are ignored
  process::ChannelLimits limits;
  std::string dialect{native_dialect};
  int interrupt = -1;  ///< a descriptor, readable when the run is aborted
  std::function<void(const protocol::Info&)> on_info = {};  ///< for each `info` line, not in the warm-up

  /// `sent`: whole lines, with line ends, about to be written. Otherwise one line that was read, without.
  std::function<void(bool sent, std::string_view line)> on_line = {};
};

/// A player that is a child process. `begin` starts the process if it does not run, or if the dialect needs a
/// process for each game. The process ends with the player or the referee. One thread at a time.
class EnginePlayer final : public Player {
 public:
  explicit EnginePlayer(EngineSetup setup);
  ~EnginePlayer() override;

  std::variant<Ready, Fault, Interrupted> begin(const GameBrief& brief) override;
  Reply ask(const GameLine& line, const Budget& budget) override;
  std::string asked() const override;
  void end(const GameLine& line, std::string_view result, std::string_view reason) override;
  Duration pondered() override { return pondered_ + pondered_this_turn(); }
  Duration pondered_this_turn() override;

  /// The last `id name` of the engine, or an empty string.
  const std::string& announced_name() const { return announced_name_; }

  /// The process of the running engine, or -1.
  int process() const;

 private:
  struct Running;  // a process, its channel, and what it announced

  // Functions with an optional reply return one if the engine is at fault or the referee was interrupted.

  protocol::Reply interpret(std::string_view line);
  std::string line_of(const protocol::Request& request);
  std::optional<Reply> start(const GameBrief& brief);
  std::optional<Reply> greet(const GameBrief& brief);
  std::optional<Reply> send_options();
  std::optional<Reply> prepare(const GameBrief& brief);
  std::optional<Reply> warm_up(const GameBrief& brief);
  std::optional<Reply> play_warm_up(const GameBrief& brief);
  void write(std::string_view lines);
  void answer_now(std::string_view lines);
  std::optional<Reply> send(std::string_view text, process::Deadline deadline, Fault::Kind when_late);
  Reply input_closed(Fault::Kind when_ended);
  std::optional<Reply> await_ready();
  std::optional<Reply> await_line(MoveDeadline& deadline, std::string_view missing, Fault::Kind when_ended,
                                  process::LineChannel::Event& event);
  std::optional<Reply> reject_early_answers();
  std::optional<Reply> await_dropped_answer(Duration limit, std::optional<Duration> busy_limit,
                                            Fault::Kind when_ended);
  std::optional<Reply> send_question(MoveDeadline& deadline, const Budget& budget);
  Reply await_answer(MoveDeadline& deadline, const Budget& budget, process::Deadline asked);
  Interrupted starved(const MoveDeadline& deadline);
  Reply late(const MoveDeadline& deadline, const Budget& budget, std::string_view did,
             const Thought& thought = {}, bool answered = false);
  std::optional<Fault> misuse_of_cores(const MoveDeadline& deadline, const Budget& budget);
  bool has_exited();
  bool is_starting() const;  // whether a process without a greeting may still load
  Reply problem(process::LineChannel::Event event, Fault::Kind when_ended, const std::string& timeout_detail);
  Fault ended(Fault::Kind kind, std::string_view did);
  Fault fault(Fault::Kind kind, std::string_view detail, std::string_view line = {});
  bool announced(std::string_view option) const;

  EngineSetup setup_;
  std::unique_ptr<Dialect> dialect_;
  std::unique_ptr<Running> running_;
  std::string announced_name_;
  std::string question_;       // the last request for a move in this game, as it was sent
  std::string translation_;    // the same request in UGI, for other dialects
  std::string said_;           // the engine's last line, for other dialects
  Duration pondered_{};        // CPU time in the opponent's turns up to the last request
  bool exit_excused_ = false;  // it ended before it read a request, or with status 0; `begin` restarts it
};

}  // namespace ebiri::player
