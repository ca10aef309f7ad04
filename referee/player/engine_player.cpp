#include "referee/player/engine_player.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "protocol/ugi.hpp"
#include "referee/process/machine.hpp"
#include "referee/process/sandbox.hpp"
#include "referee/support/text.hpp"

namespace ebiri::player {

namespace {

using process::LineChannel;
using Clock = std::chrono::steady_clock;
using Status = LineChannel::Status;

constexpr std::size_t evidence_bytes = 400, question_bytes = 4096;
constexpr std::chrono::milliseconds min_pondering{1};  // less CPU time in an opponent's turn is clean-up
constexpr std::chrono::milliseconds exit_grace{20};    // time for an engine that closed its input to exit

void note(Thought& thought, const protocol::Info& info) {
  if (info.depth) thought.depth = info.depth;
  if (info.nodes) thought.nodes = info.nodes;
  if (!info.score) return;
  thought.score = info.score->value;
  thought.score_in_seeds = info.score->unit == protocol::Score::Unit::seeds;
}

Duration counted_pondering(Duration used) { return used < min_pondering ? Duration::zero() : used; }

// Describes both bounds and the waits that separate them. `cpu_known`: whether CPU time and waits for a core
// were measured.
std::string measured(const MoveDeadline& deadline, bool cpu_known) {
  const auto time = deadline.evidence();
  std::string text = fmt::format("took {} to {}, ", in_seconds(time.lower), in_seconds(time.upper));
  if (cpu_known)
    text += fmt::format("CPU {}, waited for a core {}, ", in_seconds(time.cpu), in_seconds(time.engine_wait));
  return text + fmt::format("referee late by {}", in_seconds(time.referee_wait));
}

Thought thought_of(const MoveDeadline& deadline, Thought thought) {
  thought.wall = deadline.upper();
  thought.cpu = deadline.cpu();
  thought.wait = deadline.engine_wait();
  thought.lag = deadline.referee_wait();
  return thought;
}

}  // namespace

struct EnginePlayer::Running {
  process::Child child;
  process::LineChannel channel;
  std::vector<protocol::OptionOffer> options;
  std::optional<std::vector<std::string>> variants;
  bool answer_pending = false;  // the answer of a stolen turn is still missing; it will be dropped
  bool answered = false;        // the process has answered a request for a move

  Running(process::Child started, const EngineSetup& setup)
      : child(std::move(started)),
        channel(child, setup.limits, setup.interrupt) {}
};

EnginePlayer::EnginePlayer(EngineSetup setup)
    : setup_(std::move(setup)),
      dialect_(dialect(setup_.dialect).make()) {}

EnginePlayer::~EnginePlayer() {
  if (!running_) return;
  (void)running_->channel.write(line_of(protocol::Quit{}), Clock::now());
  running_->child.stop(setup_.stop_grace);
}

// Makes a fault and ends the process, because its state is unknown.
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
  std::string text = question_;
  if (!text.empty() && !translation_.empty()) text += "which means:\n" + translation_;
  if (text.ends_with('\n')) text.pop_back();
  return printable_lines(text, question_bytes);
}

// The reply for an event that came instead of the awaited line. `timeout_detail`: the detail of the fault
// if the event is a timeout.
Reply EnginePlayer::problem(LineChannel::Event event, Fault::Kind when_ended,
                            const std::string& timeout_detail) {
  const bool starting = when_ended == Fault::Kind::failed_to_start;
  if (event.status == Status::interrupted) return Interrupted{};
  if (event.status == Status::too_long)
    return fault(Fault::Kind::too_talkative, fmt::format("a line longer than {} bytes", setup_.limits.line),
                 event.line);
  if (event.status == Status::too_much)
    return fault(Fault::Kind::too_talkative,
                 fmt::format("more than {} bytes for one request", setup_.limits.request), event.line);
  if (event.status == Status::timeout)
    return fault(starting ? Fault::Kind::failed_to_start : Fault::Kind::time, timeout_detail,
                 running_->channel.unfinished());
  return ended(when_ended, "closed its output");
}

