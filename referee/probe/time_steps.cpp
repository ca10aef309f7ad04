// Steps that check times: per move, with a clock, without a time limit.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "referee/probe/examination.hpp"
#include "referee/support/random.hpp"

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
  const auto moves = examination.report().warm_up_moves = slow + 1;
  examination.warn({figures, "a first answer as quick as later ones",
                    fmt::format("do one-time work before `readyok`, or set `warm-up: {{moves: {}}}` for this "
                                "engine in the config to get untimed moves before its first game",
                                moves)});
}

void examine_times(Examination& examination) {
  examination.begin_step("time");
  for (const auto& [limit, tries] : series) {
    examination.session().clear_exchange();
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
    examination.session().clear_exchange();
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
    examination.session().clear_exchange();
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

}  // namespace ebiri::probe
