// The rules, openings, schedule and players that the settings of a tournament describe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/match/openings.hpp"
#include "referee/match/play_game.hpp"
#include "referee/player/engine_player.hpp"
#include "referee/process/capabilities.hpp"
#include "referee/record/journal.hpp"
#include "referee/rules/rules.hpp"
#include "referee/tournament/runner.hpp"
#include "referee/tournament/schedule.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

/// A tournament that is ready to play.
struct Arena {
  tournament::Settings settings;
  config::SearchPath search;
  std::unique_ptr<rules::Rules> rules;
  std::shared_ptr<const rules::ExactEnds> exact_ends;  ///< tables of the adjudication, or null
  match::OpeningBook openings;  ///< as many as the format may need; fewer only for a sequential test
  int pairs_asked_for = 0;      ///< the config's `pairs` if a sequential test has fewer openings; otherwise 0
  std::vector<std::string> fingerprints;                      ///< of the engines (resume.hpp)
  std::shared_ptr<const process::Capabilities> capabilities;  ///< of this machine; null without isolation
  int interrupt = -1;                                         ///< becomes readable to abort the running games
  int time_scale = match::unscaled;  ///< factor of time limits on this machine, in thousandths
};

/// Rules and openings for `settings`. Errors are about the settings.
Result<Arena> make_arena(tournament::Settings settings, config::SearchPath search);

/// The lines of a journal before its first game.
record::RunInfo run_info(const Arena& arena);
record::PlanInfo plan_info(const Arena& arena);

/// The tournament in a journal: its plans, one after the other, with the results of `games`. The error
/// says why the config of a plan cannot be read.
Result<tournament::Tournament> tournament_of(const std::vector<record::PlanInfo>& plans,
                                             const match::GameList& games);

/// The seed of one attempt at a game.
std::uint64_t game_seed(const tournament::Settings& settings, int game, int attempt);

/// One attempt at a game. Its engines must be in the settings, its opening in the list.
match::GameSetup setup_of(const Arena& arena, const tournament::Pairing& pairing, int attempt);

/// The game of a record once more: its opening and seed, without adjudication. Its engines must be in the
/// settings.
match::GameSetup setup_of(const Arena& arena, const match::GameRecord& record);

/// Makes tasks of the unplayed games of the schedule from index `next` on, one for each opening pair, at most
/// `most`. Sets `next` to the first index that it did not visit.
std::vector<tournament::Task> tasks_for(const Arena& arena, const tournament::Tournament& tournament,
                                        std::size_t& next, std::size_t most);

/// The command, options and dialect of an engine whose program exists, without the limits of a tournament.
player::EngineSetup engine_setup(const tournament::EngineSettings& engine, const config::SearchPath& search);

/// The process of the engine of that name (which must be in the settings), and its limits.
player::EngineSetup engine_setup(const Arena& arena, const std::string& engine);

/// A player for the engine of that name (which must be in the settings). Thread-safe.
std::unique_ptr<player::Player> make_player(const Arena& arena, const std::string& engine);

/// The results of starting every engine before the first game.
struct EngineChecks {
  std::vector<std::string> problems;   ///< of each engine; empty if it is ready
  std::vector<std::string> announced;  ///< the reported name of each engine; may be empty

  /// Of a sequential test: whether each engine chooses the same moves with two seeds.
  std::vector<bool> repeating = {};
};

/// Starts every engine once, with its handshake. For a sequential test, asks each twice for its moves after a
/// few openings. Never runs more than two engines per slot, or more engines than processors, at a time.
EngineChecks check_engines(const Arena& arena);

/// Finds the capabilities of this machine, if the settings need isolation. Returns a sentence for each
/// missing one.
std::vector<std::string> find_missing_isolation(Arena& arena);

}  // namespace ebiri::run