// The fault of a process that closed a pipe; `did` says which. Waits for its exit, which is better evidence.
Fault EnginePlayer::ended(Fault::Kind kind, std::string_view did) {
  const std::string unfinished{running_->channel.unfinished()};
  running_->channel.drain_errors();
  const bool unread = running_->channel.unread() > 0;
  const auto exit = running_->child.stop(setup_.stop_grace);
  Fault result = fault(kind, {}, unfinished);
  if (!exit.killed) result.exit = exit.describe();
  exit_excused_ = !exit.killed && (unread || (exit.code == 0 && exit.signal == 0));
  result.detail = result.exit.empty() ? std::string{did} : "ended with " + result.exit;
  result.detail += kind == Fault::Kind::failed_to_start ? " before it was ready" : " instead of answering";
  return result;
}

std::optional<Reply> EnginePlayer::send(std::string_view text, process::Deadline deadline,
                                        Fault::Kind when_late) {
  const Status status = running_->channel.write(text, deadline);
  if (status == Status::line) return std::nullopt;  // all of it was written
  if (status != Status::end) return problem({status, {}}, when_late, "does not read its input");
  return input_closed(when_late == Fault::Kind::failed_to_start ? Fault::Kind::failed_to_start
                                                                : Fault::Kind::crashed);
}

// The engine closed its input. Its last line or its exit is the evidence.
Reply EnginePlayer::input_closed(Fault::Kind when_ended) {
  const auto end = Clock::now() + exit_grace;
  LineChannel::Event event{Status::line, {}};
  while (event.status == Status::line && Clock::now() < end) event = running_->channel.read(end);
  if (event.status == Status::interrupted || event.status == Status::too_long ||
      event.status == Status::too_much)
    return problem(event, when_ended, {});
  Fault result = ended(when_ended, "closed its input");
  exit_excused_ = !result.exit.empty();
  return result;
}

// Reads the lines that came before the request for a move. An unexpected answer is a fault.
std::optional<Reply> EnginePlayer::reject_early_answers() {
  while (true) {
    const auto event = running_->channel.try_read();
    if (event.status == Status::timeout || event.status == Status::end) return std::nullopt;
    if (event.status != Status::line) return problem(event, Fault::Kind::crashed, {});
    if (!std::holds_alternative<protocol::BestMove>(interpret(event.line))) continue;
    if (!running_->answer_pending)
      return fault(Fault::Kind::out_of_turn, "sent `bestmove` without a request", event.line);
    running_->answer_pending = false;
  }
}

// Waits for the late answer of a stolen turn and drops it. The engine got `stop` when its turn passed. What
// it computes meanwhile is no pondering.
std::optional<Reply> EnginePlayer::await_dropped_answer(Duration limit, std::optional<Duration> busy_limit,
                                                        Fault::Kind when_ended) {
  if (!running_->answer_pending) return std::nullopt;
  process::Meter& meter = running_->child.meter();
  pondered_ += counted_pondering(meter.lap().cpu);
  MoveDeadline deadline{meter, Clock::now(), limit, busy_limit};
  while (running_->answer_pending) {
    LineChannel::Event event;
    if (auto trouble = await_line(deadline, "answer to `stop`", when_ended, event)) return trouble;
    running_->answer_pending = !std::holds_alternative<protocol::BestMove>(interpret(event.line));
  }
  meter.lap();
  return std::nullopt;
}

// Writes the request for a move. Returns a reply only if that fails.
std::optional<Reply> EnginePlayer::send_question(MoveDeadline& deadline, const Budget& budget) {
  std::string_view rest = question_;
  while (true) {
    const auto begin = Clock::now(), until = deadline.next_check();
    const Status status = running_->channel.write_from(rest, until);
    if (status == Status::line) return std::nullopt;  // all of it was written
    if (status == Status::end) return input_closed(Fault::Kind::crashed);
    if (status != Status::timeout) return problem({status, {}}, Fault::Kind::crashed, {});
    deadline.note_wait(begin, until, Clock::now());
    const Timing timing = deadline.judge_silence();
    if (timing == Timing::busy) return starved(deadline);
    if (timing == Timing::late) return late(deadline, budget, "does not read its input");
  }
}

