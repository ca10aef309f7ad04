// Records and a folder for the tests of this room.
#pragma once

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "referee/record/journal.hpp"
#include "referee/record/sqlite.hpp"
#include "tests/match/scripted_player.hpp"
#include "tests/new_folder.hpp"
#include "tests/text_of.hpp"

namespace ebiri::tests {

using namespace std::chrono_literals;

using Folder = testing::NewFolder;

// A fixture: a folder, and the file in it that has a journal.
struct Files {
  Folder folder;
  std::filesystem::path file = folder.path / "games.jsonl";
};

inline match::GameRecord played(int number = 1) {
  const auto rules = rules_for("abapa");
  ScriptedPlayer south{*rules}, north{*rules};
  auto record = *match::play_game({.game = number,
                                   .pair = (number + 1) / 2,
                                   .south = {"alpha"},
                                   .north = {"beta"},
                                   .opening = {.name = "1", .moves = {"C", "d"}},
                                   .seed = (1ULL << 53U) - 1},
                                  *rules, south, north);
  record.started = std::chrono::sys_days{std::chrono::year{2026} / 2 / 3} + 4h + 5min + 6s + 7ms;
  record.duration = 1234ms;
  return record;
}

inline player::TimeEvidence late_move() {
  return {.limit = 25ms,
          .lower = 30ms,
          .upper = 90ms,
          .cpu = 4ms,
          .engine_wait = 50ms,
          .referee_wait = 10ms,
          .cpu_source = "perf"};
}

/// A game that is void because of a move whose time could not be judged, caused by south.
inline match::GameRecord void_game(int number = 1) {
  match::GameRecord record = played(number);
  record.verdict = {.result = match::Verdict::Result::void_game,
                    .cause = match::Verdict::Cause::machine,
                    .reason = "busy-machine",
                    .detail = "cannot prove that `alpha` was late",
                    .caused_by = rules::Side::south,
                    .time = late_move()};
  return record;
}

inline match::GameRecord with_everything() {
  match::GameRecord record = played();
  record.opening.base = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
  record.plies[0].thought = {.wall = 1001us,
                             .cpu = 900us,
                             .wait = 50us,
                             .lag = 3us,
                             .depth = 7,
                             .nodes = 1ULL << 40U,
                             .score = -2.5};
  record.plies[1].thought = {.score = 120.0, .score_in_seeds = false};
  record.verdict = {.result = match::Verdict::Result::north_wins,
                    .cause = match::Verdict::Cause::fault,
                    .reason = "crashed",
                    .loser = rules::Side::south,
                    .fault = player::Fault{.kind = player::Fault::Kind::crashed,
                                           .detail = "ended with exit status 3 instead of answering",
                                           .line = "bestm",
                                           .exit = "exit status 3",
                                           .errors = "Traceback\n  line 3\n",
                                           .asked = "position startpos\ngo nodes 5",
                                           .time = late_move()},
                    .south = 12,
                    .north = 9};
  return record;
}

inline const record::RunInfo run{.name = "test",
                                 .version = "0",
                                 .variant = "oware",
                                 .ruleset = "abapa",
                                 .seed = 1,
                                 .limit = "none",
                                 .openings = "start position"};
inline const record::PlanInfo plan{
    .config = "name: test\n", .config_hash = "0", .engines = {"alpha", "beta"}, .pairs = 1};

// All of a journal.
inline Result<record::Contents> read_journal(const std::filesystem::path& file) {
  record::Contents contents;
  auto head = record::read_journal(
      file, [&](match::GameRecord&& game) { contents.games.push_back(std::move(game)); });
  if (!head) return head.error();
  static_cast<record::JournalHead&>(contents) = std::move(*head);
  return contents;
}

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << text;
}

}  // namespace ebiri::tests
