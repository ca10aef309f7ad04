// Sends the running games of a run to spectators in other processes, through a socket in the run folder.
//
// Each connection receives lines of JSON, at most ten times a second:
//
//   {"event":"live","version":1,"slots":2}      first
//   {"event":"playing","slot":0,"from":12,"mover":"south","thinking_ms":40,"left_ms":[900,null],"game":{…}}
//   {"event":"ended",…}                         as `playing`: the last plies of a game, if any are left
//   {"event":"over","slot":0}                   the slot plays no game
//
// `game` is as in the journal, but only with the plies from `from` on, and with an empty verdict.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "referee/match/live_game.hpp"
#include "referee/process/child.hpp"
#include "referee/run/observer.hpp"

namespace ebiri::live {

/// Reduces the record of a running game to the part that spectators may see.
using GameView = std::function<match::GameRecord(match::GameRecord)>;

/// The sender. It does no work without spectators, and sends less to slow ones. Not thread-safe.
class Feed final : public run::Observer {
 public:
  /// Without `view` spectators see everything.
  explicit Feed(std::filesystem::path folder, GameView view = {})
      : folder_(std::move(folder)),
        view_(std::move(view)) {}
  ~Feed() override { close(); }
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  /// Removes the socket that a killed process left. `begin` does this too, but is not called if no games are
  /// left. Precondition: this process holds the lock of the run.
  void started(const record::RunInfo&, const record::PlanInfo&, std::size_t, std::size_t) override {
    remove_socket();
  }

  /// Listens in the folder. Precondition as for `started`. On a file system without sockets there are no
  /// spectators.
  void begin(const run::Start& start) override;

  void tick(const run::LoopState& state, const tournament::GameQueue& queue) override;
  void end(run::Ending) override { close(); }

 private:
  struct Known {  // the state of a slot, as last sent
    int game = 0, attempt = 0;
    std::size_t plies = 0;
    std::chrono::steady_clock::time_point asked{};
    bool playing = false;
  };
  struct Spectator {
    Descriptor socket;
    std::vector<Known> slots;
    std::string pending;
  };

  void remove_socket() const;
  void close();
  bool serve(Spectator& spectator, const tournament::GameQueue& queue) const;

  std::filesystem::path folder_;
  GameView view_;  // empty: everything
  Descriptor listening_;
  std::vector<Spectator> spectators_;
  std::chrono::steady_clock::time_point sent_{};
};

/// New plies of a game: those from number `from` on.
struct FeedGame : match::GameSnapshot {
  int slot = 0;
  bool ended = false;  ///< these plies are its last; if `record.game` is 0, the slot plays no game
};

struct FeedNews {
  bool begins = false;  ///< earlier news is invalid: the connection was lost or replaced
  int slots = 0;        ///< of the run; 0: no change
  std::vector<FeedGame> games;
};

/// The receiver. It never blocks. Not thread-safe.
class FeedReader {
 public:
  explicit FeedReader(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The news since the last call; connects if necessary. A malformed line ends the connection.
  FeedNews poll();

 private:
  std::filesystem::path folder_;
  Descriptor socket_;
  std::string pending_;
};

}  // namespace ebiri::live