Reply EnginePlayer::ask(const GameLine& line, const Budget& budget) {
  running_->channel.new_request();
  if (auto trouble = reject_early_answers()) return std::move(*trouble);
  if (auto trouble = await_dropped_answer(setup_.stop_grace, budget.busy_limit, Fault::Kind::crashed))
    return std::move(*trouble);
  question_ = dialect_->question(line, budget);
  if (setup_.on_line) setup_.on_line(true, question_);
  if (setup_.dialect != native_dialect) translation_ = dialect(native_dialect).make()->question(line, budget);
  process::Meter& meter = running_->child.meter();
  meter.set_accuracy(budget.ponder_counts ? Duration::zero() : budget.hard_limit / 1000);
  const bool starting = is_starting();
  if (const Duration used = meter.lap().cpu; !starting) pondered_ += counted_pondering(used);
  // The clock starts before the request is written, because the engine may run as soon as it has the first
  // byte.
  const auto asked = Clock::now();
  const Duration limit = budget.hard_limit + (starting ? Duration{setup_.start_limit} : Duration::zero());
  MoveDeadline deadline{meter, asked, limit, budget.busy_limit};
  if (auto trouble = send_question(deadline, budget)) return std::move(*trouble);
  Reply reply = await_answer(deadline, budget, asked);
  if (auto* answer = std::get_if<Answer>(&reply); starting && answer != nullptr) {
    // The time of the first answer of an engine without a greeting includes the start of its process.
    // Subtracts up to `start_limit`.
    Thought& thought = answer->thought;
    const Duration rest = thought.wall - thought.wait - thought.lag - setup_.start_limit;
    thought.wall = std::max(rest, Duration::zero());
    thought.wait = thought.lag = {};
  }
  return reply;
}

Interrupted EnginePlayer::starved(const MoveDeadline& deadline) {
  const auto processors = static_cast<int>(process::allowed_processors().size());
  const Duration excess = deadline.upper() - deadline.limit();
  const bool by_engine = deadline.machine_was_idle() || 2 * deadline.cpu() > deadline.upper() * processors;
  const bool stopped = deadline.referee_was_stopped();
  Interrupted interrupted{
      .problem = fmt::format("cannot prove that `{}` was late: {}", setup_.name, measured(deadline, true)),
      .reason = stopped ? "referee-stopped" : "busy-machine",
      .others = stopped ? Duration::zero() : excess * processors,
      .by_player = by_engine && !stopped,
      .time = deadline.evidence()};
  running_.reset();  // destroys the meter that `deadline` reads
  return interrupted;
}

// The fault of an engine that used more cores than allowed or escaped from the CPU counter. It counts even if
// the answer was in time.
std::optional<Fault> EnginePlayer::misuse_of_cores(const MoveDeadline& deadline, const Budget& budget) {
  // The CPU time of helpers (new processes and threads of the engine) is known up to 50 ms late without a
  // counter, and at most one timer tick late with one.
  const process::Meter& meter = running_->child.meter();
  const bool exact = meter.source() != process::CpuCounter::Source::none;
  const std::chrono::milliseconds slack{exact ? 20 : 50};
  const int cores = setup_.command.confinement.cores;
  const auto time = deadline.evidence();
  std::optional<Fault> result;
  if (meter.evaded())
    result = fault(Fault::Kind::evasion, fmt::format("escaped from the counter of its CPU time ({}): its "
                                                     "processes used {} that the counter did not count",
                                                     time.cpu_source, in_seconds(meter.uncounted())));
  else if (cores > 0 && time.cpu > cores * time.upper + std::max<Duration>(budget.margin, slack))
    result = fault(Fault::Kind::cores, fmt::format("used {} of CPU time in {}, with `cores: {}`",
                                                   in_seconds(time.cpu), in_seconds(time.upper), cores));
  if (result) result->time = time;
  return result;
}

