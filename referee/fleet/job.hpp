// What travels between the planner of a run and the workers that play it: pure data, as JSON.
//
// A run's order says what every worker needs to know once. A job is some games of it, opening pairs mostly. A
// result is a head and the games as the journal has them, line by line, each with its check sum.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/run/machines.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::fleet {

/// A word of an engine's command: as the config has it, or a file that the worker fetches.
struct CommandWord {
  std::string text;         ///< of a file, the last part of its name
  std::string sha256;       ///< of the file's bytes, 64 hex digits; empty: no file
  std::uint64_t bytes = 0;  ///< of the file
  bool executable = false;  ///< the file is

  bool operator==(const CommandWord&) const = default;
};

/// A run, as a worker has to know it.
struct RunOrder {
  std::string run;                                 ///< its id: 16 hex digits
  std::string version;                             ///< of the ebiri that plans it
  std::string config;                              ///< the effective settings as YAML, in full
  std::vector<std::vector<CommandWord>> commands;  ///< of each engine, in the order of the settings
  std::vector<std::string> fingerprints;           ///< of each engine (cli/identity.hpp), in that order

  bool operator==(const RunOrder&) const = default;
};

/// A game of a job. Its seed follows from the run's.
struct JobGame {
  int game = 0, pair = 0, attempt = 1;
  std::string south, north;
  match::Opening opening;

  bool operator==(const JobGame&) const = default;
};

struct Job {
  std::string run;
  std::string id;  ///< unique in the run: letters, digits, `-`
  std::vector<JobGame> games;

  bool operator==(const Job&) const = default;
};

JobGame job_game(const match::GameSetup& setup);

/// What came of a job. Games may be missing: whoever planned them has them played again.
struct JobResult {
  run::Host host;
  std::string trouble;                   ///< why games are missing, if somebody has to hear of it
  bool poison = false;                   ///< nobody who took the job came back: it is not to be tried again
  std::vector<match::GameRecord> games;  ///< each game's attempts in their order
};

std::string to_text(const RunOrder& order);
std::string to_text(const Job& job);

/// The first line of a result; the lines of its games (`record::line_of`) follow, each with its newline.
std::string head_of(const JobResult& result);

/// Strict: errors say what is wrong. Never throws.
Result<RunOrder> order_from(std::string_view text);
Result<Job> job_from(std::string_view text);
Result<JobResult> result_from(std::string_view text);

}  // namespace ebiri::fleet
