// A tournament made ready: settings turned into rules, openings, a schedule and players.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "referee/config/command.hpp"
#include "referee/match/openings.hpp"
#include "referee/match/play_game.hpp"
#include "referee/player/player.hpp"
#include "referee/process/capabilities.hpp"
#include "referee/record/journal.hpp"
#include "referee/rules/rules.hpp"
#include "referee/tournament/runner.hpp"
#include "referee/tournament/schedule.hpp"
#include "referee/tournament/settings.hpp"
#include "referee/tournament/tournament.hpp"

namespace ebiri::run {

struct Arena {
  tournament::Settings settings;
  config::SearchPath search;
  std::unique_ptr<rules::Rules> rules;
  std::shared_ptr<const rules::ExactEnds> exact_ends;  ///< of the adjudication; null if it asks for none
  match::OpeningBook openings;                         ///< as many as the format may need
  int pairs_asked_for = 0;  ///< of a test with fewer openings, which are its `pairs`; otherwise 0
  std::vector<std::string> fingerprints;  ///< of the engines (cli/identity.hpp), as they were found
  std::shared_ptr<const process::Capabilities>
      means;                         ///< what this machine can enforce; null without isolation
  int interrupt = -1;                ///< readable when running games are to be given up
  int time_scale = match::unscaled;  ///< of time limits, on this machine
};

/// Rules and openings for `settings`; an error is the user's to mend.
Result<Arena> make_arena(tournament::Settings settings, config::SearchPath search);

/// What the journal says of a run before its first game.
record::RunInfo run_info(const Arena& arena);
record::PlanInfo plan_info(const Arena& arena);

/// A run as its journal has it: its plans, one after the other, with `games` folded in. The error says
/// why the last plan's config cannot be read.
Result<tournament::Tournament> tournament_of(const std::vector<record::PlanInfo>& plans,
                                             const match::GameList& games);

/// The seed of one attempt at a game.
std::uint64_t game_seed(const tournament::Settings& settings, int game, int attempt);

/// One attempt at a game. Its engines must be in the settings, its opening in the list.
match::GameSetup setup_of(const Arena& arena, const tournament::Pairing& pairing, int attempt);

/// What is left to play of the tournament's schedule from its entry `next` on, as tasks of one opening pair
/// each, `most` of them at most; `next` becomes the entry to go on from.
std::vector<tournament::Task> tasks_for(const Arena& arena, const tournament::Tournament& tournament,
                                        std::size_t& next, std::size_t most);

/// A player for the engine of that name (which must be in the settings). Thread-safe.
std::unique_ptr<player::Player> make_player(const Arena& arena, const std::string& engine);

/// What came of greeting every engine.
struct Greetings {
  std::vector<std::string> complaints;  ///< about one engine each; empty means that all are ready
  std::vector<std::string> announced;   ///< of each engine, what it calls itself; may be empty
};

/// Starts every engine once and greets it: no more at once than play at once, or than there are processors.
Greetings greet_engines(const Arena& arena);

/// How many games to play at a time, and on which processors. Slot k's are the `width` from number k x width
/// on, beginning anew after the last: all of its thread if it is pinned, and otherwise those of engines that
/// may not use all.
struct Placement {
  int slots = 1;
  std::vector<int> processors;  ///< empty: any, for threads and engines
  int width = 1;
  bool pinned = true;
};
Placement placement(const tournament::Settings& settings);

/// Lets the thread that calls it be that slot's: on its processors, and with quick turns.
void take_place(const Placement& placement, int slot);

/// Why slots will wait for each other: they have more `cores` than there are processors here. Empty if they
/// do not, or if no engine has `cores`.
std::string crowding(const tournament::Settings& settings);

}  // namespace ebiri::run
