// hosts.csv: who played each game of a run that workers play.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/match/limit.hpp"
#include "referee/run/machines.hpp"

namespace ebiri::run {

/// Where it is in a run's folder.
inline constexpr const char* host_file = "hosts.csv";

/// Appends who played a game. What cannot be written is missing there. One thread at a time.
class HostList {
 public:
  explicit HostList(const std::filesystem::path& file);

  /// `time_scale`: of the game's time limits, in thousandths.
  void add(const match::GameRecord& record, const Host& host, int time_scale);

 private:
  std::ofstream output_;
};

/// A line of it.
struct HostedGame {
  int game = 0, attempt = 0;
  std::string machine;
  bool is_void = false;
  double load = 0, speed = 0;
  int time_scale = match::unscaled;  ///< thousandths
  std::string cpu;
  std::string_view line;  ///< as it stands there; until the next one is taken
};

/// Hands every line that can be read to `take`; returns the first line of the file, which says what the
/// others are. A file that is not there has none.
std::string read_host_list(const std::filesystem::path& file,
                           const std::function<void(const HostedGame& game)>& take);

/// Who played each attempt at a game. A game that a kill kept out of the journal is there twice: the last
/// line counts. `line` of these is empty.
std::map<std::pair<int, int>, HostedGame> hosted_games(const std::filesystem::path& file);

/// These added up, machine by machine, in the order of their names.
std::vector<MachineTally> machines_of(const std::filesystem::path& file);

/// The tallies as CSV; `spoils-games` stands behind a machine that makes too many games void.
std::string machines_table(const std::vector<MachineTally>& machines);

}  // namespace ebiri::run
