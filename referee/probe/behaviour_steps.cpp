// Steps that check behaviour besides moves: times per move, with a clock, without a time limit; `stop`, idle
// time, unknown input, `quit`.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "referee/probe/examination.hpp"
#include "referee/support/random.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

using player::TimeEvidence;
using std::chrono::milliseconds;

struct Series {
  milliseconds limit;
  int tries;
};
constexpr Series series[] = {{milliseconds{10}, 10}, {milliseconds{50}, 6}, {milliseconds{500}, 2}};
constexpr Series first_answers{milliseconds{10}, 8};
constexpr milliseconds noticeable{20};
constexpr milliseconds short_clock{400}, long_clock{60000};
constexpr std::size_t fewest_moves = 3, max_moves = 20;

double ms(Duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

// A position after `plies` moves, always the same one.
Playout position_after(std::size_t plies, const rules::Rules& rules) {
  Random random{19};
  return play_out(rules, plies, random);
}

// Measures answer `number` of a series, each in another position. Returns nothing after a finding.
std::optional<TimeEvidence> timed_answer(Examination& examination, milliseconds limit, int number) {
  const auto [game, moves] = position_after(static_cast<std::size_t>(2 * number), examination.rules());
  auto response = examination.ask(
      {.base = {}, .moves = moves, .go = fmt::format("go movetime {}", limit.count()), .limit = limit});
  if (!response || !examination.accept(*game, *response)) return std::nullopt;
  response->time.limit = limit;
  return response->time;
}

void judge_series(Examination& examination, milliseconds limit, std::vector<TimeEvidence> times) {
  std::ranges::sort(times, {}, &TimeEvidence::lower);
  const auto allowed = limit + examination.settings().margin;
  const auto late = std::ranges::count_if(times, [&](const auto& time) { return time.lower > allowed; });
  const auto size = static_cast<std::ptrdiff_t>(times.size());
  const std::string figures = fmt::format("`movetime {}`: {:.1f} to {:.1f} ms", limit.count(),
                                          ms(times.front().lower), ms(times.back().lower));
  const std::string expected = fmt::format("at most {} ms, including a margin of {} ms", ms(allowed),
                                           examination.settings().margin.count());
  const std::string advice =
      "read the clock more often during the search, and reserve some milliseconds for writing the answer";
  if (2 * late > size)
    return examination.fault({fmt::format("{}; late in {} of {}", figures, late, size), expected, advice});
  if (late > 0)
    return examination.warn({fmt::format("{}; late in {} of {}", figures, late, size), expected, advice});
  examination.good(figures);
}

constexpr milliseconds thinking{100}, resting{100};
constexpr milliseconds clean_up{20};  // CPU time for cleaning up after an answer

// Asks for one more move to check that the engine still plays.
bool still_plays(Examination& examination) {
  if (!examination.prepare()) return false;
  const auto response = examination.ask({});
  return response && examination.accept(*examination.rules().start(), *response);
}

bool start_thinking(Examination& examination) {
  if (!examination.prepare()) return false;
  Session& session = examination.session();
  session.start_clock();
  session.send(protocol::Position{});
  session.send(protocol::Go{});
  return true;
}

bool answers_stop(Examination& examination, std::string_view when) {
  Session& session = examination.session();
  session.start_clock();
  session.send(protocol::Stop{});
  const auto response = session.await(is<protocol::BestMove>, examination.settings().prompt_reply_limit);
  if (response.trouble) {
    examination.report_trouble(*response.trouble, fmt::format("`bestmove` at once after `stop`{}", when),
                               "read the input during the search, in a separate thread or between two moves");
    return false;
  }
  return examination.accept(*examination.rules().start(), response);
}

void judge_exit(Examination& examination, const process::Exit& exit, std::string_view how) {
  const auto grace = examination.settings().stop_grace;
  if (exit.killed)
    return examination.fault({fmt::format("does not exit within {}", format_duration(grace)),
                              fmt::format("its exit {}", how),
                              "exit at `quit` and at the end of input, also during a search"});
  if (exit.code != 0 || exit.signal != 0)
    return examination.warn(
        {"ends with " + exit.describe(), "exit status 0", "find out what fails during the exit"});
  examination.good(fmt::format("exits {}", how));
}

}  // namespace

