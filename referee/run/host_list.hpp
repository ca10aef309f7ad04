// hosts.csv: the host that played each game, in a run whose games are played by workers. Also the machines
// that make too many games void.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/match/game_record.hpp"
#include "referee/match/limit.hpp"

namespace ebiri::run {

/// The worker process that played a game, and its machine at that time.
struct Host {
  std::string name;  ///< of the machine and the process: `node17/4711`
  std::string cpu;   ///< the model
  double load = 0;   ///< of the machine, in the last minute
  int slots = 1;
  double speed = 0;  ///< of its cores, in million positions a second; 0: not measured
};

/// `node17` of `node17/4711`.
std::string machine_of(const std::string& host);

/// The processes of one machine of a fleet together.
struct MachineTally {
  std::string machine;
  int games = 0;    ///< attempts, void ones included
  int voids = 0;    ///< of these, void with the cause `machine`
  double load = 0;  ///< the highest reported load
  /// The next two are of the game with the highest number.
  double speed = 0;                  ///< in million positions a second; 0: not measured
  int time_scale = match::unscaled;  ///< of the time limits, in thousandths
  std::string cpu;                   ///< the model
};

/// Whether a machine makes games void significantly more often than the others. At least three of its games
/// must be void, and the p-value of Fisher's exact test (one-sided) must be below 0.01 divided by the number
/// of machines. If all games are of one machine, more than one in twenty of them must be void.
bool has_too_many_voids(const MachineTally& one, const std::vector<MachineTally>& all);

/// The name of the list in the run's folder.
inline constexpr const char* host_file = "hosts.csv";

/// Appends games to the list. Write errors are ignored. Not thread-safe.
class HostList {
 public:
  explicit HostList(const std::filesystem::path& file);

  /// `time_scale`: of the game's time limits, in thousandths.
  void add(const match::GameRecord& record, const Host& host, int time_scale);

 private:
  std::ofstream output_;
};

/// A game in the list.
struct HostedGame {
  int game = 0, attempt = 0;
  std::string machine;
  bool void_by_machine = false;  ///< from the column `spoilt`
  double load = 0, speed = 0;
  int time_scale = match::unscaled;  ///< thousandths
  std::string cpu;
};

/// The number of the game of a line of the list; nothing if the line is invalid or the head.
std::optional<int> game_of_line(std::string_view line);

/// The host of each attempt at a game. If the referee was killed and played an attempt again, the last of its
/// lines counts. Invalid lines do not count.
std::map<std::pair<int, int>, HostedGame> hosted_games(const std::filesystem::path& file);

/// The tallies of all machines, sorted by name.
std::vector<MachineTally> machines_of(const std::filesystem::path& file);

/// The tallies as CSV; the flag `spoils-games` marks a machine that makes too many games void.
std::string machines_table(const std::vector<MachineTally>& machines);

}  // namespace ebiri::run
