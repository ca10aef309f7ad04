// The event stream for programs: JSON Lines, one event a line, `--events FILE` or `--events -`.
// results/README.md describes the events.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "referee/record/journal.hpp"
#include "referee/report/standings.hpp"

namespace ebiri::cli {

inline constexpr int events_version = 1;

/// Every event is flushed at once. Without a target, nothing happens. One thread.
class Events {
 public:
  Events() = default;

  /// `-` means standard output.
  static Result<Events> open(const std::string& target);

  void started(const record::RunInfo& run, const record::PlanInfo& plan, std::size_t games_played,
               std::size_t games_planned);
  void game(const match::GameRecord& record);
  void rating(const report::Standings& standings);
  void finished(const report::Standings& standings, const std::string& how);

 private:
  struct Closer {
    void operator()(std::FILE* file) const {
      if (file != stdout) std::fclose(file);
    }
  };
  void write(const std::string& line);

  std::unique_ptr<std::FILE, Closer> file_;
};

}  // namespace ebiri::cli
