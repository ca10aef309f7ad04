// Plays a run, from its settings to the tables in its folder, or describes the games that it would play.
// Also makes templates of configs that can be played as they are.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "referee/config/template.hpp"
#include "referee/report/sprt_report.hpp"
#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"
#include "referee/run/slots.hpp"
#include "referee/support/result.hpp"
#include "referee/tournament/game_queue.hpp"

namespace ebiri::run {

/// Makes the queue that plays a run's games. `arena` and `tournament` outlive it.
using OpenQueue = std::function<Result<std::shared_ptr<tournament::GameQueue>>(
    Arena& arena, const tournament::Tournament& tournament, const Observers& observers)>;

struct PlaySettings {
  RunFolder folder;
  bool force_new = false;  ///< renames the folder of an old run
  /// Refuses to resume a run if an engine differs from the one in the last plan. If false, only warns.
  bool same_engines = false;
  std::string resume;  ///< the command that continues the run, for messages
  /// Called once, before the folder is opened but after `force_new` has renamed an old run. The function may
  /// change the run in the folder if no process writes to it.
  std::function<Result<void>(Arena& arena, const Observers& observers)> prepare =
      [](Arena&, const Observers&) { return Result<void>{}; };
  /// Starts every engine once before the first game.
  std::function<EngineChecks(const Arena& arena)> check_engines = run::check_engines;
  OpenQueue open_queue = [](Arena& arena, const tournament::Tournament&, const Observers& observers) {
    return open_slots(arena, observers);
  };
};

/// Plays a tournament, or the rest of it, and writes its tables. All engines are stopped when this returns.
/// The error has the kind `arguments` if the folder has another run, which is left unchanged. No error
/// removes games from the journal. A new folder is removed if an error comes before the journal's first line.
Result<Played> play(Arena& arena, const PlaySettings& settings, const Observers& observers, Control& control);

/// A sentence for each engine that lost games by faults; in a test, only for the candidate.
std::vector<std::string> losses_by_faults(const Played& played);

/// Writes the JUnit file, if `junit` names one. If `GITHUB_ACTIONS` is `true`, an annotation goes to standard
/// error. If `GITHUB_STEP_SUMMARY` names a file, a summary is appended to it.
Result<void> report_to_build_server(const report::SprtReport& report, const std::string& junit);

/// Whether the games in the run's folder count as played.
enum class PlayedBefore : bool { ignored, counted };

/// The games of a run as text: those whose pairing is known (the first ones of a sequential test), bounds for
/// rounds that depend on results, and the expected error of ratings or length of the test. Writes no file.
/// Warns the observers of invalid lines of the journal. Errors may have the kind `arguments`.
Result<std::string> forecast(Arena& arena, const RunFolder& folder, PlayedBefore games,
                             const Observers& observers);

/// The template for `rules`, with the fewest random plies that give enough openings; a test, which uses each
/// opening once, has at least 8 plies. Games in which engines arrange their seeds begin at the start
/// position. `file` is the path of the future config. The error says why the config cannot be played, for
/// example that an engine is not found.
Result<std::string> playable_template(const config::TemplateRequest& wanted, const rules::Rules& rules,
                                      const std::string& file);

}  // namespace ebiri::run
