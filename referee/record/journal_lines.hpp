// The lines of a journal: records as text, and back.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/game_list.hpp"
#include "referee/record/journal_head.hpp"
#include "referee/record/line_file.hpp"
#include "referee/support/sparse_array.hpp"

namespace ebiri::record {

/// A record as its line, check sum included, without the newline.
std::string line_of(const RunInfo& run);
std::string line_of(const PlanInfo& plan);
std::string line_of(const match::GameRecord& game);

/// Refuses what is there but is no regular file: opening or reading it could wait for ever.
Result<void> check_kind(const std::filesystem::path& file);

/// A run or a plan as a JSON object of its fields, and back; errors name the field.
nlohmann::ordered_json to_json(const RunInfo& run);
nlohmann::ordered_json to_json(const PlanInfo& plan);
Result<RunInfo> run_from_json(const nlohmann::ordered_json& json);
Result<PlanInfo> plan_from_json(const nlohmann::ordered_json& json);

/// In which lines a journal has its games. Some bytes for each, if their numbers are near each other.
class SeenGames {
 public:
  /// Notes a game in `line`, from 1; 0: nobody knows in which. Returns the line it was first noted in, if it
  /// was noted before.
  std::optional<std::size_t> note(int game, int attempt, std::size_t line);

 private:
  SparseArray<std::uint32_t> places_;  // line + 1; 0: none
};

/// Reads the lines of a journal.
class JournalReader {
 public:
  using Take = std::function<void(match::GameRecord&&)>;

  /// What has been read.
  struct Read {
    JournalHead head;
    int version = 0;            ///< of the journal
    std::size_t lines = 0;      ///< how many
    bool begun = false;         ///< whether the first line is there
    bool unterminated = false;  ///< whether the last record is sound, but has no newline
  };

  /// Hands every game to `take`, whose work takes longer than reading.
  explicit JournalReader(Take take) : take_(std::move(take)), lines_at_once_(few_lines) {}

  /// Goes on behind what was `read` before, with these games; they must live as long.
  JournalReader(Take take, Read read, const match::GameList& games);

  /// Reads to the end of `input`, which is `file`; all processors share the work. An error names file and
  /// line.
  Result<void> read(LineFile& input, const std::filesystem::path& file);

  /// Reads the next line of `file`, without its newline; `ends`: whether it has one. An error, which names
  /// file and line, means that the first line is not sound.
  Result<void> read_line(std::string_view text, bool ends, const std::filesystem::path& file);

  /// The same for a line whose game is known; it is not handed to `take`. False: it repeats one.
  bool pass_line(int game, int attempt);

  /// What there is now.
  const Read& so_far() const { return read_; }
  Read take_read() { return std::move(read_); }

 private:
  static constexpr std::size_t few_lines = 32, many_lines = 128;
  struct Batch;

  Result<void> read_line(std::string_view text, bool ends, std::optional<Result<match::GameRecord>> game,
                         const std::filesystem::path& file);
  Result<void> take(std::string_view line, std::optional<Result<match::GameRecord>> game);
  Result<void> take_game(match::GameRecord&& game);
  Result<void> note(int game, int attempt);
  Result<void> take_first(const nlohmann::ordered_json& json, const std::string& type, std::string_view line);
  Result<void> check_sum(const nlohmann::ordered_json& json, std::string_view line) const;
  bool needs_no_look(std::string_view line) const;
  std::optional<Result<match::GameRecord>> game_in(std::string_view line) const;

  Take take_;
  std::size_t lines_at_once_;  // by all processors: few need less memory, many are read a little faster
  Read read_;
  const match::GameList* before_ = nullptr;  // whose lines are not noted yet
  SeenGames seen_;
};

}  // namespace ebiri::record