// The reply for a late or missing answer. With `turn_passes` it ends the turn, not the game. `did`: what the
// engine did wrong (`does not read its input`), or empty if it only took too long. `thought`: the last values
// of its `info`.
Reply EnginePlayer::late(const MoveDeadline& deadline, const Budget& budget, std::string_view did,
                         const Thought& thought, bool answered) {
  if (budget.turn_passes && did.empty()) {
    running_->child.meter().lap();
    const OutOfTime passed{thought_of(deadline, thought)};
    if (answered) return passed;
    running_->answer_pending = true;
    return send(line_of(protocol::Stop{}), Clock::now() + setup_.stop_grace, Fault::Kind::time)
        .value_or(passed);
  }
  const auto evidence = deadline.evidence();
  const std::string numbers = measured(deadline, running_->child.meter().counts());
  const std::string why = did.empty()
                              ? fmt::format("no answer within {} ({})", in_seconds(deadline.limit()), numbers)
                              : fmt::format("{} ({})", did, numbers);
  auto trouble = problem({Status::timeout, {}}, Fault::Kind::crashed, why);
  if (auto* fault = std::get_if<Fault>(&trouble)) fault->time = evidence;
  return trouble;
}

Reply EnginePlayer::await_answer(MoveDeadline& deadline, const Budget& budget, process::Deadline asked) {
  LineChannel& channel = running_->channel;
  Thought thought;
  std::optional<process::Deadline> final_at;  // when the latest answer becomes final
  if (const auto settles = dialect_->settles_after(budget)) final_at = asked + *settles;
  while (true) {
    const auto begin = Clock::now();
    auto until = deadline.next_check();
    if (final_at && begin < *final_at) until = std::min(*final_at, until);
    const auto event = channel.read(until);
    const bool silent = event.status == Status::timeout;
    if (!silent && event.status != Status::line) return problem(event, Fault::Kind::crashed, {});
    const auto now = silent ? Clock::now() : channel.arrived();
    deadline.note_wait(begin, until, now);
    auto reply = silent ? protocol::Reply{} : interpret(event.line);
    if (final_at && now >= *final_at) {
      if (auto latest = dialect_->settle()) {
        answer_now(latest->answer);
        said_ = std::move(latest->said);
        reply = std::move(latest->reply);
      }
    }
    const auto* best = std::get_if<protocol::BestMove>(&reply);
    // Judges each answer, and at each check the lack of one. Lines such as `info` do not postpone a check.
    const bool nothing = silent && best == nullptr;
    if (nothing && now < deadline.next_check()) continue;
    const bool overdue = !silent && now > deadline.next_check();
    if (nothing || overdue || best != nullptr) {
      const Timing timing = best != nullptr ? deadline.judge_answer(now) : deadline.judge_silence();
      if (timing == Timing::busy) return starved(deadline);
      if (timing == Timing::late) return late(deadline, budget, {}, thought, best != nullptr);
      if (auto fault = misuse_of_cores(deadline, budget)) return std::move(*fault);
      if (nothing) continue;
    }
    if (const auto* info = std::get_if<protocol::Info>(&reply)) {
      note(thought, *info);
      if (setup_.on_info) setup_.on_info(*info);
    }
    if (const auto* bad = std::get_if<protocol::Malformed>(&reply))
      return fault(Fault::Kind::malformed, bad->why, event.line);
    if (best == nullptr) continue;
    running_->child.meter().lap(now);
    running_->answered = true;
    return Answer{.kind = best->kind,
                  .move = best->move,
                  .offers_end = best->offer,
                  .thought = thought_of(deadline, thought),
                  .said = printable(said_, evidence_bytes)};
  }
}

int EnginePlayer::process() const { return running_ ? running_->child.pid() : -1; }

Duration EnginePlayer::pondered_this_turn() {
  if (!running_ || is_starting()) return Duration::zero();
  return counted_pondering(running_->child.meter().so_far().cpu);
}

