#include "referee/player/engine_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "referee/player/running.hpp"
#include "referee/process/machine.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

using process::LineChannel;
using Clock = std::chrono::steady_clock;
using Status = LineChannel::Status;

constexpr std::size_t evidence_bytes = 400, question_bytes = 4096;
constexpr std::chrono::milliseconds stopped_for{
    250};  // no scheduler makes a waking thread wait unnoticed for so long
constexpr std::chrono::milliseconds unnoticed{1};    // an engine may clear its table after it has answered
constexpr std::chrono::milliseconds last_words{20};  // from a closed input to the end, if it is dying

void note(Thought& thought, const protocol::Info& info) {
  if (info.depth) thought.depth = info.depth;
  if (info.nodes) thought.nodes = info.nodes;
  if (!info.score) return;
  thought.score = info.score->value;
  thought.score_in_seeds = info.score->unit == protocol::Score::Unit::seeds;
}

Answer answer(const protocol::BestMove& best, const Thought& thought) {
  Answer result{.kind = Answer::Kind::move, .move = best.move, .offers_end = best.offer, .thought = thought};
  if (best.kind == protocol::BestMove::Kind::resign) result.kind = Answer::Kind::resign;
  if (best.kind == protocol::BestMove::Kind::accept) result.kind = Answer::Kind::accept;
  return result;
}

// What counts of the CPU time that an engine used in its opponent's turn.
Duration noticed(Duration used) { return used < unnoticed ? Duration::zero() : used; }

Duration since(process::Deadline begin, process::Deadline end) {
  return std::chrono::duration_cast<Duration>(end - begin);
}

std::string seconds(Duration duration) {
  return fmt::format("{:.3f}s", std::chrono::duration<double>(duration).count());
}

Reply as_reply(std::variant<Fault, Interrupted> trouble) {
  return std::visit([](auto&& what) -> Reply { return std::forward<decltype(what)>(what); },
                    std::move(trouble));
}

}  // namespace

EnginePlayer::EnginePlayer(EngineSetup setup)
    : setup_(std::move(setup)),
      dialect_(make_dialect(setup_.dialect)) {}

EnginePlayer::~EnginePlayer() {
  if (!running_) return;
  (void)running_->channel.write(line_of(protocol::Quit{}), Clock::now());
  running_->child.stop(setup_.stop_grace);
}

// Every fault ends the process: its state is not known any more.
Fault EnginePlayer::fault(Fault::Kind kind, std::string_view detail, std::string_view line) {
  Fault result{
      .kind = kind, .detail = printable(detail, evidence_bytes), .line = printable(line, evidence_bytes)};
  result.asked = asked();
  if (running_) {
    running_->channel.drain_errors();
    running_->child.stop(std::chrono::milliseconds{0});
    result.errors = printable_lines(running_->channel.errors(), 2 * setup_.limits.tail);
    running_.reset();
  }
  return result;
}

std::string EnginePlayer::asked() const {
  std::string_view text = question_;
  if (text.ends_with('\n')) text.remove_suffix(1);
  return printable_lines(text, question_bytes);
}

// What an event that is not a line means while we wait for one.
EnginePlayer::Problem EnginePlayer::problem(LineChannel::Event event, Fault::Kind when_ended,
                                            const std::string& late) {
  const bool starting = when_ended == Fault::Kind::failed_to_start;
  switch (event.status) {
    case Status::interrupted:
      return Interrupted{};
    case Status::too_long:
      return fault(Fault::Kind::too_talkative, fmt::format("a line longer than {} bytes", setup_.limits.line),
                   event.line);
    case Status::too_much:
      return fault(Fault::Kind::too_talkative,
                   fmt::format("more than {} bytes for one request", setup_.limits.request), event.line);
    case Status::timeout:
      return fault(starting ? Fault::Kind::failed_to_start : Fault::Kind::time, late,
                   running_->channel.unfinished());
    case Status::end:
    case Status::line:
      break;
  }
  return gone(when_ended, "closed its output");
}

// It ended, or it lives and `did` what makes it useless: its exit within the grace tells.
Fault EnginePlayer::gone(Fault::Kind kind, std::string_view did) {
  const std::string unfinished{running_->channel.unfinished()};
  running_->channel.drain_errors();
  const bool unread = running_->channel.unread() > 0;
  const auto exit = running_->child.stop(setup_.stop_grace);
  Fault result = fault(kind, {}, unfinished);
  if (!exit.killed) result.exit = exit.describe();
  left_in_peace_ = !exit.killed && (unread || (exit.code == 0 && exit.signal == 0));
  result.detail = result.exit.empty() ? std::string{did} : "ended with " + result.exit;
  result.detail += kind == Fault::Kind::failed_to_start ? " before it was ready" : " while it had to answer";
  return result;
}

