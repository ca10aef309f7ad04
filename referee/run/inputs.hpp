// Reads games from run folders, journals, databases, PGN, OGN and CSV; finds repeated ones; splits them by
// variant, opening or limit; converts them to other formats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/rating/fit.hpp"
#include "referee/record/digest.hpp"
#include "referee/record/foreign.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/progress.hpp"
#include "referee/support/sparse_array.hpp"

namespace ebiri::run {

/// The games of a file, or of one run in a database.
struct Input {
  std::string path;       ///< as the user gave it
  record::Digest digest;  ///< without a journal, `run` has only a name, and the rules if all games agree
  bool has_full_records = false;             ///< also true of a run in a database, which has the same data
  std::vector<match::GameRecord> games;      ///< of a database; of a journal if `Moves::needed`
  std::vector<record::ForeignGame> foreign;  ///< of other files, if `Moves::needed`

  /// Sentences for the user about invalid lines of a journal.
  std::vector<std::string> remarks;

  /// For each game number from 1, the index of the game's rules in the digest. Without an entry, as in a
  /// journal file or several runs of a database, it is 0.
  SparseArray<std::uint32_t> rules_by_game;

  /// The rules of a game of this input.
  const record::PlayedRules& rules_of(const match::GameSummary& game) const;

  /// For each of the digest's rules, the line of its first game, from 1. Empty for journals.
  std::vector<std::size_t> lines_of_rules;
};

/// Whether the moves of games are needed. They take some kilobytes of memory per game.
enum class Moves : unsigned char { needed, not_needed };

/// Reads a run folder, its journal, or a file of games. The runs of an SQLite database become one. A file is
/// a journal if it is empty, begins with `{` or has the extension `.jsonl`; otherwise PGN or OGN if `[` is
/// the first character after comment lines; otherwise a CSV table. Errors name the file, and the line if any.
/// `progress` may be null.
Result<Input> read_input(const std::string& path, Moves moves, Progress* progress = nullptr);

/// Checks that no path is given twice, because its games would count twice.
Result<void> all_different(const std::vector<std::string>& paths);

/// Reads all paths, up to the first error. Each run of a database is an input.
Result<std::vector<Input>> read_inputs(const std::vector<std::string>& paths, Moves moves,
                                       Progress* progress = nullptr);

/// Checks that all games have the same rules, if their files name rules; the error names two games that
/// differ.
Result<void> same_rules(const std::vector<Input>& inputs);

/// The games of all inputs together. The game and pair numbers of each input continue after the largest ones
/// of the earlier inputs. The plans of the first journal come last, because the last plan sets how to rate.
struct Merged {
  record::Digest digest;
  std::vector<match::GameRecord> games;  ///< of all `Input::games`
};
Merged merged(std::vector<Input> inputs);

/// The engines of the plans and of the games, by name.
std::vector<std::string> engine_names(const record::Digest& digest);

/// Renames the engines that are keys of `names`, in the plans and in the games.
void rename_engines(record::Digest& digest, const std::map<std::string, std::string>& names);

/// The ratings after every `every` games, as CSV: `games,engine,elo,error95,low,high`. Unrated engines have
/// no line.
std::string history_csv(const record::Digest& digest, std::int64_t every, const rating::Options& options,
                        const rating::EngineFilter& filter);

struct Part {
  std::string name;                ///< `oware abapa`
  std::vector<std::size_t> games;  ///< indexes into the games of all inputs, one input after the other
};

/// The parts in the order of their first games. The games of a part share the property `by`: `variant` (and
/// ruleset), `opening` or `limit` (of the run). With `limit`, renames engines with limits of their own in
/// `inputs`: `alphabeta (nodes=300)`. With `opening`, reads journals again for the names of the openings.
Result<std::vector<Part>> parts_of(std::vector<Input>& inputs, std::string_view by);

/// Removes from each input the games that earlier inputs have. An input that loses all its games loses its
/// move times too. Returns a sentence for the user about each input that lost games. It also warns of an
/// input with the same results as an earlier one, if their games cannot be compared.
///
/// Two games are the same if these agree:
///
///   two journals    number, attempt, engines, moves, result and cause; ruleset and seed of the run
///   otherwise       engines, moves and result; a game matches only one game of each later input
///
/// Games without known moves are never the same. Known gap: if an opening file names the variant's start
/// position, the games of a journal do not match their own OGN or PGN.
std::vector<std::string> remove_repeated_games(std::vector<Input>& inputs);

/// The formats: `journal`, `sqlite`, `ogn`, `pgn`, `csv`.
std::vector<std::string> game_formats();

/// Converts games, and describes the data that the new format cannot store. Not thread-safe.
class Conversion {
 public:
  /// `to`: one of `game_formats`.
  explicit Conversion(std::string to) : to_(std::move(to)) {}

  /// The games of all inputs, numbered as `merged` does. Not for `sqlite`. The error says why these games
  /// cannot be converted.
  Result<std::string> text(std::vector<Input> inputs);

  /// Each input as a run of its own, in a new database. The error says what could not be written.
  Result<void> write_database(const std::filesystem::path& file, std::vector<Input> inputs);

  /// The number of converted games. Void games count, although PGN leaves them out.
  std::size_t games() const { return games_; }
  int left_out() const { return left_out_; }

  /// The omitted games and the lost data, in sentences.
  std::vector<std::string> remarks() const;

 private:
  const rules::Rules* rules_for(const match::GameRecord& game);
  void leave_out(const std::string& place, const std::string& why);
  void take_foreign(Input& input);
  std::string pgn(const Merged& all);
  Result<std::string> ogn(const Merged& all);

  const std::string to_;
  std::map<std::pair<std::string, std::string>, std::unique_ptr<rules::Rules>> rules_;
  std::vector<std::string> why_left_out_;  // only the first few
  std::size_t games_ = 0;
  int left_out_ = 0, voids_ = 0, without_moves_ = 0;
};

}  // namespace ebiri::run
