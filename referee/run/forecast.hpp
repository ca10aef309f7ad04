// What a run would play.
#pragma once

#include <string>

#include "referee/run/arena.hpp"
#include "referee/run/observer.hpp"
#include "referee/run/run_folder.hpp"

namespace ebiri::run {

/// Whether the games that a run's folder has already count.
enum class PlayedBefore : bool { ignored, counted };

/// What a test's openings mean for it, if they are fewer than it asks for; otherwise empty.
std::string short_book_warning(const Arena& arena);

/// What is left of a run, in lines: every game that is determined (of a test the first ones), what depends on
/// results within its bounds, and how exact the ratings will be, or how long the test. Writes nothing; warns
/// the observers of lines of the journal that are not sound. An error may be one of `arguments`.
Result<std::string> forecast(Arena& arena, const RunFolder& folder, PlayedBefore games,
                             const Observers& observers);

}  // namespace ebiri::run
