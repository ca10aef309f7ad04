// Clocks on a machine that is too busy: four processes for each core spin while games are played; with fewer
// than 500 games, one.
//
//   bench_clocks [GAMES] (default 2000); exit code 1 if a guarantee does not hold
//   bench_clocks starved     only the last part, in all its cases: engines that use a fifth of their limit,
//                            on a core with up to 64 processes in sessions of their own; some minutes
//   bench_clocks starved few a few of these cases, in seconds
// The guarantees: No instant engine loses on time. Almost no game is void. An engine that takes 20 ms too
// long is always caught, whether it computes or sleeps. An engine that uses the shared core in its opponent's
// turns is reported and gains nothing.
//
// With fewer than 500 games only properties of single games are judged, which hold on any machine: punctual
// engines never lose, and an engine that takes too long gains nothing, because its game is lost or void.
// Shares and figures are only printed.
#include <fmt/format.h>
#include <poll.h>

#include <atomic>
#include <charconv>
#include <cstring>
#include <map>
#include <thread>

#include "referee/process/machine.hpp"
#include "referee/tournament/runner.hpp"
#include "tests/faults/catalogue.hpp"
#include "tests/faults/load.hpp"
#include "tests/faults/spending.hpp"
#include "tests/match/scripted_player.hpp"

namespace {

using namespace ebiri;
using namespace std::chrono_literals;
using match::Verdict;
using player::Fault;

constexpr double max_voids = 0.02;  // largest share of void games with instant engines
constexpr int enough = 500;         // the lowest number of games to judge shares
bool shares = true;                 // whether shares are judged

struct Match {
  std::string south_fault;  // the fault of engine `a`; `b` has none
  match::Limit limit;
  int games = 0;
};

match::Terms terms(const match::Limit& limit) { return {.limit = limit, .margin = 5ms}; }

// Games in pairs with the sides exchanged, in one pinned slot for each core.
std::vector<match::GameRecord> play(const Match& wanted) {
  const auto rules = tests::rules_for("abapa");
  std::vector<tournament::Task> tasks;
  for (int game = 1; game <= wanted.games; ++game) {
    if (game % 2 == 1) tasks.emplace_back();
    const bool first = game % 2 == 1;
    tasks.back().push_back({.game = game,
                            .pair = (game + 1) / 2,
                            .south = {first ? "a" : "b", terms(wanted.limit)},
                            .north = {first ? "b" : "a", terms(wanted.limit)},
                            .opening = {.name = "start"}});
  }
  const auto processors = process::allowed_processors();
  tournament::Runner runner{*rules,
                            static_cast<int>(processors.size()),
                            {.make_player =
                                 [&](const std::string& engine) {
                                   return std::make_unique<player::EnginePlayer>(
                                       tests::faulty({engine == "a" ? wanted.south_fault : "", "3"}));
                                 },
                             .enter =
                                 [&](int slot) {
                                   process::pin_thread(processors[static_cast<std::size_t>(slot)]);
                                   process::request_short_slices();
                                 }}};
  runner.add(std::move(tasks));
  runner.close();
  std::vector<match::GameRecord> records;
  for (bool ended = false; !ended;) {
    runner.acknowledge();
    ended = runner.ended();
    for (auto& record : runner.take()) records.push_back(std::move(record));
    pollfd watched{runner.ready(), POLLIN, 0};
    if (!ended) ::poll(&watched, 1, -1);
  }
  return records;
}

/// The results of the games for engines `a` and `b`.
struct Sum {
  std::int64_t games = 0, voids = 0, plies = 0;
  std::map<std::string, std::int64_t> time_losses, other_faults;
  std::map<std::string, player::Duration> pondered;
  player::Duration wall{}, longest_wait{}, charged{};