std::optional<EnginePlayer::Problem> EnginePlayer::send(std::string_view text, process::Deadline deadline,
                                                        Fault::Kind when_late) {
  const Status status = running_->channel.write(text, deadline);
  if (status == Status::line) return std::nullopt;
  if (status != Status::end) return problem({status, {}}, when_late, "does not read its input");
  const auto when_ended =
      when_late == Fault::Kind::failed_to_start ? Fault::Kind::failed_to_start : Fault::Kind::crashed;
  const auto end = Clock::now() + last_words;
  LineChannel::Event event{Status::line, {}};
  while (event.status == Status::line && Clock::now() < end) event = running_->channel.read(end);
  if (event.status == Status::interrupted || event.status == Status::too_long ||
      event.status == Status::too_much)
    return problem(event, when_ended, {});
  Fault result = gone(when_ended, "closed its input");
  left_in_peace_ = !result.exit.empty();
  return result;
}

// Nothing but chat may be in the pipe when a question is put.
std::optional<EnginePlayer::Problem> EnginePlayer::refuse_early_answers() {
  while (true) {
    const auto event = running_->channel.at_hand();
    if (event.status == Status::timeout || event.status == Status::end) return std::nullopt;
    if (event.status != Status::line) return problem(event, Fault::Kind::crashed, {});
    if (!std::holds_alternative<protocol::BestMove>(interpret(event.line))) continue;
    if (!running_->owes_answer)
      return fault(Fault::Kind::out_of_turn, "answered when it had not been asked", event.line);
    running_->owes_answer = false;
  }
}

// An engine whose turn has passed was told to stop, and had its opponent's turn to do so.
std::optional<EnginePlayer::Problem> EnginePlayer::await_dropped_answer() {
  const auto deadline = Clock::now() + setup_.stop_grace;
  while (running_->owes_answer) {
    const auto event = running_->channel.read(deadline);
    if (event.status != Status::line)
      return problem(event, Fault::Kind::crashed,
                     fmt::format("no answer to `stop` after a stolen turn, {} into its next turn",
                                 format_duration(setup_.stop_grace)));
    if (std::holds_alternative<protocol::BestMove>(interpret(event.line))) running_->owes_answer = false;
  }
  return std::nullopt;
}

Reply EnginePlayer::out_of_time(const Thought& thought, bool answered) {
  if (!answered) {
    running_->owes_answer = true;
    if (auto trouble = send(line_of(protocol::Stop{}), Clock::now() + setup_.stop_grace, Fault::Kind::time))
      return as_reply(std::move(*trouble));
  }
  return OutOfTime{thought};
}

// How late the referee was in one wait, as for a line: the time that its thread stood in the run queue after
// a line had woken it; not when the deadline did, as nobody knows when the line came then. Never time in
// which the engine held a core, so that nobody gains by keeping us waiting, or stood in a queue itself, which
// is counted already.
class EnginePlayer::Lateness {
 public:
  Lateness(process::Meter& meter, process::Deadline begin, process::Deadline deadline)
      : meter_(meter),
        begin_(begin),
        deadline_(deadline),
        engine_(meter.of_process(begin)),
        wait_(process::thread_wait(begin)) {}

  Duration waited(process::Deadline now) const { return process::thread_wait(now) - wait_; }

  Duration measure(process::Deadline now) const {
    const Duration waited = this->waited(now);
    if (waited == Duration::zero() || now - waited >= deadline_) return {};
    const auto engine = meter_.of_process(now);
    const Duration idle = since(begin_, now) - (engine.cpu - engine_.cpu) - (engine.wait - engine_.wait);
    return std::max(std::min(waited, idle), Duration::zero());
  }

 private:
  process::Meter& meter_;
  process::Deadline begin_, deadline_;
  process::Usage engine_;
  Duration wait_;
};

Reply EnginePlayer::ask(const Line& line, const Budget& budget) {
  running_->channel.new_request();
  if (auto trouble = refuse_early_answers()) return as_reply(std::move(*trouble));
  if (auto trouble = await_dropped_answer()) return as_reply(std::move(*trouble));
  question_ = dialect_->question(line, budget);
  running_->child.meter().set_accuracy(budget.ponder_counts ? Duration::zero() : budget.patience / 1000);
  pondered_ += noticed(running_->child.meter().lap().cpu);
  // The clock runs from just before the request is written, as its first byte may give the engine the core;
  // but not while it is the referee that waits to write.
  const auto asked = Clock::now();
  const Lateness writing{running_->child.meter(), asked, asked + budget.patience};
  if (auto trouble = send(question_, asked + budget.patience, Fault::Kind::time))
    return as_reply(std::move(*trouble));
  const bool starting = !dialect_->greets() && !running_->answered;
  if (!starting) return await_answer(budget, asked + writing.measure(Clock::now()));
  Budget longer = budget;
  longer.patience += setup_.start_limit;
  return without_start(await_answer(longer, asked + writing.measure(Clock::now())));
}