bool EnginePlayer::is_starting() const { return !dialect_->greets() && !running_->answered; }

void EnginePlayer::end(const GameLine& line, std::string_view result, std::string_view reason) {
  if (!running_) return;
  const std::string conclusion = dialect_->conclusion(line);
  write(conclusion);
  if (!dialect_->greets() && !conclusion.empty())
    running_->child.stop(setup_.stop_grace);  // it may save data
  if (announced("UGI_GameOver"))
    write(dialect_->encode(protocol::GameOver{std::string{result}, std::string{reason}}));
}

// Does not wait, so that an engine that floods the referee with pings cannot stop it.
void EnginePlayer::answer_now(std::string_view lines) {
  if (setup_.on_line && !lines.empty()) setup_.on_line(true, lines);
  running_->channel.write_now(lines);
}

// Writes lines that need no reply. A failure shows at the next request.
void EnginePlayer::write(std::string_view lines) {
  if (lines.empty()) return;
  if (setup_.on_line) setup_.on_line(true, lines);
  (void)running_->channel.write(lines, Clock::now() + setup_.stop_grace);
}

// --- From the start of the process to `readyok`, for the first game and for later ones ---

std::string EnginePlayer::line_of(const protocol::Request& request) {
  std::string line = dialect_->encode(request);
  if (setup_.on_line && !line.empty()) setup_.on_line(true, line);
  return line;
}

// Decodes a line and writes the dialect's immediate answer, if it has one.
protocol::Reply EnginePlayer::interpret(std::string_view line) {
  if (setup_.on_line) setup_.on_line(false, line);
  auto interpreted = dialect_->interpret(line);
  answer_now(interpreted.answer);
  if (setup_.dialect != native_dialect)
    said_ = interpreted.said.empty() ? std::string{line} : std::move(interpreted.said);
  return std::move(interpreted.reply);
}

bool EnginePlayer::announced(std::string_view option) const {
  return find_by(running_->options, option, &protocol::OptionOffer::name) != nullptr;
}

std::variant<Ready, Fault, Interrupted> EnginePlayer::begin(const GameBrief& brief) {
  // An engine may exit between two games; it is then started again.
  if (running_ && (!dialect_->greets() || has_exited())) running_.reset();
  dialect_->begin(brief);
  const bool was_running = running_ != nullptr;
  exit_excused_ = false;
  question_.clear();
  if (was_running) running_->channel.forget_errors();  // stderr of the earlier game
  auto trouble = was_running ? prepare(brief) : start(brief);
  if (was_running && exit_excused_) trouble = start(brief);
  if (!trouble) {
    running_->child.meter().lap();
    pondered_ = {};
    return Ready{};
  }
  if (auto* interrupted = std::get_if<Interrupted>(&*trouble)) return *interrupted;
  return std::get<Fault>(std::move(*trouble));
}

bool EnginePlayer::has_exited() {
  running_->channel.new_request();
  while (true) {
    const auto event = running_->channel.poll();
    if (event.status != Status::line) return event.status == Status::end;
    if (std::holds_alternative<protocol::BestMove>(interpret(event.line))) running_->answer_pending = false;
  }
}

std::optional<Reply> EnginePlayer::start(const GameBrief& brief) {
  running_.reset();
  process::Child::Cause cause{};
  auto command = setup_.command;
  if (const auto name = dialect(setup_.dialect).wrapper; !name.empty()) {
    const auto wrapper = process::find_beside(name);
    if (!wrapper) return Interrupted{fmt::format("program `{}` not found beside the referee", name)};
    command.argv.insert(command.argv.begin(), wrapper->string());
  }
  auto child = process::Child::spawn(command, &cause);
  if (!child && cause == process::Child::Cause::machine) return Interrupted{child.error().message};
  if (!child) return fault(Fault::Kind::failed_to_start, child.error().message);
  running_ = std::make_unique<Running>(std::move(*child), setup_);
  dialect_->restart();
  if (auto trouble = greet(brief)) return trouble;
  if (auto trouble = send_options()) return trouble;
  return warm_up(brief);
}

