// The tasks of a queue in tests, and the games that it plays.
#pragma once

#include <poll.h>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/formats.hpp"
#include "referee/tournament/game_queue.hpp"
#include "tests/match/scripted_player.hpp"

namespace ebiri::tests {

using tournament::GameQueue;
using tournament::Task;

inline std::uint64_t seed_of(int game, int attempt) {
  return static_cast<std::uint64_t>(100 * game + attempt);
}

inline match::GameSetup setup_for(int game, int pair, const std::string& south, const std::string& north,
                                  int attempt) {
  return {.game = game,
          .pair = pair,
          .attempt = attempt,
          .south = {south},
          .north = {north},
          .opening = {.name = "start"},
          .seed = seed_of(game, attempt)};
}

inline std::vector<Task> tasks(int pairs) {
  std::vector<Task> result;
  const tournament::Plan plan{.engines = {{"a"}, {"b"}, {"c"}}, .pairs = pairs};
  for (const auto& pairing : course_of(plan, {}).schedule) {
    if (pairing.game % 2 == 1) result.emplace_back();
    result.back().push_back(setup_for(pairing.game, pairing.pair, pairing.south, pairing.north, 1));
  }
  return result;
}

using MakePlayer = std::function<std::unique_ptr<player::Player>(const std::string&)>;

struct Collected {
  std::vector<match::GameRecord> records;
  std::string news;
};

inline Collected collect(GameQueue& queue) {
  Collected all;
  while (true) {
    queue.acknowledge();
    const bool ended = queue.ended();
    for (auto& record : queue.take()) all.records.push_back(std::move(record));
    for (const std::string& sentence : queue.news()) all.news += sentence + "\n";
    if (ended) return all;
    pollfd watched{queue.ready(), POLLIN, 0};
    ::poll(&watched, 1, -1);
  }
}

inline std::set<int> games_of(const std::vector<match::GameRecord>& records) {
  std::set<int> games;
  for (const auto& record : records) games.insert(record.game);
  return games;
}

inline MakePlayer scripted(const rules::Rules& rules) {
  return [&rules](const std::string&) { return std::make_unique<ScriptedPlayer>(rules); };
}

}  // namespace ebiri::tests