// An engine that does not say when it is ready has its start within its first answer: that much is not
// charged.
Reply EnginePlayer::without_start(Reply reply) const {
  auto* answer = std::get_if<Answer>(&reply);
  if (answer == nullptr) return reply;
  Thought& thought = answer->thought;
  const Duration rest = thought.wall - thought.wait - thought.lag - setup_.start_limit;
  thought.wall = std::max(rest, Duration::zero());
  thought.wait = thought.lag = {};
  return reply;
}

// The latest word of an engine that may say more, once its time is over.
std::optional<protocol::Reply> EnginePlayer::latest_word() {
  auto word = dialect_->settle();
  if (!word) return std::nullopt;
  (void)running_->channel.write(word->answer, Clock::now() + setup_.stop_grace);
  return std::move(word->reply);
}

Interrupted EnginePlayer::starved(const Patience& patience) {
  const auto& elapsed = patience.elapsed();
  const auto overrun = elapsed.wall - patience.limit();
  running_.reset();
  return {
      .machine = fmt::format("`{}` was kept from the cores: {} after it was asked it had had {} of CPU time",
                             setup_.name, seconds(elapsed.wall), seconds(patience.cpu())),
      .reason = "busy-machine",
      .others = overrun * static_cast<int>(process::allowed_processors().size())};
}

Reply EnginePlayer::late(const Patience& patience, const Thought& thought, const Budget& budget,
                         bool answered) {
  if (budget.turn_passes) {
    running_->child.meter().lap();
    return out_of_time(thought, answered);
  }
  std::string why = fmt::format("no answer within {} (", seconds(patience.limit()));
  if (running_->child.meter().counts())
    why += fmt::format("CPU {}, waited for a core {}, ", seconds(thought.cpu), seconds(thought.wait));
  why += fmt::format("referee late by {})", seconds(thought.lag));
  return as_reply(problem({Status::timeout, {}}, Fault::Kind::crashed, why));
}

Reply EnginePlayer::await_answer(const Budget& budget, process::Deadline asked) {
  LineChannel& channel = running_->channel;
  process::Meter& meter = running_->child.meter();
  Patience patience{meter, asked, budget.patience, budget.busy_limit};
  Thought thought;
  const auto account = [&] {
    thought.wall = patience.elapsed().wall;
    thought.wait = patience.elapsed().wait;
    thought.lag = patience.elapsed().lag;
    thought.cpu = patience.cpu();
  };
  std::optional<process::Deadline> settled;
  if (const auto settles = dialect_->settles_after(budget)) settled = asked + *settles;
  while (true) {
    const auto begin = Clock::now();
    const bool may_settle = settled && begin < *settled;
    const auto look = may_settle ? std::min(*settled, patience.deadline()) : patience.deadline();
    const Lateness lateness{meter, begin, look};
    const auto event = channel.read(look);
    const bool silent = event.status == Status::timeout;
    if (!silent && event.status != Status::line) return as_reply(problem(event, Fault::Kind::crashed, {}));
    // Far behind the deadline without having waited for a core: we were stopped, the engine was not.
    const auto now = silent ? Clock::now() : channel.arrived();
    const auto behind = now - patience.deadline() - stopped_for;
    if (behind > Duration::zero() && behind > lateness.waited(now)) {
      running_.reset();
      return Interrupted{.machine = "the referee was stopped while an engine was thinking",
                         .reason = "referee-stopped"};
    }
    auto reply = silent ? protocol::Reply{} : interpret(event.line);
    if (settled && now >= *settled)
      if (auto word = latest_word()) reply = std::move(*word);
    const auto* best = std::get_if<protocol::BestMove>(&reply);
    const bool nothing = silent && best == nullptr;
    if (nothing && now < patience.deadline()) continue;
    const bool overdue = !silent && channel.arrived() > asked + budget.patience;
    if (nothing || overdue || best != nullptr) {
      const Timing timing =
          nothing ? patience.judge_silence() : patience.judge_line(now, lateness.measure(now));
      account();
      if (timing == Timing::busy) return starved(patience);
      if (timing == Timing::late) return late(patience, thought, budget, best != nullptr);
      if (nothing) continue;
    }
    if (const auto* info = std::get_if<protocol::Info>(&reply)) {
      note(thought, *info);
      if (setup_.overhear) setup_.overhear(*info);
    }
    if (const auto* bad = std::get_if<protocol::Malformed>(&reply))
      return fault(Fault::Kind::malformed, bad->why, event.line);
    if (best == nullptr) continue;
    meter.lap(now);
    running_->answered = true;
    return answer(*best, thought);
  }
}

Duration EnginePlayer::pondered_this_turn() {
  return running_ ? noticed(running_->child.meter().so_far().cpu) : Duration::zero();
}

void EnginePlayer::end(const Line& line, std::string_view result, std::string_view reason) {
  if (!running_) return;
  std::string text = dialect_->conclusion(line);
  if (announced("UGI_GameOver"))
    text += line_of(protocol::GameOver{std::string{result}, std::string{reason}});
  if (text.empty()) return;
  (void)running_->channel.write(text, Clock::now() + setup_.stop_grace);
}

}  // namespace ebiri::player
