// Steps that check behaviour besides moves: `stop`, idle time, unknown input, `quit`.
#include <fmt/format.h>

#include <string>

#include "referee/probe/examination.hpp"
#include "referee/support/text.hpp"

namespace ebiri::probe {

namespace {

using std::chrono::milliseconds;

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
                              fmt::format("the process exits {}", how),
                              "exit at `quit` and at the end of input, also during a search"});
  if (exit.code != 0 || exit.signal != 0)
    return examination.warn(
        {"ends with " + exit.describe(), "exit status 0", "return 0 from `main`, or find the crash at exit"});
  examination.good(fmt::format("exits {}", how));
}

}  // namespace

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
  if (response.trouble && response.trouble->by_machine)
    return examination.report_trouble(*response.trouble, "`bestmove resign`");
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