// Tournaments charge the first answer of a new process, so it should be as quick as later ones.
void examine_warm_up(Examination& examination) {
  examination.begin_step("warm-up");
  if (!examination.prepare_afresh()) return;
  std::vector<Duration> took;
  for (int i = 0; i < first_answers.tries; ++i) {
    const auto time = timed_answer(examination, first_answers.limit, i);
    if (!time) return;
    took.push_back(time->lower);
  }
  const Duration usual = std::ranges::max(std::span{took}.subspan(took.size() / 2));
  const auto is_slow = [&](Duration time) { return time > 2 * usual && time - usual >= noticeable; };
  const auto slow = std::ranges::find_if_not(took, is_slow) - took.begin();
  const std::string figures =
      fmt::format("`movetime {}`: first answer after {:.1f} ms, slowest of the last {}: {:.1f} ms",
                  first_answers.limit.count(), ms(took.front()), took.size() - took.size() / 2, ms(usual));
  if (slow == 0) return examination.good(figures);
  examination.warn({figures, "a first answer as quick as later ones",
                    fmt::format("do one-time work before `readyok`, or set `warm-up: {{moves: {}}}` for this "
                                "engine in the config to get untimed moves before its first game",
                                slow + 1)});
}

void examine_times(Examination& examination) {
  examination.begin_step("time");
  for (const auto& [limit, tries] : series) {
    if (!examination.prepare()) return;
    std::vector<TimeEvidence> times;
    for (int i = 0; i < tries; ++i) {
      const auto time = timed_answer(examination, limit, i);
      if (!time) return;
      times.push_back(*time);
    }
    examination.report().times.insert(examination.report().times.end(), times.begin(), times.end());
    judge_series(examination, limit, std::move(times));
  }
}

void examine_clock(Examination& examination) {
  examination.begin_step("clock");
  for (const rules::Side side : {rules::Side::south, rules::Side::north}) {
    if (!examination.prepare()) return;
    auto playout = position_after(fewest_moves, examination.rules());
    for (std::size_t plies = fewest_moves; playout.game->to_move() != side && plies < max_moves; ++plies)
      playout = position_after(plies + 1, examination.rules());
    const auto& [game, moves] = playout;
    const bool south = game->to_move() == rules::Side::south;
    const auto go = fmt::format("go p1time {} p2time {}", (south ? short_clock : long_clock).count(),
                                (south ? long_clock : short_clock).count());
    const auto response = examination.ask({.base = {}, .moves = moves, .go = go, .limit = short_clock});
    if (!response || !examination.accept(*game, *response)) return;
    const Duration charged = response->time.lower;
    const auto player = south ? "p1" : "p2";
    if (charged > short_clock + examination.settings().margin)
      return examination.fault(
          {fmt::format("{:.0f} ms with {} ms on its clock, as {}", ms(charged), short_clock.count(), player),
           "an answer before its clock runs out",
           "`p1time` is south's clock, `p2time` north's; the side to move follows from "
           "the position and its moves"});
    examination.good(
        fmt::format("{:.1f} ms with {} ms on the clock of {}", ms(charged), short_clock.count(), player));
  }
}

void examine_limits(Examination& examination) {
  examination.begin_step("limits");
  for (const char* go : {"go depth 1", "go nodes 100", "go movetime 50 wild 7"}) {
    if (!examination.prepare()) return;
    Session& session = examination.session();
    session.start_clock();
    session.send(protocol::Position{});
    session.send_raw(std::string{go} + "\n");
    auto response = session.await(is<protocol::BestMove>, examination.settings().patience);
    if (response.trouble)
      return examination.report_trouble(
          *response.trouble, fmt::format("an answer to `{}` without `stop`", go),
          "ignore unknown words after `go`; respect `depth` and `nodes`, or choose a time");
    if (!examination.accept(*examination.rules().start(), response)) return;
  }
  examination.good("answers to `depth`, to `nodes` and to an unknown word");
}

void examine_stop(Examination& examination) {
  examination.begin_step("stop");
  if (!start_thinking(examination)) return;
  Session& session = examination.session();
  const auto early = session.listen(is<protocol::BestMove>, thinking);
  if (early && early->trouble)
    return examination.report_trouble(*early->trouble, "a search until `stop`, or a `bestmove`");
  const bool answered =
      early ? examination.accept(*examination.rules().start(), *early) : answers_stop(examination, "");
  if (!answered || !examination.synchronise()) return;
  examination.good(early ? "answers before `stop`" : "answers at once");

  examination.begin_step("stop-when-idle");
  session.send(protocol::Stop{});
  if (!examination.synchronise()) return;
  examination.good("does not answer");
}

