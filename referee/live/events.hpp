// The event stream for programs: JSON Lines, one event a line, `--events FILE` or `--events -`.
// results/README.md describes the events.
#pragma once

#include <string>

#include "referee/process/child.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/observer.hpp"

namespace ebiri::live {

inline constexpr int events_version = 1;

/// Events are kept until the reader takes them: a slow reader delays nobody but itself. Without a
/// target, nothing happens. One thread.
class Events final : public run::Observer {
 public:
  Events() = default;
  Events(Events&&) = default;
  Events& operator=(Events&&) = default;

  /// Waits until the reader has taken the rest.
  ~Events() override;

  /// Appends to a file; `-` means standard output.
  static Result<Events> open(const std::string& target);

  /// Writes as much as the reader takes without waiting.
  void pump();

  void started(const record::RunInfo& run, const record::PlanInfo& plan, std::size_t games_played,
               std::size_t games_planned);
  void game(const match::GameRecord& record) override;
  void standings(const report::Standings& standings) override;
  void test(const report::SprtReport& report) override;
  void tick(const run::LoopState&, const tournament::GameQueue&) override { pump(); }
  void finished(const report::Standings& standings, const std::string& how);

 private:
  void write(const std::string& line);

  process::Descriptor file_;
  std::string pending_;
};

}  // namespace ebiri::live