// Reads the next line of an engine that does not think about a move. Returns a fault or an interruption if no
// line comes in time. `missing`: the line that ends this phase.
std::optional<Reply> EnginePlayer::await_line(MoveDeadline& deadline, std::string_view missing,
                                              Fault::Kind when_ended, LineChannel::Event& event) {
  Timing timing = Timing::in_time;
  do {
    const auto begin = Clock::now(), until = deadline.next_check();
    event = running_->channel.read(until);
    const bool silent = event.status == Status::timeout;
    const auto now = silent ? Clock::now() : running_->channel.arrived();
    deadline.note_wait(begin, until, now);
    if (silent)
      timing = deadline.judge_silence();
    else if (event.status == Status::line && now > deadline.next_check())
      timing = deadline.judge_answer(now);
  } while (event.status == Status::timeout && timing == Timing::in_time);
  if (timing == Timing::busy) return starved(deadline);
  if (event.status == Status::line && timing == Timing::in_time) return std::nullopt;
  const auto evidence = deadline.evidence();
  auto trouble =
      problem(timing == Timing::late ? LineChannel::Event{Status::timeout, {}} : event, when_ended,
              fmt::format("no {} within {}", missing,
                          format_duration(std::chrono::ceil<std::chrono::milliseconds>(deadline.limit()))));
  if (auto* fault = std::get_if<Fault>(&trouble); fault != nullptr && fault->kind == Fault::Kind::time)
    fault->time = evidence;
  return trouble;
}

std::optional<Reply> EnginePlayer::greet(const GameBrief& brief) {
  MoveDeadline deadline{running_->child.meter(), Clock::now(), setup_.start_limit, setup_.busy_limit};
  // Ignores a failure: reading finds the end of the process, and its stderr may say why.
  (void)running_->channel.write(line_of(protocol::Hello{}), deadline.next_check());
  running_->channel.new_request();
  if (!dialect_->greets()) return std::nullopt;
  while (true) {
    LineChannel::Event event;
    if (auto trouble = await_line(deadline, "`ugiok`", Fault::Kind::failed_to_start, event)) return trouble;
    const auto reply = interpret(event.line);
    if (std::holds_alternative<protocol::HelloDone>(reply)) break;
    if (const auto* id = std::get_if<protocol::Id>(&reply); id != nullptr && id->field == "name")
      announced_name_ = id->value;
    if (const auto* option = std::get_if<protocol::OptionOffer>(&reply)) running_->options.push_back(*option);
    if (const auto* variants = std::get_if<protocol::Variants>(&reply)) running_->variants = variants->names;
    if (const auto* bad = std::get_if<protocol::Malformed>(&reply))
      return fault(Fault::Kind::failed_to_start, bad->why, event.line);
    if (std::holds_alternative<protocol::BestMove>(reply))
      return fault(Fault::Kind::out_of_turn, "sent `bestmove` without a request", event.line);
  }
  const auto& variants = running_->variants;
  const rules::Rules& rules = brief.rules;
  if (variants && name_among(*variants, rules.variant(), !rules.description().empty()).empty())
    return fault(Fault::Kind::failed_to_start,
                 fmt::format("does not play `{}`; it announces `variants {}`; `--variant` or the key "
                             "`variant` selects another game",
                             rules.variant(), join(*variants, " ")));
  return std::nullopt;
}

std::optional<Reply> EnginePlayer::send_options() {
  std::string text;
  for (const auto& [name, value] : setup_.options) {
    if (const auto valid = protocol::ugi::check_option(running_->options, name, value); !valid)
      return fault(Fault::Kind::failed_to_start, valid.error().message);
    text += line_of(protocol::SetOption{name, value});
  }
  return send(text, Clock::now() + setup_.start_limit, Fault::Kind::failed_to_start);
}