void examine_ready_while_thinking(Examination& examination) {
  examination.begin_step("isready-while-thinking");
  if (!start_thinking(examination)) return;
  Session& session = examination.session();
  session.start_clock();
  session.send(protocol::IsReady{});
  const std::string advice = "answer `isready` in the thread that reads the input";
  const auto either = [](const protocol::Reply& reply) {
    return is<protocol::Ready>(reply) || is<protocol::BestMove>(reply);
  };
  auto response = session.await(either, examination.settings().prompt_reply_limit);
  const bool early = !response.trouble && is<protocol::BestMove>(response.reply);
  if (early) response = session.await(is<protocol::Ready>, examination.settings().prompt_reply_limit);
  if (response.trouble)
    return examination.report_trouble(*response.trouble, "`readyok` at once, also during a search", advice);
  if (!early && !answers_stop(examination, " and `isready`")) return;
  examination.good("`readyok` at once");
}

void examine_idleness(Examination& examination) {
  examination.begin_step("idle");
  if (!examination.prepare()) return;
  const auto asked = examination.ask({});
  if (!asked || !examination.accept(*examination.rules().start(), *asked)) return;
  Session& session = examination.session();
  session.start_clock();
  if (const auto response = session.listen(is<protocol::Ready>, resting); response && response->trouble)
    return examination.report_trouble(*response->trouble, "silence after its answer");
  const auto used = std::chrono::ceil<milliseconds>(session.used());
  if (used > clean_up)
    return examination.warn(
        {fmt::format("used {} ms of CPU time in {} ms after its answer", used.count(), resting.count()),
         "almost none",
         "in a tournament with `ponder: forbid` the engine loses when it exceeds `ponder-allowance`"});
  if (examination.synchronise()) examination.good("idle after its answer");
}

void examine_unknown(Examination& examination) {
  examination.begin_step("unknown-lines");
  if (!examination.prepare()) return;
  examination.session().send_raw(
      "frobnicate 3\n\n  \t \ndebug on\nponderhit\nsetoption name NoSuchOption value 3\nquery gameover\n"
      "ISREADY\nuginewgame\r\n");
  if (!examination.synchronise() || !still_plays(examination)) return;
  examination.good("ignores unknown lines and continues to play");
}

void examine_garbage(Examination& examination) {
  using namespace std::string_literals;
  examination.begin_step("garbage");
  if (!examination.prepare()) return;
  examination.session().send_raw("\x00\x01\xff\xfe\x1b[31m\n"s + std::string(60000, 'x') + "\n\xc3\n");
  if (!examination.synchronise() || !still_plays(examination)) return;
  examination.good("ignores it and continues to play");

  examination.begin_step("impossible-position");
  if (!examination.prepare()) return;
  Session& session = examination.session();
  session.start_clock();
  session.send(protocol::Position{.base = "1-2-nonsense", .moves = {}});
  session.send_raw("go movetime 50\n");
  const auto response = session.await(is<protocol::BestMove>, examination.settings().patience);
  if (response.trouble && response.trouble->is(Trouble::Kind::crashed) && !response.trouble->errors.empty())
    return examination.good("ends at an impossible position with the reason on standard error");
  if (response.trouble)
    return examination.warn({response.trouble->what + " for an impossible position", "`bestmove resign`",
                             "write the reason to standard error, and resign or end"});
  const auto& best = std::get<protocol::BestMove>(response.reply);
  if (best.kind != protocol::BestMove::Kind::resign)
    examination.warn({fmt::format("`bestmove {}` for an impossible position", printable(best.move, 60)),
                      "`bestmove resign`",
                      "the engine searched another position; if it loses by an illegal move, the record does "
                      "not show why"});
  if (!still_plays(examination)) return;
  examination.good("continues to play after an impossible position");
}

void examine_exit(Examination& examination) {
  const auto grace = examination.settings().stop_grace;
  Session& session = examination.session();
  examination.begin_step("quit");
  if (!examination.prepare()) return;
  session.send(protocol::Quit{});
  judge_exit(examination, session.exit_after_quit(grace), "at `quit`");

  examination.begin_step("quit-while-thinking");
  if (!start_thinking(examination)) return;
  session.send(protocol::Quit{});
  judge_exit(examination, session.exit_after_quit(grace), "at `quit`, during a search");

  examination.begin_step("end-of-input");
  if (!examination.prepare()) return;
  judge_exit(examination, session.exit_at_end_of_input(grace), "at the end of its input");

  examination.begin_step("end-of-input-while-thinking");
  if (!start_thinking(examination)) return;
  judge_exit(examination, session.exit_at_end_of_input(grace), "at the end of its input, during a search");
}

}  // namespace ebiri::probe
