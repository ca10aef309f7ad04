// Describes the games that a run would play.
#pragma once

#include <string>

#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

/// Whether the games in the run's folder count as played.
enum class PlayedBefore : bool { ignored, counted };

/// A warning if a sequential test has fewer openings than its `pairs`; otherwise empty.
std::string short_book_warning(const Arena& arena);

/// The remaining games of a run as text: every determined game (of a sequential test only the first ones),
/// bounds for rounds that depend on results, and the expected error of ratings or length of the test. Writes
/// no file; warns the observers of invalid lines of the journal. An error may have the kind `arguments`.
Result<std::string> forecast(Arena& arena, const RunFolder& folder, PlayedBefore games,
                             const Observers& observers);

}  // namespace ebiri::run