  bool no_fault = false;  // whether no engine is actually late
  void add(const match::GameRecord& record) {
    ++games;
    if (match::aborted(record)) ++voids;
    pondered[record.south] += record.south_pondered;
    pondered[record.north] += record.north_pondered;
    wall += record.duration;
    for (const match::Ply& ply : record.plies) {
      longest_wait = std::max(longest_wait, ply.thought.wait);
      charged += ply.thought.wall - ply.thought.lag - ply.thought.wait;
    }
    plies += static_cast<std::int64_t>(record.plies.size());
    if (match::aborted(record)) fmt::print("    void: {}\n", record.verdict.detail);
    if (!record.verdict.fault) return;
    const auto& loser = *record.verdict.loser == rules::Side::south ? record.south : record.north;
    const bool late = record.verdict.fault->kind == Fault::Kind::time;
    ++(late ? time_losses : other_faults)[loser];
    if (!late || loser == "b" || no_fault) fmt::print("    {}: {}\n", loser, record.verdict.fault->detail);
  }
};

Sum measure(const Match& wanted) {
  Sum sum;
  sum.no_fault = wanted.south_fault.empty();
  for (const auto& record : play(wanted)) sum.add(record);
  return sum;
}

int failures = 0;

std::string_view judged(bool met) {
  if (!met) ++failures;
  return met ? "met" : "NOT MET";
}

double ms(player::Duration duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

void instant(int games) {
  const Sum sum = measure({"", {.base = 200ms, .increment = 2ms}, games});
  const auto losses = sum.time_losses.contains("a") || sum.time_losses.contains("b");
  const double voids = static_cast<double>(sum.voids) / static_cast<double>(sum.games);
  fmt::print("instant engines, 200ms+2ms, margin 5ms: {} games, {} plies, {:.1f} ms a game\n", sum.games,
             sum.plies, ms(sum.wall) / static_cast<double>(sum.games));
  fmt::print("  charged for a move, on average         {:.3f} ms\n",
             ms(sum.charged) / static_cast<double>(sum.plies));
  fmt::print("  longest wait for a core in one move   {:.1f} ms\n", ms(sum.longest_wait));
  fmt::print("  losses on time                        {:<8} {}\n",
             (losses ? sum.time_losses.begin()->second : 0), judged(!losses && sum.other_faults.empty()));
  fmt::print("  void games                            {:<8} {}\n", fmt::format("{:.2f}%", 100 * voids),
             shares ? judged(voids < max_voids) : "");
}

void overrun(const std::string& fault, int games) {
  // Waits of the referee count for the engine, so a busy machine may hide 20 ms in one of few games.
  const auto limit = shares ? 300ms : 100ms;
  const Sum sum = measure({fault, {.move = limit}, games});
  const auto found = sum.time_losses.find("a");
  const std::int64_t caught = found == sum.time_losses.end() ? 0 : found->second;
  fmt::print("{:<14} {} ms over {} ms: caught {} of {}, void {} {:>12}\n", fault, 320 - limit.count(),
             limit.count(), caught, games, sum.voids,
             judged(caught + (shares ? 0 : sum.voids) == games && sum.games == games &&
                    !sum.time_losses.contains("b")));
}

void burn(const std::string& fault, int games) {
  const Sum sum = measure({fault, {.base = 200ms, .increment = 2ms}, games});
  const auto of = [](const auto& map, const char* key) {
    const auto found = map.find(key);
    return found == map.end() ? typename std::decay_t<decltype(map)>::mapped_type{} : found->second;
  };
  fmt::print(
      "{:<22} CPU in the other's time: {:.0f} ms a game (other: {:.1f}); other's losses {}, void {} {:>8}\n",
      fault, ms(of(sum.pondered, "a")) / static_cast<double>(sum.games),
      ms(of(sum.pondered, "b")) / static_cast<double>(sum.games), of(sum.time_losses, "b"), sum.voids,
      judged(of(sum.time_losses, "b") == 0 &&
             (!shares || (of(sum.pondered, "a") > 20 * of(sum.pondered, "b") &&
                          of(sum.pondered, "a") > sum.games * player::Duration{1000} &&
                          static_cast<double>(sum.voids) <= max_voids * static_cast<double>(sum.games)))));
}

// The number of requested moves, and the outcome of those without an answer.
struct Starved {
  std::atomic<int> asked{0}, lost{0}, slow{0}, voids{0}, other{0};  // `slow`: used at least half of the limit
};

// Plays `games` games at once on one core. In each, an engine uses a fifth of its limit for each of 3 moves.
void starve(int games, player::Duration limit, const std::string& way, bool told, Starved& sum) {
  std::vector<std::thread> threads;
  for (int game = 0; game < games; ++game)
    threads.emplace_back([&] {
      process::pin_thread(process::allowed_processors().front());
      process::request_short_slices();
      constexpr int moves = 3;
      const auto reply = tests::ask({way, limit / 5, told}, limit, moves);
      sum.asked += moves;
      if (tests::lost_on_time(reply)) {
        const auto& fault = std::get<player::Fault>(reply);
        const bool used_it = fault.time->cpu >= limit / 2;  // starting a program may cost milliseconds
        ++(used_it ? sum.slow : sum.lost);
        fmt::print("  {}, {} games, {}, {}: {}\n", used_it ? "slow" : "lost", games, way,
                   told ? "with info lines" : "silent", fault.detail);
      } else if (std::holds_alternative<player::Interrupted>(reply))
        ++sum.voids;
      else if (!std::holds_alternative<player::Answer>(reply))
        ++sum.other;
    });
  for (std::thread& thread : threads) thread.join();
}

void starved(bool all) {
  Starved sum;
  std::thread{[&] {
    process::pin_thread(process::allowed_processors().front());
    for (const int processes : all ? std::vector{1, 4, 24, 64} : std::vector{shares ? 24 : 8}) {
      const tests::Load load{processes, tests::Load::Sessions::own};
      for (const int games : all ? std::vector{1, 8} : std::vector{1})
        for (const auto limit : all ? std::vector{5ms, 20ms, 200ms} : std::vector{20ms})
          for (const std::string& way : tests::computing_ways)
            for (const bool told : {false, true}) starve(games, limit, way, told, sum);
    }
  }}.join();
  fmt::print("one core shared with processes in sessions of their own, a fifth of the limit used: {} moves\n",
             sum.asked.load());
  fmt::print("  losses on time                        {:<8} {}\n", sum.lost.load(),
             judged(sum.lost == 0 && sum.other == 0));
  fmt::print("  losses with half of the limit used    {}\n", sum.slow.load());
  fmt::print("  moves that could not be judged        {}\n", sum.voids.load());
}

}  // namespace

int main(int argc, char** argv) {
  process::prepare_process();
  const bool only_starved = argc > 1 && argv[1] == std::string_view{"starved"};
  if (only_starved) {
    starved(argc == 2);
    return failures == 0 ? 0 : 1;
  }
  int games = 2000;
  if (argc > 1) std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), games);
  shares = games >= enough;
  const int load = (shares ? 4 : 1) * static_cast<int>(process::allowed_processors().size());
  const int few = shares ? std::max(4, games / 100 * 2) : 2;
  {
    const tests::Load spinning{load};
    fmt::print("{} processes spin on {} cores\n", load, process::allowed_processors().size());
    instant(games);
    for (const char* fault : {"use-320ms", "sleep-320ms"}) overrun(fault, few);
    for (const char* fault : {"think-on", "think-with-8-threads", "think-in-a-child"}) burn(fault, few);
  }
  starved(false);
  fmt::print("\n{}\n", failures == 0 ? "all judged guarantees hold"
                                     : fmt::format("{} guarantees are BROKEN", failures));
  return failures == 0 ? 0 : 1;
}
