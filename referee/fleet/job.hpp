// Messages between the planner of a run and its workers, as JSON.
//
// A run's order (`RunOrder`) is the data that a worker needs once for each run. A job is a list of games of
// the run, mostly opening pairs. A result is a header line, then the games as lines of the journal, each with
// its checksum.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/run/host_list.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::fleet {

/// A word of an engine's command: plain text, or a file that the worker fetches.
struct CommandWord {
  std::string text;         ///< the word, or the last part of the file's name
  std::string sha256;       ///< of the file's bytes, 64 hex digits; empty: not a file
  std::uint64_t bytes = 0;  ///< of the file
  bool executable = false;  ///< whether the file is executable
};

/// The part of a run that workers need.
struct RunOrder {
  std::string run;                                 ///< the run's id: 16 hex digits
  std::string ebiri;                               ///< version of the planner's ebiri
  std::string config;                              ///< the effective settings as YAML, in full
  std::vector<std::vector<CommandWord>> commands;  ///< of each engine, in the order of the settings
  std::vector<std::string> fingerprints;           ///< of each engine (run/resume.hpp), in that order
};

/// How often a job is taken without a result before it is given up.
inline constexpr int max_taken = 5;

struct Job {
  std::string run;
  std::string id;  ///< unique in the run: letters, digits, `-`
  int taken = 0;   ///< how often its games were taken without a result, in earlier jobs

  /// Only numbers, engine names and opening of a game are sent. The worker derives the rest from the run.
  tournament::Task games;
};

/// The result of a job. Games may be missing; the planner publishes them again.
struct JobResult {
  run::Host host;
  std::string trouble;  ///< why games are missing, if that must be reported

  /// Only if the job was not played: how often it had been taken before. If that is `max_taken`, the job is
  /// given up. Otherwise this machine cannot play the run, and the job is published again for other machines.
  std::optional<int> taken = {};
  std::vector<match::GameRecord> games;  ///< each game's attempts in their order
};

std::string to_text(const RunOrder& order);
std::string to_text(const Job& job);

/// The first line of a result; the lines of its games (`record::line_of`) follow, each with its newline.
std::string head_of(const JobResult& result);

/// Parsers that check types and versions, and never throw.
Result<RunOrder> order_from(std::string_view text);
Result<Job> job_from(std::string_view text);
Result<JobResult> result_from(std::string_view text);

}  // namespace ebiri::fleet
