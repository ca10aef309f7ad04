// Games from wherever they are: run folders, journals, databases, PGN, OGN, CSV.
#pragma once

#include <string>
#include <vector>

#include "referee/record/digest.hpp"
#include "referee/record/foreign.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/progress.hpp"

namespace ebiri::run {

/// What one path held.
struct Input {
  std::string path;         ///< as it was given
  record::Digest digest;    ///< of a file that is no journal: its games, and the run's rules if all agree
  bool is_journal = false;  ///< or a database, which holds as much
  std::vector<match::GameRecord> games;  ///< of a journal, if moves were asked for
  std::vector<record::ForeignGame>
      foreign;  ///< unless it is a journal: the same games, if moves were asked for

  /// Which lines of a journal are not sound; sentences for the user.
  std::vector<std::string> remarks;

  /// Unless it is a journal: where, from 1, the first game by each of the digest's rules begins.
  std::vector<std::size_t> lines_of_rules;
};

/// Whether the moves of journals are needed: they take some kilobytes of memory for each game.
enum class Moves : unsigned char { needed, not_needed };

/// Reads a run folder, its journal, or a file of games. A file's kind is told by its first sign: `{` begins a
/// journal, `[` tag pairs, anything else a CSV table, unless it is an SQLite database (its runs as one).
/// Errors name the file, and the line where there is one. `progress` may be null.
Result<Input> read_input(const std::string& path, Moves moves, Progress* progress = nullptr);

/// Whether no path is given twice: its games would count twice.
Result<void> all_different(const std::vector<std::string>& paths);

/// Reads all of them.
Result<std::vector<Input>> read_inputs(const std::vector<std::string>& paths, Moves moves,
                                       Progress* progress = nullptr);

/// Whether all games were played by the same rules, as far as the files tell; the error names two places
/// that differ.
Result<void> same_rules(const std::vector<Input>& inputs);

/// The games of all inputs as one; game and pair numbers go on, so that pairs stay pairs. The first
/// journal's plans come last, as those that say how to rate.
struct Merged {
  record::Digest digest;
  std::vector<match::GameRecord> games;  ///< of all `Input::games`
};
Merged merged(std::vector<Input> inputs);

}  // namespace ebiri::run