// Prepares a running engine for a new game, up to the `readyok` after `uginewgame`.
std::optional<Reply> EnginePlayer::prepare(const GameBrief& brief) {
  running_->channel.new_request();
  // The engine must not get these lines during a search.
  if (auto trouble =
          await_dropped_answer(setup_.ready_limit, setup_.busy_limit, Fault::Kind::failed_to_start))
    return trouble;
  std::string text;
  const std::string variant{brief.rules.variant()}, description = brief.rules.description();
  const bool is_described = !description.empty();
  const auto& variants = running_->variants;
  const auto set = [&](std::string_view name, const std::string& value) {
    if (announced(name)) text += line_of(protocol::SetOption{std::string{name}, value});
  };
  set("UGI_Variant", variants ? name_among(*variants, variant, is_described) : variant);
  set("UGI_Ruleset", rules::ruleset_text(brief.rules));
  if (is_described) set("UGI_Description", description);
  set("UGI_Seed", std::to_string(brief.seed));
  text += line_of(protocol::NewGame{});
  text += line_of(protocol::IsReady{});
  if (auto trouble = send(text, Clock::now() + setup_.ready_limit, Fault::Kind::failed_to_start))
    return trouble;
  return await_ready();
}

std::optional<Reply> EnginePlayer::await_ready() {
  if (!dialect_->greets()) return std::nullopt;
  running_->child.meter().lap();
  MoveDeadline deadline{running_->child.meter(), Clock::now(), setup_.ready_limit, setup_.busy_limit};
  while (true) {
    LineChannel::Event event;
    if (auto trouble = await_line(deadline, "`readyok`", Fault::Kind::failed_to_start, event)) return trouble;
    const auto reply = interpret(event.line);
    if (std::holds_alternative<protocol::Ready>(reply)) return std::nullopt;
    if (std::holds_alternative<protocol::BestMove>(reply))
      return fault(Fault::Kind::out_of_turn, "sent `bestmove` without a request", event.line);
  }
}

// Prepares a new process and warms it up. Later faults do not cite the warm-up, and its thinking is neither
// shown nor counted.
std::optional<Reply> EnginePlayer::warm_up(const GameBrief& brief) {
  auto trouble = prepare(brief);
  if (trouble || !setup_.warm_up.wanted() || dialect(setup_.dialect).from_start_only) return trouble;
  const auto on_info = std::exchange(setup_.on_info, {});
  trouble = play_warm_up(brief);
  if (!trouble) trouble = prepare(brief);
  setup_.on_info = on_info;
  question_.clear();
  if (trouble)
    if (auto* fault = std::get_if<Fault>(&*trouble)) {
      fault->detail = "warm-up: " + fault->detail;
      fault->kind = Fault::Kind::failed_to_start;
    }
  return trouble;
}

std::optional<Reply> EnginePlayer::play_warm_up(const GameBrief& brief) {
  const auto begin = Clock::now();
  Budget budget = setup_.warm_up_budget;
  budget.busy_limit = setup_.busy_limit;
  budget.hard_limit = setup_.start_limit;
  const auto is_over = [&](int moves) {
    return setup_.warm_up.moves ? moves >= *setup_.warm_up.moves
                                : moves > 0 && Clock::now() - begin >= *setup_.warm_up.time;
  };
  for (int moves = 0; !is_over(moves); ++moves) {
    if (budget.hard_limit <= Duration::zero())
      return fault(Fault::Kind::failed_to_start, fmt::format("{} took longer than {}", counted(moves, "move"),
                                                             format_duration(setup_.start_limit)));
    auto reply = ask({}, budget);
    if (std::holds_alternative<Interrupted>(reply) || std::holds_alternative<Fault>(reply)) return reply;
    const auto* answer = std::get_if<Answer>(&reply);
    if (answer == nullptr) continue;
    budget.hard_limit -= charged(answer->thought, budget);
    if (answer->kind != Answer::Kind::move) continue;
    if (const auto refused = brief.rules.start()->play(answer->move))
      return fault(Fault::Kind::failed_to_start, refused->message, evidence_of(*answer));
  }
  return std::nullopt;
}

}  // namespace ebiri::player
