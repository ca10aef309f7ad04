// An engine that uses CPU time in a way of bot/spending.cpp, and requests for its moves.
#pragma once

#include <string>
#include <vector>

#include "tests/faults/catalogue.hpp"
#include "tests/player/brief.hpp"

namespace ebiri::tests {

/// How faulty_bot uses its time for each move.
struct Spending {
  std::string way;         ///< of bot/spending.cpp
  player::Duration cpu{};  ///< for each move
  bool told = false;       ///< with `info` lines meanwhile
};

/// The ways that only compute.
inline const std::vector<std::string> computing_ways{"itself",       "in-a-thread", "in-threads",
                                                     "in-a-child",   "in-a-chain",  "in-an-orphan",
                                                     "in-a-session", "in-a-program"};

/// Asks a new engine for up to `moves` moves in the start position. Returns the first reply that is not an
/// answer, or the last answer.
inline player::Reply ask(const Spending& spending, player::Duration limit, int moves,
                         process::Confinement confinement = {},
                         player::Duration busy_limit = std::chrono::seconds{60}) {
  auto setup =
      faulty({"use", spending.way, std::to_string(spending.cpu.count()), spending.told ? "told" : "silent"});
  setup.command.confinement = std::move(confinement);
  player::EnginePlayer engine{std::move(setup)};
  const auto begun = engine.begin(tests::brief_of("oware", "abapa"));
  if (const auto* fault = std::get_if<player::Fault>(&begun)) return *fault;
  if (const auto* interrupted = std::get_if<player::Interrupted>(&begun)) return *interrupted;
  const auto movetime = std::chrono::floor<std::chrono::milliseconds>(limit);
  const player::Budget budget{.go = {.movetime = movetime}, .hard_limit = limit, .busy_limit = busy_limit};
  player::Reply reply;
  for (int move = 0; move < moves; ++move) {
    reply = engine.ask({}, budget);
    if (!std::holds_alternative<player::Answer>(reply)) return reply;
  }
  return reply;
}

inline bool lost_on_time(const player::Reply& reply) {
  const auto* fault = std::get_if<player::Fault>(&reply);
  return fault != nullptr && fault->kind == player::Fault::Kind::time;
}

}  // namespace ebiri::tests
