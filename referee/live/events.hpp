// The event stream for programs: JSON Lines, one event per line, `--events FILE` or `--events -`.
// results/FORMATS.md describes the events.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "referee/process/child.hpp"
#include "referee/record/journal.hpp"
#include "referee/run/observer.hpp"

namespace ebiri::live {

/// Writes events. They wait in memory until the reader takes them, so a slow reader does not delay the run.
/// Not thread-safe.
class Events final : public run::Observer {
 public:
  /// Appends the events to the file `target`; `-` is standard output. `user`, which outlives this, is warned
  /// of an error that ends the events. `end_wait`: the destructor gives up a reader that reads nothing for
  /// this time.
  Events(std::string target, run::Observer& user,
         std::chrono::milliseconds end_wait = std::chrono::seconds{10})
      : target_(std::move(target)),
        user_(user),
        end_wait_(end_wait) {}
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  /// Blocks until the reader has taken all events, or reads no more.
  ~Events() override;

  Result<std::string> open(bool left) override;
  void started(const record::RunInfo& run, const record::PlanInfo& plan, std::size_t games_played,
               std::size_t games_planned) override;
  void game(const run::FinishedGame& game) override;
  void standings(const report::Standings& standings) override;
  void test(const report::SprtReport& report) override;
  void tick(const run::LoopState&, const tournament::GameQueue&) override { send(0); }
  void finished(const run::Played& played) override;

 private:
  void write(const nlohmann::ordered_json& event);
  void send(int timeout);
  void stop(const char* why);

  std::string target_;
  run::Observer& user_;
  std::chrono::milliseconds end_wait_;
  Descriptor file_;
  std::string pending_;
};

}  // namespace ebiri::live
