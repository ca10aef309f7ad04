// A small tournament that the tests print.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/report/standings.hpp"

namespace ebiri::report::sample {

using match::GameRecord;
using match::Verdict;

inline bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

struct Players {
  std::string south, north;
};

inline GameRecord game(int number, Players players, Verdict::Result result) {
  GameRecord record;
  record.game = number;
  record.pair = (number + 1) / 2;
  record.south = std::move(players.south);
  record.north = std::move(players.north);
  record.opening.name = std::to_string(record.pair);
  record.opening.moves = {"F", "f"};
  record.verdict.result = result;
  record.verdict.reason = "majority";
  record.verdict.south = result == Verdict::Result::south_wins ? 27
                         : result == Verdict::Result::draw     ? 24
                                                               : 18;
  record.verdict.north = 48 - record.verdict.south;
  // Distinct moves, so that games differ; times that differ by side.
  using rules::Side;
  record.plies = {{Side::north, std::to_string(number), {.wall = std::chrono::microseconds(1500)}},
                  {Side::south, "e", {.wall = std::chrono::milliseconds(40)}},
                  {Side::north, "C", {.wall = std::chrono::microseconds(2500)}}};
  return record;
}

inline void forfeit(GameRecord& record, rules::Side loser, player::Fault::Kind kind) {
  record.verdict.cause = Verdict::Cause::fault;
  record.verdict.result =
      loser == rules::Side::south ? Verdict::Result::north_wins : Verdict::Result::south_wins;
  record.verdict.loser = loser;
  record.verdict.fault = player::Fault{.kind = kind};
  record.verdict.reason = kind == player::Fault::Kind::time ? "time" : "illegal-move";
}

// `results`: one letter a game, from south's view, the two engines taking turns as south.
inline void play(std::vector<GameRecord>& games, const Players& players, std::string_view results) {
  for (const char letter : results) {
    const int number = static_cast<int>(games.size()) + 1;
    const bool turned = number % 2 == 0;
    games.push_back(
        game(number, turned ? Players{players.north, players.south} : Players{players.south, players.north},
             letter == 'w'   ? Verdict::Result::south_wins
             : letter == 'd' ? Verdict::Result::draw
                             : Verdict::Result::north_wins));
  }
}

inline std::vector<GameRecord> games() {
  std::vector<GameRecord> list;
  play(list, {"aalina-2.1", "minimax-d8"}, "wlwdwlwwdlwlwwwd");
  play(list, {"aalina-2.1", "random"}, "wlwlwlwwwlwlwldl");
  play(list, {"minimax-d8", "random"}, "wlwlwwldwlwlwwwl");
  forfeit(list[36], rules::Side::north, player::Fault::Kind::illegal_move);
  forfeit(list[47], rules::Side::south, player::Fault::Kind::time);
  list.push_back(list.back());
  list.back().verdict.result = Verdict::Result::void_game;
  return list;
}

inline RunMeta meta() {
  return {.name = "evening",
          .format = "round robin",
          .variant = "oware",
          .ruleset = "abapa",
          .seed = 42,
          .limit = "100ms/move",
          .openings = "configs/openings/oware-4ply.txt",
          .version = "ebiri 1.0.0 (a1b2c3d)",
          .config_hash = "9f86d081",
          .games_planned = 60};
}

inline Standings standings_of(const std::vector<GameRecord>& records, RunMeta about = meta()) {
  rating::Tally tally;
  for (const GameRecord& record : records) tally.add(record);
  rating::Fit fit = rating::fit(rating::problem_of(tally, about.scoring.rating));
  return make_standings(std::move(about), tally, std::move(fit));
}

inline Standings standings() { return standings_of(games()); }

}  // namespace ebiri::report::sample
