// hosts.csv: who played each game of a run that workers play.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/fleet/job.hpp"
#include "referee/fleet/machines.hpp"
#include "referee/match/game_record.hpp"

namespace ebiri::cli {

/// Where it is in a run's folder.
inline constexpr const char* host_file = "hosts.csv";

/// Appends who played a game. What cannot be written is missing there. One thread at a time.
class HostList {
 public:
  explicit HostList(const std::filesystem::path& file);

  /// `time_scale`: of the game's time limits, in thousandths.
  void add(const match::GameRecord& record, const fleet::Host& host, int time_scale);

 private:
  std::ofstream output_;
};

/// A line of it. Where two are of one attempt at a game, the last one counts.
struct HostedGame {
  int game = 0, attempt = 0;
  std::string machine;
  bool spoilt = false;
  double load = 0, speed = 0;
  int time_scale = 1000;  ///< thousandths
  std::string cpu;
  std::string_view line;  ///< as it stands there; until the next one is taken
};

/// Hands every line that can be read to `take`; returns the first line of the file, which says what the
/// others are. A file that is not there has none.
std::string read_host_list(const std::filesystem::path& file,
                           const std::function<void(const HostedGame& game)>& take);

/// All lines added up, machine by machine, in the order of their names.
std::vector<fleet::MachineTally> machines_of(const std::filesystem::path& file);

/// The tallies as CSV; `spoils-games` stands behind a machine that spoils them.
std::string machines_table(const std::vector<fleet::MachineTally>& machines);

}  // namespace ebiri::cli
