// Converts games between file formats.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "referee/run/inputs.hpp"

namespace ebiri::run {

/// The formats: `journal`, `sqlite`, `ogn`, `pgn`, `csv`.
const std::vector<std::string>& game_formats();

/// Converts games, and describes the data that the new format cannot store. Not thread-safe.
class Conversion {
 public:
  /// `to`: one of `game_formats`.
  explicit Conversion(std::string to) : to_(std::move(to)) {}

  /// The games of all inputs, numbered consecutively. Not for `sqlite`. The error says why
  /// these games cannot be converted.
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
